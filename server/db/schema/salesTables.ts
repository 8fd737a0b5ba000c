/** Tables of sales without a declaration in the contract. */
import type { Generated } from 'kysely'
import type { JenisAktivitas } from '#contract/sales/leadEnums.ts'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'

export interface SalesTables {
  lead_aktivitas: {
    id: Generated<number>
    lead_id: number
    jenis: (typeof JenisAktivitas.options)[number]['value']
    isi: string
    pada_at: string
    oleh: number | null
  }
  aktivasi: {
    id: Generated<number>
    versi: number
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** Owner of the activation: exactly one of these two columns is set. */
    lead_id: number | null
    peserta_id: number | null
    /** Unsent input as JSON, and the step that it belongs to. */
    langkah: 'peserta' | 'kursus' | null
    isian: string | null
    /** The class that was made for its hour. */
    kelas_baru_id: number | null
  }
  slot_ditahan: {
    id: Generated<number>
    versi: Generated<number>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** Lead or applicant for whom the seat is held: exactly one of the two. */
    lead_id: number | null
    peserta_id: number | null
    kursus_id: number
    gedung_id: number
    /** A seat in a class that there is; null: an hour for a new one. */
    kursus_pelatih_id: number | null
    pelatih_id: number
    ruang_id: number
    hari: number
    jam_mulai: string
    jam_selesai: string
    /** The first day that is wanted. */
    mulai: string
    sampai_at: string
    diperpanjang_at: string | null
  }
  /** Lead whose trial a lesson is, and the attendance from its coach. */
  trial_lead: {
    id: Generated<number>
    versi: Generated<number>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    pertemuan_id: number
    lead_id: number
    /** Null: not marked yet. */
    kode_absensi: AttendanceCode | null
    catatan: string | null
    ditandai_at: string | null
    ditandai_oleh: number | null
  }
}
