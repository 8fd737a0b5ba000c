/**
 * Compares sums that the API returns with sums computed by plain loops over database rows. The sums
 * are the balances in two account statements of each payer, and the totals of each outlet's bills.
 */
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { After } from '../play.ts'
import type { Arena } from './arena.ts'

/** Kinds of credit entries (`mutasi_saldo`) that change the money of a payer without a payment. */
const byHand = ['pengembalian', 'koreksi', 'transfer', 'nota_kredit', 'saldo_awal']

const readRows = async (db: Db) => ({
  bills: await db
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .select(['akun_billing_id', 'gedung_id', 'billing.status', 'payment_status', 'total'])
    .select(['terbayar', 'sisa', 'tanggal_terbit as tanggal', 'void_at', 'zona_waktu'])
    .execute(),
  payments: await db
    .selectFrom('billing_payment')
    .innerJoin('gedung', 'gedung.id', 'billing_payment.gedung_id')
    .select(['akun_billing_id', 'jumlah', 'tanggal', 'void_at', 'zona_waktu'])
    .execute(),
  saldo: await db
    .selectFrom('mutasi_saldo')
    .select(['akun_billing_id', 'jenis', 'jumlah', 'tanggal'])
    .execute(),
  profiles: await db
    .selectFrom('akun_billing_profil')
    .select(['user_id', 'saldo_kredit'])
    .execute(),
})
type Rows = Awaited<ReturnType<typeof readRows>>

interface Dated {
  tanggal: string | null
  void_at: string | null
  zona_waktu: string
}
/**
 * Whether a bill or payment counts at the end of a day: its date is that day or earlier, and it was
 * not yet void at the end of that day.
 */
const countsOn = ({ tanggal, void_at, zona_waktu }: Dated, day: string): boolean =>
  (tanggal ?? '9999') <= day &&
  (void_at === null || currentDay(zona_waktu, new Date(void_at)) > day)
const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
const issued = BillingStatus.terbit

/**
 * Returns debt and credit of a payer at the end of a day, computed from the rows dated up to that
 * day.
 */
const positionOn = ({ bills, payments, saldo }: Rows, akun: number, day: string) => {
  const accountRows = <T extends { akun_billing_id: number }>(rows: readonly T[]) =>
    rows.filter((row) => row.akun_billing_id === akun)
  const entries = accountRows(saldo).filter((entry) => entry.tanggal <= day)
  const manualEntries = entries.filter(({ jenis }) => byHand.includes(jenis))
  const owed = accountRows(bills).filter((bill) => bill.status === issued && countsOn(bill, day))
  const paid = accountRows(payments).filter((payment) => countsOn(payment, day))
  return {
    sisa:
      sum(owed, (b) => b.total) - sum(paid, (p) => p.jumlah) - sum(manualEntries, (m) => m.jumlah),
    saldo: sum(entries, (entry) => entry.jumlah),
  }
}
/**
 * Returns the current debt and credit of a payer, computed from the unpaid amounts stored in the
 * bills and the credit stored in the payer's profile.
 */
const positionNow = ({ bills, profiles }: Rows, akun: number) => {
  const saldo = profiles.find(({ user_id }) => user_id === akun)?.saldo_kredit ?? 0
  const open = bills.filter(
    (b) => b.akun_billing_id === akun && b.status === issued && b.void_at === null,
  )
  return { sisa: sum(open, (b) => b.sisa) - saldo, saldo }
}

type Position = ReturnType<typeof positionNow>
interface Statement {
  awal: Position
  akhir: Position
  total_tagihan: number
  total_bayar: number
  di_luar_wilayah: number
}
const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b)
/**
 * Checks two account statements of each payer. The balance of the day before yesterday must equal
 * the sums of the rows that are dated up to that day. The balance of tomorrow must equal the sums
 * that are stored in bills and profiles.
 */
const checkStatements = async ({ get, arena }: After<Arena>, rows: Rows): Promise<string[]> => {
  const wrong: string[] = []
  const [past, end] = [addDays(currentDay(), -2), addDays(currentDay(), 1)]
  for (const akun of arena.akun)
    for (const day of [past, end]) {
      const { status, data } = await get(
        `/user/rekening-koran?id=${akun}&dari=${day}&sampai=${day}`,
      )
      const statement = data as Statement
      const expected = day === end ? positionNow(rows, akun) : positionOn(rows, akun, day)
      const name = `rekening koran ${akun} ${day}`
      if (status !== 200) wrong.push(`${name}: ${status} ${JSON.stringify(data)}`)
      else if (differs(statement.akhir, expected))
        wrong.push(`${name}: ${JSON.stringify(statement.akhir)} bukan ${JSON.stringify(expected)}`)
      else if (
        statement.awal.sisa + statement.total_tagihan - statement.total_bayar !==
        statement.akhir.sisa
      )
        wrong.push(`${name}: baris-barisnya tidak menuju sisa akhirnya`)
      else if (statement.di_luar_wilayah !== 0) wrong.push(`${name}: ada baris yang tidak terlihat`)
    }
  return wrong
}

/**
 * Checks the totals of each outlet's bills that are not void: once for all these bills, and once
 * for the partially paid bills.
 */
const checkTotals = async ({ get, arena }: After<Arena>, { bills }: Rows): Promise<string[]> => {
  const wrong: string[] = []
  for (const gedung of arena.gedung) {
    const outletBills = bills.filter((b) => b.gedung_id === gedung && b.void_at === null)
    for (const status of [undefined, PaymentStatus.sebagian]) {
      const rows = outletBills.filter((b) => status === undefined || b.payment_status === status)
      const only = status === undefined ? '' : `&payment_status=${status}`
      const { data } = await get(`/billing/total?gedung_id=${gedung}&batal=false${only}`)
      const expected = {
        jumlah_baris: rows.length,
        total: sum(rows, (b) => b.total),
        terbayar: sum(rows, (b) => b.terbayar),
        sisa: sum(rows, (b) => b.sisa),
      }
      if (differs(data, expected))
        wrong.push(`total${only}: ${JSON.stringify(data)} bukan ${JSON.stringify(expected)}`)
    }
  }
  return wrong
}

/** Returns a text for each difference between the sums of the API and the rows. */
export const checkAnswers = async (after: After<Arena>): Promise<string[]> => {
  const rows = await readRows(after.db)
  return [...(await checkStatements(after, rows)), ...(await checkTotals(after, rows))]
}
