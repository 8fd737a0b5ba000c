/**
 * Possible duplicates of expenses: rows with the same sales person, day and amount, or with the
 * same file. The app shows them, and the person who files the expense decides.
 */
import { sql, type SqlBool } from 'kysely'
import type { pengeluaranSales } from '#contract/sales/pengeluaranSales.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { expenseScope } from '#server/modules/sales/expenses/expenseScope.ts'
import { isVisible, labelRows } from '#server/modules/scope.ts'
import type { Module, Stored } from '#server/resource/module.ts'

const entitas = 'pengeluaran-sales'
/** Maximum number of duplicates shown for an expense. */
const most = 5

type Filed = Pick<Stored<typeof pengeluaranSales>, 'sales_id' | 'tanggal' | 'jumlah' | 'bukti'>
/**
 * Whether two versions of an expense have the same day, amount and file. Duplicates are found by
 * these columns and by the sales person, whom an update cannot change.
 */
const hasEqualDuplicateKeys = (a: Filed, b: Filed): boolean =>
  a.tanggal === b.tanggal && a.jumlah === b.jumlah && a.bukti === b.bukti

const readTwins = async (trx: Trx, actor: Actor, filed: Filed, except: number) => {
  const sameFile = sql<SqlBool>`pengeluaran_sales.id in (select b.entitas_id from berkas b join berkas own on own.sha256 = b.sha256 where own.id = ${filed.bukti ?? 0} and b.entitas = ${entitas})`
  return trx
    .selectFrom('pengeluaran_sales')
    .select(['nomor as nama', isVisible(expenseScope(actor))])
    .where('void_at', 'is', null)
    .where('id', '<>', except)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('sales_id', '=', filed.sales_id),
          eb('tanggal', '=', filed.tanggal),
          eb('jumlah', '=', filed.jumlah),
        ]),
        sameFile,
      ]),
    )
    .orderBy('id')
    .limit(50)
    .execute()
}

/**
 * Throws 409 for the field `bukan_kembar` when an expense has possible duplicates. Does nothing
 * when the sender has confirmed that the expense is no duplicate (`bukan_kembar`), or when an
 * update keeps day, amount and file.
 */
export const checkDuplicates = async (
  trx: Trx,
  actor: Actor,
  input: Filed & { bukan_kembar: boolean },
  current: (Filed & { id: number }) | undefined,
): Promise<void> => {
  if (input.bukan_kembar || (current && hasEqualDuplicateKeys(input, current))) return
  const named = labelRows(await readTwins(trx, actor, input, current?.id ?? 0), 'pengeluaran')
  if (!named) return
  const message = `Mungkin sudah diajukan: ${named}. Tanggal dan jumlahnya sama, atau buktinya.`
  throw conflict(message, { errors: [{ field: 'bukan_kembar', message }] })
}

/**
 * Reads the possible duplicates of stored expenses, for the person who decides on the expenses. The
 * keys are the ids of the stored expenses.
 */
export const readDuplicatesOf: NonNullable<
  Module<typeof pengeluaranSales>['expands']
>['kembar'] = async ({ db, actor, ids }) => {
  const { rows } = await sql<{
    of: number
    id: number
    nomor: string
    tanggal: string
    bukti_sama: number
  }>`select o.id as "of", pengeluaran_sales.id, pengeluaran_sales.nomor, pengeluaran_sales.tanggal,
        case when fo.sha256 = f.sha256 then 1 else 0 end as bukti_sama
      from pengeluaran_sales o
      left join berkas fo on fo.id = o.bukti
      join pengeluaran_sales on pengeluaran_sales.id <> o.id and pengeluaran_sales.void_at is null
        and pengeluaran_sales.id in (
          select s.id from pengeluaran_sales s where s.sales_id = o.sales_id and s.tanggal = o.tanggal and s.jumlah = o.jumlah
          union select b.entitas_id from berkas b where b.sha256 = fo.sha256 and b.entitas = ${entitas})
      left join berkas f on f.id = pengeluaran_sales.bukti
      where o.id in (${sql.join(ids)}) and ${expenseScope(actor) ?? sql`1 = 1`}
      order by pengeluaran_sales.id`.execute(db)
  const byRow = Map.groupBy(rows, (row) => row.of)
  return new Map(
    ids.map((id) => [
      id,
      (byRow.get(id) ?? [])
        .slice(0, most)
        .map(({ of: _, bukti_sama, ...row }) => ({ ...row, bukti_sama: bukti_sama === 1 })),
    ]),
  )
}
