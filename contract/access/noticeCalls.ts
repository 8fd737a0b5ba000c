/** Notices: what has happened that concerns somebody, each for one person. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'
import type { RoutePath } from '#contract/routes.ts'

/** Where notices lead: a record by its id … */
export const noticeRecords = [
  '/billing/view',
  '/billing-payment/view',
  '/konfirmasi-pembayaran/view',
  '/pengeluaran-sales/view',
  '/sales/lead/view',
  '/kursus-pelatih/absensi',
  '/kursus-peserta/view',
  '/honor-periode/view',
] as const satisfies readonly RoutePath[]
/** … or a list. */
const noticeLists = [
  '/sales/pendaftar-mandiri',
  '/pelatih-libur',
  '/kredit-pengganti',
  '/setting',
] as const satisfies readonly RoutePath[]
export type NoticePlace = (typeof noticeRecords)[number] | (typeof noticeLists)[number]
/** The most that are told at once. */
export const mostNotices = 50

/** The caller's own, the newest first. */
export const pemberitahuan = call({
  method: 'GET',
  path: '/pemberitahuan',
  access: 'session',
  output: z.object({
    baris: z.array(
      z.object({
        id: id(),
        teks: z.string(),
        created_at: z.string(),
        dibaca: z.boolean(),
        /** Where it leads, if the caller may open that. */
        tujuan: z.nullable(
          z.union([
            z.object({ to: z.literal([...noticeRecords]), id: id() }),
            z.object({ to: z.literal([...noticeLists]), id: z.null() }),
          ]),
        ),
      }),
    ),
    belum_dibaca: z.int(),
    /** There has been none yet, and the school is the demo: samples may stand in. */
    contoh: z.boolean(),
  }),
})
/** Marks a notice of the caller as read; without an id, all of them. */
export const bacaPemberitahuan = call({
  method: 'POST',
  path: '/pemberitahuan/baca',
  access: 'session',
  query: { id: z.optional(id()) },
  output: z.object({ belum_dibaca: z.int() }),
})
