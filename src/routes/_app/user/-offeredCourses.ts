/** Names of the courses that applicants ask for: the columns are as wide as these. */
import { pilihanQuery } from '#src/data/choices.ts'

const query = pilihanQuery('kursus', {})
export const offeredCourses = { code: 'kursus/pilihan' as const, query: async () => query }
