/** Calls of scheduled server jobs: their state, and running a job now. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { HasilPekerjaan } from '#contract/enums.ts'
import { shortText } from '#contract/fields.ts'

const Pekerjaan = z.object({
  nama: z.string(),
  label: z.string(),
  /** Description of the job, in a sentence. */
  ket: z.string(),
  /**
   * Next scheduled run; null while a setting disables the job, and `mati` then names the setting.
   */
  berikut: z.nullable(z.string()),
  mati: z.nullable(z.string()),
  /** The current run; `oleh` null: started by the schedule. */
  berjalan: z.nullable(z.object({ mulai: z.string(), oleh: z.nullable(z.string()) })),
  /** The last finished run; `galat` is the error of a failed one. */
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
  /** End of the last successful run. */
  berhasil_terakhir: z.nullable(z.string()),
})
export const pekerjaanList = call({
  method: 'GET',
  path: '/pekerjaan',
  access: 'pekerjaan/index',
  output: z.array(Pekerjaan),
})
/**
 * Runs a job now and returns its state once it has ended, or after 20 seconds in its current state.
 * 409 while the job is running.
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
 * Whether jobs are paused because the server's clock differs too much from the last recorded time
 * (ISO times); null when they are not.
 */
export const jamServer = call({
  method: 'GET',
  path: '/pekerjaan/jam',
  access: 'pekerjaan/index',
  output: JamDiragukan,
})
/**
 * Confirms that the server's clock, which showed `sekarang`, is right: jobs run again. 409 when the
 * clock has moved by more than an hour since.
 */
export const konfirmasiJam = call({
  method: 'POST',
  path: '/pekerjaan/konfirmasi-jam',
  access: 'pekerjaan/jalankan',
  input: { sekarang: shortText('Jam', { max: 30 }) },
  output: JamDiragukan,
})
