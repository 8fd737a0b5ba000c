/** Fees and products that lines of a bill name, and the month and key that a fee gives its line. */
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/tables.ts'
import { biayaKey, type Pemicu } from '#server/modules/billing/biaya.ts'

export interface LinkedLine {
  id?: number | undefined
  biaya_id: number | null
  produk_jasa_id: number | null
  peserta_id: number | null
}
export interface StoredLinkedLine extends LinkedLine {
  id: number
  kursus_peserta_id: number | null
  periode: string | null
  kunci_unik: string | null
}
/** A bill as the month and the key of its lines hang on it. */
interface BillHead {
  periode: string | null
  sumber: string
}
interface LinkedFee {
  id: number
  nama: string
  pemicu: Pemicu
  gedung: readonly number[]
}
interface LinkedProduct {
  nama: string
  ppn_kena: boolean
  gedung: readonly number[]
}
/** Fees and products by id. */
export interface Links {
  biaya: ReadonlyMap<number, LinkedFee>
  produk: ReadonlyMap<number, LinkedProduct>
}

/** The fees and products that lines name. */
export const readLinks = async (trx: Trx, items: readonly LinkedLine[]): Promise<Links> => {
  const [fees, products] = [
    items.flatMap((i) => i.biaya_id ?? []),
    items.flatMap((i) => i.produk_jasa_id ?? []),
  ]
  const biaya =
    fees.length === 0
      ? []
      : await trx
          .selectFrom('biaya')
          .select(['id', 'nama', 'pemicu', 'gedung'])
          .where('id', 'in', fees)
          .execute()
  const produk =
    products.length === 0
      ? []
      : await trx
          .selectFrom('produk_jasa')
          .select(['id', 'nama', 'ppn_kena', 'gedung'])
          .where('id', 'in', products)
          .execute()
  return {
    biaya: new Map(biaya.map((b) => [b.id, { ...b, gedung: fromJson<number[]>(b.gedung) }])),
    produk: new Map(
      produk.map((p) => [
        p.id,
        { ...p, ppn_kena: p.ppn_kena === 1, gedung: fromJson<number[]>(p.gedung) },
      ]),
    ),
  }
}

/** Month of a fee's line: that of its bill; a generated line keeps the one that it was made for. */
export const periodeBiaya = (
  item: LinkedLine,
  old: StoredLinkedLine | undefined,
  bill: BillHead,
  { biaya }: Links,
): string | null => {
  if (item.biaya_id === null || biaya.get(item.biaya_id)?.pemicu !== 'bulanan') return null
  return bill.sumber === 'generate' && old?.biaya_id === item.biaya_id ? old.periode : bill.periode
}
/** Key of a fee's line. */
export const lineKey = (
  item: LinkedLine,
  old: StoredLinkedLine | undefined,
  bill: BillHead,
  links: Links,
): string | null => {
  const biaya = item.biaya_id === null ? undefined : links.biaya.get(item.biaya_id)
  // What an enrolment's event has brought stays its line.
  if (biaya && old?.biaya_id === biaya.id && old.kunci_unik?.startsWith('be:'))
    return old.kunci_unik
  return biaya ? biayaKey(biaya, item.peserta_id, periodeBiaya(item, old, bill, links)) : null
}
