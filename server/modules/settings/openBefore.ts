/**
 * Call that lists open work before a month is closed (domain.md 3.6): work that becomes impossible
 * afterwards, and amounts still to be collected.
 */
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { openBefore } from '#contract/settings/settingCalls.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Handlers } from '#server/http/calls.ts'

type Open = CallOutput<typeof openBefore>

/**
 * Counts the draft bills whose issue date is on or before the day `sampai`. A draft without an
 * issue date is counted if it bills the month of this day or an earlier month.
 */
const countDrafts = (db: Db, sampai: string) =>
  db
    .selectFrom('billing')
    .select((eb) => eb.fn.countAll<number>().as('jumlah'))
    .where('status', '=', BillingStatus.draft)
    .where((eb) =>
      eb.or([
        eb('tanggal_terbit', '<=', sampai),
        eb.and([eb('tanggal_terbit', 'is', null), eb('periode', '<=', sampai.slice(0, 7))]),
      ]),
    )
    .executeTakeFirstOrThrow()
const sumUnpaid = (db: Db, sampai: string) =>
  db
    .selectFrom('billing')
    .select((eb) => [
      eb.fn.countAll<number>().as('jumlah'),
      eb.fn.coalesce(eb.fn.sum<number>('sisa'), eb.lit(0)).as('sisa'),
    ])
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where('sisa', '>', 0)
    .where('tanggal_terbit', '<=', sampai)
    .executeTakeFirstOrThrow()
const countExpenses = (db: Db, sampai: string) =>
  db
    .selectFrom('pengeluaran_sales')
    .select((eb) => eb.fn.countAll<number>().as('jumlah'))
    .where('status', '=', 'diajukan')
    .where('void_at', 'is', null)
    .where('tanggal', '<=', sampai)
    .executeTakeFirstOrThrow()
/** Counts the lessons on or before the day `sampai` whose attendance is not recorded. */
const countLessons = (db: Db, sampai: string) =>
  db
    .selectFrom('pertemuan')
    .select((eb) => eb.fn.countAll<number>().as('jumlah'))
    .where('status', '=', 'terjadwal')
    .where('tanggal', '<=', sampai)
    .executeTakeFirstOrThrow()

const readOpen = async (db: Db, sampai: string): Promise<Open> => ({
  draft: (await countDrafts(db, sampai)).jumlah,
  pengeluaran: (await countExpenses(db, sampai)).jumlah,
  pertemuan: (await countLessons(db, sampai)).jumlah,
  belum_lunas: await sumUnpaid(db, sampai),
})

export const lockCalls: Pick<Handlers, 'openBefore'> = {
  openBefore: (ctx, _, { sampai }) => readOpen(ctx.reader, sampai),
}
