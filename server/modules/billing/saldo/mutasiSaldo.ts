import { sql, type SqlBool } from 'kysely'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { mutasiScope } from '#server/modules/billing/bills/scope.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'
import { module } from '#server/resource/module.ts'

/**
 * Ledger of saldo, which is read-only for clients. Entries are written by the modules that move
 * saldo, through `ledger.ts`.
 */
export const mutasiSaldoModule = module(mutasiSaldo, {
  large: true,
  scope: mutasiScope,
  displayName: ({ nomor, keterangan }) => nomor ?? keterangan,
  expands: {
    tagihan: async ({ db, ids }) => {
      const rows = await db
        .selectFrom('mutasi_saldo')
        .innerJoin('billing', 'billing.id', 'mutasi_saldo.billing_id')
        .select(['mutasi_saldo.id', 'billing.nomor', 'billing.tanggal_terbit', 'billing.total'])
        .select(['billing.nama_tagihan', 'billing.alamat', 'billing.void_at', 'billing.gedung_id'])
        .where('mutasi_saldo.id', 'in', ids)
        .where('mutasi_saldo.jenis', '=', 'nota_kredit')
        .where('mutasi_saldo.nomor', 'is not', null)
        .execute()
      const outlets = await readOutlets(
        db,
        rows.map((row) => row.gedung_id),
      )
      return new Map(
        rows.map(({ id, gedung_id, ...bill }) => [
          id,
          { ...bill, gedung: outlets.get(gedung_id) ?? null },
        ]),
      )
    },
    lawan: async ({ db, actor, ids }) => {
      const rows = await db
        .selectFrom('mutasi_saldo')
        .innerJoin('mutasi_saldo as lawan', 'lawan.id', 'mutasi_saldo.lawan_id')
        .innerJoin('user', 'user.id', 'lawan.akun_billing_id')
        .select(['mutasi_saldo.id', 'lawan.akun_billing_id', 'user.name'])
        .where('mutasi_saldo.id', 'in', ids)
        .where(userScope(actor) ?? sql<SqlBool>`1 = 1`)
        .execute()
      return new Map(rows.map(({ id, ...lawan }) => [id, lawan]))
    },
  },
})
