/** Types of the sales tables that are not resources of the contract. */
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
    /** Lead or student who is being activated; exactly one of the two columns is set. */
    lead_id: number | null
    peserta_id: number | null
    /**
     * Step of the activation form whose unsubmitted input is saved; `isian` is the input as JSON.
     * Null if nothing is saved.
     */
    langkah: 'peserta' | 'kursus' | null
    isian: string | null
    /** Class that the activation created because none existed at the chosen time; else null. */
    kelas_baru_id: number | null
  }
  slot_ditahan: {
    id: Generated<number>
    versi: Generated<number>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** Lead or applicant for whom the seat is held; exactly one of the two columns is set. */
    lead_id: number | null
    peserta_id: number | null
    kursus_id: number
    gedung_id: number
    /**
     * Class in which a seat is held; null when the coach, room and time are held for a class that
     * does not exist yet.
     */
    kursus_pelatih_id: number | null
    pelatih_id: number
    ruang_id: number
    hari: number
    jam_mulai: string
    jam_selesai: string
    /** Day on which the planned enrolment begins. */
    mulai: string
    sampai_at: string
    diperpanjang_at: string | null
  }
  /** Trial lesson of a lead, with the attendance that the coach marks. */
  trial_lead: {
    id: Generated<number>
    versi: Generated<number>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    pertemuan_id: number
    lead_id: number
    /** Attendance of the lead; null until it is marked. */
    kode_absensi: AttendanceCode | null
    catatan: string | null
    ditandai_at: string | null
    ditandai_oleh: number | null
  }
}
