/**
 * Calls about notices. A notice reports an event to one user. The bell in the header shows the
 * notices of the user.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { id } from '#contract/fields.ts'
import type { RoutePath } from '#contract/routes.ts'

/** Pages that show a single record and to which notices link. */
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
/** Pages that show a list and to which notices link. */
const noticeLists = [
  '/sales/pendaftar-mandiri',
  '/pelatih-libur',
  '/kredit-pengganti',
  '/setting',
] as const satisfies readonly RoutePath[]
export type NoticePlace = (typeof noticeRecords)[number] | (typeof noticeLists)[number]
/** Maximum number of notices in a response. */
export const noticeLimit = 50

/** Returns the notices of the caller, newest first. */
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
        /** Page and record that the notice opens; null when the caller may not open the page. */
        tujuan: z.nullable(
          z.union([
            z.object({ to: z.literal([...noticeRecords]), id: id() }),
            z.object({ to: z.literal([...noticeLists]), id: z.null() }),
          ]),
        ),
      }),
    ),
    belum_dibaca: z.int(),
    /** Whether the app may show sample notices. True in a demo school when `baris` is empty. */
    contoh: z.boolean(),
  }),
})
/** Marks one notice of the caller as read, or all notices when `id` is omitted. */
export const bacaPemberitahuan = call({
  method: 'POST',
  path: '/pemberitahuan/baca',
  access: 'session',
  query: { id: z.optional(id()) },
  output: z.object({ belum_dibaca: z.int() }),
})
