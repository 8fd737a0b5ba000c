/**
 * Counts that the menu shows beside its items, such as the number of waiting applicants. To add a
 * count, add an entry to `menuCounts` and to server/modules/access/menuCounts.ts. Then set the key
 * of the entry on the menu item.
 */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import { call } from '#contract/call.ts'
import type { ResourceName } from '#contract/registry.ts'

interface Counted {
  /** Access code that a user needs to see the count. */
  code: AccessCode
  /** Resource that the count depends on. A change of this resource makes the count outdated. */
  of: ResourceName
}

export const menuCounts = {
  /** Number of draft bills that wait to be published. */
  draf: { code: 'billing/terbitkan', of: 'billing' },
  /** Number of applicants to whom no sales person is assigned. */
  pendaftar: { code: 'user/pendaftar-mandiri', of: 'user' },
  /** Number of expenses that wait for a decision. */
  pengeluaran: { code: 'pengeluaran-sales/setujui', of: 'pengeluaran-sales' },
  /** Number of reminders that wait to be sent. */
  pengingat: { code: 'pengingat/index', of: 'pengingat' },
  /** Number of payment confirmations that wait for review. */
  konfirmasi: { code: 'konfirmasi-pembayaran/setujui', of: 'konfirmasi-pembayaran' },
  /**
   * Number of open requests about an enrolment: requests of families for a leave or an end, and
   * proposals of coaches for a graduation.
   */
  permintaan: { code: 'kursus-peserta/cuti', of: 'kursus-peserta' },
  /** Number of leads whose next step is due today or overdue. */
  tindakLanjut: { code: 'lead/index', of: 'lead' },
} as const satisfies Record<string, Counted>

export type MenuCount = keyof typeof menuCounts
/**
 * Maximum value of a count: the server stops counting at this number, and the menu then shows
 * `999+`.
 */
export const menuCountLimit = 1000

/**
 * Returns the counts that the caller's access codes allow, and the number of the caller's unread
 * notices. Each count includes only rows within the caller's scope, and is at most
 * `menuCountLimit`.
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
