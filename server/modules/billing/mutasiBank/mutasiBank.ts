/**
 * Lines of bank statements (domain.md 2.5, 3.7). They are imported from files, and users then match
 * or ignore them.
 */
import { sql, type SqlBool } from 'kysely'
import { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import type { MatchProposal } from '#contract/billing/rules/bank/matchLine.ts'
import type { Ctx } from '#server/http/context.ts'
import { paymentScope } from '#server/modules/billing/bills/scope.ts'
import { mailPayer } from '#server/modules/billing/konfirmasi/mails.ts'
import { ignore, match, release } from '#server/modules/billing/mutasiBank/match.ts'
import { readProposals } from '#server/modules/billing/mutasiBank/proposals.ts'
import { mutasiBankScope } from '#server/modules/billing/mutasiBank/scope.ts'
import { module, type WritePlan } from '#server/resource/module.ts'

/**
 * Returns the proposals for the line whose id is in the URL; empty if the line is outside the
 * actor's scope.
 */
const readProposed = async ({ db, actor, url }: Ctx): Promise<readonly MatchProposal[]> => {
  const id = Number(url.searchParams.get('id'))
  if (!Number.isSafeInteger(id)) return []
  const visibleLine = await db
    .selectFrom('mutasi_bank')
    .select('mutasi_bank.id')
    .where('mutasi_bank.id', '=', id)
    .where(mutasiBankScope(actor) ?? sql<SqlBool>`1 = 1`)
    .executeTakeFirst()
  return visibleLine ? ((await readProposals(db, actor, [id])).get(id) ?? []) : []
}

export const mutasiBankModule = module<
  typeof mutasiBank,
  WritePlan<typeof mutasiBank>,
  readonly MatchProposal[] | undefined
>(mutasiBank, {
  large: true,
  takesNumbers: ['cocokkan'],
  scope: mutasiBankScope,
  displayName: ({ tanggal, keterangan }) => `${tanggal} ${keterangan.slice(0, 60)}`,
  filters: {
    arah: (arah) =>
      arah === 'masuk' ? sql<SqlBool>`mutasi_bank.masuk > 0` : sql<SqlBool>`mutasi_bank.keluar > 0`,
  },
  // Reads the proposals before the transaction begins, so that the transaction locks only the rows
  // that it changes. Only needed if the user accepts a sure proposal (`pasti`).
  prepare: async ({ ctx, operation, body }) =>
    operation === 'cocokkan' && body.pasti === true ? readProposed(ctx) : undefined,
  expands: {
    usulan: ({ db, actor, ids }) => readProposals(db, actor, ids),
    pembayaran: async ({ db, actor, ids }) => {
      const rows = await db
        .selectFrom('mutasi_bank')
        .innerJoin('billing_payment', 'billing_payment.id', 'mutasi_bank.payment_id')
        .innerJoin('user', 'user.id', 'billing_payment.akun_billing_id')
        .select([
          'mutasi_bank.id as of',
          'billing_payment.id',
          'billing_payment.nomor',
          'billing_payment.tanggal',
          'billing_payment.jumlah',
          'billing_payment.ke_saldo',
          'billing_payment.akun_billing_id',
          'user.name as akun',
        ])
        .where('mutasi_bank.id', 'in', ids)
        .where(paymentScope(actor) ?? sql<SqlBool>`1 = 1`)
        .execute()
      return new Map(rows.map(({ of, ...payment }) => [of, payment]))
    },
    impor: async ({ db, ids }) => {
      const rows = await db
        .selectFrom('mutasi_bank')
        .innerJoin('impor_mutasi as i', 'i.id', 'mutasi_bank.impor_id')
        .select(['mutasi_bank.id as of', 'i.id', 'i.nama_berkas', 'i.created_at'])
        .where('mutasi_bank.id', 'in', ids)
        .execute()
      return new Map(rows.map(({ of, ...impor }) => [of, impor]))
    },
  },
  actions: { cocokkan: match, abaikan: ignore, lepas: release },
  afterCommit: async ({ ctx, aksi, input }) => {
    const { konfirmasi_id } = input
    if (aksi === 'cocokkan' && typeof konfirmasi_id === 'number')
      await mailPayer(ctx, konfirmasi_id, 'mail_konfirmasi_disetujui')
  },
})
