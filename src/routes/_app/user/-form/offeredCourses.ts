/**
 * Query for the names of the courses that applicants can ask for. The list of applicants prefetches
 * the names, because the width of a column depends on them.
 */
import { pilihanQuery } from '#src/data/choices.ts'

const query = pilihanQuery('kursus', {})
export const offeredCourses = { code: 'kursus/pilihan' as const, query: async () => query }
