/**
 * Counts in the menu: the access code of each count, and the resource whose changes make the count
 * stale. A new count needs a line here, one in server/modules/access/menuCounts.ts, and one at the
 * menu item.
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
  /** Bills waiting to be published. */
  draf: { code: 'billing/terbitkan', of: 'billing' },
  /** Applicants without a sales person. */
  pendaftar: { code: 'user/pendaftar-mandiri', of: 'user' },
  /** Expenses waiting for a decision. */
  pengeluaran: { code: 'pengeluaran-sales/setujui', of: 'pengeluaran-sales' },
  /** Reminders waiting to be sent. */
  pengingat: { code: 'pengingat/index', of: 'pengingat' },
  /** Payment confirmations waiting for review. */
  konfirmasi: { code: 'konfirmasi-pembayaran/setujui', of: 'konfirmasi-pembayaran' },
  /** Requests of families and coaches for leave, end and graduation. */
  permintaan: { code: 'kursus-peserta/cuti', of: 'kursus-peserta' },
  /** Leads whose next step is due today or overdue. */
  tindakLanjut: { code: 'lead/index', of: 'lead' },
} as const satisfies Record<string, Counted>

export type MenuCount = keyof typeof menuCounts
/** Upper limit of counting: above it the menu shows `999+`. */
export const menuCountLimit = 1000

/**
 * Counts of the menu items that the caller's codes allow, within the caller's scope and at most
 * `mostCounted` each; and the number of the caller's unread notices.
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
