/** The price of a course on a day. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/**
 * Price of a course on a day, and its reason: by the function of the monthly generation, which
 * takes the price of the first day of the month.
 */
export const priceOn = call({
  method: 'GET',
  path: '/kursus/harga-pada',
  access: 'kursus-harga/index',
  query: {
    ...byId,
    tanggal: tanggal('Tanggal'),
    gedung_id: z.optional(idText('Outlet tidak dikenal')),
  },
  output: z.object({
    periode: z.string(),
    biaya_bulanan: z.int(),
    /** Fee of a new student who begins on the day, in rupiah; 0 means none. */
    biaya_pendaftaran: z.int(),
    /** Where it comes from: the price of the outlet, that of all outlets, or the course's own. */
    sumber: z.literal(['outlet', 'umum', 'dasar']),
    /** The row that holds; none where the course's own price does. */
    harga: z.nullable(
      z.object({ id: id(), gedung: z.nullable(z.string()), berlaku_mulai: z.string() }),
    ),
    /** The next change there, and the first month that it is billed in. */
    berikutnya: z.nullable(z.object({ periode: z.string(), biaya_bulanan: z.int() })),
  }),
})
