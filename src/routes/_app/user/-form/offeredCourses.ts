/**
 * Query for the names of the courses that applicants can ask for. It is prefetched, because the
 * column widths of the list depend on the names.
 */
import { pilihanQuery } from '#src/data/choices.ts'

const query = pilihanQuery('kursus', {})
export const offeredCourses = { code: 'kursus/pilihan' as const, query: async () => query }
