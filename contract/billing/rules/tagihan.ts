/**
 * Amounts of bills: lines, sums, dates, payment status (domain.md 2.6, 3.2, 3.4). The choice of
 * promos and their order: computePromo.ts.
 */
import { proratedFee, type Prorata } from '#contract/billing/rules/prorata.ts'
import { percentOf } from '#contract/values/rupiah.ts'
import { addDays, addMonths, dayOf } from '#contract/values/tanggal.ts'

/**
 * A reduction of a line: an amount, or hundredths of a percent of the prorated line, rounded to
 * `pembulatan`, at most `maks`.
 */
export type Reduction = { nominal: number } | { persen: number; maks?: number }

export interface ItemInput {
  qty: number
  harga_satuan: number
  prorata?: Prorata | null
  /** Rounding unit of prorated amounts and percentages (setting). */
  pembulatan: number
  /** Reductions in the order of domain.md 3.4; the manual discount (`diskon`) follows. */
  promo?: readonly Reduction[]
  kode_promo?: readonly Reduction[]
  diskon: number
  /** Hundredths of a percent; 0 for a line without PPN. */
  ppn_persen: number
}

export interface ItemAmounts {
  /** Amount after proration and before reductions: bruto − diskon + ppn = jumlah. */
  jumlah_bruto: number
  /** Effective discount: never more than the line. */
  diskon: number
  ppn: number
  jumlah: number
}

const reductionAmount = (reduction: Reduction, bruto: number, pembulatan: number) =>
  'nominal' in reduction
    ? reduction.nominal
    : Math.min(percentOf(bruto, reduction.persen, pembulatan), reduction.maks ?? Infinity)

/**
 * Computes the amounts of a line: gross → proration → automatic promos → promo code → manual
 * discount → floor 0 → PPN (domain.md 3.4).
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

/** Order of the lines on a bill: that of `SifatBilling`. */
const sifatOrder = ['kursus', 'pendaftaran', 'tambahan', 'produk', 'denda', 'lain'] as const
export type Sifat = (typeof sifatOrder)[number]

/**
 * Returns the lines of a bill in order, numbered from 1: tuition, then extra fees, products and
 * late fees.
 */
export const orderItems = <T extends object>(
  itemsBySifat: Partial<Record<Sifat, readonly T[]>>,
): (T & { urutan: number })[] =>
  sifatOrder
    .flatMap((sifat) => itemsBySifat[sifat] ?? [])
    .map((item, i) => ({ ...item, urutan: i + 1 }))

/** Returns the sums of a bill; total = subtotal − total_diskon + total_ppn. */
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
 * Returns issue and due date of a generated bill (domain.md 3.2.1): issued on `hari_terbit` of the
 * month before, due on `jatuh_tempo_hari` of the period, both clamped to the month's length. The
 * usual issue date is always before the due date, so "already past" can only mean before today:
 * then the bill is issued today and due 7 days later, because nobody can pay by a past day. Bills
 * of the school's first month are not issued before its first day (`paling_awal`).
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
