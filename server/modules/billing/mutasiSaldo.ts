import { sql, type SqlBool } from 'kysely'
import { mutasiSaldo } from '#contract/billing/mutasiSaldo.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { mutasiScope } from '#server/modules/billing/scope.ts'
import { module } from '#server/resource/module.ts'

/** The credit ledger: read here, written by whatever moves saldo (ledger.ts). */
export const mutasiSaldoModule = module(mutasiSaldo, {
  large: true,
  scope: mutasiScope,
  called: ({ nomor, keterangan }) => nomor ?? keterangan,
  expands: {
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
