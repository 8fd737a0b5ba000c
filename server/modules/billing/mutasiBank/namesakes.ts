/**
 * Finds the payers whose name may appear in a statement line. Searches all payers of the school,
 * even outside the actor's scope and without bills, because a proposal is sure only if the line
 * fits no other payer.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Namesake } from '#contract/billing/rules/bank/matchLine.ts'
import { nameBeginnings, wordsIn } from '#contract/billing/rules/bank/statementNames.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** Maximum number of name ranges per SQL statement. */
const rangesAtOnce = 2000
/**
 * Returns an SQL expression for a name without punctuation. The expression must equal the
 * expression of the indexes in migration 0140.
 */
const plain = (name: RawBuilder<unknown>) =>
  sql`replace(replace(replace(replace(${name}, '''', ''), '’', ''), '.', ''), '-', ' ')`
const sources = [
  {
    name: sql`x.name_kunci`,
    rows: sql`"user" x`,
    payer: sql`coalesce(x.akun_billing_id, x.id)`,
    called: sql`x.name`,
  },
  {
    name: sql`lower(x.nama)`,
    rows: sql`akun_billing_kontak x`,
    payer: sql`x.user_id`,
    called: sql`x.nama`,
  },
  {
    name: sql`lower(x.nama_tagihan)`,
    rows: sql`akun_billing_profil x`,
    payer: sql`x.user_id`,
    called: sql`x.nama_tagihan`,
  },
] as const
/**
 * Range of names in text order, with its first and last text. The range contains either all names
 * that begin with a text, or only the text itself.
 */
type Range = readonly [from: string, to: string]
const last = '\uFFFD'

/** Found payer id and name. `beginning` is the first text of the range that contains the name. */
interface Found {
  beginning: string
  id: number
  name: string
}
/**
 * Returns one query per table. Each query finds the names within the given ranges, with their
 * payers.
 */
export const namesakeQueries = (ranges: readonly Range[]) => {
  // Does not cast the bounds, because a cast would prevent SQLite from using the index.
  const values = sql.join(ranges.map(([from, to]) => sql`(${from}, ${to})`))
  return sources.map(
    ({ name, rows, payer, called }) => sql<Found>`
      with r(a, b) as (values ${values}) select r.a as beginning, ${payer} as id, ${called} as name
      from r cross join ${rows} where ${plain(name)} >= r.a and ${plain(name)} <= r.b`,
  )
}
const readNames = async (db: Db, ranges: readonly Range[]) => {
  const rows: Found[] = []
  for (let start = 0; start < ranges.length; start += rangesAtOnce)
    for (const query of namesakeQueries(ranges.slice(start, start + rangesAtOnce)))
      rows.push(...(await query.execute(db)).rows)
  return rows
}

/**
 * Reads the possible payers of all texts at once. Returns a function that takes one of the texts
 * and returns the payers whose name may appear in that text.
 */
export const readNamesakes = async (
  db: Db,
  texts: readonly string[],
): Promise<(text: string) => Namesake[]> => {
  const ranges = new Map<string, string>()
  const beginnings = new Map(
    texts.map((text) => {
      const { pairs = [], singles = [] } = nameBeginnings(wordsIn(text)) ?? {}
      for (const pair of pairs) ranges.set(pair, `${pair}${last}`)
      for (const word of singles) ranges.set(word, word)
      return [text, [...pairs, ...singles]] as const
    }),
  )
  const rowsByBeginning = Map.groupBy(await readNames(db, [...ranges]), (row) => row.beginning)
  return (text) => {
    const rows = (beginnings.get(text) ?? []).flatMap(
      (beginning) => rowsByBeginning.get(beginning) ?? [],
    )
    return [...Map.groupBy(rows, (row) => row.id)].map(([akun_billing_id, nameRows]) => ({
      akun_billing_id,
      names: [...new Set(nameRows.map((row) => row.name))],
    }))
  }
}
