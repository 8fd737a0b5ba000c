/** Call that reads the price of a course on a day. */
import * as z from 'zod/mini'
import { byId, call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/**
 * Returns the monthly price of a course for the month that contains the given day, and the origin
 * of this price. As in the monthly generation of bills, the price on the first day of the month
 * applies.
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
    /** Registration fee in rupiah for a student who begins on the day; 0 when none is charged. */
    biaya_pendaftaran: z.int(),
    /**
     * Origin of the price: a price row of the outlet, a price row for all outlets, or the price in
     * the course itself.
     */
    sumber: z.literal(['outlet', 'umum', 'dasar']),
    /** Price row that applies; null when the price in the course itself applies. */
    harga: z.nullable(
      z.object({ id: id(), gedung: z.nullable(z.string()), berlaku_mulai: z.string() }),
    ),
    /**
     * First month that will be billed at a different price at this outlet, with that price; null
     * when no change is planned.
     */
    berikutnya: z.nullable(z.object({ periode: z.string(), biaya_bulanan: z.int() })),
  }),
})
