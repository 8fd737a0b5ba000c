/**
 * Numbers of bills, receipts, expenses and confirmations (domain.md 3.1). A series consists of all
 * document numbers that differ only in their sequence number. Each series has one counter that
 * counts 1, 2, 3 … without a gap. A change of the format or of an outlet's code never causes a
 * number to be used twice.
 */
import { sql } from 'kysely'
import {
  numberIn,
  sequenceIn,
  seriesOf,
  seriesPlace,
} from '#contract/billing/rules/numberFormat.ts'
import type { NumberedPaper } from '#contract/settings/settingCalls.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'

const tables = {
  tagihan: 'billing',
  kuitansi: 'billing_payment',
  pengeluaran: 'pengeluaran_sales',
  konfirmasi: 'konfirmasi_pembayaran',
} as const satisfies Record<NumberedPaper, keyof Tables>
/** Date column of each kind of document, from which the year of a number is taken. */
const dates: Record<NumberedPaper, string> = {
  tagihan: 'tanggal_terbit',
  kuitansi: 'tanggal',
  pengeluaran: 'tanggal',
  konfirmasi: 'tanggal_transfer',
}
/** Maximum number of document numbers that one query of `readTaken` checks. */
const chunk = 1000

/**
 * Returns the largest sequence number of a series among stored documents; 0 if the series has none.
 */
const readLastStoredNumber = async (
  db: Db | Trx,
  paper: NumberedPaper,
  series: string,
): Promise<number> => {
  const [before = '', after = ''] = series.split(seriesPlace)
  // Reads only numbers with a digit at the position of the sequence number. The condition is a
  // range, so that an index can be used. The range ends with a colon, which is the character after
  // `9`.
  const { rows } = await sql<{ nomor: string }>`select nomor from ${sql.table(tables[paper])}
    where nomor >= ${`${before}0`} and nomor < ${`${before}:`} and nomor like ${`%${after}`}`.execute(
    db,
  )
  return rows.reduce((last, { nomor }) => Math.max(last, sequenceIn(series, nomor) ?? 0), 0)
}

/** Returns the last used sequence number of a series, for the preview of the next number. */
export const lastNumber = async (
  db: Db | Trx,
  paper: NumberedPaper,
  series: string,
): Promise<number> => {
  const counter = await db
    .selectFrom('penghitung')
    .select('nilai')
    .where('jenis', '=', paper)
    .where('seri', '=', series)
    .executeTakeFirst()
  return counter?.nilai ?? readLastStoredNumber(db, paper, series)
}

/** Counts the documents of a year that have a document number, in all outlets. */
export const countNumbers = async (
  db: Db | Trx,
  paper: NumberedPaper,
  year: string,
): Promise<number> => {
  const date = sql.ref(dates[paper])
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(tables[paper])}
    where nomor is not null and ${date} >= ${`${year}-01-01`} and ${date} <= ${`${year}-12-31`}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const setCounter = (trx: Trx, paper: NumberedPaper, series: string, nilai: number) =>
  trx
    .updateTable('penghitung')
    .set({ nilai })
    .where('jenis', '=', paper)
    .where('seri', '=', series)
    .execute()

/**
 * Increases the counter of a series by `count` and returns the new value. A new counter starts
 * after the largest number that a stored document of the series has.
 */
const advance = async (
  trx: Trx,
  paper: NumberedPaper,
  { series, count }: { series: string; count: number },
): Promise<number> => {
  const { nilai } = await trx
    .insertInto('penghitung')
    .values({ jenis: paper, seri: series, nilai: count })
    .onConflict((c) =>
      c.columns(['jenis', 'seri']).doUpdateSet({ nilai: sql<number>`penghitung.nilai + ${count}` }),
    )
    .returning('nilai')
    .executeTakeFirstOrThrow()
  if (nilai > count) return nilai
  const before = await readLastStoredNumber(trx, paper, series)
  if (before > 0) await setCounter(trx, paper, series, before + count)
  return before + count
}

/**
 * Returns those of the given numbers that a stored document already has. Such a document may belong
 * to another series that has produced the same number.
 */
const readTaken = async (trx: Trx, paper: NumberedPaper, numbers: readonly string[]) => {
  const { rows } = await sql<{
    nomor: string
  }>`select nomor from ${sql.table(tables[paper])} where nomor in (${sql.join([...numbers])})`.execute(
    trx,
  )
  return new Set(rows.map((r) => r.nomor))
}

interface Outlet {
  kode: string
}
/**
 * Takes the next numbers of a series, in the transaction that writes the documents. Numbers that a
 * document already has are skipped. The transaction must first wait for the queue of the counters
 * (`queueFor`), so that two transactions never take the same number.
 */
export const takeNumbers = async (
  trx: Trx,
  paper: NumberedPaper,
  {
    format,
    outlet,
    date,
    count = 1,
  }: { format: string; outlet: Outlet; date: string; count?: number },
): Promise<string[]> => {
  const series = seriesOf(format, { tanggal: date, gedung: outlet.kode })
  const from = (await advance(trx, paper, { series, count })) - count
  const numbers: string[] = []
  let last = from
  while (numbers.length < count) {
    const size = Math.min(chunk, last === from ? count : chunk)
    const next = Array.from({ length: size }, (_, i) => numberIn(format, series, last + i + 1))
    const takenNumbers = await readTaken(trx, paper, next)
    for (const number of next) {
      if (numbers.length === count) break
      last++
      if (!takenNumbers.has(number)) numbers.push(number)
    }
  }
  if (last > from + count) await setCounter(trx, paper, series, last)
  return numbers
}
