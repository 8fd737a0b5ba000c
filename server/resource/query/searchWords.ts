/** Words of `q`, and where they are looked for. */
import { sql, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { phoneForms } from '#contract/values/phone.ts'
import type { Actor } from '#server/http/context.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'

/** Additional condition that finds a row by a word of `q` (server/resource/module.ts). */
export type FoundThrough = ((matches: Condition, actor: Actor) => Condition) | undefined
/** Two letters of another row would bring half of a list. */
const shortest = 3
/** A word of `q`, in the row itself or in one that it is found through. */
export const sought = (
  resource: AnyResource,
  word: string,
  actor: Actor,
  through: FoundThrough,
): Condition => {
  const ownCondition = wordCondition(resource, word)
  return through && word.length >= shortest
    ? sql<SqlBool>`(${ownCondition} or ${through(ownCondition, actor)})`
    : ownCondition
}
/** A word that `q` finds: a phone number, too, or a part of one, in any notation. */
const wordCondition = (resource: AnyResource, word: string): Condition => {
  const numbers = resource.search.includes('phone') ? phoneForms(word) : []
  const forms = [...new Set([word, ...numbers])]
  return joined(
    forms.map((form) => contains(column(resource, 'cari'), form)),
    'or',
  )
}
/** Words of a search; a phone number with blanks in it is one word. */
export const wordsOf = (resource: AnyResource, q: string): string[] =>
  resource.search.includes('phone') && phoneForms(q).length > 0
    ? [q]
    : q.split(/\s+/).filter(Boolean)
