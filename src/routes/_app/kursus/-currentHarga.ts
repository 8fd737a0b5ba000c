import { numberText, rupiah } from '#src/ui/format/format.ts'

/**
 * Returns the price on this month's bills if it differs from the base price: one amount, or the
 * range from the cheapest outlet to the most expensive one.
 */
export const currentHarga = ({
  biaya_bulanan,
  harga_kini: current,
}: {
  biaya_bulanan: number
  harga_kini?: { terendah: number; tertinggi: number } | null
}): string | undefined => {
  if (!current || (current.terendah === biaya_bulanan && current.tertinggi === biaya_bulanan))
    return undefined
  return current.terendah === current.tertinggi
    ? rupiah(current.terendah)
    : `${rupiah(current.terendah)}–${numberText(current.tertinggi)}`
}
