/** Types of the tables of the jobs that the server runs by a clock. */
import type { HasilPekerjaan } from '#contract/enums.ts'

export interface JobTables {
  pekerjaan: {
    nama: string
    /** Time up to which all scheduled times of the job have been run or skipped. */
    dilayani_sampai: string
    /**
     * Number of failed tries for the current scheduled time; `coba_lagi` is the time of the next.
     */
    percobaan: number
    coba_lagi: string | null
    /**
     * Columns of the current run; all null while the job does not run. `pemegang` is the process
     * that runs it, `sewa_sampai` the time until which this process may keep it, `dimulai` the
     * start, and `diminta_oleh` the user who started it by hand.
     */
    pemegang: string | null
    sewa_sampai: string | null
    dimulai: string | null
    diminta_oleh: number | null
    /** Columns from here on describe the last run that ended. */
    mulai: string | null
    selesai: string | null
    hasil: (typeof HasilPekerjaan.options)[number]['value'] | null
    ringkasan: string | null
    galat: string | null
    oleh: number | null
    berhasil_terakhir: string | null
  }
  /** Latest clock time that the scheduler has seen, to detect a wrong clock; one row, `id` 1. */
  jam_server: { id: number; terlihat_at: string }
}
