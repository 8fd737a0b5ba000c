/**
 * Hands over the open bills of an old payer to a new payer, when the old payer is downgraded to a
 * student with the option `alihkan` (domain.md 3.9). The bills are voided and reissued. Nothing is
 * handed over when a student only gets another payer: published bills then stay with the old payer
 * (server/modules/access/user/save/saveUser.ts).
 */
import { billing } from '#contract/billing/billing.ts'
import { BillingStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { itemsOf, readBill, withBillAudit } from '#server/modules/billing/bills/billAudit.ts'
import {
  readPayer,
  checkBillScope,
  type Bill,
  type Payer,
} from '#server/modules/billing/bills/payerOfBill.ts'
import { readCredited } from '#server/modules/billing/corrections/creditNote.ts'
import { makeReplacement } from '#server/modules/billing/corrections/reissue.ts'
import { voidBill } from '#server/modules/billing/corrections/voidBill.ts'
import { findActiveFee } from '#server/modules/billing/denda/end.ts'
import { todayAt } from '#server/modules/billing/publish/closedMonth.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { labelRows, seesOutlet } from '#server/modules/scope.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { type AnyRow } from '#server/resource/columns.ts'
import { readSettings } from '#server/settings.ts'

/** Returns the published bills of a payer that are neither void nor paid in full, by due date. */
export const readOpenBills = (trx: Trx, akun: number): Promise<Bill[]> =>
  trx
    .selectFrom('billing')
    .selectAll()
    .where('akun_billing_id', '=', akun)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .orderBy('jatuh_tempo')
    .orderBy('id')
    .execute()
/**
 * Formats bills as text, for example `INV/2026/11/0001 (Rp500.000), …`. For bills of outlets that
 * the actor may not see, the text states only the number of these bills.
 */
export const billsText = (
  actor: Actor,
  bills: readonly Pick<Bill, 'nomor' | 'sisa' | 'gedung_id'>[],
): string =>
  labelRows(
    bills.map((b) => ({
      nama: `${b.nomor} (${formatRupiah(b.sisa)})`,
      tampak: seesOutlet(actor, b.gedung_id) ? 1 : 0,
    })),
    'tagihan',
  ) ?? ''

const readVoidAt = async (trx: Trx, id: number): Promise<string | null> => {
  const { void_at } = await trx
    .selectFrom('billing')
    .select('void_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return void_at
}
/**
 * Voids a bill and makes a draft with the same lines for another payer. Returns the id of the
 * draft.
 */
const replaceBill = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  payer: Payer,
  alasan: string,
): Promise<number> => {
  const { jumlah } = await readCredited(trx, bill.id)
  if (jumlah > 0)
    throw conflict(
      `${bill.nomor} punya nota kredit ${formatRupiah(jumlah)}. Terbitkan ulang tagihan itu dahulu.`,
    )
  const items = await itemsOf(trx, bill.id)
  const fee = await findActiveFee(trx, bill.id)
  await withBillAudit(trx, ctx, { aksi: 'batalkan', id: bill.id, alasan }, () =>
    voidBill(trx, bill, alasan, ctx.actor.id),
  )
  const tanggal_terbit = await todayAt(trx, bill.gedung_id)
  const id = await makeReplacement(trx, ctx, bill, { payer, items, tanggal_terbit })
  await fee?.moveTo(id)
  return id
}

/** Publishes the drafts that replace voided bills, and adds an audit log entry for each. */
const publishReplacements = async (trx: Trx, ctx: Ctx, ids: readonly number[]): Promise<void> => {
  const drafts: AnyRow[] = []
  for (const id of ids) drafts.push(await readBill(trx, ctx, id))
  const settings = await readSettings(trx)
  const { failed } = await publishBills(trx, ids, settings, ctx.actor.id, { pengganti: true })
  if (failed[0]) throw failed[0].error
  for (const draft of drafts) {
    const published = await readBill(trx, ctx, draft.id)
    await auditChange(trx, ctx, {
      aksi: 'terbitkan',
      entitas: billing.name,
      before: draft,
      after: published,
    })
  }
}

/**
 * Voids the open bills of `from` and reissues their lines to `to`. The audit log gets an entry for
 * each voided and each new bill. Returns the ids of the new bills. Throws 403 if a bill is outside
 * the actor's scope, and 409 if a bill has a credit note or is partly paid by a receipt. The
 * transaction must first wait for the queue of the number counter (`queueFor: ['penghitung']`).
 */
export const handOverBills = async (
  trx: Trx,
  ctx: Ctx,
  { from, to, alasan }: { from: number; to: number; alasan: string },
): Promise<number[]> => {
  const bills = await readOpenBills(trx, from)
  if (bills.length === 0) return []
  await checkBillScope(trx, ctx.actor, bills, 'tagihan')
  const payer = await readPayer(trx, to)
  const ids: number[] = []
  // Voiding a bill also voids its late fee, so a late fee among `bills` may already be void.
  const isVoid = async ({ id }: Bill) => (await readVoidAt(trx, id)) !== null
  for (const bill of bills)
    if (!(await isVoid(bill))) ids.push(await replaceBill(trx, ctx, bill, payer, alasan))
  await publishReplacements(trx, ctx, ids)
  return ids
}
