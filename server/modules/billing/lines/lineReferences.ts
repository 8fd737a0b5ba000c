/**
 * Reads the fees and products that bill lines refer to, and determines the month and key of a fee's
 * line.
 */
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { biayaKey, type Pemicu } from '#server/modules/billing/lines/biaya.ts'

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
/** Columns of a bill that determine the month and key of its fee lines. */
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
/** Fees and products that the lines of a bill refer to, by id. */
export interface Links {
  biaya: ReadonlyMap<number, LinkedFee>
  produk: ReadonlyMap<number, LinkedProduct>
}

/** Returns the fees and products that the given lines refer to. */
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

/**
 * Returns the month of a fee's line. A generated line keeps its stored month, and any other line
 * has the month of the bill. Returns null if the line has no fee, or a fee that is not monthly.
 */
export const periodeBiaya = (
  item: LinkedLine,
  old: StoredLinkedLine | undefined,
  bill: BillHead,
  { biaya }: Links,
): string | null => {
  if (item.biaya_id === null || biaya.get(item.biaya_id)?.pemicu !== 'bulanan') return null
  return bill.sumber === 'generate' && old?.biaya_id === item.biaya_id ? old.periode : bill.periode
}
/**
 * Returns the unique key of a fee's line; null for a line that may be billed any number of times.
 */
export const lineKey = (
  item: LinkedLine,
  old: StoredLinkedLine | undefined,
  bill: BillHead,
  links: Links,
): string | null => {
  const biaya = item.biaya_id === null ? undefined : links.biaya.get(item.biaya_id)
  // Keeps the key of a fee that an event of an enrolment triggered (key prefix `be:`).
  if (biaya && old?.biaya_id === biaya.id && old.kunci_unik?.startsWith('be:'))
    return old.kunci_unik
  return biaya ? biayaKey(biaya, item.peserta_id, periodeBiaya(item, old, bill, links)) : null
}
