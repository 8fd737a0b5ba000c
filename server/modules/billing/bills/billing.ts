import { sql, type SqlBool } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import { BillingStatus, RoleId } from '#contract/enums.ts'
import { formatPeriode, currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { inputOf, itemsOf } from '#server/modules/billing/bills/billAudit.ts'
import { billExpands } from '#server/modules/billing/bills/billExpands.ts'
import { billFileColumns } from '#server/modules/billing/bills/billFileColumns.ts'
import {
  checkPublishedBill,
  planDraft,
  type BillPlan,
  storeDraftLines,
} from '#server/modules/billing/bills/saveBill.ts'
import { billingScope, isCounted, overdue } from '#server/modules/billing/bills/scope.ts'
import { issueCreditNote } from '#server/modules/billing/corrections/creditNote.ts'
import { reissueBill } from '#server/modules/billing/corrections/reissue.ts'
import { voidBill } from '#server/modules/billing/corrections/voidBill.ts'
import { waiveFee } from '#server/modules/billing/denda/end.ts'
import { feeExpands } from '#server/modules/billing/denda/expands.ts'
import { readWaitingOf } from '#server/modules/billing/konfirmasi/expands.ts'
import { recomputePromos } from '#server/modules/billing/lines/draftLines.ts'
import { billPapers } from '#server/modules/billing/papers/papers.ts'
import { deriveBills, paySaldo, readSaldo } from '#server/modules/billing/payments/ledger.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Bill = Stored<typeof billing>
/**
 * Pays a bill from the saldo of its payer. Pays the requested amount; without a requested amount,
 * as much as the saldo covers. Throws 409 for a draft, a void bill and a bill that is paid in full.
 * Throws 422 for a requested amount above the saldo or above the unpaid amount of the bill.
 */
const spendSaldo = async (
  trx: Trx,
  bill: Bill,
  requestedAmount: number | null | undefined,
  by: number,
): Promise<void> => {
  if (bill.status !== BillingStatus.terbit || bill.void_at)
    throw conflict(
      `Tagihan ini tidak menunggu pembayaran: ${bill.void_at ? 'sudah dibatalkan' : 'masih draft'}`,
    )
  if (bill.sisa === 0) throw conflict(`Tagihan ${bill.nomor} sudah lunas`)
  checkBookOpen(await readSettings(trx), currentDay())
  const saldo = await readSaldo(trx, bill.akun_billing_id)
  const jumlah = requestedAmount ?? Math.min(saldo, bill.sisa)
  if (jumlah === 0) throw conflict('Akun ini tidak punya saldo')
  if (jumlah > saldo) throw invalidField('jumlah', 'Melebihi saldo')
  if (jumlah > bill.sisa) throw invalidField('jumlah', 'Melebihi sisa tagihan')
  await paySaldo(trx, bill, jumlah, by)
  await deriveBills(trx, [bill.id], by)
}

export const billingModule = module(billing, {
  large: true,
  kept: {
    filters: ['gedung_id', 'periode', 'status', 'payment_status', 'sumber', 'batal', 'saldo_awal'],
    covers: (actor) => seesAllOutlets(actor) || actor.dasar === RoleId.admin,
  },
  takesNumbers: true,
  scope: billingScope,
  expands: { konfirmasi: readWaitingOf, ...feeExpands, ...billExpands },
  exported: billFileColumns,
  displayName: ({ nomor, nama_tagihan, periode }) =>
    nomor ?? ['Draft', nama_tagihan, periode && formatPeriode(periode)].filter(Boolean).join(' '),
  parts: [
    {
      table: 'billing_item',
      by: 'billing_id',
      references: {
        jenis_billing_id: 'jenis-billing',
        biaya_id: 'biaya',
        produk_jasa_id: 'produk-jasa',
        peserta_id: 'user',
        kursus_peserta_id: 'kursus-peserta',
        kursus_id: 'kursus',
        promo_id: 'promo',
        promo_kedua_id: 'promo',
      },
    },
  ],
  papers: billPapers,
  filters: {
    batal: (batal) =>
      batal ? sql<SqlBool>`billing.void_at is not null` : sql<SqlBool>`billing.void_at is null`,
    saldo_awal: (isOpening) =>
      isOpening
        ? sql<SqlBool>`not (${isCounted(sql`billing.sumber`)})`
        : isCounted(sql`billing.sumber`),
    tunggakan: (late) => (late ? overdue() : sql<SqlBool>`not (${overdue()})`),
    peserta_id: (id) =>
      sql<SqlBool>`billing.id in (select i.billing_id from billing_item i where i.peserta_id = ${id})`,
    payment_id: (id) =>
      sql<SqlBool>`billing.id in (select a.billing_id from billing_payment_alokasi a where a.payment_id = ${id})`,
  },
  virtualFields: async ({ trx, row }) => ({ items: (await itemsOf(trx, row.id)).map(inputOf) }),
  plan: async ({ trx, ctx, input, current }): Promise<BillPlan> => {
    if (current?.void_at) throw conflict('Tagihan sudah dibatalkan')
    const stored = current ? await itemsOf(trx, current.id) : []
    if (current?.status !== BillingStatus.terbit)
      return planDraft({ trx, ctx, input, current }, stored)
    checkPublishedBill(input, current, stored)
    return { columns: {} }
  },
  after: async ({ trx, ctx, input, current, id, plan: { draft } }) => {
    if (draft) await storeDraftLines({ trx, ctx, input, current }, id, draft)
  },
  searchText: async ({ trx, id }) =>
    (
      await trx
        .selectFrom('billing_item')
        .innerJoin('user', 'user.id', 'billing_item.peserta_id')
        .select('user.name')
        .distinct()
        .where('billing_id', '=', id)
        .execute()
    )
      .map((r) => r.name)
      .join(' '),
  beforeDelete: async ({ row }) => {
    if (row.status !== BillingStatus.draft)
      throw conflict('Tagihan yang sudah terbit tidak dihapus. Batalkan dengan alasan.')
  },
  actions: {
    terbitkan: async ({ trx, ctx, row }) => {
      const { failed } = await publishBills(trx, [row.id], await readSettings(trx), ctx.actor.id)
      if (failed[0]) throw failed[0].error
    },
    batalkan: ({ trx, ctx, row, input }) => voidBill(trx, row, input.alasan, ctx.actor.id),
    'terbit-ulang': ({ trx, ctx, row, input }) => reissueBill(trx, ctx, row, input.alasan),
    'hapus-denda': ({ trx, ctx, row, input }) => waiveFee(trx, ctx, row, input.alasan),
    'nota-kredit': ({ trx, ctx, row, input }) => issueCreditNote(trx, ctx, row, input),
    'hitung-ulang-promo': async ({ trx, ctx, row }) => {
      if (row.status !== BillingStatus.draft) throw conflict('Tagihan sudah terbit: promonya tetap')
      await recomputePromos(trx, row, await itemsOf(trx, row.id), ctx.actor.id)
    },
    'pakai-saldo': ({ trx, ctx, row, input }) => spendSaldo(trx, row, input.jumlah, ctx.actor.id),
  },
})
