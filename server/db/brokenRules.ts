/**
 * Checks rules that the stored data must always meet. Each rule is checked by one SQL query over
 * all rows.
 */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '#contract/registry.ts'
import type { Db } from '#server/db/schema/tables.ts'

/**
 * Rule that all stored rows must meet. `query` selects the ids of the rows that break the rule;
 * `entitas` names the resource of these rows.
 */
interface Rule {
  entitas: ResourceName
  query: RawBuilder<unknown>
}
/** Rules by Indonesian name, which the check shows to the operator. */
export type Rules = Readonly<Record<string, Rule>>
/**
 * Builds the rules of one resource. `queries` holds the query of each rule, by the name of the
 * rule. A query selects the ids of the rows that break its rule.
 */
export const rulesOf = (
  entitas: ResourceName,
  queries: Readonly<Record<string, RawBuilder<unknown>>>,
): Rules =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, { entitas, query }]))

/**
 * Broken rule (`aturan`) with the ids of the first rows that break it. `lebih` is true if further
 * rows break the rule.
 */
export interface Finding {
  aturan: string
  entitas: ResourceName
  ids: number[]
  lebih: boolean
}
export const inWords = ({ aturan, ids }: Finding): string =>
  `${aturan}: ${ids.slice(0, 5).join(', ')}`

/**
 * Function that is called before each rule is checked. Its promise resolves after other work of the
 * process had a chance to run.
 */
export type Pause = () => Promise<void>
/**
 * Maximum number of row ids reported per rule. Up to half a million rows may break a single rule.
 */
export const mostTold = 20

/**
 * Returns the broken rules; empty when all rules hold. Each rule is checked by its own statement,
 * outside a transaction, so that a running server can write in between.
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
