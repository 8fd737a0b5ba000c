/**
 * Open bills of a payer who stops being one (a downgrade with `alihkan`, domain.md 3.9): voided,
 * and issued anew for another payer. When a student merely gets another payer, published bills stay
 * with the old one (server/modules/access/user/saveUser.ts).
 */
import { billing } from '#contract/billing/billing.ts'
import { BillingStatus } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { itemsOf, readBill, withBillAudit } from '#server/modules/billing/billAudit.ts'
import { todayAt } from '#server/modules/billing/closedMonth.ts'
import { readCredited } from '#server/modules/billing/creditNote.ts'
import { holdFee } from '#server/modules/billing/denda/end.ts'
import {
  readPayer,
  refuseElsewhere,
  type Bill,
  type Payer,
} from '#server/modules/billing/payerOfBill.ts'
import { publishBills } from '#server/modules/billing/publish.ts'
import { makeReplacement } from '#server/modules/billing/reissue.ts'
import { voidBill } from '#server/modules/billing/voidBill.ts'
import { labelRows, seesOutlet } from '#server/modules/scope.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { type AnyRow } from '#server/resource/columns.ts'
import { readSettings } from '#server/settings.ts'

/** Published bills of an account that are not paid in full, oldest first. */
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
/** Bills in words: `INV/2026/11/0001 (Rp500.000), …` */
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

const readVoid = async (trx: Trx, id: number): Promise<string | null> => {
  const { void_at } = await trx
    .selectFrom('billing')
    .select('void_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return void_at
}
/** Voids a bill, and makes a draft of the same lines for another payer; answers its id. */
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
  const fee = await holdFee(trx, bill.id)
  await withBillAudit(trx, ctx, { aksi: 'batalkan', id: bill.id, alasan }, () =>
    voidBill(trx, bill, alasan, ctx.actor.id),
  )
  const tanggal_terbit = await todayAt(trx, bill.gedung_id)
  const id = await makeReplacement(trx, ctx, bill, { payer, items, tanggal_terbit })
  await fee?.moveTo(id)
  return id
}

/** Publishes bills that take the place of voided ones, each recorded as if by itself. */
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
 * Voids the open bills of `from` and issues the same lines to `to`; each bill is recorded as if it
 * were voided and issued by itself. Throws 403 when one is out of the actor's scope; one that a
 * receipt pays in part is refused by the void (409). Queue for the counter first. Answers the new
 * bills' ids.
 */
export const handOverBills = async (
  trx: Trx,
  ctx: Ctx,
  { from, to, alasan }: { from: number; to: number; alasan: string },
): Promise<number[]> => {
  const bills = await readOpenBills(trx, from)
  if (bills.length === 0) return []
  await refuseElsewhere(trx, ctx.actor, bills, 'tagihan')
  const payer = await readPayer(trx, to)
  const ids: number[] = []
  // The late fee of a bill goes with it, and is none to hand over then.
  const gone = async ({ id }: Bill) => (await readVoid(trx, id)) !== null
  for (const bill of bills)
    if (!(await gone(bill))) ids.push(await replaceBill(trx, ctx, bill, payer, alasan))
  await publishReplacements(trx, ctx, ids)
  return ids
}
