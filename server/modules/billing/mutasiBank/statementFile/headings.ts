/**
 * Finds the headings of a statement file. The headings are Indonesian or English, and are in one
 * row or in two rows.
 */
import { splitAmount } from '#contract/values/amount.ts'
import type { SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { dayParts, textOf } from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'

/** Maximum number of rows from the top of the file in which headings are searched. */
const headDepth = 60
/** Maximum number of characters of a heading; a longer text is no heading. */
const longest = 60

/**
 * Normalizes a heading to lower-case letters and digits separated by single spaces, for example
 * `DESK_TRAN` to `desk tran`.
 */
const headingText = (text: string): string =>
  text
    .slice(0, longest + 1)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

const debitWords =
  /\b(debit|debits|debet|db|dr|withdrawals?|pengeluaran|keluar|outgoing|out|penarikan|spent)\b/
const creditWords =
  /\b(credit|credits|kredit|cr|kr|deposits?|pemasukan|masuk|incoming|in|penerimaan|setoran|received)\b/
/**
 * Words in a heading that show that the column contains accounts, cards, persons, codes or dates,
 * and no amounts. These words take precedence over words for amounts in the same heading.
 */
const notAmount =
  /\b(rekening|rek|account|acct|akun|nama|name|kartu|card|no|nomor|number|kode|code|id|bank|ref|reference|tanggal|date|tgl)\b/
/**
 * Words in a heading that show that the column contains a count, or an amount other than the amount
 * of the transaction, such as a fee.
 */
const besides =
  /\b(fee|fees|biaya|admin|pajak|tax|ppn|vat|mdr|discount|diskon|promo|kurs|rate|tukar|currency|mata uang|awal|opening|sebelum|before|banyak|count|qty)\b/

const patterns = {
  tanggal: /\b(tanggal|tgl|date|waktu|datetime|timestamp|created at|posted|time)\b/,
  saldo: /\b(saldo|balance|running|sisa)\b/,
  tanda:
    /^(jenis|type|tipe|arah|direction|tanda|mark|flag|sign|glsign|indikator|indicator|d k|d c|k d|c d|dk|dc|dbcr|drcr|crdb|m k|k m|mutasi (d k|d c|dk)|(jenis|tipe) (mutasi|transaksi)|(transaction|trx|mutation|entry) type|debit credit indicator|in out|cd flag|dc flag)$/,
  jumlah:
    /\b(jumlah|amount|amt|nominal|mutasi|nilai|total|value|net|settlement|bersih|rp|idr|rupiah)\b/,
  referensi:
    /\bref(erence|erensi|no|f)?\b|jurnal|journal|arsip|\b(no|nomor|id) (transaksi|trx|bukti|order|pesanan)\b|\b(transaction|trx|txn|order|journal|seq|sequence) (id|no|number)\b|\b(trxid|seq|no bukti)\b/,
  keterangan:
    /\b(keterangan|ket|uraian|desk|deskripsi|desc|description|remarks?|rincian|berita|catatan|notes?|details?|transaksi|transaction|narasi|narrative|narration|particulars?|perihal|memo|pesan|message|pengirim|penerima|sender|merchant|aktivitas|activity|info|informasi|sumber|tujuan|source|destination|payee|payer|counterparty|customer|pelanggan)\b/,
} as const
/**
 * Words at the beginning of a heading that show that the column contains descriptions. These words
 * take precedence over words for amounts in the same heading, as in `Uraian Mutasi`.
 */
const describes = /^(uraian|keterangan|ket|desk|deskripsi|description|remarks?|rincian|berita)\b/
/** Words in a heading that show that the column contains codes or numbers, and no descriptions. */
const notDescription = /\b(kode|code|id|no|nomor|number|branch|cabang)\b/
/**
 * Whether a heading belongs to a column with the status of transactions, such as failed or
 * successful.
 */
export const isStatusHeading = (heading: string): boolean =>
  /^(status|state|(status|state) (transaksi|transaction)|(transaction|payment) (status|state))$/.test(
    heading,
  )
/**
 * Whether a heading names the net amount, which is the amount that reaches the account. A column
 * with the net amount is preferred over other columns with amounts.
 */
export const isNetHeading = (heading: string): boolean =>
  /\b(net|nett|bersih|settlement|diterima)\b/.test(heading)
export type Part = keyof typeof patterns | 'debit' | 'kredit'

export const isDescription = (heading: string): boolean =>
  patterns.keterangan.test(heading) && !besides.test(heading) && !notDescription.test(heading)
/**
 * Whether a heading names both directions, debit and credit, for example `D/K`, `Dr/Cr` or
 * `Debit/Kredit`.
 */
export const isDebitCreditHeading = (heading: string): boolean =>
  (debitWords.test(heading) && creditWords.test(heading)) ||
  /\b(d k|d c|k d|c d|dk|dc|dbcr|drcr|crdb)\b/.test(heading)
/** Whether a heading can only belong to a column of direction marks, such as `DB` and `CR`. */
export const isMarkHeading = (heading: string): boolean =>
  isDebitCreditHeading(heading) || /\b(m k|k m)\b/.test(heading)
const amountPart = (text: string): Part | undefined => {
  const [isDebit, isCredit] = [debitWords.test(text), creditWords.test(text)]
  if (isDebit && isCredit) return 'tanda'
  if (notAmount.test(text) || besides.test(text)) return undefined
  if (isDebit) return 'debit'
  if (isCredit) return 'kredit'
  return patterns.jumlah.test(text) ? 'jumlah' : undefined
}
/**
 * Returns the field of the mapping (such as `tanggal` or `saldo`) that a heading names; undefined
 * if it names none.
 */
const partOf = (heading: string): Part | undefined => {
  if (heading === '' || heading.length > longest) return undefined
  if (patterns.tanda.test(heading)) return 'tanda'
  if (patterns.saldo.test(heading)) return besides.test(heading) ? undefined : 'saldo'
  // Does not match the heading `jam`, because such a column has only the time of day.
  if (patterns.tanggal.test(heading)) return 'tanggal'
  const amount = describes.test(heading) ? undefined : amountPart(heading)
  if (amount) return amount
  if (patterns.referensi.test(heading)) return 'referensi'
  return isDescription(heading) ? 'keterangan' : undefined
}

/** Headings of a file, and the fields of the mapping that they name (`parts`). */
export interface Head {
  /** Line number of the heading row, or of the lower of two heading rows. */
  line: number
  /** Heading of each column. With two heading rows, the two texts are joined. */
  texts: ReadonlyMap<number, string>
  parts: ReadonlyMap<number, Part>
  /** Number of cells in the widest heading row, including empty cells at the end. */
  width: number
}
export const widthOf = (row: SheetRow): number => row.width ?? Math.max(-1, ...row.cells.keys()) + 1

const textsOf = ({ cells }: SheetRow): Map<number, string> =>
  new Map(
    [...cells].map(([column, cell]) => [
      column,
      typeof cell === 'string' ? headingText(textOf(cell)) : '',
    ]),
  )
const headOf = (row: SheetRow): Head => {
  const texts = textsOf(row)
  const parts = new Map<number, Part>()
  for (const [column, text] of texts) {
    const part = partOf(text)
    if (part) parts.set(column, part)
  }
  return { line: row.line, texts, parts, width: widthOf(row) }
}
/**
 * Whether a row can be the lower of two heading rows. Each cell must name a field of the mapping,
 * and no cell may be a date or an amount. At least one cell must name a field other than
 * description and reference.
 */
const isLower = (row: SheetRow): boolean => {
  const head = headOf(row)
  return (
    head.parts.size === row.cells.size &&
    [...head.parts.values()].some((part) => part !== 'keterangan' && part !== 'referensi') &&
    [...row.cells.values()].every((cell) => {
      const text = textOf(cell)
      return typeof cell === 'string' && !splitAmount(text) && !dayParts(text)
    })
  )
}
/** Joins two heading rows. A text in the upper row also applies to the empty cells to its right. */
const joinedHead = (upper: SheetRow, lower: SheetRow): Head => {
  const [above, below] = [textsOf(upper), textsOf(lower)]
  const [texts, parts] = [new Map<number, string>(), new Map<number, Part>()]
  let over = ''
  const last = Math.max(-1, ...above.keys(), ...below.keys())
  for (let column = 0; column <= last; column++) {
    const [upperText, lowerText] = [above.get(column) ?? '', below.get(column) ?? '']
    if (upperText) over = upperText
    const text = [lowerText ? over : upperText, lowerText].filter(Boolean).join(' ')
    if (!text) continue
    texts.set(column, text)
    const part = partOf(lowerText) ?? partOf(text)
    if (part) parts.set(column, part)
  }
  return {
    line: lower.line,
    texts,
    parts,
    width: Math.max(widthOf(upper), widthOf(lower)),
  }
}
const isWhole = ({ parts }: Head): boolean => {
  const named = new Set(parts.values())
  const hasAmount = named.has('jumlah') || named.has('debit') || named.has('kredit')
  return named.has('tanggal') && hasAmount
}

/**
 * Finds the headings of a file; undefined if no row has a heading for a date and a heading for an
 * amount.
 */
export const findHead = (rows: readonly SheetRow[]): Head | undefined => {
  const top = rows.slice(0, headDepth)
  for (const [i, row] of top.entries()) {
    const next = rows[i + 1]
    const joined =
      next && next.line === row.line + 1 && isLower(next) ? joinedHead(row, next) : undefined
    if (joined && isWhole(joined) && headOf(row).parts.size > 0) return joined
    const head = headOf(row)
    if (isWhole(head)) return head
  }
  return undefined
}
/**
 * Returns the headings in the line with the given number, which the user may have chosen; undefined
 * if there is no such line.
 */
export const headAt = (rows: readonly SheetRow[], line: number): Head | undefined => {
  const head = findHead(rows)
  if (head?.line === line) return head
  const row = rows.find((r) => r.line === line)
  return row && headOf(row)
}
/**
 * Returns a key of the headings. Files with the same headings have the same key. The key is empty
 * if there are no headings.
 */
export const headingsKey = (head: Head | undefined): string =>
  head
    ? [...head.texts]
        .map(([column, text]) => `${column}:${text}`)
        .join('|')
        .slice(0, 2000)
    : ''
/**
 * Returns the line number of the headings with the given key; undefined if the file has other
 * headings.
 */
export const lineOfHeadings = (rows: readonly SheetRow[], key: string): number | undefined => {
  if (key === '') return undefined
  const head = findHead(rows)
  if (head) return headingsKey(head) === key ? head.line : undefined
  return rows.slice(0, headDepth).find((row) => headingsKey(headOf(row)) === key)?.line
}
