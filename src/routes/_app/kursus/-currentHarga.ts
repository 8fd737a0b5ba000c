import { numberText, rupiah } from '#src/ui/format/format.ts'

/**
 * Returns the price that bills of this month use; undefined if it equals the base price of the
 * course. If the outlets have different prices, the text contains the lowest and the highest price.
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
