/**
 * Tables of closings of cash, of statements that were brought in, and of what the checks have
 * found.
 */
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
  /** A file of a bank that has been brought in; its mapping is kept for the account's next one. */
  impor_mutasi: {
    id: Generated<number>
    bank_id: number
    nama_berkas: string
    pemetaan: string
    baris: number
    baru: number
    ada: number
    dilewati: number
    dari: string | null
    sampai: string | null
    created_at: string
    created_by: number
  }
}
