/** Builds the condition for the rows that a word of a search finds. */
import { sql, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import type { Actor } from '#server/http/context.ts'
import { numberColumns } from '#server/resource/columns.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'
import { indexedCondition, type SearchIndex } from '#server/resource/query/searchIndex.ts'
import { formsOf } from '#server/resource/query/searchWords.ts'

/**
 * Function that returns the condition for rows that a search finds through a related row, such as
 * students through their payer (`foundThrough` in server/resource/module.ts).
 */
export type FoundThrough =
  | ((matches: Condition, actor: Actor, word: string) => Condition)
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
    ...numberColumns(resource).map((name) => sql`lower(${column(resource, name)})`),
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
  const forms = formsOf(resource, word)
  const ownCondition =
    (index && indexedCondition(index, resource, forms)) ?? scannedCondition(resource, forms)
  return through && word.length >= shortest
    ? sql<SqlBool>`(${ownCondition} or ${through(ownCondition, actor, word)})`
    : ownCondition
}
