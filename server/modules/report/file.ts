/** Report as a file: its lines, sums as formulas, and its parameters below the table. */
import {
  isRatio,
  totalLabelOf,
  type AnyReport,
  type Figure,
  type FigureKind,
  type Ratio,
  type ReportAnswer,
  type Values,
} from '#contract/report/report.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { currentDay, formatTanggal, formatWaktu } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { csvOf } from '#server/export/csv.ts'
import {
  columnLetters,
  computedRow,
  ownRow,
  xlsxOf,
  type CellKind,
  type SheetColumn,
} from '#server/export/xlsx.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Column of a figure, for the range (`nilai`) or for the comparison (`banding`). */
interface Column {
  label: string
  name: string
  of: 'nilai' | 'banding'
  figure: Figure
}
const cellKinds: Record<FigureKind, CellKind> = {
  rupiah: 'rupiah',
  angka: 'angka',
  persen: 'persen',
  hari: 'angka',
}
const factNames = (report: AnyReport, kelompok: string): [string, string][] =>
  Object.entries(report.facts ?? {})
    .filter(([, fact]) => fact.groups.includes(kelompok))
    .map(([name, fact]) => [name, fact.label])
const columnsOf = (report: AnyReport, { banding, kelompok }: ReportAnswer): Column[] => {
  const figures = Object.entries(report.figures).filter(
    ([name]) => !report.groups[kelompok]?.without?.includes(name),
  )
  const then = banding && `${formatTanggal(banding.dari)}–${formatTanggal(banding.sampai)}`
  return figures.flatMap(([name, figure]) => [
    { label: figure.label, name, of: 'nilai' as const, figure },
    ...(then ? [{ label: `${figure.label} (${then})`, name, of: 'banding' as const, figure }] : []),
  ])
}
/** Returns the lines below the table of an XLSX file: tiles, school, range, basis and filters. */
const headOf = async (ctx: Ctx, report: AnyReport, answer: ReportAnswer): Promise<string[][]> => {
  const { nama_sekolah } = await readSettings(ctx.db)
  const { dari, sampai } = answer.periode
  const days =
    dari === sampai ? formatTanggal(dari) : `${formatTanggal(dari)} – ${formatTanggal(sampai)}`
  const tiles = Object.entries(report.tiles).flatMap(([name, figure]) => {
    const value = answer.total.nilai[name]
    return value == null ? [] : [[figure.label, sayFigure(figure.kind, value)]]
  })
  return [
    ...tiles,
    [report.title, nama_sekolah],
    [report.span === 'tanggal' ? 'Per tanggal' : 'Periode', days],
    ...(answer.basis ? [['Basis', answer.basis.label]] : []),
    ...answer.saring.map(({ label, teks }) => [label, teks]),
    ['Per', formatWaktu(answer.per)],
    ...(report.note ? [['Catatan', report.note]] : []),
  ]
}
/** Formats a figure as text, for a CSV cell or for a line of text. */
const sayFigure = (kind: FigureKind, value: number): string =>
  kind === 'persen' ? `${formatNumber(value / 100)}%` : String(value)
const csvCell = (kind: FigureKind, value: number | null | undefined): string | number | null => {
  if (value === null || value === undefined) return null
  return kind === 'persen' ? sayFigure(kind, value) : value
}

const csvRows = (report: AnyReport, answer: ReportAnswer, columns: readonly Column[]) => {
  const facts = factNames(report, answer.kelompok)
  const figuresOf = (values: Record<'nilai' | 'banding', Values | null>) =>
    columns.map(({ of, name, figure }) => csvCell(figure.kind, values[of]?.[name]))
  const heading = (text: string | null) => (report.sections ? [text && report.sections[text]] : [])
  return [
    ...answer.baris.map((line) => [
      ...heading(line.bagian),
      line.label,
      ...facts.map(([name]) => line.keterangan?.[name] ?? null),
      ...figuresOf(line),
    ]),
    [
      ...heading(null),
      totalLabelOf(report, answer.kelompok),
      ...facts.map(() => null),
      ...figuresOf(answer.total),
    ],
    ...answer.akhir.map((end) => [
      ...heading(null),
      end.label,
      ...facts.map(() => null),
      ...columns.map(({ of, name }) =>
        of === 'nilai' ? csvCell(end.kind, end.nilai[name]) : null,
      ),
    ]),
  ]
}

/**
 * Returns the formula that computes a ratio from cells of the same row. The formula gives the same
 * result as `ratioOf`.
 */
const ratioFormula = (
  { kind, num, den, times = 1 }: Ratio,
  columnLetter: (name: string) => string,
): string => {
  const over = num
    .map(([name, sign]) => `${sign < 0 ? '-' : '+'}${columnLetter(name)}${ownRow}`)
    .join('')
  const by = `${columnLetter(den)}${ownRow}`
  // Omits the factor `times` (10,000) of percentages, because the cell format expects a fraction.
  return kind === 'persen'
    ? `IF(${by}=0,&quot;&quot;,ROUND((${over})/${by},4))`
    : `IF(${by}=0,&quot;&quot;,ROUND((${over})*${times}/${by},0))`
}
type Cell = { kind: CellKind; value: unknown }
type Compared = Record<'nilai' | 'banding', Values | null>
/**
 * Returns the figure cells of a line. `sum` returns the formula that sums a column, given the
 * column's letter. Without `sum`, the cells contain plain values. A ratio is always a formula over
 * other cells of the same row, if the sheet has these cells.
 */
const figureCells = ({
  columns,
  letterOf,
  values,
  sum,
}: {
  columns: readonly Column[]
  letterOf: ReadonlyMap<string, string>
  values: Compared
  sum: ((letter: string) => string) | undefined
}): Cell[] =>
  columns.map(({ of, name, figure }) => {
    const value = values[of]?.[name] ?? null
    const kind = cellKinds[figure.kind]
    if (value === null) return { kind, value: null }
    if (isRatio(figure)) {
      const columnLetter = (n: string) => letterOf.get(`${of}:${n}`) ?? ''
      const hasAllCells = [figure.den, ...figure.num.map(([n]) => n)].every(
        (n) => columnLetter(n) !== '',
      )
      return {
        kind,
        value: hasAllCells ? { formula: ratioFormula(figure, columnLetter), value } : value,
      }
    }
    const letter = letterOf.get(`${of}:${name}`)
    return {
      kind,
      value: sum && letter && figure.rows === 'sum' ? { formula: sum(letter), value } : value,
    }
  })
/** Returns the rows of the sheet as XML. */
const sheetRows = (
  report: AnyReport,
  answer: ReportAnswer,
  columns: readonly Column[],
): string[] => {
  const facts = factNames(report, answer.kelompok)
  const none = facts.map(() => null)
  const letterOf = new Map(
    columns.map((c, i) => [`${c.of}:${c.name}`, columnLetters(1 + facts.length + i)]),
  )
  const rows: string[] = []
  /**
   * Returns the number of the next row of the sheet, for use in the sum formulas. Row 1 is the
   * header.
   */
  const next = () => rows.length + 2
  const put = (label: string, words: readonly (string | null)[], figures: readonly Cell[]) =>
    rows.push(
      computedRow([
        { kind: 'teks', value: label },
        ...words.map((value) => ({ kind: 'teks' as const, value })),
        ...figures,
      ]),
    )
  const cellsOf = (values: Compared, sum?: (letter: string) => string) =>
    figureCells({ columns, letterOf, values, sum })
  const subtotals: number[] = []
  for (const [section, lines] of Map.groupBy(answer.baris, (line) => line.bagian)) {
    const begin = next()
    for (const line of lines)
      put(
        line.label,
        facts.map(([name]) => line.keterangan?.[name] ?? null),
        cellsOf(line),
      )
    const end = next() - 1
    if (section === null || !report.sections) continue
    const sum = {
      nilai: sumLines(lines.map((l) => l.nilai)),
      banding: answer.banding && sumLines(lines.map((l) => l.banding ?? {})),
    }
    subtotals.push(next())
    put(
      `Jumlah ${report.sections[section] ?? section}`,
      none,
      cellsOf(sum, (l) => `SUM(${l}${begin}:${l}${end})`),
    )
  }
  const last = next() - 1
  const whole = (letter: string) =>
    subtotals.length > 0
      ? subtotals.map((n) => `${letter}${n}`).join('+')
      : `SUM(${letter}2:${letter}${Math.max(last, 2)})`
  put(
    totalLabelOf(report, answer.kelompok),
    none,
    // Omits the sum formulas for a group whose lines show states of different days, because such
    // lines must not be added up.
    cellsOf(
      answer.total,
      answer.baris.length > 0 && !report.groups[answer.kelompok]?.states ? whole : undefined,
    ),
  )
  for (const end of answer.akhir)
    put(
      end.label,
      none,
      columns.map(({ of, name }) => ({
        kind: 'persen' as const,
        value: of === 'nilai' ? (end.nilai[name] ?? null) : null,
      })),
    )
  return rows
}
const sumLines = (all: readonly Values[]): Values => {
  const sums: Values = {}
  for (const values of all)
    for (const [name, value] of Object.entries(values))
      sums[name] = (sums[name] ?? 0) + (value ?? 0)
  return sums
}
const sheetColumns = (
  report: AnyReport,
  { kelompok }: ReportAnswer,
  columns: readonly Column[],
): SheetColumn[] => [
  { label: report.groups[kelompok]?.label ?? 'Kelompok', kind: 'teks', width: 34 },
  ...factNames(report, kelompok).map(([, label]) => ({ label, kind: 'teks' as const, width: 18 })),
  ...columns.map(({ label, figure }) => ({
    label,
    kind: cellKinds[figure.kind],
    width: Math.max(16, label.length + 2),
  })),
]
/** Yields all rows in one batch, because a report has few lines. */
const once = async function* <T>(rows: readonly T[]) {
  yield rows
}
const bytesOf = (
  report: AnyReport,
  answer: ReportAnswer,
  { format, head }: { format: 'csv' | 'xlsx'; head: readonly string[][] },
): AsyncGenerator<Uint8Array> => {
  const columns = columnsOf(report, answer)
  const sheet = sheetColumns(report, answer, columns)
  if (format === 'csv')
    return csvOf(
      [...(report.sections ? ['Bagian'] : []), ...sheet.map((c) => c.label)],
      once(csvRows(report, answer, columns)),
    )
  const words = head.map((texts) => computedRow(texts.map((value) => ({ kind: 'teks', value }))))
  const rows = [...sheetRows(report, answer, columns), computedRow([]), ...words]
  return xlsxOf(sheet, once(rows), answer.baris.length)
}

/**
 * Handles `/laporan/<name>/ekspor`: returns the whole report as a file, and writes the audit log.
 */
export const exportReport = async (
  ctx: Ctx,
  report: AnyReport,
  answer: ReportAnswer,
  format: 'csv' | 'xlsx',
): Promise<Response> => {
  const head = await headOf(ctx, report, answer)
  await transaction(ctx.db, (trx) =>
    auditEvent(trx, ctx, {
      aksi: 'ekspor',
      entitas: 'laporan',
      sesudah: JSON.stringify({ laporan: report.name, filter: ctx.url.search }),
    }),
  )
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(report, answer, { format, head })) chunks.push(chunk)
  return new Response(Buffer.concat(chunks), {
    headers: {
      'Content-Type':
        format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': `attachment; filename="laporan-${report.name}-${currentDay()}.${format}"`,
    },
  })
}
