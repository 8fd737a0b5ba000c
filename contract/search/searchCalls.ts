/** The global search. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { UserStatus } from '#contract/enums.ts'
import { id, shortText } from '#contract/fields.ts'

/**
 * A found student, with data that distinguish people of the same name. A coach gets neither phone
 * nor payer.
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
  /** Current classes; for a coach only the coach's own. */
  kelas: z.array(z.object({ id: id(), kode: z.string(), kursus: z.string() })),
  /** The spelling is similar to the query, not equal. */
  mirip: z.boolean(),
})
export type FoundStudent = z.infer<typeof FoundStudent>
/**
 * Students in scope by name, nickname, number, phone, email or payer: the best 50.
 * `X-Pagination-Total-Count` holds the total number.
 */
export const search = call({
  method: 'GET',
  path: '/search',
  access: 'search',
  query: { q: shortText('Kata kunci', { min: 2, max: 100 }) },
  output: z.array(FoundStudent),
})
