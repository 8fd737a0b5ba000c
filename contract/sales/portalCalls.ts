/** Start page of sales people (domain.md 4 and 5). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { KodeAbsensi, StatusPertemuan } from '#contract/enums.ts'
import { id, instant } from '#contract/fields.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'

/** Maximum length of each list; the total count is returned beside it. */
export const portalListLimit = 8

const named = z.object({ id: id(), nama: z.string() })
const dueLead = z.object({
  id: id(),
  nama: z.string(),
  phone: z.string(),
  tahap: TahapLead.schema,
  tindak_lanjut_at: z.string(),
  tindak_lanjut: z.nullable(z.string()),
})
const trial = z.object({
  pertemuan_id: id(),
  lead: named,
  tanggal: z.string(),
  jam_mulai: z.string(),
  jam_selesai: z.string(),
  zona_waktu: z.string(),
  status: StatusPertemuan.schema,
  kode_absensi: z.nullable(KodeAbsensi.schema),
  kursus: z.string(),
  pelatih: z.string(),
  ruang: z.string(),
  gedung: z.string(),
})
/** A held slot of the caller's own lead or applicant. */
const slot = z.object({
  id: id(),
  lead_id: z.nullable(id()),
  peserta_id: z.nullable(id()),
  nama: z.string(),
  kursus: z.string(),
  hari: z.int(),
  jam_mulai: z.string(),
  pelatih: z.string(),
  gedung: z.string(),
  zona_waktu: z.string(),
  sampai_at: instant('Ditahan Sampai'),
})

/** A chosen course that has not begun; its seat is reserved (decision 0072). */
const waiting = z.object({
  id: id(),
  peserta: z.string(),
  kelas: z.string(),
  mulai: z.string(),
  /** Why the activation waits; null when it can continue. */
  sebab: z.nullable(z.string()),
})

export const portalSales = call({
  method: 'GET',
  path: '/portal/sales',
  access: 'portal/sales',
  output: z.object({
    /** Today at the sales person's outlet, or in Jakarta. */
    hari_ini: z.string(),
    /** Open leads whose next step is due today or overdue, the oldest first. */
    tindak_lanjut: z.array(dueLead),
    jumlah_tindak_lanjut: z.int(),
    /** Trials of today and tomorrow. */
    trial: z.array(trial),
    /** Held slots, those that expire first come first. */
    slot: z.array(slot),
    /** Waiting courses of the caller's own students; those that can begin now come first. */
    menunggu: z.array(waiting),
    /** Numbers of the caller's own applicants, and of unassigned ones of the caller's outlets. */
    pendaftar: z.object({ sendiri: z.int(), belum_dipegang: z.int() }),
    /** Open leads by stage, in the order of the stages. */
    corong: z.array(z.object({ tahap: TahapLead.schema, jumlah: z.int() })),
    /** Figures of the current month; a target that is not set is null. */
    bulan: z.object({
      periode: z.string(),
      lead_baru: z.int(),
      menang: z.int(),
      kalah: z.int(),
      peserta_baru: z.int(),
      target_peserta: z.nullable(z.int()),
      /** Payments for the caller's own students, by payment date. */
      pendapatan: z.int(),
      target_pendapatan: z.nullable(z.int()),
    }),
    pengeluaran: z.object({
      /** Approved expenses of the month. */
      disetujui: z.int(),
      menunggu: z.int(),
      jumlah_menunggu: z.int(),
      ditolak: z.int(),
    }),
    /**
     * Overdue bills with a line of the caller's own students, the oldest first; and their number.
     */
    tunggakan: z.array(
      z.object({
        id: id(),
        nomor: z.nullable(z.string()),
        akun: z.string(),
        jatuh_tempo: z.string(),
        sisa: z.int(),
      }),
    ),
    jumlah_tunggakan: z.int(),
    total_tunggakan: z.int(),
  }),
})
