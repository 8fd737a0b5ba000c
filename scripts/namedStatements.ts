/**
 * Tests ask the same few hundred statements tens of thousands of times, and parsing and planning
 * them is most of what PostgreSQL does meanwhile. Named, each is parsed once per connection; what
 * is asked and answered stays the same.
 */
import pg from 'pg'

type Query = (this: pg.Client, ...args: unknown[]) => unknown

const known = new Map<string, { name: string; uses: number }>()
let original: Query | undefined

/** The third time that a statement is asked, it has a name. */
const named = (text: string): string | undefined => {
  let statement = known.get(text)
  if (!statement) known.set(text, (statement = { name: `uji_${known.size}`, uses: 0 }))
  statement.uses++
  return statement.uses > 2 ? statement.name : undefined
}

/** Lets every client of this process send named statements from now on, or none. */
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
