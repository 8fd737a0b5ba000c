/** Figures of a workbook that several steps show. */
import { workbookSheets } from '#contract/import/pindahan.ts'
import type { PindahanJob, SheetResult } from '#src/data/pindahan.ts'
import { numberText } from '#src/ui/format/format.ts'

/** Name of a kind of sheet, as in the template. */
export const labelOf = (kunci: string): string =>
  workbookSheets.find((sheet) => sheet.kunci === kunci)?.label ?? kunci

export const storedSheets = ({ lembar }: PindahanJob): SheetResult[] =>
  lembar.filter(({ tersimpan }) => tersimpan)
export const badSheets = ({ lembar }: PindahanJob): SheetResult[] =>
  lembar.filter(({ impor }) => impor.gagal > 0)
/** Returns the number of rows with a problem. */
export const badRows = (job: PindahanJob): number =>
  badSheets(job).reduce((sum, { impor }) => sum + impor.gagal, 0)
/** Returns in words how many sheets are stored. */
export const storedText = (job: PindahanJob): string => {
  const count = storedSheets(job).length
  if (count === job.lembar.length) return `${job.nama_berkas}: semua lembar disimpan.`
  return `${job.nama_berkas}: ${numberText(count)} dari ${numberText(job.lembar.length)} lembar disimpan.`
}
/** Returns the sheets before the first sheet with a problem, which a run stores. */
export const storableSheets = ({ lembar }: PindahanJob): SheetResult[] => {
  const end = lembar.findIndex(({ impor }) => impor.gagal > 0)
  return end < 0 ? lembar : lembar.slice(0, end)
}
/** Returns the number of rows that a run of the sheets creates and updates. */
export const changedRows = (sheets: readonly SheetResult[]): number =>
  sheets.reduce((sum, { impor }) => sum + impor.berhasil + impor.diperbarui, 0)
const list = new Intl.ListFormat('id')
/** Returns the names of sheets in words: `Guru, Kelas, dan Peserta`. */
export const namesOf = (sheets: readonly SheetResult[]): string =>
  list.format(sheets.map(({ judul }) => judul))
