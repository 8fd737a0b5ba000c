/**
 * Query for the names of courses that applicants may ask for, prefetched because the column widths
 * depend on them.
 */
import { pilihanQuery } from '#src/data/choices.ts'

const query = pilihanQuery('kursus', {})
export const offeredCourses = { code: 'kursus/pilihan' as const, query: async () => query }
