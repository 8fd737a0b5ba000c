/**
 * Confirmations of payments (domain.md 2.5, 3.7). Families file them, and admins decide on them.
 */
import { sql, type SqlBool } from 'kysely'
import { konfirmasiPembayaran } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import type { ConfirmTemplateKey } from '#contract/settings/mailText.ts'
import { approve, rejectConfirmation, withdraw } from '#server/modules/billing/konfirmasi/decide.ts'
import { konfirmasiExpands } from '#server/modules/billing/konfirmasi/expands.ts'
import {
  planConfirmation,
  readBillIds,
  storeBills,
} from '#server/modules/billing/konfirmasi/fileConfirmation.ts'
import { mailPayer } from '#server/modules/billing/konfirmasi/mails.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { module } from '#server/resource/module.ts'

const mailOf: Readonly<Record<string, ConfirmTemplateKey>> = {
  create: 'mail_konfirmasi_diterima',
  setujui: 'mail_konfirmasi_disetujui',
  tolak: 'mail_konfirmasi_ditolak',
  batalkan: 'mail_konfirmasi_dibatalkan',
}

export const konfirmasiPembayaranModule = module(konfirmasiPembayaran, {
  large: true,
  takesNumbers: ['create', 'setujui'],
  scope: konfirmasiScope,
  parts: [
    { table: 'konfirmasi_tagihan', by: 'konfirmasi_id', references: { billing_id: 'billing' } },
  ],
  filters: {
    bulan: (bulan) =>
      sql<SqlBool>`konfirmasi_pembayaran.tanggal_transfer between ${`${bulan}-01`} and ${`${bulan}-31`}`,
    billing_id: (id) =>
      sql<SqlBool>`konfirmasi_pembayaran.id in (select t.konfirmasi_id from konfirmasi_tagihan t where t.billing_id = ${id})`,
  },
  expands: konfirmasiExpands,
  before: ({ trx, ctx, input }) => planConfirmation(trx, ctx, input),
  after: ({ trx, id, input }) => storeBills(trx, id, input.billing_ids),
  virtualFields: async ({ trx, row }) => ({ billing_ids: await readBillIds(trx, row.id) }),
  actions: { setujui: approve, tolak: rejectConfirmation, batalkan: withdraw },
  afterCommit: async ({ ctx, aksi, row }) => {
    const template = mailOf[aksi]
    if (template) await mailPayer(ctx, row.id, template)
  },
})
