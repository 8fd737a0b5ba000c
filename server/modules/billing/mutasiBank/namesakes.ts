/**
 * Payers of the whole school whose name may stand in a line, whatever they owe and whoever reads
 * it: a proposal is sure only while none of them fits as well.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Namesake } from '#contract/billing/rules/matchLine.ts'
import { nameBeginnings, wordsIn } from '#contract/billing/rules/statementNames.ts'
import type { Db } from '#server/db/tables.ts'

/** Ranges in one statement. */
const rangesAtOnce = 2000
/** As the indexes of migration 0140 have it. */
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
/** From a text to the last one that begins with it; or that text alone. */
type Range = readonly [from: string, to: string]
const last = '\uFFFD'

/** A name, with the beginning that it was found by. */
interface Found {
  beginning: string
  id: number
  name: string
}
/** Names that begin within some ranges, with the payer that they are of; one query a table. */
export const namesakeQueries = (ranges: readonly Range[]) => {
  // Without a cast, which would keep SQLite from its index.
  const values = sql.join(ranges.map(([from, to]) => sql`(${from}, ${to})`))
  return sources.map(
    ({ name, rows, payer, called }) => sql<Found>`
      with r(a, b) as (values ${values}) select r.a as beginning, ${payer} as id, ${called} as name
      from r cross join ${rows} where ${plain(name)} >= r.a and ${plain(name)} <= r.b`,
  )
}
const readNames = async (db: Db, ranges: readonly Range[]) => {
  const found: Found[] = []
  for (let at = 0; at < ranges.length; at += rangesAtOnce)
    for (const query of namesakeQueries(ranges.slice(at, at + rangesAtOnce)))
      found.push(...(await query.execute(db)).rows)
  return found
}

/** Payers with a name that may stand in a text, of texts that are looked up together. */
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
  const found = Map.groupBy(await readNames(db, [...ranges]), (row) => row.beginning)
  return (text) => {
    const rows = (beginnings.get(text) ?? []).flatMap((beginning) => found.get(beginning) ?? [])
    return [...Map.groupBy(rows, (row) => row.id)].map(([akun_billing_id, own]) => ({
      akun_billing_id,
      names: [...new Set(own.map((row) => row.name))],
    }))
  }
}
