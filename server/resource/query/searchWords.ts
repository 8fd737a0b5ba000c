/** Splits the text of a search (parameter `q`) into words and converts them to conditions. */
import { sql, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { phoneForms } from '#contract/values/phone.ts'
import type { Actor } from '#server/http/context.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'

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
/**
 * Returns the condition that a word of the search text matches the row itself or a related row.
 */
export const sought = (
  resource: AnyResource,
  word: string,
  actor: Actor,
  through: FoundThrough,
): Condition => {
  const ownCondition = wordCondition(resource, word)
  return through && word.length >= shortest
    ? sql<SqlBool>`(${ownCondition} or ${through(ownCondition, actor, word)})`
    : ownCondition
}
/**
 * Returns the condition that the search text of a row contains a word. A phone number, or a part of
 * one, is found in any notation.
 */
const wordCondition = (resource: AnyResource, word: string): Condition => {
  const numbers = resource.search.includes('phone') ? phoneForms(word) : []
  const forms = [...new Set([word, ...numbers])]
  return joined(
    forms.map((form) => contains(column(resource, 'cari'), form)),
    'or',
  )
}
/** Splits a search into words; a phone number that contains blanks stays one word. */
export const wordsOf = (resource: AnyResource, q: string): string[] =>
  resource.search.includes('phone') && phoneForms(q).length > 0
    ? [q]
    : q.split(/\s+/).filter(Boolean)
