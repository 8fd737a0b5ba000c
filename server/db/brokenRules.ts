/** Invariants of the data, as SQL over all rows. */
import { sql, type RawBuilder } from 'kysely'
import type { ResourceName } from '#contract/registry.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** A statement that returns the rows which break a rule, and a description of those rows. */
interface Rule {
  entitas: ResourceName
  query: RawBuilder<unknown>
}
/** By what each is called. */
export type Rules = Readonly<Record<string, Rule>>
/** Rules about the rows of one resource. */
export const rulesOf = (
  entitas: ResourceName,
  queries: Readonly<Record<string, RawBuilder<unknown>>>,
): Rules =>
  Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, { entitas, query }]))

/** A rule that does not hold: the first rows that break it, and whether there are more. */
export interface Finding {
  aturan: string
  entitas: ResourceName
  ids: number[]
  lebih: boolean
}
export const inWords = ({ aturan, ids }: Finding): string =>
  `${aturan}: ${ids.slice(0, 5).join(', ')}`

/** Gives other work a turn; called before each rule. */
export type Pause = () => Promise<void>
/** Most rows reported for a rule: when everything is wrong, there are half a million. */
export const mostTold = 20

/**
 * Returns the broken rules; empty when all rules hold. Each rule is one statement, so a server may
 * go on writing, and the database limits the number of rows.
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
