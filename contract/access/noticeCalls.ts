/** Notices of events, each addressed to one user. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'
import type { RoutePath } from '#contract/routes.ts'

/** Pages of single records that notices link to. */
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
/** Lists that notices link to. */
const noticeLists = [
  '/sales/pendaftar-mandiri',
  '/pelatih-libur',
  '/kredit-pengganti',
  '/setting',
] as const satisfies readonly RoutePath[]
export type NoticePlace = (typeof noticeRecords)[number] | (typeof noticeLists)[number]
/** Largest number of notices returned at once. */
export const noticeLimit = 50

/** The caller's own notices, newest first. */
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
        /** Target of the notice, if the caller may open it. */
        tujuan: z.nullable(
          z.union([
            z.object({ to: z.literal([...noticeRecords]), id: id() }),
            z.object({ to: z.literal([...noticeLists]), id: z.null() }),
          ]),
        ),
      }),
    ),
    belum_dibaca: z.int(),
    /** The demo school has no notice yet, so the app may show samples. */
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
