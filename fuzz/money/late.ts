/** Late fees: the nightly job charges them, and admins waive them. */
import { BillingStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { alasan, contestedLimit, type Field, type Move } from './rows.ts'

/** Finds the newest unpaid bills with tuition. Some of them already have a late fee. */
const tuitionBills = ({ db, arena }: Field) =>
  db
    .selectFrom('billing')
    .select('id')
    .where('akun_billing_id', 'in', arena.akun)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('billing_item as i')
          .select('i.id')
          .whereRef('i.billing_id', '=', 'billing.id')
          .where('i.kursus_peserta_id', 'is not', null),
      ),
    )
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()

/** Finds unpaid bills with a charged late fee, of the first tier only or of any tier. */
const finedBills = ({ db, arena }: Field, tier: 'first' | 'any') =>
  db
    .selectFrom('denda')
    .innerJoin('billing', 'billing.id', 'denda.billing_id')
    .select('billing.id')
    .where('billing.akun_billing_id', 'in', arena.akun)
    .where('billing.terbayar', '=', 0)
    .where('denda.status', '=', 'ditagih')
    .$if(tier === 'first', (query) => query.where('denda.dari_hari', '=', 1))
    .orderBy('denda.id', 'desc')
    .limit(contestedLimit)
    .execute()

/**
 * Runs the nightly job of late fees as if days had passed. First moves the due dates of some bills
 * into the past, so that the bills become overdue or reach the next tier.
 */
export const chargeFees: Move = async (field) => {
  const { db, r } = field
  const sample = <T>(bills: readonly T[]): T[] => bills.filter(() => r.chance(0.3))
  const moved = [
    { bills: sample(await tuitionBills(field)), days: r.chance() ? r.int(1, 10) : r.int(11, 40) },
    { bills: sample(await finedBills(field, 'first')), days: r.int(11, 40) },
  ]
  await transaction(db, async (trx) => {
    for (const { bills, days } of moved)
      for (const { id } of bills)
        await trx
          .updateTable('billing')
          .set({ jatuh_tempo: addDays(currentDay(), -days) })
          .where('id', '=', id)
          .execute()
  })
  return { path: '/pekerjaan/jalankan', body: { nama: 'denda' } }
}
/** Voids a bill that has a late fee. The server then has to void the fee as well. */
export const voidFined: Move = async (field) => {
  const bill = field.r.some(await finedBills(field, 'any'))
  return bill && { path: `/billing/batalkan?id=${bill.id}`, body: { alasan } }
}
export const waiveFee: Move = async ({ db, arena, r }) => {
  const rows = await db
    .selectFrom('denda')
    .innerJoin('billing', 'billing.id', 'denda.tagihan_id')
    .select('denda.tagihan_id as id')
    .where('billing.akun_billing_id', 'in', arena.akun)
    .where('denda.status', r.chance(0.9) ? '=' : '<>', 'ditagih')
    .orderBy('denda.id', 'desc')
    .limit(contestedLimit)
    .execute()
  const fee = r.some(rows)
  return fee && { path: `/billing/hapus-denda?id=${fee.id}`, body: { alasan } }
}
