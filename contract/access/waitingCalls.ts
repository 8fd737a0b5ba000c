/**
 * Counts of work that waits for a decision; the dashboard shows them (domain.md section 5). One
 * call returns all counts, so that the dashboard can order the counts and collapse the counts that
 * are zero.
 */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import { call } from '#contract/call.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { ResourceName } from '#contract/registry.ts'
import { setupNames } from '#contract/settings/setupSteps.ts'

/**
 * Kind of waiting work. The list in `list` shows the waiting rows, and the count is the number of
 * these rows. Without `list`, the server computes the count in a different way.
 */
export interface Waiting {
  code: AccessCode
  list?: CountedList
}
export interface CountedList {
  of: ResourceName
  filter: Readonly<Record<string, string>>
}
export const waitingNames = [
  'tanpaGuru',
  'tindakLanjut',
  'pendaftar',
  'permintaan',
  'usulan',
  'draf',
  'konfirmasi',
  'pengingat',
  'pengeluaran',
  'tunggakan',
  'cuti',
  'mulai',
  'pengganti',
  'kas',
  'pekerjaan',
] as const
export type WaitingName = (typeof waitingNames)[number]

const filtered = <const Filter extends CountedList['filter']>(
  of: ResourceName,
  filter: Filter,
) => ({
  of,
  filter,
})
export const waiting = {
  /**
   * Lessons whose coach is missing: the coach has reported an absence, or has not set out shortly
   * before the start. `nama` holds the names of these coaches.
   */
  tanpaGuru: { code: 'pertemuan/pengganti' },
  /** Leads whose next step is due today or overdue. */
  tindakLanjut: { code: 'lead/index', list: filtered('lead', { jatuh: 'perlu' }) },
  /** Applicants who registered online and whose registration is not closed. */
  pendaftar: {
    code: 'user/pendaftar-mandiri',
    list: filtered('user', { jenis: 'pendaftar-mandiri', ditutup: '0' }),
  },
  /** Requests of families to pause or end an enrolment. */
  permintaan: {
    code: 'kursus-peserta/cuti',
    list: filtered('kursus-peserta', { permintaan_status: 'diajukan' }),
  },
  /** Proposals of coaches to graduate a student. */
  usulan: {
    code: 'kursus-peserta/lulus',
    list: filtered('kursus-peserta', { usulan_status: 'diajukan' }),
  },
  draf: {
    code: 'billing/terbitkan',
    list: filtered('billing', { status: String(BillingStatus.draft) }),
  },
  konfirmasi: {
    code: 'konfirmasi-pembayaran/setujui',
    list: filtered('konfirmasi-pembayaran', { status: 'menunggu' }),
  },
  pengingat: { code: 'pengingat/index', list: filtered('pengingat', { antre: '1' }) },
  pengeluaran: {
    code: 'pengeluaran-sales/setujui',
    list: filtered('pengeluaran-sales', { status: 'diajukan' }),
  },
  /** Overdue bills. `sisa` holds their unpaid amount. */
  tunggakan: { code: 'billing/index', list: filtered('billing', { tunggakan: '1' }) },
  /** Requests of coaches for leave that wait for a decision. */
  cuti: {
    code: 'pelatih-libur/setujui',
    list: filtered('pelatih-libur', { status: 'diajukan' }),
  },
  /** Enrolments that wait to be activated. */
  mulai: {
    code: 'kursus-peserta/aktifkan',
    list: filtered('kursus-peserta', { menunggu: 'true' }),
  },
  /** Make-up credits that expire within 14 days. */
  pengganti: {
    code: 'kredit-pengganti/index',
    list: filtered('kredit-pengganti', { habis: '14' }),
  },
  /**
   * Outlets where the cash of at least one past day is not closed. `nama` holds the names of the
   * outlets.
   */
  kas: { code: 'tutup-kas/create' },
  /** Scheduled jobs whose last run did not succeed. `nama` holds the names of the jobs. */
  pekerjaan: { code: 'pekerjaan/index' },
} as const satisfies Record<WaitingName, Waiting>

const Count = z.object({
  jumlah: z.int(),
  /** Unpaid amount of the counted bills, in rupiah. */
  sisa: z.optional(z.int()),
  /**
   * Names without duplicates: of coaches in `tanpaGuru`, of outlets in `kas`, and of jobs in
   * `pekerjaan`. Not set for other counts.
   */
  nama: z.optional(z.array(z.string())),
})

/**
 * Returns the counts that the caller's access codes allow. Each count includes only rows that the
 * caller may also see in the list or call that shows this kind of work.
 */
export const waitingToday = call({
  method: 'GET',
  path: '/dashboard/menunggu',
  access: 'dashboard',
  output: z.object({
    menunggu: z.partialRecord(z.literal(waitingNames), Count),
    /**
     * Numbers of today's lessons, without cancelled lessons: all lessons (`jumlah`) and finished
     * lessons (`selesai`).
     */
    pertemuan: z.optional(z.object({ jumlah: z.int(), selesai: z.int() })),
    /**
     * Months whose bills should have been generated but were not, oldest first. Only holders of
     * `billing/generate` get this field. `outlet` holds the names of the outlets whose bills were
     * not generated. It is empty when the bills of all outlets of the reader were not generated.
     */
    belum_dibuat: z.optional(
      z.array(z.object({ periode: z.string(), outlet: z.array(z.string()) })),
    ),
    /**
     * Finished steps of the setup guide. Set only while the dashboard shows the guide to the
     * caller.
     */
    panduan: z.optional(z.array(z.literal(setupNames))),
  }),
})
