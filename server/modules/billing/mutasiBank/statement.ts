/** The lines of a bank's file, as its columns say. */
import { createHash } from 'node:crypto'
import { statementLimits, type StatementMapping } from '#contract/billing/mutasiBankCalls.ts'
import { fold } from '#server/db/fold.ts'
import type { Cell, Sheet, SheetRow } from '#server/import/sheet.ts'
import { firstMapping, guessMapping } from '#server/modules/billing/mutasiBank/guess.ts'
import {
  readAmount,
  readBalance,
  readDay,
  signOf,
  textOf,
  type Period,
  type Read,
} from '#server/modules/billing/mutasiBank/values.ts'

/** A line of a file that is a line of the account. */
export interface FileLine {
  baris: number
  tanggal: string
  keterangan: string
  referensi: string | null
  masuk: number
  keluar: number
  /** Hundredths of a rupiah, as a text: a balance may have them. */
  saldo_sen: string | null
  /** What it is besides its balance: the same for equal lines. */
  dasar: string
}
/** One that is not, and why. */
interface SkippedLine {
  baris: number
  keterangan: string
  pesan: string
}
export interface Statement {
  pemetaan: StatementMapping
  asal_pemetaan: 'diberikan' | 'terakhir' | 'dikenali' | 'belum_dikenali'
  kepala: { baris: number; sel: string[] }[]
  kolom: number
  /** Numbers of accounts that stand above the columns. */
  nomor: string[]
  lines: FileLine[]
  skipped: SkippedLine[]
}

const longest = { keterangan: 500, referensi: 60 } as const
const clip = (text: string, max: number) => [...text].slice(0, max).join('')

/** Lines in which a bank says the period that its statement is of. */
const periodOf = (head: readonly SheetRow[]): Period | undefined => {
  for (const { cells } of head) {
    const text = [...cells.values()].map(textOf).join(' ')
    const days = text.match(/\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}/g) ?? []
    const [from, to] = days.map((d) => readDay(d, { epoch: 0, order: 'dmy', period: undefined }))
    if (from && to && 'value' in from && 'value' in to) return { from: from.value, to: to.value }
  }
  return undefined
}

/** What came in and went out by the columns of a line; a problem where that is neither. */
const flowOf = (
  cells: ReadonlyMap<number, Cell>,
  m: StatementMapping,
): Read<{ masuk: number; keluar: number }> => {
  const read = (column: number | null): Read<number | null> =>
    column === null ? { value: null } : readAmount(cells.get(column), m.desimal)
  const [debit, kredit, both] = [read(m.debit), read(m.kredit), read(m.jumlah)]
  for (const part of [debit, kredit, both]) if ('problem' in part) return part
  // Each was read: what is left is its amount.
  const of = (part: Read<number | null>) => ('value' in part ? (part.value ?? 0) : 0)
  const [out, into] = [Math.abs(of(debit)), Math.abs(of(kredit))]
  if (out > 0 && into > 0) return { problem: 'Debit dan kredit terisi keduanya' }
  if (out + into > 0) return { value: { masuk: into, keluar: out } }
  const amount = of(both)
  if (amount === 0) return { problem: 'Tanpa jumlah' }
  const mark = m.tanda === null ? 0 : signOf(textOf(cells.get(m.tanda)))
  if (m.tanda !== null && mark === 0)
    return {
      problem: `Tanda debit atau kredit tidak terbaca: ${textOf(cells.get(m.tanda)) || 'kosong'}`,
    }
  const signed = mark === 0 ? amount : mark * Math.abs(amount)
  return { value: { masuk: Math.max(signed, 0), keluar: Math.max(-signed, 0) } }
}

/** What tells a line apart from others, but for its balance and its place. */
export const baseOf = ({
  tanggal,
  keterangan,
  referensi,
  masuk,
  keluar,
}: Omit<FileLine, 'dasar'>): string =>
  createHash('sha256')
    .update(JSON.stringify([tanggal, masuk, keluar, fold(keterangan), fold(referensi ?? '')]))
    .digest('hex')

interface Reading {
  epoch: number
  m: StatementMapping
  period: Period | undefined
}
const lineOf = (row: SheetRow, { epoch, m, period }: Reading): FileLine | SkippedLine => {
  const { cells, line: baris } = row
  const keterangan = clip(
    m.keterangan
      .map((c) => textOf(cells.get(c)))
      .filter(Boolean)
      .join(' '),
    longest.keterangan,
  )
  const skip = (pesan: string): SkippedLine => ({
    baris,
    keterangan: keterangan || clip([...cells.values()].map(textOf).join(' '), 120),
    pesan,
  })
  const day = readDay(cells.get(m.tanggal), { epoch, order: m.urutan_tanggal, period })
  if ('problem' in day) return skip(day.problem)
  const flow = flowOf(cells, m)
  if ('problem' in flow) return skip(flow.problem)
  const referensi = m.referensi === null ? '' : textOf(cells.get(m.referensi))
  const line = {
    baris,
    tanggal: day.value,
    keterangan: keterangan || '–',
    referensi: clip(referensi, longest.referensi) || null,
    ...flow.value,
    saldo_sen: m.saldo === null ? null : readBalance(cells.get(m.saldo), m.desimal),
  }
  return { ...line, dasar: baseOf(line) }
}

/** Whether the columns of a mapping stand in a file: its head where it was, and a day under it. */
const fits = ({ rows, epoch }: Sheet, m: StatementMapping, period: Period | undefined): boolean => {
  const below = rows.filter((row) => row.line > m.baris_judul).slice(0, 30)
  const read = below.filter((row) => 'dasar' in lineOf(row, { epoch, m, period })).length
  return read > 0 && read * 2 >= below.length
}
/** The last mapping with the head where this file has it. */
const movedTo = (last: StatementMapping, guess: StatementMapping | undefined): StatementMapping =>
  guess ? { ...last, baris_judul: guess.baris_judul } : last

const chooseMapping = (
  sheet: Sheet,
  period: Period | undefined,
  { told, last }: { told?: StatementMapping; last?: StatementMapping },
): Pick<Statement, 'pemetaan' | 'asal_pemetaan'> => {
  if (told) return { pemetaan: told, asal_pemetaan: 'diberikan' }
  const guess = guessMapping(sheet.rows)
  const moved = last && movedTo(last, guess)
  if (moved && fits(sheet, moved, period)) return { pemetaan: moved, asal_pemetaan: 'terakhir' }
  return guess
    ? { pemetaan: guess, asal_pemetaan: 'dikenali' }
    : { pemetaan: firstMapping(sheet.rows), asal_pemetaan: 'belum_dikenali' }
}

/** Reads a file by the mapping that is told, that of the account's last one, or its look. */
export const readStatementSheet = (
  sheet: Sheet,
  mappings: { told?: StatementMapping; last?: StatementMapping },
): Statement => {
  const { rows, epoch } = sheet
  const period = periodOf(rows.slice(0, 30))
  const { pemetaan, asal_pemetaan } = chooseMapping(sheet, period, mappings)
  const [lines, skipped]: [FileLine[], SkippedLine[]] = [[], []]
  for (const row of rows) {
    if (row.line <= pemetaan.baris_judul) continue
    const line = lineOf(row, { epoch, m: pemetaan, period })
    if ('dasar' in line) lines.push(line)
    else skipped.push(line)
  }
  const top = rows.slice(0, statementLimits.head)
  const kolom = Math.max(0, ...rows.slice(0, 200).flatMap((row) => [...row.cells.keys()])) + 1
  return {
    pemetaan,
    asal_pemetaan,
    kepala: top.map((row) => ({
      baris: row.line,
      sel: Array.from({ length: kolom }, (_, i) => clip(textOf(row.cells.get(i)), 60)),
    })),
    kolom,
    nomor: rows
      .filter((row) => row.line < pemetaan.baris_judul)
      .flatMap((row) => [...row.cells.values()].map(textOf))
      .flatMap((text) => text.match(/\d[\d .-]{6,24}\d/g) ?? [])
      .map((text) => text.replace(/\D/g, ''))
      .slice(0, 20),
    lines,
    skipped,
  }
}
