/** Words of `q`, and where they are looked for. */
import { sql, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import type { Actor } from '#server/http/context.ts'
import { column, contains, type Condition } from '#server/resource/conditions.ts'

/** What else finds a row by a word of `q` (server/resource/module.ts). */
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
  const own = found(resource, word)
  return through && word.length >= shortest ? sql<SqlBool>`(${own} or ${through(own, actor)})` : own
}
/** A word that `q` finds: a phone number as people type it (`0812…`, `+62 812…`), too. */
const found = (resource: AnyResource, word: string): Condition => {
  const plain = contains(column(resource, 'cari'), word)
  const digits =
    resource.search.includes('phone') && /^\+?[\d-]{5,}$/.test(word) ? normalizePhone(word) : word
  return digits === word
    ? plain
    : sql<SqlBool>`(${plain} or ${contains(column(resource, 'cari'), digits)})`
}
