/** Reads the lines of a statement file according to its mapping. */
import { createHash } from 'node:crypto'
import {
  statementLimits,
  type StatementMapping,
  type StatementQuestion,
} from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { dayOf, firstDay, formatTanggalShort, monthOfWord } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import {
  readDay,
  textOf,
  type Period,
} from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'
import {
  chooseMapping,
  type Mappings,
} from '#server/modules/billing/mutasiBank/statementFile/chooseMapping.ts'
import {
  clip,
  longest,
  readEntries,
  type Entry,
  type SkippedLine,
} from '#server/modules/billing/mutasiBank/statementFile/entries.ts'
import { headingsKey } from '#server/modules/billing/mutasiBank/statementFile/headings.ts'
import { settleDirections } from '#server/modules/billing/mutasiBank/statementFile/settleDirections.ts'

/** Line of a statement file that can be imported. */
export interface FileLine {
  baris: number
  tanggal: string
  keterangan: string
  referensi: string | null
  masuk: number
  keluar: number
  /**
   * Balance in hundredths of a rupiah, as a string; null if the file has no balance for the line.
   */
  saldo_sen: string | null
  /**
   * Base hash of the line. Its balance and its position in the file are not part of the hash, so
   * equal lines have the same hash.
   */
  dasar: string
}
export interface Statement {
  pemetaan: StatementMapping
  asal_pemetaan: 'diberikan' | 'terakhir' | 'dikenali' | 'belum_dikenali'
  /**
   * Key of the headings; empty without headings. A later file with the same key is read with the
   * same mapping.
   */
  judul: string
  kepala: { baris: number; sel: string[] }[]
  kolom: number
  /** Account numbers found above the table. */
  nomor: string[]
  lines: FileLine[]
  skipped: SkippedLine[]
  pertanyaan: StatementQuestion[]
  peringatan: string[]
}

/**
 * Pattern of a date in the text that states the period, for example `01/11/2026` or `1 Nov 2026`.
 */
const writtenDay = /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2}[ -][A-Za-z]{3,9}[ -]\d{2,4}/g
/**
 * Returns the period that the rows above the table state, as two dates or as a month; undefined if
 * they state no period.
 */
const periodOf = (head: readonly SheetRow[]): Period | undefined => {
  for (const { cells } of head) {
    const text = [...cells.values()].map((cell) => textOf(cell).slice(0, 200)).join(' ')
    const days = text.match(writtenDay) ?? []
    const [from, to] = days.map((d) => readDay(d, { epoch: 0, order: 'dmy', period: undefined }))
    if (from && to && 'value' in from && 'value' in to && from.value <= to.value)
      return { from: from.value, to: to.value }
    const [, word = '', year] = /\bperiode?\b\W{0,5}([a-z]{3,9}) (20\d\d)\b/i.exec(text) ?? []
    const month = monthOfWord(word)
    if (year && month > 0) {
      const periode = `${year}-${String(month).padStart(2, '0')}`
      return { from: firstDay(periode), to: dayOf(periode, 31) }
    }
  }
  return undefined
}

/**
 * Returns the base hash (`dasar`) of a line. The balance and the position of the line are not part
 * of the hash.
 */
export const baseOf = (
  {
    tanggal,
    referensi,
    masuk,
    keluar,
  }: Pick<FileLine, 'tanggal' | 'referensi' | 'masuk' | 'keluar'>,
  /**
   * Description in the first row of the line. Continuation rows are not part of the hash, because
   * the bank may omit them in another file.
   */
  keterangan: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([tanggal, masuk, keluar, fold(keterangan), fold(referensi ?? '')]))
    .digest('hex')

const lineOf = (entry: Entry, direction: 1 | -1): FileLine => {
  const { baris, tanggal, referensi, saldo } = entry
  const { rupiah } = entry.flow
  const line = {
    baris,
    tanggal,
    referensi,
    masuk: direction === 1 ? rupiah : 0,
    keluar: direction === -1 ? rupiah : 0,
  }
  const keterangan = clip(
    [entry.keterangan, ...entry.more].filter(Boolean).join(' '),
    longest.keterangan,
  )
  return {
    ...line,
    keterangan: keterangan || '–',
    saldo_sen: saldo === null ? null : String(saldo),
    dasar: baseOf(line, entry.keterangan || '–'),
  }
}

const shownDays = 3
/** Maximum age of a line in years. Older lines cause a warning. */
const oldYears = 5
/** Returns warnings about dates in the future and about unusually old dates. */
const dayWarnings = (lines: readonly FileLine[], today: string): string[] => {
  const say = (of: readonly FileLine[], reason: string) => {
    const examples = of
      .slice(0, shownDays)
      .map((line) => `baris ${line.baris}: ${formatTanggalShort(line.tanggal)}`)
      .join('; ')
    return of.length === 0
      ? []
      : [`${of.length} baris ${reason} (${examples}). Periksa urutan tanggalnya.`]
  }
  const oldest = `${Number(today.slice(0, 4)) - oldYears}${today.slice(4)}`
  return [
    ...say(
      lines.filter((line) => line.tanggal > today),
      'bertanggal di masa depan',
    ),
    ...say(
      lines.filter((line) => line.tanggal < oldest),
      `lebih tua dari ${oldYears} tahun`,
    ),
  ]
}

/**
 * Reads a statement file. The mapping is given by the user, taken from an earlier import, or
 * guessed.
 */
export const readStatementSheet = (sheet: Sheet, mappings: Mappings): Statement => {
  const { rows } = sheet
  const period = periodOf(rows.slice(0, 30))
  const chosen = chooseMapping(sheet, period, mappings)
  const { entries, skipped } = readEntries(sheet, { period, m: chosen.pemetaan, head: chosen.head })
  const settled = settleDirections(entries, chosen.pemetaan, mappings)
  const lines = settled.entries.map(({ entry, direction }) => lineOf(entry, direction))
  const top = rows.slice(0, statementLimits.head)
  const kolom = Math.max(0, ...rows.slice(0, 200).flatMap((row) => [...row.cells.keys()])) + 1
  return {
    pemetaan: settled.pemetaan,
    asal_pemetaan: chosen.asal_pemetaan,
    judul: headingsKey(chosen.head),
    kepala: top.map((row) => ({
      baris: row.line,
      sel: Array.from({ length: kolom }, (_, i) => clip(textOf(row.cells.get(i)), 60)),
    })),
    kolom,
    nomor: rows
      .filter((row) => row.line < chosen.pemetaan.baris_judul)
      .flatMap((row) => [...row.cells.values()].map(textOf))
      .flatMap((text) => text.match(/\d[\d .-]{6,24}\d/g) ?? [])
      .map((text) => text.replace(/\D/g, ''))
      .slice(0, 20),
    lines,
    skipped: [...skipped, ...settled.skipped].toSorted((a, b) => a.baris - b.baris),
    pertanyaan: [...chosen.pertanyaan, ...settled.pertanyaan],
    peringatan: [
      ...(sheet.notes ?? []),
      ...chosen.peringatan,
      ...settled.peringatan,
      ...dayWarnings(lines, mappings.today),
    ],
  }
}
