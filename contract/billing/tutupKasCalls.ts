/** Calls for preparing an outlet's cash closing (domain.md 3.17). */
import * as z from 'zod/mini'
import { TillLine } from '#contract/billing/tutupKas.ts'
import { call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** Preview of an outlet's closing on a day. */
export const previewClosing = call({
  method: 'GET',
  path: '/tutup-kas/pratinjau',
  access: 'tutup-kas/create',
  query: { gedung_id: idText('Pilih outlet'), tanggal: tanggal('Tanggal') },
  output: z.object({
    /** Why the outlet cannot be closed; null when it can. */
    halangan: z.nullable(z.string()),
    /** First day that the closing would cover. */
    dari: z.string(),
    /** Cash left in the till by the previous closing; null without one. */
    awal: z.nullable(z.int()),
    /** Cash received, in rupiah. */
    tunai: z.int(),
    pengembalian: z.int(),
    baris: z.array(z.object(TillLine)),
    /**
     * Approved expenses of the covered days that were paid in cash, from any source: for
     * information.
     */
    pengeluaran: z.object({ banyak: z.int(), jumlah: z.int() }),
  }),
})
/** Outlets with unclosed cash of past days, among those that do closings. */
export const openTills = call({
  method: 'GET',
  path: '/tutup-kas/belum',
  access: 'tutup-kas/create',
  output: z.array(
    z.object({
      gedung_id: id(),
      nama: z.string(),
      /** Last closed day. */
      terakhir: z.string(),
      /** First day since then with counter payments. */
      sejak: z.string(),
    }),
  ),
})
