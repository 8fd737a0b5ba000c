/** Checks, merges and rebuilds the tables with kept sums (decision 0261). */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '#contract/registry.ts'
import { rulesOf, type Rules } from '#server/db/brokenRules.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf, type Db, type Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { keptTableOf } from '#server/resource/kept/keptSums.ts'

/** Tables whose sums are kept. */
interface KeptTable {
  resource: ResourceName
  /** Name of the rule that compares the kept sums with the rows. */
  rule: string
  /** Columns by which the rows are grouped. All void rows have the same `void_at`. */
  keys: readonly string[]
  sums: readonly string[]
}
export const keptTables: readonly KeptTable[] = [
  {
    resource: 'billing',
    rule: 'jumlah tagihan per outlet sama dengan tagihannya',
    keys: ['gedung_id', 'periode', 'status', 'payment_status', 'sumber', 'void_at'],
    sums: ['total', 'terbayar', 'sisa'],
  },
  {
    resource: 'billing-payment',
    rule: 'jumlah pembayaran per outlet sama dengan pembayarannya',
    keys: ['gedung_id', 'metode', 'bank_id', 'void_at'],
    sums: ['jumlah'],
  },
]

const columnsOf = ({ keys, sums }: KeptTable) => [...keys, 'jumlah_baris', ...sums]
const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
/** Returns a query of each row of the table as a group of one row. */
const singleRows = ({ resource, keys, sums }: KeptTable): RawBuilder<unknown> => {
  const selected = keys.map((name) =>
    name === 'void_at'
      ? sql`case when void_at is null then null else 'batal' end as void_at`
      : sql.ref(name),
  )
  return sql`select ${sql.join(selected)}, 1 as jumlah_baris, ${refs(sums)} from ${sql.table(tableOf(resource))}`
}
/** Returns a query that adds up the groups of `rows` with equal keys, without empty groups. */
const addedUp = ({ keys, sums }: KeptTable, rows: RawBuilder<unknown>): RawBuilder<unknown> => {
  const totals = ['jumlah_baris', ...sums].map((name) => sql`sum(${sql.ref(name)})`)
  const isEmpty = totals.map((total) => sql`${total} = 0`)
  return sql`select ${refs(keys)}, ${sql.join(totals)} from (${rows}) as r group by ${refs(keys)} having not (${sql.join(isEmpty, sql` and `)})`
}

/**
 * Adds up the differences that writers have stored. On PostgreSQL, each statement that writes
 * inserts its differences as new rows. On SQLite, there is nothing to add up. Returns the number of
 * merged rows.
 */
export const mergeKept = async (trx: Trx): Promise<number> => {
  if (engineOf(trx) === 'sqlite') return 0
  let merged = 0
  for (const each of keptTables) {
    const table = sql.table(keptTableOf(tableOf(each.resource)))
    const columns = refs(columnsOf(each))
    const { rows } = await sql<{ n: number }>`
      with lama as (delete from ${table} returning ${columns}),
        baru as (insert into ${table} (${columns}) ${addedUp(each, sql`select ${columns} from lama`)} returning 1)
      select (select count(*) from lama) - (select count(*) from baru) as n`.execute(trx)
    merged += Number(rows[0]?.n ?? 0)
  }
  return merged
}

/** Computes all kept sums again from the rows of the tables. */
export const rebuildKept = (db: Db): Promise<void> =>
  transaction(
    db,
    async (trx) => {
      for (const each of keptTables) {
        const table = sql.table(keptTableOf(tableOf(each.resource)))
        await sql`delete from ${table}`.execute(trx)
        await sql`insert into ${table} (${refs(columnsOf(each))}) ${addedUp(each, singleRows(each))}`.execute(
          trx,
        )
      }
    },
    { long: true },
  )

/** Rules that kept sums equal the sums of the rows. They name the outlets for which they do not. */
export const keptRules: Rules = Object.assign(
  {},
  ...keptTables.map((each) => {
    const { keys, sums, resource, rule } = each
    const negative = ['jumlah_baris', ...sums].map((name) => sql`-${sql.ref(name)}`)
    const both = sql`select ${refs(columnsOf(each))} from ${sql.table(keptTableOf(tableOf(resource)))} union all select ${refs(keys)}, ${sql.join(negative)} from (${singleRows(each)}) as s`
    const differing = sql`select distinct gedung_id as id from (${addedUp(each, both)}) as d`
    return rulesOf('gedung', { [rule]: differing })
  }),
)
