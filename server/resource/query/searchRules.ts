/** Checks that a search finds every row of the tables with search indexes (decision 0257). */
import { sql } from 'kysely'
import { resources, type ResourceName } from '#contract/registry.ts'
import {
  findBroken,
  inWords,
  rulesOf,
  type Finding,
  type Pause,
  type Rules,
} from '#server/db/brokenRules.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import { indexedTables, textsTableOf } from '#server/resource/query/searchIndex.ts'

const rules: Rules = Object.assign(
  {},
  ...Object.keys(resources)
    .filter((name) => indexedTables.has(tableOf(name)))
    .map((name) => {
      const table = sql.table(tableOf(name))
      return rulesOf(name as ResourceName, {
        [`${resources[name as ResourceName].label[0].toLowerCase()} ditemukan pencarian`]: sql`select id from ${table} where cari not in (select teks from ${sql.table(textsTableOf(tableOf(name)))})`,
      })
    }),
)
/** Names of the rules, as the check shows them. */
export const searchRules: readonly string[] = Object.keys(rules)
/** Returns the rows that a search cannot find. */
export const findUnsearchable = (db: Db, pause?: Pause): Promise<Finding[]> =>
  findBroken(db, rules, pause)
/** Returns the rows that a search cannot find as text, with one line for each rule. */
export const unsearchable = async (db: Db): Promise<string[]> =>
  (await findUnsearchable(db)).map(inWords)
