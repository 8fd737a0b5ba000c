/** What closing an outlet's cash would count, and what waits for it (domain.md 3.17). */
import * as z from 'zod/mini'
import { TillLine } from '#contract/billing/tutupKas.ts'
import { call } from '#contract/call.ts'
import { id, idText, tanggal } from '#contract/fields.ts'

/** What closing an outlet on a day would count. */
export const previewClosing = call({
  method: 'GET',
  path: '/tutup-kas/pratinjau',
  access: 'tutup-kas/create',
  query: { gedung_id: idText('Pilih outlet'), tanggal: tanggal('Tanggal') },
  output: z.object({
    /** Why it cannot be closed; null: it can. */
    halangan: z.nullable(z.string()),
    /** The first day that it would cover. */
    dari: z.string(),
    /** What the closing before has left in the till; null: there is none. */
    awal: z.nullable(z.int()),
    /** Of cash, in rupiah. */
    tunai: z.int(),
    pengembalian: z.int(),
    baris: z.array(z.object(TillLine)),
    /** Approved expenses of those days that were paid in cash, from wherever: to remember. */
    pengeluaran: z.object({ banyak: z.int(), jumlah: z.int() }),
  }),
})
/** Outlets whose cash of days that are over is not closed yet, of those that close it at all. */
export const openTills = call({
  method: 'GET',
  path: '/tutup-kas/belum',
  access: 'tutup-kas/create',
  output: z.array(
    z.object({
      gedung_id: id(),
      nama: z.string(),
      /** The last day that is closed. */
      terakhir: z.string(),
      /** The first day since with money over the counter. */
      sejak: z.string(),
    }),
  ),
})
