/** Tables of attendance, which no declaration says. */
import type { Generated } from 'kysely'
import type { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import type { JenisBarisHonor } from '#contract/schedule/honorEnums.ts'

type ValueOf<E extends { options: readonly { value: unknown }[] }> = E['options'][number]['value']
/** The columns of every row, where no declaration says them. */
interface Base {
  id: Generated<number>
  versi: Generated<number>
  created_at: string
  created_by: number | null
  updated_at: string
  updated_by: number | null
}
export interface ScheduleTables {
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
  /** Lines of an honour that is final. */
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
