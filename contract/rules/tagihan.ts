/** Amounts of bills: lines, sums, dates, payment status (domain.md 2.6, 3.2, 3.4). */
import { biayaProrata, type Prorata } from '#contract/rules/prorata.ts'
import { percentOf } from '#contract/rules/rupiah.ts'
import { addDays, addMonths, dayOf } from '#contract/rules/tanggal.ts'

/** A reduction of a line: an amount, or hundredths of a percent of the prorated line, rounded to `pembulatan`, at most `maks`. */
export type Potongan = { nominal: number } | { persen: number; maks?: number }

export interface ItemInput {
  qty: number
  harga_satuan: number
  prorata?: Prorata | null
  /** Rounding unit of prorated and percent results (setting). */
  pembulatan: number
  /** Reductions in the order of 3.4; the manual discount follows as `diskon`. */
  promo?: readonly Potongan[]
  kode_promo?: readonly Potongan[]
  diskon: number
  /** Hundredths of a percent; 0 when the line bears no PPN. */
  ppn_persen: number
}

export interface ItemJumlah {
  /** After proration, before reductions, so that bruto − diskon + ppn = jumlah. */
  jumlah_bruto: number
  /** What was really taken off: never more than the line. */
  diskon: number
  ppn: number
  jumlah: number
}

const nilaiPotongan = (potongan: Potongan, bruto: number, pembulatan: number) =>
  'nominal' in potongan
    ? potongan.nominal
    : Math.min(percentOf(bruto, potongan.persen, pembulatan), potongan.maks ?? Infinity)

/** Amounts of a line: gross → proration → automatic promos → promo code → manual discount → floor 0 → PPN (domain.md 3.4). */
export const hitungItem = ({
  qty,
  harga_satuan,
  prorata,
  pembulatan,
  promo = [],
  kode_promo = [],
  diskon,
  ppn_persen,
}: ItemInput): ItemJumlah => {
  const gross = qty * harga_satuan
  const jumlah_bruto = prorata ? biayaProrata(gross, prorata, pembulatan) : gross
  let neto = jumlah_bruto
  for (const potongan of [...promo, ...kode_promo, { nominal: diskon }])
    neto = Math.max(0, neto - nilaiPotongan(potongan, jumlah_bruto, pembulatan))
  const ppn = percentOf(neto, ppn_persen)
  return { jumlah_bruto, diskon: jumlah_bruto - neto, ppn, jumlah: neto + ppn }
}

/** Kinds of lines in the order in which a bill lists them: `SifatBilling`'s. */
export const urutanSifat = ['kursus', 'pendaftaran', 'tambahan', 'produk', 'denda', 'lain'] as const
export type Sifat = (typeof urutanSifat)[number]

/** The lines of a bill in their order, numbered from 1: tuition, then extra fees, products and late fees, as far as there are any. */
export const susunItem = <T extends object>(
  bagian: Partial<Record<Sifat, readonly T[]>>,
): (T & { urutan: number })[] =>
  urutanSifat.flatMap((sifat) => bagian[sifat] ?? []).map((item, i) => ({ ...item, urutan: i + 1 }))

/** Sums of a bill; total = subtotal − total_diskon + total_ppn. */
export const totalTagihan = (
  items: readonly ItemJumlah[],
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

/** Payment status (domain.md 2.6): 2 published and covered (so total 0 is paid), else 0 nothing paid, else 1. */
export const statusBayar = ({
  status,
  total,
  terbayar,
}: {
  status: number
  total: number
  terbayar: number
}): 0 | 1 | 2 => (status === 1 && terbayar >= total ? 2 : terbayar === 0 ? 0 : 1)

/**
 * Issue and due date of a generated bill (domain.md 3.2.1): issued on `hari_terbit` of the month before, due on `jatuh_tempo_hari` of the period,
 * both clamped to the month's length. The usual issue date is always before the due day, so "already past" can only mean past today: then the
 * bill is issued today and due 7 days later, because nobody can pay by a day that is gone. Bills of the school's first month are not issued
 * before its first day (`paling_awal`).
 */
export const tanggalGenerate = ({
  periode,
  hari_terbit,
  jatuh_tempo_hari,
  hariIni,
  paling_awal = '',
}: {
  periode: string
  hari_terbit: number
  jatuh_tempo_hari: number
  hariIni: string
  paling_awal?: string
}) => {
  const jatuh_tempo = dayOf(periode, jatuh_tempo_hari)
  if (jatuh_tempo < hariIni) return { tanggal_terbit: hariIni, jatuh_tempo: addDays(hariIni, 7) }
  const usual = dayOf(addMonths(periode, -1), hari_terbit)
  const tanggal_terbit = usual < paling_awal ? paling_awal : usual
  return {
    tanggal_terbit,
    jatuh_tempo: jatuh_tempo < tanggal_terbit ? addDays(tanggal_terbit, 7) : jatuh_tempo,
  }
}
