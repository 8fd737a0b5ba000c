/** Call that reads the price of a course on a day. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/**
 * Price of a course on a day, and its origin. It uses the function of the monthly generation, which
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
    /** Registration fee in rupiah of a new student who begins on the day; 0 means none. */
    biaya_pendaftaran: z.int(),
    /** Origin of the price: the outlet's, the general one, or the course's own. */
    sumber: z.literal(['outlet', 'umum', 'dasar']),
    /** The price row that applies; null where the course's own price applies. */
    harga: z.nullable(
      z.object({ id: id(), gedung: z.nullable(z.string()), berlaku_mulai: z.string() }),
    ),
    /** The next price change at the outlet, and the first month billed at it. */
    berikutnya: z.nullable(z.object({ periode: z.string(), biaya_bulanan: z.int() })),
  }),
})
