/** Texts that describe the conditions of a promo. */
import { useQuery } from '@tanstack/react-query'
import type { promo } from '#contract/billing/promo.ts'
import { SifatBilling } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { useCan } from '#src/data/session/session.ts'
import { numberText } from '#src/ui/format/format.ts'

export type PromoRow = Row<typeof promo>
interface Names {
  kursus: string[]
  kategori: string[]
  gedung: string[]
}

const useNames = (
  resource: 'kursus' | 'kategori-kursus' | 'gedung',
  ids: readonly number[],
): string[] => {
  const firstIds = ids.slice(0, 50)
  const { data = [] } = useQuery({
    ...pilihanQuery(resource, { id: firstIds.join(',') }),
    enabled: useCan(`${resource}/pilihan`) && firstIds.length > 0,
  })
  return firstIds.map((id) => data.find((p) => p.id === id)?.label ?? `#${id}`)
}
/**
 * Returns the names of the courses, course categories and outlets to which a promo is limited.
 * While a name is loading, `#id` replaces it.
 */
export const usePromoNames = (row: PromoRow): Names => ({
  kursus: useNames('kursus', row.kursus),
  kategori: useNames('kategori-kursus', row.kategori),
  gedung: useNames('gedung', row.gedung),
})

/**
 * Returns one sentence for each condition of a promo. For a promo without conditions, returns a
 * single sentence that says so.
 */
export const promoConditions = (p: PromoRow, names: Names): string[] => {
  const list = [
    ...(p.jenis_sifat.length > 0
      ? [`Jenis tagihan: ${p.jenis_sifat.map((s) => SifatBilling.label(s)).join(', ')}`]
      : []),
    ...(p.kategori.length > 0 ? [`Kategori kursus: ${names.kategori.join(', ')}`] : []),
    ...(p.kursus.length > 0 ? [`Kursus: ${names.kursus.join(', ')}`] : []),
    ...(p.gedung.length > 0 ? [`Outlet: ${names.gedung.join(', ')}`] : []),
    ...(p.min_kursus_keluarga !== null
      ? [`Keluarga mengambil minimal ${p.min_kursus_keluarga} kursus`]
      : []),
    ...(p.urutan_anak !== null ? [`Mulai anak ke-${p.urutan_anak} dalam keluarga`] : []),
    ...(p.peserta_baru ? ['Hanya peserta yang kursus pertamanya dimulai sejak promo mulai'] : []),
    ...(p.durasi_bulan !== null
      ? [`Selama ${p.durasi_bulan} bulan sejak peserta pertama memakainya`]
      : []),
    ...(p.kuota_per_akun !== null
      ? [`Paling banyak ${numberText(p.kuota_per_akun)} baris tagihan per akun billing`]
      : []),
  ]
  return list.length > 0 ? list : ['Tanpa syarat']
}
