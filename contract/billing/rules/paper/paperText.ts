/** Texts of bills and receipts. The screen and the PDF show the same texts. */
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { BillingStatus } from '#contract/enums.ts'
import { formatNumber, formatRupiah, scale } from '#contract/values/rupiah.ts'
import { formatPeriode } from '#contract/values/tanggal.ts'

/** Returns the watermark of a void bill or of a draft. Returns undefined for other bills. */
export const watermarkOf = (bill: {
  void_at: string | null
  status: number
}): string | undefined => {
  if (bill.void_at) return 'BATAL'
  return bill.status === BillingStatus.draft ? 'DRAFT' : undefined
}

interface CountedItem {
  qty: number
  prorata_pembilang: number | null
  prorata_penyebut: number | null
}
interface PartItem extends CountedItem {
  harga_satuan: number
  diskon: number
  ppn: number
  jumlah: number
}
/**
 * Returns the quantity of a bill line as text: `2`, or `3/4` when the line charges three of the
 * four lessons of the month. The amount before discount and PPN is this quantity × the price,
 * rounded (see `partText`).
 */
export const quantityText = ({ qty, prorata_pembilang, prorata_penyebut }: CountedItem): string => {
  if (prorata_pembilang === null || prorata_penyebut === null) return String(qty)
  const part = `${prorata_pembilang}/${prorata_penyebut}`
  return qty === 1 ? part : `${qty} × ${part}`
}
/**
 * Describes the proration of a bill line: `3 dari 4 pertemuan: Rp412.500, dibulatkan Rp413.000` (3
 * of 4 lessons: exact amount, rounded amount). The rounded amount is that of the line before
 * discount and PPN. Returns undefined for a line without proration.
 */
export const partText = (item: PartItem): string | undefined => {
  const { qty, harga_satuan, prorata_pembilang, prorata_penyebut } = item
  if (prorata_pembilang === null || prorata_penyebut === null) return undefined
  const exact = scale(qty * harga_satuan, prorata_pembilang, prorata_penyebut)
  const rounded = item.jumlah + item.diskon - item.ppn
  const part = `${prorata_pembilang} dari ${prorata_penyebut} pertemuan: ${formatRupiah(exact)}`
  return rounded === exact ? part : `${part}, dibulatkan ${formatRupiah(rounded)}`
}

interface NotedItem extends PartItem {
  diskon_alasan: string | null
}
/**
 * Returns the note below a bill line: the student, the proration, and the reason for the discount.
 */
export const itemNote = (item: NotedItem, student: string | undefined): string => {
  const part = partText(item)
  const discount =
    item.diskon > 0 && item.diskon_alasan ? `Diskon: ${item.diskon_alasan}` : undefined
  return [student, part, discount].filter((t) => t !== undefined).join(' · ')
}

interface SummedBill {
  id: number
  status: number
  void_at: string | null
  subtotal: number
  total_diskon: number
  total_ppn: number
  total: number
  terbayar: number
  sisa: number
}
/**
 * Returns the amount to transfer for an open bill in a school that uses unique codes. Returns
 * undefined for bills that are not open, and in schools without unique codes.
 */
export const uniqueTransferAmount = (
  bill: Pick<SummedBill, 'id' | 'status' | 'void_at' | 'sisa'>,
  kodeUnik: boolean,
): number | undefined =>
  kodeUnik && bill.status === BillingStatus.terbit && !bill.void_at && bill.sisa > 0
    ? transferAmount(bill)
    : undefined
/**
 * Explains to the payer why the amount to transfer is higher than the unpaid amount of the bill.
 */
export const codeText = (amount: number): string =>
  `Transfer tepat ${formatRupiah(amount)}: tiga angka terakhirnya menandai tagihan ini, kelebihannya menjadi saldo.`
/**
 * Returns the sums that a bill shows below its lines, from the subtotal to the amount to transfer.
 * `amount` is undefined for a sum that this bill does not show.
 */
export const sumsOf = (bill: SummedBill, kodeUnik: boolean) => {
  const { subtotal, total_diskon, total_ppn } = bill
  const isIssued = bill.status === BillingStatus.terbit
  return [
    { label: 'Subtotal', amount: total_diskon > 0 || total_ppn > 0 ? subtotal : undefined },
    { label: 'Diskon', amount: total_diskon > 0 ? -total_diskon : undefined },
    { label: 'PPN', amount: total_ppn > 0 ? total_ppn : undefined },
    { label: 'Total', amount: bill.total, strong: true },
    { label: 'Terbayar', amount: isIssued ? bill.terbayar : undefined },
    { label: 'Sisa', amount: isIssued && !bill.void_at ? bill.sisa : undefined, strong: true },
    { label: 'Jumlah transfer', amount: uniqueTransferAmount(bill, kodeUnik), strong: true },
  ]
}

/**
 * Returns the note about a late fee that an overdue bill shows. A separate bill charges the fee;
 * `nomor` is the number of that bill, and `sisa` is its unpaid amount in rupiah.
 */
export const feeNote = ({ nomor, sisa }: { nomor: string; sisa: number }): string =>
  `Denda keterlambatan ${formatRupiah(sisa)} ditagih tersendiri: ${nomor}`

interface PurposeBill {
  id: number
  nomor: string | null
  periode: string | null
  items?: readonly { deskripsi: string; peserta_id: number | null }[] | undefined
}
/**
 * Describes what a bill charges: the descriptions of its lines if there are at most three different
 * ones, otherwise its month.
 */
const purpose = (bill: PurposeBill | undefined): string => {
  const lines = [...new Set(bill?.items?.map((i) => i.deskripsi))]
  if (lines.length > 0 && lines.length <= 3) return lines.join('; ')
  return bill?.periode ? `tagihan ${formatPeriode(bill.periode)}` : 'tagihan'
}
interface PaidParts {
  alokasi?:
    | readonly { id: number; billing_id: number; jumlah: number; void_at: string | null }[]
    | undefined
  ke_saldo: number
  void_at: string | null
}
/**
 * Returns the allocations that a receipt shows. A void receipt shows the allocations that counted
 * until it was voided, without allocations that had been replaced earlier.
 */
const partsOnPaper = ({ alokasi = [], void_at }: PaidParts) =>
  alokasi.filter((a) => a.void_at === null || a.void_at === void_at)
/**
 * Returns the lines of a receipt, and the names of the students without duplicates. Each line is an
 * allocation of the payment to a bill, or the part of the payment that became saldo.
 */
export const receiptLines = (
  payment: PaidParts,
  paid: readonly PurposeBill[],
  names: ReadonlyMap<number, string>,
): { lines: { id: number; text: string; jumlah: number }[]; students: string[] } => {
  const parts = partsOnPaper(payment)
  const rows = paid.filter((b) => parts.some((a) => a.billing_id === b.id))
  const bills = new Map(rows.map((b) => [b.id, b]))
  const studentsOf = (bill: PurposeBill | undefined): string[] => [
    ...new Set(
      (bill?.items ?? []).flatMap((item) =>
        item.peserta_id === null ? [] : (names.get(item.peserta_id) ?? []),
      ),
    ),
  ]
  const students = [...new Set(rows.flatMap(studentsOf))]
  /**
   * Returns the names of the students of a bill in parentheses. Returns an empty text when the
   * receipt has only one bill or only one student.
   */
  const studentsText = (bill: PurposeBill | undefined) => {
    const billStudents = studentsOf(bill)
    const several = students.length > 1 && rows.length > 1
    return several && billStudents.length > 0 ? ` (${billStudents.join(', ')})` : ''
  }
  const lines = parts.map((a) => {
    const bill = bills.get(a.billing_id)
    const nomor = bill?.nomor ?? `Tagihan #${a.billing_id}`
    return { id: a.id, text: `${nomor} – ${purpose(bill)}${studentsText(bill)}`, jumlah: a.jumlah }
  })
  if (payment.ke_saldo > 0) lines.push({ id: 0, text: 'Titipan saldo', jumlah: payment.ke_saldo })
  return { lines, students }
}

/**
 * Returns the note below an account statement. `elsewhere` is the number of rows that the statement
 * omits because they are outside the reader's scope.
 */
export const statementNote = (elsewhere: number): string =>
  [
    'Sisa adalah tagihan dikurangi semua pembayaran; saldo yang belum dipakai sudah terhitung di dalamnya. Di bawah nol berarti lebih bayar.',
    ...(elsewhere > 0 ? [omittedRowsText(elsewhere)] : []),
  ].join(' ')
/** Returns a sentence with the number of rows that an account statement omits. */
export const omittedRowsText = (n: number): string =>
  `${formatNumber(n)} transaksi di luar wilayah Anda tidak termasuk.`
