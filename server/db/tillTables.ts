/** Tables of closings of cash, and of what the checks of the data have found. */
import type { Generated } from 'kysely'

export interface TillTables {
  integritas: {
    id: Generated<number>
    mulai: string
    selesai: string
    oleh: number | null
    /** Findings (brokenRules.ts) as JSON. */
    temuan: string
  }
  tutup_kas_rincian: {
    tutup_kas_id: number
    urutan: number
    metode: number
    bank_id: number | null
    penerima_id: number
    banyak: number
    jumlah: number
    banyak_batal: number
    jumlah_batal: number
  }
  tutup_kas_pecahan: { tutup_kas_id: number; nilai: number; lembar: number }
}
