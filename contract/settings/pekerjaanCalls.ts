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
  /**
   * Time of the next scheduled run; null while a setting disables the job. `mati` then says which
   * setting does so, and is null otherwise.
   */
  berikut: z.nullable(z.string()),
  mati: z.nullable(z.string()),
  /**
   * Current run of the job; null when it is not running. `oleh` is null when the schedule started
   * the run.
   */
  berjalan: z.nullable(z.object({ mulai: z.string(), oleh: z.nullable(z.string()) })),
  /** Last finished run of the job; `galat` is the error of a failed run. */
  terakhir: z.nullable(
    z.object({
      mulai: z.string(),
      selesai: z.string(),
      hasil: HasilPekerjaan.schema,
      ringkasan: z.nullable(z.string()),
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
 * Runs a job at once and returns its state when it has ended, or its current state after 20
 * seconds. Returns 409 while the job is already running.
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
 * Returns whether scheduled jobs are paused because the clock of the server has jumped. While they
 * are, returns the last recorded time (`terakhir`) and the present time (`sekarang`) as ISO texts;
 * otherwise null.
 */
export const jamServer = call({
  method: 'GET',
  path: '/pekerjaan/jam',
  access: 'pekerjaan/index',
  output: JamDiragukan,
})
/**
 * Confirms that the server time `sekarang`, which `jamServer` returned, is right, so that jobs run
 * again. Returns 409 when the server time now differs from it by more than an hour.
 */
export const konfirmasiJam = call({
  method: 'POST',
  path: '/pekerjaan/konfirmasi-jam',
  access: 'pekerjaan/jalankan',
  input: { sekarang: shortText('Jam', { max: 30 }) },
  output: JamDiragukan,
})
