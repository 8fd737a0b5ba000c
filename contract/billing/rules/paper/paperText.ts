/** Texts of bills and receipts, which are equal on the screen and in a PDF. */
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { BillingStatus } from '#contract/enums.ts'
import { formatNumber, formatRupiah, scale } from '#contract/values/rupiah.ts'
import { formatPeriode } from '#contract/values/tanggal.ts'

/** Returns the watermark of a void bill or a draft; undefined for other bills. */
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
 * Returns the quantity of a bill line as a text: `2`, or `3/4` when three of four lessons of the
 * month are charged. The amount of the line is quantity × price, rounded as in `partText`.
 */
export const quantityText = ({ qty, prorata_pembilang, prorata_penyebut }: CountedItem): string => {
  if (prorata_pembilang === null || prorata_penyebut === null) return String(qty)
  const part = `${prorata_pembilang}/${prorata_penyebut}`
  return qty === 1 ? part : `${qty} × ${part}`
}
/**
 * Describes the proration of a bill line: `3 dari 4 pertemuan: Rp412.500, dibulatkan Rp413.000` (3
 * of 4 lessons, and the rounded amount). The last amount is that of the line before discount and
 * PPN. Returns undefined for a line that is not prorated.
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
/** Returns the note printed below a bill line: student, proration, and reason of the discount. */
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
 * Returns the amount to transfer for an open bill when the school uses unique codes; undefined for
 * other bills and schools.
 */
export const uniqueTransferAmount = (
  bill: Pick<SummedBill, 'id' | 'status' | 'void_at' | 'sisa'>,
  kodeUnik: boolean,
): number | undefined =>
  kodeUnik && bill.status === BillingStatus.terbit && !bill.void_at && bill.sisa > 0
    ? transferAmount(bill)
    : undefined
/** Explains to the payer why the amount to transfer differs from the rest of the bill. */
export const codeText = (amount: number): string =>
  `Transfer tepat ${formatRupiah(amount)}: tiga angka terakhirnya menandai tagihan ini, kelebihannya menjadi saldo.`
/**
 * Returns the sums below the lines of a bill, from the subtotal to the amount to transfer. The
 * amount of a sum that does not apply to the bill is undefined.
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
 * Returns the note on an overdue bill about its late fee. `nomor` and `sisa` are number and rest
 * (in rupiah) of the separate bill that charges the late fee.
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
 * Returns a text for the purpose of a bill: the descriptions of its lines if there are at most
 * three, otherwise its month.
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
 * Returns the allocations to print on a receipt. A void receipt shows the allocations that counted
 * when it was voided, without allocations that had been moved earlier.
 */
const partsOnPaper = ({ alokasi = [], void_at }: PaidParts) =>
  alokasi.filter((a) => a.void_at === null || a.void_at === void_at)
/**
 * Returns the lines of a receipt and the names of the students without duplicates. A line is the
 * part of the payment that pays one bill, or the part that became saldo.
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
   * Returns the students of a bill in parentheses, or an empty text when the receipt has only one
   * bill or one student.
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
 * Returns the note below a statement. `elsewhere` is the number of rows outside the scope of the
 * reader.
 */
export const statementNote = (elsewhere: number): string =>
  [
    'Sisa adalah tagihan dikurangi semua pembayaran; saldo yang belum dipakai sudah terhitung di dalamnya. Di bawah nol berarti lebih bayar.',
    ...(elsewhere > 0 ? [omittedRowsText(elsewhere)] : []),
  ].join(' ')
/** Returns a sentence with the number of rows that a statement omits. */
export const omittedRowsText = (n: number): string =>
  `${formatNumber(n)} transaksi di luar wilayah Anda tidak termasuk.`
