/** Calls that show the state of scheduled server jobs and run a job at once. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { HasilPekerjaan } from '#contract/enums.ts'
import { shortText } from '#contract/fields.ts'

const Pekerjaan = z.object({
  nama: z.string(),
  label: z.string(),
  /** Description of the job in one sentence. */
  ket: z.string(),
  /** Time of the next scheduled run; null while a setting disables the job. */
  berikut: z.nullable(z.string()),
  /** Text about the setting that disables the job; null while the job is enabled. */
  mati: z.nullable(z.string()),
  /**
   * Current run of the job; null while the job is not running. `oleh` is the name of the user who
   * started the run; null if the schedule started the run.
   */
  berjalan: z.nullable(z.object({ mulai: z.string(), oleh: z.nullable(z.string()) })),
  /** Last finished run of the job; null before the first run has finished. */
  terakhir: z.nullable(
    z.object({
      mulai: z.string(),
      selesai: z.string(),
      hasil: HasilPekerjaan.schema,
      ringkasan: z.nullable(z.string()),
      /** Error of a failed run; null without an error. */
      galat: z.nullable(z.string()),
      oleh: z.nullable(z.string()),
    }),
  ),
  /** Time at which the last successful run ended. */
  berhasil_terakhir: z.nullable(z.string()),
})
export const pekerjaanList = call({
  method: 'GET',
  path: '/pekerjaan',
  access: 'pekerjaan/index',
  output: z.array(Pekerjaan),
})
/**
 * Runs a job at once. Responds with the state of the job when the run ends, but at the latest after
 * 20 seconds. Responds 409 if the job is already running.
 */
export const runPekerjaan = call({
  method: 'POST',
  path: '/pekerjaan/jalankan',
  access: 'pekerjaan/jalankan',
  input: { nama: shortText('Pekerjaan', { max: 60 }) },
  output: Pekerjaan,
})

const JamDiragukan = z.nullable(z.object({ terakhir: z.string(), sekarang: z.string() }))
/**
 * Returns null while scheduled jobs run normally. Jobs pause while the server clock seems to have
 * jumped; the call then returns the last recorded time (`terakhir`) and the present time
 * (`sekarang`) as ISO texts.
 */
export const jamServer = call({
  method: 'GET',
  path: '/pekerjaan/jam',
  access: 'pekerjaan/index',
  output: JamDiragukan,
})
/**
 * Confirms that the server clock is right, so that jobs run again. `sekarang` is the time that
 * `jamServer` returned. Responds 409 if `sekarang` differs from the present server time by more
 * than an hour.
 */
export const konfirmasiJam = call({
  method: 'POST',
  path: '/pekerjaan/konfirmasi-jam',
  access: 'pekerjaan/jalankan',
  input: { sekarang: shortText('Jam', { max: 30 }) },
  output: JamDiragukan,
})
