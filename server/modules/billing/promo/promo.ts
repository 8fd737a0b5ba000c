import { sql } from 'kysely'
import { promo, openPromoFields } from '#contract/billing/promo.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { CellKind } from '#server/export/xlsx.ts'
import { module } from '#server/resource/module.ts'

/** Returns the number of drafts that use each promo. */
const readBillUse = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<Map<number, { draft: number }>> => {
  const { rows } = await sql<{
    id: number
    draft: number
  }>`select v.id, count(distinct case when b.status = ${sql.lit(BillingStatus.draft)} then b.id end) as draft from (
    select promo_id as id, billing_id from billing_item where promo_id in (${sql.join(ids)}) union all select promo_kedua_id, billing_id from billing_item where promo_kedua_id in (${sql.join(ids)})) v
    join billing b on b.id = v.billing_id group by v.id`.execute(db)
  return new Map(rows.map(({ id, draft }) => [id, { draft }]))
}

/**
 * Returns the variant of the export column `nilai` for promos of one kind (`tipe`). The kind
 * determines whether the value is a percentage, an amount in rupiah or the number of a free month.
 */
const nilaiByTipe = (tipe: string, kind: CellKind) => ({
  when: sql`promo.tipe = ${sql.lit(tipe)}`,
  said: { as: 'angka' as const, value: sql`promo.nilai`, kind, nullable: false },
})

export const promoModule = module(promo, {
  exported: () => [
    {
      name: 'nilai',
      label: 'Nilai',
      kind: 'angka',
      said: {
        as: 'menurut',
        cases: [
          nilaiByTipe('persen', 'persen'),
          nilaiByTipe('nominal', 'rupiah'),
          nilaiByTipe('gratis_bulan_ke_n', 'angka'),
        ],
      },
    },
  ],
  before: async ({ trx, input, current }) => {
    if (!current) return
    const before = new Map<string, unknown>(Object.entries(current))
    const changed = Object.entries(input).find(
      ([field, value]) =>
        !openPromoFields.includes(field) &&
        JSON.stringify(value) !== JSON.stringify(before.get(field)),
    )
    if (changed && (await readBillUse(trx, [current.id])).size > 0)
      throw invalidField(
        changed[0],
        'Tidak dapat diubah: promo sudah dipakai. Yang masih dapat diubah: selesai, kuota, dan status.',
      )
  },
  expands: {
    terkunci: ({ db, ids }) => readBillUse(db, ids),
    pemakaian: async ({ db, ids }) => {
      const rows = await db
        .selectFrom('promo_pemakaian')
        .select((eb) => [
          'promo_id',
          eb.fn.countAll<number>().as('terpakai'),
          eb.fn.sum<number>('diskon').as('diskon'),
          eb.fn.count<number>('akun_billing_id').distinct().as('keluarga'),
        ])
        .where('promo_id', 'in', ids)
        .where('dibatalkan_at', 'is', null)
        .groupBy('promo_id')
        .execute()
      const useByPromo = new Map(rows.map(({ promo_id, ...use }) => [promo_id, use]))
      return new Map(
        ids.map((id) => [id, useByPromo.get(id) ?? { terpakai: 0, diskon: 0, keluarga: 0 }]),
      )
    },
  },
})
