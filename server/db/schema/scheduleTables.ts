/**
 * Types of the tables of schedule, attendance and coach pay. These tables are not resources of the
 * contract.
 */
import type { Generated } from 'kysely'
import type { Hari, KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import type { JenisBarisHonor } from '#contract/schedule/honorEnums.ts'

type ValueOf<E extends { options: readonly { value: unknown }[] }> = E['options'][number]['value']
/** Columns shared by the attendance tables below. */
interface Base {
  id: Generated<number>
  versi: Generated<number>
  created_at: string
  created_by: number | null
  updated_at: string
  updated_by: number | null
}
/** Columns with the coach, room, weekday (1 = Monday) and time (`HH:mm`) of a class. */
export interface ClassSlot<Day extends number = ValueOf<typeof Hari>> {
  pelatih_id: number
  ruang_id: number
  hari: Day
  jam_mulai: string
  jam_selesai: string
}
export interface ScheduleTables {
  /**
   * Calendar link of a user. `segel` is a hash of the state that the user had when the link was
   * made; the link is invalid once that state changes (linkSeal.ts).
   */
  kalender: {
    user_id: number
    token_hash: string
    dibuat: string
    dibuat_oleh: number
    segel: string | null
    /**
     * Time at which a calendar program last read the link; null if no program has read the link.
     */
    terpakai: Generated<string | null>
  }
  /**
   * Former versions of a class (coach, room, time) and its planned version, if a change is planned.
   * The current version is not in this table.
   */
  kursus_pelatih_versi: ClassSlot & {
    id: Generated<number>
    kursus_pelatih_id: number
    /** First day of the version. */
    mulai: string
    /** Last day of the version; null for the planned version, which ends with the class. */
    selesai: string | null
    /**
     * Last day of the current version, which is the day before the planned version begins; null for
     * a former version.
     */
    sebelum: string | null
    /** Name of the class in this version. */
    nama: string
    /**
     * Values that the conflict and consent columns of the class had before the change was planned,
     * as JSON; null for a former version. Withdrawing the planned change restores these values.
     */
    semula: string | null
    created_at: string
    created_by: number | null
  }
  absensi_pelatih: Base & {
    pertemuan_id: number
    status_keberangkatan: ValueOf<typeof StatusKeberangkatan>
    ditandai_at: string | null
    ditandai_oleh: number | null
    jam_datang: string | null
    jam_selesai: string | null
    terlambat_menit: Generated<number>
    alasan: string | null
    pengganti_id: number | null
  }
  absensi: Base & {
    pertemuan_id: number
    kursus_peserta_id: number
    peserta_id: number
    status_keberangkatan: ValueOf<typeof StatusKeberangkatan>
    kode_absensi: ValueOf<typeof KodeAbsensi>
    terlambat_menit: Generated<number>
    catatan: string | null
    ditandai_at: string
    ditandai_oleh: number | null
  }
  /** Line of a finalised payslip. */
  honor_baris: {
    id: Generated<number>
    honor_periode_id: number
    pelatih_id: number
    pertemuan_id: number | null
    urutan: number
    jenis: ValueOf<typeof JenisBarisHonor>
    tanggal: string
    deskripsi: string
    dasar: string
    jumlah: number
  }
}
