/** Checks invariants of the stored data by SQL over all rows. */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '#contract/registry.ts'
import type { Db } from '#server/db/schema/tables.ts'

/**
 * Invariant of the data: `query` selects the ids of the rows that break it, `entitas` names their
 * resource.
 */
interface Rule {
  entitas: ResourceName
  query: RawBuilder<unknown>
}
/** Rules by name. */
export type Rules = Readonly<Record<string, Rule>>
/** Returns the rules for the rows of one resource, from SQL by rule name. */
export const rulesOf = (
  entitas: ResourceName,
  queries: Readonly<Record<string, RawBuilder<unknown>>>,
): Rules =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, { entitas, query }]))

/**
 * Result for a broken rule: ids of the first rows that break it, and whether there are further rows
 * (`lebih`).
 */
export interface Finding {
  aturan: string
  entitas: ResourceName
  ids: number[]
  lebih: boolean
}
export const inWords = ({ aturan, ids }: Finding): string =>
  `${aturan}: ${ids.slice(0, 5).join(', ')}`

/** Lets other work run; called before each rule. */
export type Pause = () => Promise<void>
/** Maximum number of rows reported for a rule, because up to half a million rows may break it. */
export const mostTold = 20

/**
 * Returns the broken rules, or an empty list when all rules hold. Each rule is a single statement
 * with a limit, so that a running server can continue to write meanwhile.
 */
export const findBroken = async (
  db: Db,
  rules: Rules,
  pause: Pause = async () => {},
): Promise<Finding[]> => {
  const broken: Finding[] = []
  for (const [aturan, { entitas, query }] of Object.entries(rules)) {
    await pause()
    const { rows } = await sql<{
      id: number
    }>`select distinct q.id from (${query}) as q order by q.id limit ${sql.lit(mostTold + 1)}`.execute(
      db,
    )
    const ids = rows.map((row) => row.id).slice(0, mostTold)
    if (rows.length > 0) broken.push({ aturan, entitas, ids, lebih: rows.length > mostTold })
  }
  return broken
}
