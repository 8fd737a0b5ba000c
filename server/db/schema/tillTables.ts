/** Types of the tables of cash closings, of imported bank statements, and of integrity checks. */
import type { Generated } from 'kysely'

export interface TillTables {
  integritas: {
    id: Generated<number>
    mulai: string
    selesai: string
    oleh: number | null
    /** JSON list of the broken rules that the check found (`Finding` of brokenRules.ts). */
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
  /**
   * Imported file of a bank statement. Its column mapping (`pemetaan`) is suggested when the next
   * file of the same bank account is imported.
   */
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
