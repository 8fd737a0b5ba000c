/** Modules of fees, and of products and services with their stock. */
import { sql, type SqlBool } from 'kysely'
import { biaya } from '#contract/catalog/biaya.ts'
import { produkJasa } from '#contract/catalog/produkJasa.ts'
import { invalidField } from '#server/errors.ts'
import { module } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Returns the filter for rows offered at an outlet. An empty list of outlets (`[]`) means all
 * outlets.
 */
const offeredAt =
  (table: 'biaya' | 'produk_jasa') =>
  (id: number): Condition =>
    sql<SqlBool>`(${sql.ref(`${table}.gedung`)} = '[]' or replace(replace(${sql.ref(`${table}.gedung`)}, '[', ','), ']', ',') like ${`%,${id},%`})`

export const biayaModule = module(biaya, {
  filters: { gedung_id: offeredAt('biaya') },
  before: async ({ trx, input, current }) => {
    if (!current || input.pemicu === current.pemicu) return
    // The unique keys of bill lines contain the trigger (`pemicu`) of the fee. After a change of
    // the trigger, the same fee could therefore be billed twice.
    const used = await trx
      .selectFrom('billing_item')
      .select('id')
      .where('biaya_id', '=', current.id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw invalidField('pemicu', 'Tidak dapat diubah: sudah dipakai di tagihan')
  },
})

export const produkJasaModule = module(produkJasa, {
  filters: {
    gedung_id: offeredAt('produk_jasa'),
    habis: (habis) =>
      habis
        ? sql<SqlBool>`produk_jasa.stok = 0`
        : sql<SqlBool>`(produk_jasa.stok is null or produk_jasa.stok > 0)`,
  },
})
