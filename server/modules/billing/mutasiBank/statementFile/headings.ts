/** Finds the row or two rows of headings in a bank's file, in Indonesian or English. */
import { splitAmount } from '#contract/values/amount.ts'
import type { SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { dayParts, textOf } from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'

/** Maximum number of lines in which headings are searched. */
const headDepth = 60
/** Maximum length of a heading; longer texts are no headings. */
const longest = 60

/**
 * Normalizes a heading to lower-case letters and digits with single spaces: `DESK_TRAN` becomes
 * `desk tran`.
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
/** Headings about an account, card or person are no amounts, whatever other words they contain. */
const notAmount =
  /\b(rekening|rek|account|acct|akun|nama|name|kartu|card|no|nomor|number|kode|code|id|bank|ref|reference|tanggal|date|tgl)\b/
/** Headings of partial amounts that do not reach the account, and of counts. */
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
/** A heading with such a beginning is a description, whatever its other words: `Uraian Mutasi`. */
const describes = /^(uraian|keterangan|ket|desk|deskripsi|description|remarks?|rincian|berita)\b/
/** Headings of codes and numbers are no descriptions. */
const notDescription = /\b(kode|code|id|no|nomor|number|branch|cabang)\b/
/** Whether a column contains the status of transactions, such as failed or successful. */
export const isStatusHeading = (heading: string): boolean =>
  /^(status|state|(status|state) (transaksi|transaction)|(transaction|payment) (status|state))$/.test(
    heading,
  )
/** Headings of the amount that reaches the account, preferred over other amounts. */
export const isNetHeading = (heading: string): boolean =>
  /\b(net|nett|bersih|settlement|diterima)\b/.test(heading)
export type Part = keyof typeof patterns | 'debit' | 'kredit'

export const isDescription = (heading: string): boolean =>
  patterns.keterangan.test(heading) && !besides.test(heading) && !notDescription.test(heading)
/** Whether a heading names both debit and credit: `D/K`, `Dr/Cr`, `Debit/Kredit`. */
export const isDebitCreditHeading = (heading: string): boolean =>
  (debitWords.test(heading) && creditWords.test(heading)) ||
  /\b(d k|d c|k d|c d|dk|dc|dbcr|drcr|crdb)\b/.test(heading)
/** Whether a heading can only be that of a column of marks. */
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
/** Part of the mapping that a heading names; undefined if none. */
const partOf = (heading: string): Part | undefined => {
  if (heading === '' || heading.length > longest) return undefined
  if (patterns.tanda.test(heading)) return 'tanda'
  if (patterns.saldo.test(heading)) return besides.test(heading) ? undefined : 'saldo'
  // A column of only the time of day (`jam`) is no date.
  if (patterns.tanggal.test(heading)) return 'tanggal'
  const amount = describes.test(heading) ? undefined : amountPart(heading)
  if (amount) return amount
  if (patterns.referensi.test(heading)) return 'referensi'
  return isDescription(heading) ? 'keterangan' : undefined
}

/** Headings of a file. */
export interface Head {
  /** Number of the last heading line. */
  line: number
  /** Heading texts by column; texts of two heading rows are joined. */
  texts: ReadonlyMap<number, string>
  parts: ReadonlyMap<number, Part>
  /** Number of cells in the widest heading row, including empty ones at the end. */
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
/** Whether a row consists only of headings: no date, no amount, and each cell names a part. */
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
/** Joins two heading rows: a text in the upper row also covers the empty columns to its right. */
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

/** Finds the headings of a file; undefined if no row names a date and an amount. */
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
/** Headings in the line that the user has chosen. */
export const headAt = (rows: readonly SheetRow[], line: number): Head | undefined => {
  const head = findHead(rows)
  if (head?.line === line) return head
  const row = rows.find((r) => r.line === line)
  return row && headOf(row)
}
/** Key of the headings, equal for two files with equal headings. */
export const headingsKey = (head: Head | undefined): string =>
  head
    ? [...head.texts]
        .map(([column, text]) => `${column}:${text}`)
        .join('|')
        .slice(0, 2000)
    : ''
/** Finds the line whose headings have the given key. */
export const lineOfHeadings = (rows: readonly SheetRow[], key: string): number | undefined => {
  if (key === '') return undefined
  const head = findHead(rows)
  if (head) return headingsKey(head) === key ? head.line : undefined
  return rows.slice(0, headDepth).find((row) => headingsKey(headOf(row)) === key)?.line
}
