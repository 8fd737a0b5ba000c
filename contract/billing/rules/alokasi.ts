/** Divides a payment among the bills that it pays (domain.md 3.5). */
import type { Issue } from '#contract/resource.ts'

export interface OpenBill {
  id: number
  jatuh_tempo: string
  nomor: string | null
  sisa: number
}
export interface AlokasiInput {
  billing_id: number
  jumlah: number
}

// Compares numbers within texts by value, so that INV/2026/11/10000 comes after INV/2026/11/9999.
const numberOrder = new Intl.Collator('en', { numeric: true })
/** Compares two bills for sorting in the order of payment: by due date, then by document number. */
export const byDueDate = (a: Omit<OpenBill, 'sisa'>, b: Omit<OpenBill, 'sisa'>): number => {
  if (a.jatuh_tempo !== b.jatuh_tempo) return a.jatuh_tempo < b.jatuh_tempo ? -1 : 1
  return numberOrder.compare(a.nomor ?? '', b.nomor ?? '') || a.id - b.id
}

/**
 * Allocates an amount to bills in the order of `byDueDate`. The returned `sisa` is the part of the
 * amount that exceeds the unpaid amounts of all bills; it becomes saldo.
 */
export const allocateOldest = (
  tagihan: readonly OpenBill[],
  jumlah: number,
): { alokasi: AlokasiInput[]; sisa: number } => {
  const alokasi: AlokasiInput[] = []
  let sisa = jumlah
  for (const t of tagihan.toSorted(byDueDate)) {
    const share = Math.min(sisa, t.sisa)
    if (share <= 0) continue
    alokasi.push({ billing_id: t.id, jumlah: share })
    sisa -= share
  }
  return { alokasi, sisa }
}

export const sumAlokasi = (alokasi: readonly Pick<AlokasiInput, 'jumlah'>[]): number =>
  alokasi.reduce((sum, a) => sum + a.jumlah, 0)

/**
 * Allocates an amount first to the bill with the id `first`, then to the other bills in the order
 * of their due dates. The part of the amount that exceeds all bills is not in the result.
 */
export const allocateFrom = (
  open: readonly OpenBill[],
  jumlah: number,
  first: number | undefined,
): AlokasiInput[] => {
  const firstAllocation = allocateOldest(
    open.filter((b) => b.id === first),
    jumlah,
  )
  const otherBills = open.filter((b) => b.id !== first)
  return [...firstAllocation.alokasi, ...allocateOldest(otherBills, firstAllocation.sisa).alokasi]
}

/**
 * Returns a copy of an allocation with changed amounts. `changes` holds the new amounts in rupiah
 * by bill id. The result has the order of `open`, and omits bills with the amount 0.
 */
export const withParts = (
  open: readonly OpenBill[],
  alokasi: readonly AlokasiInput[],
  changes: ReadonlyMap<number, number>,
): AlokasiInput[] => {
  const parts = new Map(alokasi.map((a) => [a.billing_id, a.jumlah]))
  return open.flatMap(({ id }) => {
    const jumlah = changes.get(id) ?? parts.get(id) ?? 0
    return jumlah > 0 ? [{ billing_id: id, jumlah }] : []
  })
}

/**
 * Returns the errors of a manual allocation, for the fields of the payment form. The result is
 * empty when the allocation is valid. `jumlah` is the amount of the payment. `tagihan` contains the
 * bills of the payer, including paid bills.
 */
export const checkAlokasi = (
  alokasi: readonly AlokasiInput[],
  tagihan: readonly (Pick<OpenBill, 'id' | 'sisa'> & { nomor?: string | null })[],
  jumlah: number,
): Issue[] => {
  const sisa = new Map(tagihan.map((t) => [t.id, t.sisa]))
  const nomor = new Map(tagihan.map((t) => [t.id, t.nomor]))
  const seenIds = new Set<number>()
  let total = 0
  const issues = alokasi.flatMap(({ billing_id, jumlah: share }, i): Issue[] => {
    const open = sisa.get(billing_id)
    const isDuplicate = seenIds.has(billing_id)
    seenIds.add(billing_id)
    total += share
    if (open === undefined)
      return [
        {
          field: `alokasi.${i}.billing_id`,
          message: 'Tagihan tidak dikenal atau bukan milik akun billing ini',
        },
      ]
    if (open === 0)
      return [
        {
          field: `alokasi.${i}.billing_id`,
          message: `${nomor.get(billing_id) ?? 'Tagihan ini'} sudah lunas`,
        },
      ]
    if (isDuplicate)
      return [{ field: `alokasi.${i}.billing_id`, message: 'Tagihan sudah ada di baris lain' }]
    if (!Number.isSafeInteger(share) || share <= 0)
      return [{ field: `alokasi.${i}.jumlah`, message: 'Harus lebih dari Rp0' }]
    return share > open ? [{ field: `alokasi.${i}.jumlah`, message: 'Melebihi sisa tagihan' }] : []
  })
  return total > jumlah
    ? [...issues, { field: 'alokasi', message: 'Jumlah alokasi melebihi jumlah pembayaran' }]
    : issues
}
