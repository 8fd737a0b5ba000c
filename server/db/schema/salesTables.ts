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
    /** Lead who is being activated; null if `peserta_id` is set. */
    lead_id: number | null
    /** Student who is being activated; null if `lead_id` is set. */
    peserta_id: number | null
    /** Step of the activation form for which unsubmitted input is saved; null if none is saved. */
    langkah: 'peserta' | 'kursus' | null
    /** Unsubmitted input of the step `langkah`, as JSON; null if none is saved. */
    isian: string | null
    /**
     * Class that the activation created because no class existed at the chosen time; otherwise
     * null.
     */
    kelas_baru_id: number | null
  }
  slot_ditahan: {
    id: Generated<number>
    versi: Generated<number>
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
    /** Lead for whom the seat is held; null if `peserta_id` is set. */
    lead_id: number | null
    /** Applicant for whom the seat is held; null if `lead_id` is set. */
    peserta_id: number | null
    kursus_id: number
    gedung_id: number
    /**
     * Class in which a seat is held. Null when no class exists yet: then coach, room and time are
     * held for a new class.
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
