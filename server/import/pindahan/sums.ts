/**
 * Sums for signing of a workbook: the open bills and the saldo of the school before and after it
 * (decision 0251).
 */
import { sql } from 'kysely'
import type { PindahanSum } from '#contract/import/pindahanCalls.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { open } from '#server/modules/billing/bills/scope.ts'

type Key = PindahanSum['kunci']
type Totals = Readonly<Record<Key, number>>
/** Kind of the sheet that changes each sum. */
const sheetOf: Readonly<Record<Key, string>> = { tagihan: 'billing', saldo: 'mutasi-saldo' }
const hasSum = (jenis: string): boolean => Object.values(sheetOf).includes(jenis)

const totalOf = async (trx: Trx, query: ReturnType<typeof sql<{ jumlah: number }>>) =>
  Number((await query.execute(trx)).rows[0]?.jumlah ?? 0)
/** Reads what all open bills of the school leave to pay, and the saldo of all payers, in rupiah. */
export const readTotals = async (trx: Trx): Promise<Totals> => ({
  tagihan: await totalOf(trx, sql`select sum(sisa) as jumlah from billing where ${open}`),
  saldo: await totalOf(trx, sql`select sum(saldo_kredit) as jumlah from akun_billing_profil`),
})

/** Sheet that has been imported, with the sum of the amounts of its new rows. */
interface ImportedSheet {
  jenis: string
  jumlah: number
}
/**
 * Returns the sums before the imported sheets, in them, and after them. Null if no sheet brings
 * amounts.
 */
export const sumsOf = (
  before: Totals,
  sheets: readonly ImportedSheet[],
  after: Totals,
): PindahanSum[] | null => {
  if (!sheets.some(({ jenis }) => hasSum(jenis))) return null
  return (['tagihan', 'saldo'] as const).map((kunci) => {
    const [sebelum, sesudah] = [before[kunci], after[kunci]]
    const lembar = sheets
      .filter(({ jenis }) => jenis === sheetOf[kunci])
      .reduce((sum, { jumlah }) => sum + jumlah, 0)
    return { kunci, sebelum, lembar, sesudah, cocok: sesudah === sebelum + lembar }
  })
}

const parseSums = (jumlah: string | null): PindahanSum[] | null =>
  jumlah === null ? null : fromJson<PindahanSum[]>(jumlah)
/** Reads the stored sums of a workbook; null before its trial and without amounts. */
export const readSums = async (db: Db, id: number): Promise<PindahanSum[] | null> => {
  const { jumlah } = await db
    .selectFrom('import_job')
    .select('jumlah')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return parseSums(jumlah)
}
export const storeSums = async (
  trx: Trx,
  id: number,
  sums: readonly PindahanSum[] | null,
): Promise<void> => {
  await trx
    .updateTable('import_job')
    .set({ jumlah: sums && JSON.stringify(sums) })
    .where('id', '=', id)
    .execute()
}
/**
 * Replaces the sum that a stored sheet has changed. It may differ from that of the trial, because
 * payments may have been received since. Returns whether the sums agree with the sheet.
 */
export const recordSum = async (
  trx: Trx,
  workbook: { id: number; jumlah: string | null },
  before: Totals,
  sheet: ImportedSheet,
): Promise<boolean> => {
  const sums = sumsOf(before, [sheet], await readTotals(trx))
  if (!sums) return true
  const stored = parseSums(workbook.jumlah) ?? sums
  await storeSums(
    trx,
    workbook.id,
    stored.map((old) => {
      const isOwn = sheetOf[old.kunci] === sheet.jenis
      return (isOwn ? sums.find(({ kunci }) => kunci === old.kunci) : undefined) ?? old
    }),
  )
  return sums.every(({ cocok }) => cocok)
}
