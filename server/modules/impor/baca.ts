/**
 * An uploaded table as an import keeps it, read in a process of its own: what it unpacks to is
 * nobody's guess.
 */
import { invalidField } from '#server/errors.ts'
import type { Limits } from '#server/http/sheet.ts'
import { runIsolated } from '#server/isolated.ts'
import { bentukOf, type Bentuk, type Jenis, type Kepala } from '#server/modules/impor/kolom.ts'

/** What that process is given: the file, how far it may go, and the columns that mean something. */
export interface Bacaan {
  bytes: Uint8Array
  batas: Limits
  bentuk: Bentuk
}
/** Head and rows; the rows as the JSON that the job stores, so that they cross over as one text. */
export interface Terbaca {
  kepala: Kepala[]
  isi: string
  baris: number
}

const terlaluBerat = () =>
  invalidField(
    'file',
    'Berkas terlalu besar atau terlalu rumit untuk dibaca. ' +
      'Simpan sebagai CSV, atau bagi menjadi beberapa berkas.',
  )

/**
 * Reads a file, XLSX, CSV or a calendar. Throws 422 on `file` in words, 503 when too many are read
 * already.
 */
export const bacaBerkas = (jenis: Jenis, bytes: Buffer, batas: Limits): Promise<Terbaca> =>
  runIsolated<Terbaca>(
    new URL('./bacaProcess.ts', import.meta.url),
    { bytes, batas, bentuk: bentukOf(jenis) } satisfies Bacaan,
    { tooMuch: terlaluBerat },
  )
