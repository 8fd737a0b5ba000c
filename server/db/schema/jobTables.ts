/** Types of the tables of the server's jobs. */
import type { HasilPekerjaan } from '#contract/enums.ts'

export interface JobTables {
  pekerjaan: {
    nama: string
    /** Scheduled times up to this time have been served. */
    dilayani_sampai: string
    /** Number of failed tries of the current scheduled time, and time of the next try. */
    percobaan: number
    coba_lagi: string | null
    /**
     * State of a running job: process that runs it, end of the lease of that process, start of the
     * run, and the user who started it.
     */
    pemegang: string | null
    sewa_sampai: string | null
    dimulai: string | null
    diminta_oleh: number | null
    /** Result of the last run that ended. */
    mulai: string | null
    selesai: string | null
    hasil: (typeof HasilPekerjaan.options)[number]['value'] | null
    ringkasan: string | null
    galat: string | null
    oleh: number | null
    berhasil_terakhir: string | null
  }
  /** Latest time of the clock that the scheduler has seen; a single row with `id` 1. */
  jam_server: { id: number; terlihat_at: string }
}
