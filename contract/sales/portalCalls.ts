/** Call that reads the data of the start page of a sales person (domain.md 4 and 5). */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { KodeAbsensi, StatusPertemuan } from '#contract/enums.ts'
import { id, instant } from '#contract/fields.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'

/** Maximum number of entries in each list; the list of trial lessons may hold twice as many. */
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
/** A weekly hour that is held for a lead or applicant of the caller until `sampai_at`. */
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
  sampai_at: instant('Dipesan Sampai'),
})

/** An enrolment that has not begun yet and already takes a seat in its class (decision 0072). */
const waiting = z.object({
  id: id(),
  peserta: z.string(),
  kelas: z.string(),
  mulai: z.string(),
  /** Reason why the course cannot begin yet; null when it can begin. */
  sebab: z.nullable(z.string()),
})

export const portalSales = call({
  method: 'GET',
  path: '/portal/sales',
  access: 'portal/sales',
  output: z.object({
    /** Today's date at the outlet of the sales person; without an outlet, in Jakarta. */
    hari_ini: z.string(),
    /** Open leads whose next step is due today or overdue, sorted by due day. */
    tindak_lanjut: z.array(dueLead),
    jumlah_tindak_lanjut: z.int(),
    /** Trial lessons of today and tomorrow. */
    trial: z.array(trial),
    /** Held slots; the slot that expires next comes first. */
    slot: z.array(slot),
    /**
     * Courses of the caller's students that have not begun; courses that can begin now come first.
     */
    menunggu: z.array(waiting),
    /**
     * Numbers of applicants: `sendiri` counts those of the caller, `belum_dipegang` those without a
     * sales person at the outlets of the caller.
     */
    pendaftar: z.object({ sendiri: z.int(), belum_dipegang: z.int() }),
    /** Number of open leads in each stage, in the order of the stages. */
    corong: z.array(z.object({ tahap: TahapLead.schema, jumlah: z.int() })),
    /** Figures of the current month. A target is null when it is not set. */
    bulan: z.object({
      periode: z.string(),
      lead_baru: z.int(),
      menang: z.int(),
      kalah: z.int(),
      peserta_baru: z.int(),
      target_peserta: z.nullable(z.int()),
      /**
       * Income from the students of the caller in rupiah: payments, plus the saldo used for bills.
       */
      pendapatan: z.int(),
      target_pendapatan: z.nullable(z.int()),
    }),
    pengeluaran: z.object({
      /** Sum of the approved expenses of the month, in rupiah. */
      disetujui: z.int(),
      menunggu: z.int(),
      jumlah_menunggu: z.int(),
      ditolak: z.int(),
    }),
    /**
     * Overdue bills with a line for a student of the caller, oldest first, up to `portalListLimit`.
     * `jumlah_tunggakan` is the count of all such bills.
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
