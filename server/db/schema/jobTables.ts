/** Types of the tables of the jobs that the server runs by a clock. */
import type { HasilPekerjaan } from '#contract/enums.ts'

export interface JobTables {
  pekerjaan: {
    nama: string
    /** Time up to which all scheduled times of the job have been run or skipped. */
    dilayani_sampai: string
    /** Number of failed tries for the current scheduled time. */
    percobaan: number
    /** Time of the next try; null if no retry is scheduled. */
    coba_lagi: string | null
    /** Process that runs the job; null while the job does not run. */
    pemegang: string | null
    /**
     * Time until which the process in `pemegang` may run the job without renewing this time; null
     * while the job does not run.
     */
    sewa_sampai: string | null
    /** Start of the current run; null while the job does not run. */
    dimulai: string | null
    /** User who started the current run by hand; otherwise null. */
    diminta_oleh: number | null
    /** Start of the last run that ended. The columns up to `oleh` also describe that run. */
    mulai: string | null
    selesai: string | null
    hasil: (typeof HasilPekerjaan.options)[number]['value'] | null
    ringkasan: string | null
    galat: string | null
    oleh: number | null
    /** Time of the last successful run. */
    berhasil_terakhir: string | null
  }
  /** Latest clock time that the scheduler has seen, to detect a wrong clock; one row, `id` 1. */
  jam_server: { id: number; terlihat_at: string }
}
