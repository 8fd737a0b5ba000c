/** Tables of the jobs of the server. */
import type { HasilPekerjaan } from '#contract/enums.ts'

export interface JobTables {
  pekerjaan: {
    nama: string
    /** Times of the clock up to this one are served. */
    dilayani_sampai: string
    /** Tries of the same time that have failed, and when the next one is. */
    percobaan: number
    coba_lagi: string | null
    /**
     * Process that runs the job, end of its lease, start of the run, and the user who asked for it.
     */
    pemegang: string | null
    sewa_sampai: string | null
    dimulai: string | null
    diminta_oleh: number | null
    /** The last run that ended. */
    mulai: string | null
    selesai: string | null
    hasil: (typeof HasilPekerjaan.options)[number]['value'] | null
    ringkasan: string | null
    galat: string | null
    oleh: number | null
    berhasil_terakhir: string | null
  }
  /** The time that the scheduler has last seen; one row, `id` 1. */
  jam_server: { id: number; terlihat_at: string }
}
