/**
 * Queries for the rows on which the simulated users act, and functions that pick random days and
 * payment methods. The queries return the newest rows of each kind, so that users often change the
 * same row.
 */
import { BillingStatus, MetodePembayaran } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Field as AnyField, Move as AnyMove } from '../play.ts'
import type { Random } from '../random.ts'
import type { Arena } from './arena.ts'

export type Field = AnyField<Arena>
export type Move = AnyMove<Arena>

export const alasan = 'Uji acak uang'
/**
 * Maximum number of rows from which an action picks a row. These are the newest rows of their kind.
 */
export const contestedLimit = 25
const { tunai, transfer, kartuKredit } = MetodePembayaran
/**
 * Number of past months that can be billed. The students that `makeArena` enrols are enrolled for
 * at least that long.
 */
export const monthsBack = 60
/**
 * Maximum age of a payment's date in days. During a run, users close some of these days and lock
 * some of these months.
 */
export const daysBack = 45

export const thisMonth = () => currentDay().slice(0, 7)
export const someDay = (r: Random) =>
  addDays(currentDay(), -(r.chance(0.5) ? 0 : r.int(0, daysBack)))
export const how = ({ arena, r }: Field) =>
  r.pick([
    { metode: tunai },
    { metode: tunai },
    { metode: transfer, bank_id: arena.bank },
    { metode: transfer, bank_id: r.pick(arena.banks) },
    { metode: kartuKredit, bank_id: arena.mesin },
  ])

/** Returns the day up to which the books are locked; an empty text without a lock. */
const lockedUntil = async (db: Db): Promise<string> => {
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'kunci_buku_sampai')
    .executeTakeFirstOrThrow()
  const date: unknown = JSON.parse(value)
  return typeof date === 'string' ? date : ''
}
/**
 * Finds the newest bills that have the status and are not void. Sometimes finds only void bills, or
 * only bills of locked months; the server rejects most calls for these bills.
 */
export const billsOf = async (
  { db, arena, r }: Field,
  status: (typeof BillingStatus)['draft' | 'terbit'],
) => {
  const until = r.chance(0.1) ? await lockedUntil(db) : ''
  const isVoid = status === BillingStatus.terbit && r.chance(0.13)
  return db
    .selectFrom('billing')
    .select(['id', 'akun_billing_id', 'gedung_id', 'sisa', 'total', 'versi'])
    .where('akun_billing_id', 'in', arena.akun)
    .where('status', '=', status)
    .where('void_at', isVoid ? 'is not' : 'is', null)
    .$if(until !== '', (query) => query.where('tanggal_terbit', '<=', until))
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()
}
export const published = (field: Field) => billsOf(field, BillingStatus.terbit)
export const openBills = async (field: Field) =>
  (await published(field)).filter((bill) => bill.sisa > 0)
/**
 * Finds the newest payments. Sometimes finds only void payments, or only payments of locked months;
 * the server rejects most calls for these payments.
 */
export const paymentsOf = async ({ db, arena, r }: Field) => {
  const until = r.chance(0.15) ? await lockedUntil(db) : ''
  const isVoid = until === '' && r.chance(0.15)
  return db
    .selectFrom('billing_payment')
    .select(['id', 'akun_billing_id', 'jumlah', 'bank_id'])
    .where('akun_billing_id', 'in', arena.akun)
    .$if(until !== '', (query) => query.where('tanggal', '<=', until).where('void_at', 'is', null))
    .$if(isVoid, (query) => query.where('void_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(contestedLimit)
    .execute()
}
/** Finds payments that are matched with lines of a bank statement. */
export const matchedPayments = ({ db, arena }: Field) =>
  db
    .selectFrom('billing_payment as p')
    .innerJoin('mutasi_bank', 'mutasi_bank.payment_id', 'p.id')
    .select('p.id')
    .where('p.akun_billing_id', 'in', arena.akun)
    .orderBy('p.id', 'desc')
    .limit(contestedLimit)
    .execute()
/**
 * Picks one of the three payers with the most credit, and an amount: mostly a part of the credit,
 * sometimes an amount that may exceed it.
 */
export const someSaldo = async ({
  db,
  arena,
  r,
}: Field): Promise<{ akun: number; jumlah: number }> => {
  const rows = await db
    .selectFrom('akun_billing_profil')
    .select(['user_id', 'saldo_kredit'])
    .where('user_id', 'in', arena.akun)
    .orderBy('saldo_kredit', 'desc')
    .orderBy('user_id')
    .limit(3)
    .execute()
  const { user_id, saldo_kredit } = r.pick(rows)
  const most = r.chance(0.8) ? saldo_kredit : 300_000
  return { akun: user_id, jumlah: Math.max(1, r.int(0, most)) }
}
