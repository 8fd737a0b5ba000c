/** Reads the money that an outlet received and paid out since its last cash closing. */
import { sql } from 'kysely'
import { methodProperties, methodsWith } from '#contract/billing/rules/paymentMethod.ts'
import { addDays, formatTanggal } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

export interface Days {
  gedung_id: number
  dari: string
  tanggal: string
}

/** Returns the latest closing of an outlet that was not reopened; undefined if there is none. */
export const readLastClosing = (db: Db | Trx, gedung_id: number) =>
  db
    .selectFrom('tutup_kas')
    .select(['id', 'tanggal', 'sisa_kas'])
    .where('gedung_id', '=', gedung_id)
    .where('dibuka_at', 'is', null)
    .orderBy('tanggal', 'desc')
    .limit(1)
    .executeTakeFirst()
type Closing = Awaited<ReturnType<typeof readLastClosing>>

/**
 * Returns the days that a closing covers: all days after the previous closing. The first closing of
 * an outlet covers only its day.
 */
export const daysOf = (last: Closing, gedung_id: number, tanggal: string): Days => ({
  gedung_id,
  dari: last && last.tanggal < tanggal ? addDays(last.tanggal, 1) : tanggal,
  tanggal,
})
/**
 * Returns the reason why a day cannot be closed; undefined if it can be closed. `today` is the date
 * at the outlet.
 */
export const obstacleOf = (last: Closing, tanggal: string, today: string): string | undefined => {
  if (tanggal > today) return 'Hari itu belum tiba'
  return last && last.tanggal >= tanggal
    ? `Kas sudah ditutup sampai ${formatTanggal(last.tanggal)}`
    : undefined
}

/**
 * Returns the payments of an outlet on the given days, summed up by method, bank and receiver. Void
 * payments are summed up separately (`banyak_batal`, `jumlah_batal`).
 */
export const readTillEntries = async (db: Db | Trx, { gedung_id, dari, tanggal }: Days) => {
  const { rows } = await sql<{
    metode: number
    bank_id: number | null
    bank: string | null
    penerima_id: number
    penerima: string
    banyak: number
    jumlah: number
    banyak_batal: number
    jumlah_batal: number
  }>`select p.metode, p.bank_id, b.nama_bank as bank, p.diterima_oleh as penerima_id, u.name as penerima,
      sum(case when p.void_at is null then 1 else 0 end) as banyak, sum(case when p.void_at is null then p.jumlah else 0 end) as jumlah,
      sum(case when p.void_at is null then 0 else 1 end) as banyak_batal, sum(case when p.void_at is null then 0 else p.jumlah end) as jumlah_batal
    from billing_payment p join "user" u on u.id = p.diterima_oleh left join bank b on b.id = p.bank_id
    where p.gedung_id = ${gedung_id} and p.tanggal between ${dari} and ${tanggal}
    group by p.metode, p.bank_id, b.nama_bank, p.diterima_oleh, u.name
    order by p.metode, b.nama_bank, u.name, p.bank_id, p.diterima_oleh`.execute(db)
  // Converts the sums to numbers, because PostgreSQL returns them as strings.
  return rows.map((row) => ({
    ...row,
    banyak: Number(row.banyak),
    jumlah: Number(row.jumlah),
    banyak_batal: Number(row.banyak_batal),
    jumlah_batal: Number(row.jumlah_batal),
  }))
}
export type Line = Awaited<ReturnType<typeof readTillEntries>>[number]

/** Returns the sum of cash payments, without void payments. */
export const cashIn = (lines: readonly Line[]): number =>
  lines
    .filter(({ metode }) => methodProperties(metode).isCash)
    .reduce((sum, { jumlah }) => sum + jumlah, 0)

/** Returns the sum of saldo that the outlet refunded in cash on the given days. */
export const readRefunds = async (
  db: Db | Trx,
  { gedung_id, dari, tanggal }: Days,
): Promise<number> => {
  const { jumlah } = await db
    .selectFrom('mutasi_saldo')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('jumlah'))
    .where('gedung_id', '=', gedung_id)
    .where('tanggal', '>=', dari)
    .where('tanggal', '<=', tanggal)
    .where('jenis', '=', 'pengembalian')
    .where('metode', 'in', methodsWith('isCash'))
    .executeTakeFirstOrThrow()
  return -Number(jumlah)
}

/**
 * Returns the number and the sum of the expenses that were approved and paid in cash. Includes the
 * expenses of all sales persons at the outlet on the given days.
 */
export const readExpenses = async (db: Db | Trx, { gedung_id, dari, tanggal }: Days) => {
  const { banyak, jumlah } = await db
    .selectFrom('pengeluaran_sales')
    .select((eb) => [
      eb.fn.countAll<number>().as('banyak'),
      eb.fn.coalesce(eb.fn.sum<number>('jumlah'), sql<number>`0`).as('jumlah'),
    ])
    .where('gedung_id', '=', gedung_id)
    .where('tanggal', '>=', dari)
    .where('tanggal', '<=', tanggal)
    .where('status', '=', 'disetujui')
    .where('void_at', 'is', null)
    .where('metode', 'in', methodsWith('isCash'))
    .executeTakeFirstOrThrow()
  return { banyak: Number(banyak), jumlah: Number(jumlah) }
}

/**
 * Returns the first day with payments at the counter that is after the last closing (`after`) and
 * before today; undefined if no such day exists.
 */
export const readOpenSince = async (
  db: Db,
  { gedung_id, after, today }: { gedung_id: number; after: string; today: string },
): Promise<string | undefined> => {
  const methods = methodsWith('isAtCounter')
  const row = await db
    .selectFrom('billing_payment')
    .select('tanggal')
    .where('gedung_id', '=', gedung_id)
    .where('tanggal', '>', after)
    .where('tanggal', '<', today)
    .where('metode', 'in', methods)
    .where('void_at', 'is', null)
    .orderBy('tanggal')
    .limit(1)
    .executeTakeFirst()
  return row?.tanggal
}
