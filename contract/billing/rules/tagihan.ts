/**
 * Amounts and dates of bills: lines, sums, issue date and due date (domain.md 2.6, 3.2, 3.4).
 * computePromo.ts chooses the promos and their order.
 */
import { proratedFee, type Prorata } from '#contract/billing/rules/prorata.ts'
import { percentOf } from '#contract/values/rupiah.ts'
import { addDays, addMonths, dayOf } from '#contract/values/tanggal.ts'

/**
 * Discount on a line: a fixed amount in rupiah (`nominal`), or a percentage of the prorated line
 * amount (`persen`, in hundredths of a percent). The amount of a percentage discount is rounded to
 * a multiple of `pembulatan` and is at most `maks` rupiah.
 */
export type Reduction = { nominal: number } | { persen: number; maks?: number }

export interface ItemInput {
  qty: number
  harga_satuan: number
  prorata?: Prorata | null
  /**
   * Rounding unit in rupiah for prorated amounts and percentage discounts, from the setting of the
   * school.
   */
  pembulatan: number
  /** Discounts of automatic promos, which are subtracted first (domain.md 3.4). */
  promo?: readonly Reduction[]
  /** Discounts of promo codes, which are subtracted after `promo`. */
  kode_promo?: readonly Reduction[]
  /** Manual discount in rupiah, which is subtracted last. */
  diskon: number
  /** PPN rate in hundredths of a percent; 0 for a line without PPN. */
  ppn_persen: number
}

export interface ItemAmounts {
  /** Amount after proration, before discounts and PPN (value added tax). */
  jumlah_bruto: number
  /** Sum of all discounts of the line, at most `jumlah_bruto`. */
  diskon: number
  ppn: number
  /** Final amount of the line: `jumlah_bruto` − `diskon` + `ppn`. */
  jumlah: number
}

const reductionAmount = (reduction: Reduction, bruto: number, pembulatan: number) =>
  'nominal' in reduction
    ? reduction.nominal
    : Math.min(percentOf(bruto, reduction.persen, pembulatan), reduction.maks ?? Infinity)

/**
 * Computes the amounts of a line in this order: price times quantity, proration, automatic promos,
 * promo code, manual discount, PPN (domain.md 3.4). The amount after discounts is at least 0.
 */
export const computeItem = ({
  qty,
  harga_satuan,
  prorata,
  pembulatan,
  promo = [],
  kode_promo = [],
  diskon,
  ppn_persen,
}: ItemInput): ItemAmounts => {
  const gross = qty * harga_satuan
  const jumlah_bruto = prorata ? proratedFee(gross, prorata, pembulatan) : gross
  let net = jumlah_bruto
  for (const reduction of [...promo, ...kode_promo, { nominal: diskon }])
    net = Math.max(0, net - reductionAmount(reduction, jumlah_bruto, pembulatan))
  const ppn = percentOf(net, ppn_persen)
  return { jumlah_bruto, diskon: jumlah_bruto - net, ppn, jumlah: net + ppn }
}

/** Kinds of lines in their order on a bill, which is also the order of `SifatBilling`. */
const sifatOrder = ['kursus', 'pendaftaran', 'tambahan', 'produk', 'denda', 'lain'] as const
export type Sifat = (typeof sifatOrder)[number]

/** Returns the lines of a bill in the order of their kinds, numbered from 1 in `urutan`. */
export const orderItems = <T extends object>(
  itemsBySifat: Partial<Record<Sifat, readonly T[]>>,
): (T & { urutan: number })[] =>
  sifatOrder
    .flatMap((sifat) => itemsBySifat[sifat] ?? [])
    .map((item, i) => ({ ...item, urutan: i + 1 }))

/** Returns the sums of the lines of a bill. `total` is subtotal − total_diskon + total_ppn. */
export const totalTagihan = (
  items: readonly ItemAmounts[],
): { subtotal: number; total_diskon: number; total_ppn: number; total: number } => {
  let subtotal = 0
  let total_diskon = 0
  let total_ppn = 0
  for (const item of items) {
    subtotal += item.jumlah_bruto
    total_diskon += item.diskon
    total_ppn += item.ppn
  }
  return { subtotal, total_diskon, total_ppn, total: subtotal - total_diskon + total_ppn }
}

/**
 * Returns issue date and due date of a bill that is generated for the month `periode` (domain.md
 * 3.2.1):
 * - Usually, the bill is issued on the day `hari_terbit` of the previous month and due on the day
 *   `jatuh_tempo_hari` of `periode`. In a shorter month, the last day of the month is used instead.
 * - If this due date is before `today`, the bill is issued `today` and due 7 days later.
 * - If this issue date is before `earliest` (the first day of the school), the bill is issued on
 *   `earliest`. If the due date is before `earliest`, the bill is due 7 days after `earliest`.
 */
export const generateDates = ({
  periode,
  hari_terbit,
  jatuh_tempo_hari,
  today,
  earliest = '',
}: {
  periode: string
  hari_terbit: number
  jatuh_tempo_hari: number
  today: string
  earliest?: string
}) => {
  const jatuh_tempo = dayOf(periode, jatuh_tempo_hari)
  if (jatuh_tempo < today) return { tanggal_terbit: today, jatuh_tempo: addDays(today, 7) }
  const usual = dayOf(addMonths(periode, -1), hari_terbit)
  const tanggal_terbit = usual < earliest ? earliest : usual
  return {
    tanggal_terbit,
    jatuh_tempo: jatuh_tempo < tanggal_terbit ? addDays(tanggal_terbit, 7) : jatuh_tempo,
  }
}

/**
 * Returns the months whose bills should exist on the day `today` (domain.md 3.2): the month of
 * `today` and, from the issue day `hari_terbit` on, the next month. Months before the first day of
 * the school (`earliest`) are omitted.
 */
export const monthsToGenerate = ({
  today,
  hari_terbit,
  earliest = '',
}: {
  today: string
  hari_terbit: number
  earliest?: string
}): string[] => {
  const periode = today.slice(0, 7)
  const months = today >= dayOf(periode, hari_terbit) ? [periode, addMonths(periode, 1)] : [periode]
  return months.filter((month) => month >= earliest.slice(0, 7))
}
