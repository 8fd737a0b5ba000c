/** Amounts of the lines on the form of a bill, computed while typing. */
import { useQueries } from '@tanstack/react-query'
import type { billing } from '#contract/billing/billing.ts'
import { partText } from '#contract/billing/rules/paper/paperText.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import type { Row } from '#contract/resource.ts'
import { ProdukJasas } from '#src/data/resources/produkJasa.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { useRows } from './formParts.ts'
import { courseOf, type Course, type useCourses, type useKinds } from './tuition.tsx'

export type StoredItems = NonNullable<Row<typeof billing>['items']>
type Prorata = { pembilang: number; penyebut: number } | null
export type LineAmount = ReturnType<typeof computeItem> & {
  /** Text that explains the proration of the line; undefined if the line is not prorated. */
  part: string | undefined
  promo: { nama: string; diskon: number } | undefined
}
type Amounts = Omit<Parameters<typeof computeItem>[0], 'promo'> & { prorata: Prorata }

/** Returns the value if it is a whole number above 0; otherwise 0. */
const positiveInteger = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
/** Returns the proration of a course as a fraction; null if the month is charged in full. */
const prorataOf = (
  share: Pick<Course, 'prorata_pembilang' | 'prorata_penyebut'> | undefined,
): Prorata =>
  share?.prorata_pembilang != null && share.prorata_penyebut != null
    ? { pembilang: share.prorata_pembilang, penyebut: share.prorata_penyebut }
    : null

const amountAfter = (amounts: Amounts, diskon: number): Omit<LineAmount, 'promo'> => {
  const { qty, harga_satuan, prorata } = amounts
  const computed = computeItem({ ...amounts, promo: [{ nominal: diskon }] })
  const share = {
    prorata_pembilang: prorata?.pembilang ?? null,
    prorata_penyebut: prorata?.penyebut ?? null,
  }
  return { ...computed, part: partText({ ...computed, ...share, qty, harga_satuan }) }
}
/**
 * Computes the amount of a tuition line. Applies the promo discount of the course only if the line
 * has the price of the course. For another price, the server computes the discount when the draft
 * is saved.
 */
const amountByCourse = (amounts: Amounts, course: Course): LineAmount => {
  const diskon = amounts.harga_satuan === course.harga_satuan ? course.diskon : 0
  return {
    ...amountAfter(amounts, diskon),
    promo: course.promo === null ? undefined : { nama: course.promo, diskon },
  }
}
const amountAsStored = (amounts: Amounts, old: StoredItems[number] | undefined): LineAmount => {
  const unchanged = old && computeItem({ ...amounts, promo: [] }).jumlah_bruto === old.jumlah_bruto
  const diskon = unchanged ? old.promo_diskon + old.promo_kedua_diskon : 0
  return {
    ...amountAfter(amounts, diskon),
    promo: old?.promo_alasan ? { nama: old.promo_alasan, diskon } : undefined,
  }
}

/**
 * Returns the amounts of the lines as the server will compute them. A stored line keeps its
 * proration and VAT rate (PPN). It keeps its promos only while its amount is unchanged. A line to
 * which a course was just assigned gets proration, VAT rate and promos from the course.
 */
export const useAmounts = (
  stored: StoredItems,
  courses: ReturnType<typeof useCourses>,
  kinds: ReturnType<typeof useKinds>,
) => {
  const { rows } = useRows('items')
  const settings = useMe()?.pengaturan
  const [pembulatan, ppn] = [
    positiveInteger(settings?.pembulatan) || 1,
    positiveInteger(settings?.ppn_persen),
  ]
  const mayProduk = useCan('produk-jasa/view')
  const ids = [
    ...new Set(
      rows.flatMap((r) => (typeof r.produk_jasa_id === 'number' ? [r.produk_jasa_id] : [])),
    ),
  ]
  const products = useQueries({
    queries: ids.map((id) => ({ ...ProdukJasas.queries.view(id), enabled: mayProduk && ppn > 0 })),
  }).flatMap(({ data }) => data ?? [])
  return rows.map((row): LineAmount => {
    const old = stored.find((s) => s.id === row.id)
    const fresh: Course | undefined = old?.kursus_peserta_id ? undefined : courseOf(row, courses)
    const share = fresh ?? old
    const prorata = prorataOf(share)
    const taxed =
      typeof row.produk_jasa_id === 'number'
        ? products.find((p) => p.id === row.produk_jasa_id)
        : kinds.get(row.jenis_billing_id)
    const amounts = {
      qty: positiveInteger(row.qty),
      harga_satuan: positiveInteger(row.harga_satuan),
      diskon: positiveInteger(row.diskon),
      prorata,
      pembulatan,
      ppn_persen: share?.ppn_persen ?? (taxed?.ppn_kena ? ppn : 0),
    }
    return fresh ? amountByCourse(amounts, fresh) : amountAsStored(amounts, old)
  })
}
