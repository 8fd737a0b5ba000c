import { numberText, rupiah } from '#src/ui/format/format.ts'

/**
 * What this month's bills take, where that is not the base price: one amount, or from the lowest
 * outlet to the highest.
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
