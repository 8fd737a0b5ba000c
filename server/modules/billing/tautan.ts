/** Lines of a bill that come from a fee or a product: what holds for them beside a free line. */
import type { Issue } from '#contract/resource.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { kunciBiaya, type Pemicu } from '#server/modules/billing/biaya.ts'
import { seesOutlet } from '#server/modules/scope.ts'

interface Baris {
  id?: number | undefined
  biaya_id: number | null
  produk_jasa_id: number | null
  peserta_id: number | null
}
interface Tersimpan extends Baris {
  id: number
  kursus_peserta_id: number | null
  periode: string | null
}
interface Induk {
  id: number | undefined
  gedung_id: number
  periode: string | null
  sumber: string
}
export interface Tertaut {
  biaya: ReadonlyMap<
    number,
    { id: number; nama: string; pemicu: Pemicu; gedung: readonly number[] }
  >
  produk: ReadonlyMap<number, { nama: string; ppn_kena: boolean; gedung: readonly number[] }>
}

/** The fees and products that lines name. */
export const tautan = async (trx: Trx, items: readonly Baris[]): Promise<Tertaut> => {
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
  item: Baris,
  old: Tersimpan | undefined,
  bill: Pick<Induk, 'periode' | 'sumber'>,
  { biaya }: Tertaut,
): string | null => {
  if (item.biaya_id === null || biaya.get(item.biaya_id)?.pemicu !== 'bulanan') return null
  return bill.sumber === 'generate' && old?.biaya_id === item.biaya_id ? old.periode : bill.periode
}
/** Key of a fee's line. */
export const kunciBaris = (
  item: Baris,
  old: Tersimpan | undefined,
  bill: Pick<Induk, 'periode' | 'sumber'>,
  tertaut: Tertaut,
): string | null => {
  const biaya = item.biaya_id === null ? undefined : tertaut.biaya.get(item.biaya_id)
  return biaya ? kunciBiaya(biaya, item.peserta_id, periodeBiaya(item, old, bill, tertaut)) : null
}

/**
 * Refuses what is not offered at the bill's outlet, a registration fee for nobody, and a fee that the student has been billed for already.
 * Throws 422 and 409.
 */
export const periksaBaris = async (
  trx: Trx,
  actor: Actor,
  items: readonly Baris[],
  stored: readonly Tersimpan[],
  bill: Induk,
  before: { gedung_id: number } | undefined,
  tertaut: Tertaut,
): Promise<void> => {
  const issues: Issue[] = []
  const keys = new Map<string, number>()
  items.forEach((item, i) => {
    const old = stored.find((s) => s.id === item.id)
    const issue = (field: string, message: string) =>
      issues.push({ field: `items.${i}.${field}`, message })
    if (old && old.kursus_peserta_id !== null && (item.biaya_id ?? item.produk_jasa_id) !== null)
      issue('biaya_id', 'Baris ini milik kursus. Buat baris baru untuk biaya atau produk.')
    for (const [field, found] of [
      ['biaya_id', tertaut.biaya],
      ['produk_jasa_id', tertaut.produk],
    ] as const) {
      const id = item[field]
      const row = id === null ? undefined : found.get(id)
      // What has been on the draft stays there, also when its outlets were changed since.
      const known = old?.[field] === id && before?.gedung_id === bill.gedung_id
      if (row && !known && row.gedung.length > 0 && !row.gedung.includes(bill.gedung_id))
        issue(field, `${row.nama} tidak ditawarkan di outlet ini`)
    }
    const biaya = item.biaya_id === null ? undefined : tertaut.biaya.get(item.biaya_id)
    if (biaya?.pemicu === 'pendaftaran' && item.peserta_id === null)
      issue('peserta_id', `Pilih peserta: ${biaya.nama} sekali untuk tiap peserta`)
    const key = kunciBaris(item, old, bill, tertaut)
    if (key === null) return
    if (keys.has(key)) issue('biaya_id', 'Sudah ada di baris lain untuk peserta yang sama')
    else keys.set(key, i)
  })
  if (issues.length > 0) throw invalid(issues)
  if (keys.size === 0) return
  const taken = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['kunci_unik', 'nomor', 'nama_tagihan', 'billing.gedung_id'])
    .where('kunci_unik', 'in', [...keys.keys()])
    .where('billing.id', '<>', bill.id ?? 0)
    .execute()
  const errors = taken.map(({ kunci_unik, nomor, nama_tagihan, gedung_id }) => {
    const i = keys.get(kunci_unik ?? '') ?? 0
    const nama = tertaut.biaya.get(items[i]?.biaya_id ?? 0)?.nama ?? 'Biaya ini'
    return {
      field: `items.${i}.biaya_id`,
      message: `${nama} sudah ditagih untuk peserta ini di ${seesOutlet(actor, gedung_id) ? (nomor ?? `draft ${nama_tagihan}`) : 'outlet lain'}`,
    }
  })
  if (errors[0]) throw conflict(errors[0].message, { errors })
}
