/** Builds the condition for the rows that a word of a search finds. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'
import type { SearchIndex } from '#server/resource/query/searchIndex.ts'
import { formsOf } from '#server/resource/query/searchWords.ts'

/**
 * Function that returns queries of the ids of rows that a search finds through a related row, such
 * as students through their payer (`foundThrough` in server/resource/module.ts).
 */
export type FoundThrough =
  | ((matches: Condition, actor: Actor, word: string) => RawBuilder<unknown>[])
  | undefined
/**
 * Minimum length of a word that is searched in related rows. A shorter word would match half of a
 * list.
 */
const shortest = 3

/** Returns the condition that the texts of a row, compared one by one, contain a form of a word. */
const scannedCondition = (resource: AnyResource, forms: readonly string[]): Condition => {
  const texts = [
    column(resource, 'cari'),
    ...(resource.codes ?? []).map((name) => sql`lower(${column(resource, name)})`),
  ]
  return joined(
    forms.flatMap((form) => texts.map((text) => contains(text, form))),
    'or',
  )
}

/** Everything besides the word that decides which rows a search finds. */
export interface Search {
  resource: AnyResource
  actor: Actor
  through: FoundThrough
  index: SearchIndex | undefined
}
/**
 * Returns the condition that a word of the search text matches the row itself or a related row.
 * Without an index, the condition compares the texts of every row.
 */
export const sought = (word: string, { resource, actor, through, index }: Search): Condition => {
  const indexed = index?.get(word)
  const ownCondition = indexed ?? scannedCondition(resource, formsOf(resource, word))
  if (!through || word.length < shortest) return ownCondition
  const id = column(resource, 'id')
  const related = sql.join(through(ownCondition, actor, word), sql` union all `)
  // Reads all ids from indexes, instead of testing every row for its relations.
  return indexed
    ? sql<SqlBool>`${id} in (select ${id} from ${sql.table(tableOf(resource.name))} where ${indexed} union all ${related})`
    : sql<SqlBool>`(${ownCondition} or ${id} in (${related}))`
}
