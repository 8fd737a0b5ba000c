/** Calls of what the server does by itself, at night: how it went, and doing it now. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { HasilPekerjaan } from '#contract/enums.ts'
import { shortText } from '#contract/fields.ts'

const Pekerjaan = z.object({
  nama: z.string(),
  label: z.string(),
  /** What it does, in a sentence. */
  ket: z.string(),
  /** When it runs next by itself; null while a setting keeps it off, `mati` says which. */
  berikut: z.nullable(z.string()),
  mati: z.nullable(z.string()),
  /** The run under way; `oleh` null: by the clock. */
  berjalan: z.nullable(z.object({ mulai: z.string(), oleh: z.nullable(z.string()) })),
  /** The last run that ended; `galat` says why it failed. */
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
  /** When it last ended well. */
  berhasil_terakhir: z.nullable(z.string()),
})
export const pekerjaanList = call({
  method: 'GET',
  path: '/pekerjaan',
  access: 'pekerjaan/index',
  output: z.array(Pekerjaan),
})
/**
 * Runs a job now, and answers it once it has ended, or after 20 seconds as it then is. 409 while it
 * runs already.
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
 * Whether jobs are held because the server's clock differs too much from the last time seen (ISO
 * times); null when it does not.
 */
export const jamServer = call({
  method: 'GET',
  path: '/pekerjaan/jam',
  access: 'pekerjaan/index',
  output: JamDiragukan,
})
/**
 * Says that the server's clock, which showed `sekarang`, is right: jobs run again. 409 when the
 * clock has moved by more than an hour since.
 */
export const konfirmasiJam = call({
  method: 'POST',
  path: '/pekerjaan/konfirmasi-jam',
  access: 'pekerjaan/jalankan',
  input: { sekarang: shortText('Jam', { max: 30 }) },
  output: JamDiragukan,
})
