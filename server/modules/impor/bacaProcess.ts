/** The process behind server/modules/impor/baca.ts. */
import { readSheet } from '#server/http/sheet.ts'
import { answerWith } from '#server/isolated.ts'
import type { Bacaan, Terbaca } from '#server/modules/impor/baca.ts'
import { isIcs, readIcs } from '#server/modules/impor/ics.ts'
import { bacaLembar, berhari } from '#server/modules/impor/kolom.ts'

answerWith(({ bytes, batas, bentuk }: Bacaan): Terbaca => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sheet = berhari(bentuk) && isIcs(file) ? readIcs(file, batas) : readSheet(file, batas)
  const { kepala, isi } = bacaLembar(bentuk, sheet)
  return { kepala, isi: JSON.stringify(isi), baris: isi.length }
})
