/**
 * Sends frequent SQL statements of tests under a name, because PostgreSQL parses a named statement
 * only once per connection. Tests send the same few hundred statements tens of thousands of times.
 * Without names, PostgreSQL would spend most of its time on parsing.
 */
import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const statements = new Map<string, { name: string; uses: number }>()
let original: Query | undefined

/** Returns a name for a statement from its third use on; undefined for the first two uses. */
const named = (text: string): string | undefined => {
  let statement = statements.get(text)
  if (!statement) statements.set(text, (statement = { name: `uji_${statements.size}`, uses: 0 }))
  statement.uses++
  return statement.uses > 2 ? statement.name : undefined
}

/** Switches named statements on or off for all PostgreSQL clients of this process. */
export const nameStatements = (on: boolean): void => {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  original ??= prototype.query
  const query = original
  prototype.query = on
    ? function (text, values, ...rest) {
        const isPlain = typeof text === 'string' && Array.isArray(values) && values.length > 0
        const name = isPlain ? named(text) : undefined
        return name
          ? query.call(this, { name, text, values }, ...rest)
          : query.call(this, text, values, ...rest)
      }
    : query
}
