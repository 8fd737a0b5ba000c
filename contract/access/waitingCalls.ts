/**
 * Work that waits for a decision, as the dashboard counts it (domain.md section 5). One call
 * returns all counts, so that the dashboard can order them and fold those that are zero.
 */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import { call } from '#contract/call.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { ResourceName } from '#contract/registry.ts'

/** Work that waits: its number is that of the rows of `list`, or is computed by the server. */
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
  /** Lessons without a coach; `nama` holds the coaches. */
  tanpaGuru: { code: 'pertemuan/pengganti' },
  /** Leads whose next step is due today or overdue. */
  tindakLanjut: { code: 'lead/index', list: filtered('lead', { jatuh: 'perlu' }) },
  /** Applicants who registered by themselves and are not closed. */
  pendaftar: {
    code: 'user/pendaftar-mandiri',
    list: filtered('user', { jenis: 'pendaftar-mandiri', ditutup: '0' }),
  },
  /** Requests of families for a leave or a stop. */
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
  /** Overdue bills; `sisa` holds the sum that is still open. */
  tunggakan: { code: 'billing/index', list: filtered('billing', { tunggakan: '1' }) },
  /** Leave of coaches that waits for a decision. */
  cuti: {
    code: 'pelatih-libur/setujui',
    list: filtered('pelatih-libur', { status: 'diajukan' }),
  },
  /** Enrolments that wait to begin. */
  mulai: {
    code: 'kursus-peserta/aktifkan',
    list: filtered('kursus-peserta', { menunggu: 'true' }),
  },
  /** Make-up credits that expire within 14 days. */
  pengganti: {
    code: 'kredit-pengganti/index',
    list: filtered('kredit-pengganti', { habis: '14' }),
  },
  /** Outlets with past days whose cash is not closed; `nama` holds the outlets. */
  kas: { code: 'tutup-kas/create' },
  /** Jobs whose last run had problems; `nama` holds the jobs. */
  pekerjaan: { code: 'pekerjaan/index' },
} as const satisfies Record<WaitingName, Waiting>

const Count = z.object({
  jumlah: z.int(),
  /** Open sum of the counted bills in rupiah. */
  sisa: z.optional(z.int()),
  /** Names of the counted things, each once. */
  nama: z.optional(z.array(z.string())),
})

/**
 * Returns the counts that the caller's access codes allow, each within the scope of the list or the
 * call that shows the counted rows.
 */
export const waitingToday = call({
  method: 'GET',
  path: '/dashboard/menunggu',
  access: 'dashboard',
  output: z.object({
    menunggu: z.partialRecord(z.literal(waitingNames), Count),
    /** Today's lessons that are not cancelled, and those of them that are finished. */
    pertemuan: z.optional(z.object({ jumlah: z.int(), selesai: z.int() })),
    /**
     * Months whose bills should have been generated but were not, oldest first; only for holders of
     * `billing/generate`. `outlet` holds the names of the outlets that lack the bills, or is empty
     * if no outlet of the reader has them.
     */
    belum_dibuat: z.optional(
      z.array(z.object({ periode: z.string(), outlet: z.array(z.string()) })),
    ),
  }),
})
