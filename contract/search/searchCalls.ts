/** Call of the student search in the header of every page. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { UserStatus } from '#contract/enums.ts'
import { id, shortText } from '#contract/fields.ts'

/**
 * A student whom the search found, with data that distinguish people of the same name. The phone
 * number and the payer are null if the caller is a coach.
 */
export const FoundStudent = z.object({
  id: id(),
  name: z.string(),
  nama_panggilan: z.nullable(z.string()),
  no_induk: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  status: UserStatus.schema,
  gedung: z.nullable(z.object({ id: id(), nama: z.string() })),
  akun_billing: z.nullable(z.object({ id: id(), name: z.string() })),
  /** Current classes of the student; a coach gets only the classes that the coach teaches. */
  kelas: z.array(z.object({ id: id(), kode: z.string(), kursus: z.string() })),
  /** Whether the student was found only because the name is spelled similarly to the query. */
  mirip: z.boolean(),
})
export type FoundStudent = z.infer<typeof FoundStudent>
/**
 * Searches the students in the scope of the caller by name, nickname, student number, phone, email
 * or payer, and returns the 50 best matches. The header `X-Pagination-Total-Count` holds the number
 * of all matches.
 */
export const search = call({
  method: 'GET',
  path: '/search',
  access: 'search',
  query: { q: shortText('Kata kunci', { min: 2, max: 100 }) },
  output: z.array(FoundStudent),
})
