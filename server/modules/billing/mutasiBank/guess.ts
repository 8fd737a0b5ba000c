/** Which column of a bank's file is what, by its name and by what is in it. */
import type { StatementMapping } from '#contract/billing/mutasiBankCalls.ts'
import type { SheetRow } from '#server/import/sheet.ts'
import { signOf, textOf } from '#server/modules/billing/mutasiBank/values.ts'

/** Lines in which the names of the columns are looked for. */
const headDepth = 60
/** Lines below the head that are looked at. */
const sampled = 200

const names = {
  tanggal: /^(tanggal|tgl|date|post(ing)?\s?date|trans(action|aksi)?\s?date|tgl_?tran|txn date)/i,
  debit: /debit|debet|withdrawal|pengeluaran|keluar/i,
  kredit: /credit|kredit|deposit|pemasukan|^masuk/i,
  tanda:
    /^(db\s?\/\s?cr|d\s?\/\s?[ck]|dk|cr\s?\/\s?db|debet\s?\/\s?kredit|debit\s?\/\s?credit|jenis|type|tipe|mutasi d\/k)$/i,
  jumlah: /^(jumlah|amount|nominal|mutasi|nilai)/i,
  saldo: /saldo|balance/i,
  referensi: /ref|jurnal|journal|no\.?\s?transaksi|arsip/i,
  keterangan: /keterangan|uraian|desc|remark|rincian|berita|transaksi|detail/i,
} as const
type Part = keyof typeof names
/** What a column is asked to be, in order: a mark before an amount, an amount before a text. */
const order: readonly Part[] = [
  'tanda',
  'tanggal',
  'saldo',
  'debit',
  'kredit',
  'jumlah',
  'referensi',
  'keterangan',
]

interface Head {
  line: number
  columns: Map<Part, number[]>
}
const headOf = ({ line, cells }: SheetRow): Head => {
  const columns = new Map<Part, number[]>()
  for (const [column, cell] of cells) {
    const text = typeof cell === 'string' ? textOf(cell) : ''
    const part = text.length > 40 ? undefined : order.find((p) => names[p].test(text))
    if (part) columns.set(part, [...(columns.get(part) ?? []), column])
  }
  return { line, columns }
}
const hasAmount = ({ columns }: Head) =>
  columns.has('jumlah') || (columns.has('debit') && columns.has('kredit'))

/** How amounts are written: the last sign before anything but three digits is the decimal one. */
const decimalOf = (texts: readonly string[]): StatementMapping['desimal'] => {
  let [comma, point] = [0, 0]
  for (const text of texts) {
    const [, sign, digits = ''] = /([.,])(\d+)\D*$/.exec(text) ?? []
    if (!sign) continue
    // Three digits behind the last sign are a thousand: the other one is the decimal.
    const isDecimal = digits.length !== 3
    if ((sign === ',') === isDecimal) comma++
    else point++
  }
  return comma > point ? 'koma' : 'titik'
}
const dayOrderOf = (texts: readonly string[]): StatementMapping['urutan_tanggal'] => {
  const parts = texts.map((text) => /^(\d+)\D+(\d+)/.exec(text)?.slice(1).map(Number) ?? [])
  if (parts.some(([a = 0]) => a > 1000) || texts.some((t) => /^20\d{6}$/.test(t))) return 'ymd'
  const isMonthFirst = parts.some(([, b = 0]) => b > 12) && parts.every(([a = 0]) => a <= 12)
  return isMonthFirst ? 'mdy' : 'dmy'
}

/** A mark that stands alone in the column behind the amount, as BCA has it. */
const markBeside = (rows: readonly SheetRow[], column: number | undefined): number | null => {
  if (column === undefined) return null
  const marked = rows.filter((row) => signOf(textOf(row.cells.get(column + 1))) !== 0).length
  return marked * 2 > rows.length && rows.length > 0 ? column + 1 : null
}

/**
 * The mapping that a file looks like; undefined where no line names a day and an amount. `fallback`
 * is then for a person to put right.
 */
export const guessMapping = (rows: readonly SheetRow[]): StatementMapping | undefined => {
  const head = rows
    .slice(0, headDepth)
    .map(headOf)
    .find((h) => h.columns.has('tanggal') && hasAmount(h))
  if (!head) return undefined
  const first = (part: Part) => head.columns.get(part)?.[0]
  const below = rows.filter((row) => row.line > head.line).slice(0, sampled)
  const textsOf = (columns: readonly (number | undefined)[]) =>
    columns.flatMap((c) =>
      c === undefined
        ? []
        : below.flatMap((row) => {
            const cell = row.cells.get(c)
            return typeof cell === 'string' ? [textOf(cell)] : []
          }),
    )
  const [tanggal = 0] = head.columns.get('tanggal') ?? []
  const [debit, kredit] = [first('debit'), first('kredit')]
  const isSplit = debit !== undefined && kredit !== undefined
  const jumlah = isSplit ? undefined : first('jumlah')
  return {
    baris_judul: head.line,
    tanggal,
    keterangan: (head.columns.get('keterangan') ?? []).slice(0, 6),
    referensi: first('referensi') ?? null,
    debit: isSplit ? debit : null,
    kredit: isSplit ? kredit : null,
    jumlah: jumlah ?? null,
    tanda: isSplit ? null : (first('tanda') ?? markBeside(below, jumlah)),
    saldo: first('saldo') ?? null,
    urutan_tanggal: dayOrderOf(textsOf([tanggal])),
    desimal: decimalOf(textsOf([debit, kredit, jumlah, first('saldo')])),
  }
}
/** Where a person begins who has to tell all of it. */
export const blankMapping: StatementMapping = {
  baris_judul: 0,
  tanggal: 0,
  keterangan: [1],
  referensi: null,
  debit: null,
  kredit: null,
  jumlah: 2,
  tanda: null,
  saldo: null,
  urutan_tanggal: 'dmy',
  desimal: 'titik',
}
/** That, with amounts as this file writes them. */
export const firstMapping = (rows: readonly SheetRow[]): StatementMapping => {
  const amounts = rows.slice(0, sampled).flatMap((row) => {
    const text = textOf(row.cells.get(blankMapping.jumlah ?? -1))
    return /^[\d.,\s]+$/.test(text) ? [text] : []
  })
  return { ...blankMapping, desimal: decimalOf(amounts) }
}
