import { angka, rupiah } from '#src/ui/format.ts'

/** What this month's bills take, where that is not the base price: one amount, or from the lowest outlet to the highest. */
export const hargaKini = ({
  biaya_bulanan,
  harga_kini: kini,
}: {
  biaya_bulanan: number
  harga_kini?: { terendah: number; tertinggi: number } | null
}): string | undefined => {
  if (!kini || (kini.terendah === biaya_bulanan && kini.tertinggi === biaya_bulanan))
    return undefined
  return kini.terendah === kini.tertinggi
    ? rupiah(kini.terendah)
    : `${rupiah(kini.terendah)}–${angka(kini.tertinggi)}`
}
