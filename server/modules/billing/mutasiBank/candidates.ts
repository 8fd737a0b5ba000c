/**
 * Reads the possible matches for statement lines: bills, confirmations and payments within the
 * actor's scope. A possible match has the amount, a name, the document number, or the bank account
 * and date in common with a line. All lines of a page are looked up together.
 */
import { sql, type RawBuilder } from 'kysely'
import type { MatchBill, StatementLine } from '#contract/billing/rules/bank/matchAmount.ts'
import {
  daysApart,
  type MatchAccount,
  type MatchCandidates,
  type MatchConfirmation,
  type MatchPayment,
} from '#contract/billing/rules/bank/matchLine.ts'
import { nameRuns, wordsIn } from '#contract/billing/rules/bank/statementNames.ts'
import { methodsWith } from '#contract/billing/rules/paymentMethod.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { billingScope, open, paymentScope } from '#server/modules/billing/bills/scope.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { readSettings } from '#server/settings.ts'

const all = sql`1 = 1`
/** Maximum numbers of accounts, names and other rows that are read for one page of lines. */
const most = { accounts: 3000, names: 3000, rows: 2000 } as const
/** Maximum number of ids per SQL statement. */
const idsAtOnce = 1000

const chunked = async <I, T>(
  items: readonly I[],
  read: (part: readonly I[]) => Promise<T[]>,
  size: number = idsAtOnce,
): Promise<T[]> => {
  const rows: T[] = []
  for (let start = 0; start < items.length; start += size)
    rows.push(...(await read(items.slice(start, start + size))))
  return rows
}
const rowsOf = async <T>(db: Db, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows

/**
 * Returns the payers with an open bill whose unpaid amount is one of `amounts`, and the payers
 * whose open bills add up to one of `amounts`. With `kodeUnik`, also returns the payers with an
 * open bill whose unpaid amount plus unique code is one of `amounts`. A unique code is at most
 * Rp999.
 */
const byAmount = async (
  db: Db,
  actor: Actor,
  amounts: readonly number[],
  kodeUnik: boolean,
): Promise<number[]> => {
  const scope = billingScope(actor) ?? all
  // Selects a bill only if its unpaid amount plus its unique code is exactly the amount `n`. A
  // range of Rp999 alone would select too many bills.
  const coded = (n: number) =>
    sql`(billing.sisa between ${n - 999} and ${n} and billing.id % 999 + 1 = ${n % 1000})`
  const exact = sql`billing.sisa in (${sql.join(amounts)})`
  const amountMatch = kodeUnik
    ? sql`(${sql.join([exact, ...amounts.map(coded)], sql` or `)})`
    : exact
  const single = await rowsOf(
    db,
    sql<{ id: number }>`select distinct billing.akun_billing_id as id from billing
      where ${open} and ${amountMatch} and ${scope} limit ${most.accounts}`,
  )
  const sums = await rowsOf(
    db,
    sql<{ id: number }>`select billing.akun_billing_id as id from billing where ${open} and ${scope}
      group by billing.akun_billing_id having count(*) > 1 and sum(billing.sisa) in (${sql.join(amounts)}) limit ${most.accounts}`,
  )
  return [...single, ...sums].map((row) => row.id)
}
/**
 * Returns the payers whose full name, or the full name of one of their students, appears in a line.
 * `runs` are sequences of words in the lines, normalized like `name_kunci`.
 */
const byName = (db: Db, runs: readonly string[]): Promise<number[]> =>
  chunked(runs.slice(0, most.names), async (part) => {
    const rows = await rowsOf(
      db,
      sql<{
        id: number
      }>`select coalesce(u.akun_billing_id, u.id) as id from "user" u where u.name_kunci in (${sql.join(part)}) and u.status <> 0 limit ${most.accounts}`,
    )
    return rows.map((row) => row.id)
  })
const isJoint = (sign: string | undefined): boolean => sign === '/' || sign === '.' || sign === '-'
/**
 * Returns the words of a text that consist of three to six parts separated by `/`, `.` or `-`. Such
 * a word may be a document number, for example `INV/2026/11/0001`.
 */
const numbersIn = (text: string): string[] =>
  (text.match(/[A-Za-z0-9/.-]+/g) ?? []).flatMap((word) => {
    let [start, end] = [0, word.length]
    while (isJoint(word[start])) start++
    while (end > start && isJoint(word[end - 1])) end--
    const number = word.slice(start, end)
    const parts = number.split(/[/.-]/)
    return parts.length >= 3 && parts.length <= 6 && !parts.includes('') ? [number] : []
  })
/**
 * Returns the payers of the bills whose number appears in a line exactly as printed on the bill.
 */
const byNumber = async (db: Db, lines: readonly StatementLine[]): Promise<number[]> => {
  const numbers = lines.flatMap((line) => numbersIn(line.teks))
  return chunked([...new Set(numbers)].slice(0, most.rows), async (part) => {
    const rows = await rowsOf(
      db,
      sql<{
        id: number
      }>`select billing.akun_billing_id as id from billing where billing.nomor in (${sql.join(part)})`,
    )
    return rows.map((row) => row.id)
  })
}

/** Returns the names of payers, of their students and of their contacts, by payer. */
const readNames = async (
  db: Db,
  accounts: readonly number[],
): Promise<ReadonlyMap<number, string[]>> => {
  const people = await chunked(accounts, (part) =>
    rowsOf(
      db,
      sql<{ of: number; name: string | null; also: string | null }>`
        select u.id as "of", u.name, p.nama_tagihan as also from "user" u left join akun_billing_profil p on p.user_id = u.id where u.id in (${sql.join(part)})
        union all select u.akun_billing_id, u.name, null from "user" u where u.akun_billing_id in (${sql.join(part)}) and u.status <> 0
        union all select k.user_id, k.nama, null from akun_billing_kontak k where k.user_id in (${sql.join(part)})`,
    ),
  )
  const byAccount = Map.groupBy(people, (row) => row.of)
  return new Map(
    [...byAccount].map(([id, rows]) => [
      id,
      [...new Set(rows.flatMap((row) => [row.name, row.also]).filter((n) => n !== null))],
    ]),
  )
}

const readOpenBillsOf = (db: Db, actor: Actor, accounts: readonly number[]) =>
  chunked(accounts, (part) =>
    rowsOf(
      db,
      sql<MatchBill & { akun_billing_id: number }>`
        select billing.id, billing.nomor, billing.sisa, billing.jatuh_tempo, billing.tanggal_terbit, billing.akun_billing_id
        from billing where billing.akun_billing_id in (${sql.join(part)}) and ${open} and ${billingScope(actor) ?? all}`,
    ),
  )

type WithoutNames<T> = Omit<T, 'names' | 'akun'>
interface Window {
  from: string
  to: string
}
const readConfirmations = (db: Db, actor: Actor, banks: readonly number[], { from, to }: Window) =>
  rowsOf(
    db,
    sql<WithoutNames<MatchConfirmation> & { pengirim_nama: string }>`
      select konfirmasi_pembayaran.id, konfirmasi_pembayaran.nomor, konfirmasi_pembayaran.akun_billing_id, konfirmasi_pembayaran.jumlah,
        konfirmasi_pembayaran.tanggal_transfer as tanggal, konfirmasi_pembayaran.bank_tujuan_id as bank_id, konfirmasi_pembayaran.pengirim_nama
      from konfirmasi_pembayaran
      where konfirmasi_pembayaran.status = 'menunggu' and konfirmasi_pembayaran.bank_tujuan_id in (${sql.join(banks)})
        and konfirmasi_pembayaran.tanggal_transfer between ${from} and ${to} and ${konfirmasiScope(actor) ?? all}
      order by konfirmasi_pembayaran.created_at limit ${most.rows}`,
  )
const readPayments = (
  db: Db,
  actor: Actor,
  { banks, amounts }: { banks: readonly number[]; amounts: readonly number[] },
  { from, to }: Window,
) =>
  rowsOf(
    db,
    sql<WithoutNames<MatchPayment> & { pembayar_nama: string; bank_id: number | null }>`
      select billing_payment.id, billing_payment.nomor, billing_payment.akun_billing_id, billing_payment.jumlah, billing_payment.tanggal,
        billing_payment.referensi, billing_payment.pembayar_nama, billing_payment.bank_id
      from billing_payment
      where billing_payment.tanggal between ${from} and ${to} and billing_payment.jumlah in (${sql.join(amounts)}) and billing_payment.void_at is null
        and billing_payment.metode in (${sql.join(methodsWith('hasBank'))}) and billing_payment.bank_id in (${sql.join(banks)})
        and not exists (select 1 from mutasi_bank m where m.payment_id = billing_payment.id) and ${paymentScope(actor) ?? all}
      order by billing_payment.id limit ${most.rows}`,
  )

/** Reads all possible matches of the given lines within the actor's scope. */
export const readCandidates = async (
  db: Db,
  actor: Actor,
  lines: readonly StatementLine[],
): Promise<MatchCandidates> => {
  const { kode_unik: kodeUnik } = await readSettings(db)
  if (lines.length === 0) return { accounts: [], confirmations: [], payments: [], kodeUnik }
  const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
  const amounts = unique(lines.map((line) => line.jumlah))
  const banks = unique(lines.map((line) => line.bank_id))
  const days = lines.map((line) => line.tanggal).toSorted()
  const window = {
    from: addDays(days[0] ?? '', -daysApart),
    to: addDays(days.at(-1) ?? '', daysApart),
  }
  const runs = unique(lines.flatMap((line) => nameRuns(wordsIn(line.teks))))
  const ids = unique([
    ...(await byAmount(db, actor, amounts, kodeUnik)),
    ...(await byName(db, runs)),
    ...(await byNumber(db, lines)),
  ])
  const bills = Map.groupBy(await readOpenBillsOf(db, actor, ids), (bill) => bill.akun_billing_id)
  const confirmations = await readConfirmations(db, actor, banks, window)
  const payments = await readPayments(db, actor, { banks, amounts }, window)
  const owners = unique([
    ...bills.keys(),
    ...[...confirmations, ...payments].map((row) => row.akun_billing_id),
  ])
  const names = await readNames(db, owners)
  const ownerOf = (akun_billing_id: number, ...also: string[]) => {
    const ownNames = names.get(akun_billing_id) ?? []
    return { akun_billing_id, akun: ownNames[0] ?? '–', names: unique([...ownNames, ...also]) }
  }
  return {
    accounts: [...bills].map(([id, ownBills]): MatchAccount => ({
      ...ownerOf(id),
      bills: ownBills,
    })),
    confirmations: confirmations.map(({ pengirim_nama, ...row }) => ({
      ...row,
      ...ownerOf(row.akun_billing_id, pengirim_nama),
    })),
    payments: payments.map(({ pembayar_nama, ...row }) => ({
      ...row,
      ...ownerOf(row.akun_billing_id, pembayar_nama),
    })),
    kodeUnik,
  }
}
