/**
 * Counts in the menu: the access code of each number, and the resource whose changes make the
 * number stale. A further count is a line here, one in server/modules/access/menuCounts.ts, and the
 * menu item's.
 */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import { call } from '#contract/call.ts'
import type { ResourceName } from '#contract/registry.ts'

interface Counted {
  code: AccessCode
  of: ResourceName
}

export const menuCounts = {
  /** Bills that wait to be published. */
  draf: { code: 'billing/terbitkan', of: 'billing' },
  /** Applicants who wait for somebody. */
  pendaftar: { code: 'user/pendaftar-mandiri', of: 'user' },
  /** Expenses that wait to be decided. */
  pengeluaran: { code: 'pengeluaran-sales/setujui', of: 'pengeluaran-sales' },
  /** Reminders that wait to be sent. */
  pengingat: { code: 'pengingat/index', of: 'pengingat' },
  /** Confirmations that wait to be looked at. */
  konfirmasi: { code: 'konfirmasi-pembayaran/setujui', of: 'konfirmasi-pembayaran' },
  /** Leave, ends and graduations that families and coaches wait for. */
  permintaan: { code: 'kursus-peserta/cuti', of: 'kursus-peserta' },
  /** Leads whose next step is due today or late. */
  tindakLanjut: { code: 'lead/index', of: 'lead' },
} as const satisfies Record<string, Counted>

export type MenuCount = keyof typeof menuCounts
/** Numbers above this are not counted out: the menu shows `999+`. */
export const mostCounted = 1000

/**
 * The numbers beside the menu's items, of those that the caller's codes cover, in their scope; at
 * most `mostCounted`. With them how many notices the caller has not read.
 */
export const countMenu = call({
  method: 'GET',
  path: '/jumlah-menu',
  access: 'session',
  output: z.partialRecord(
    z.literal([
      'draf',
      'pendaftar',
      'pengeluaran',
      'pengingat',
      'konfirmasi',
      'permintaan',
      'tindakLanjut',
      'pemberitahuan',
    ] satisfies (MenuCount | 'pemberitahuan')[]),
    z.int(),
  ),
})
