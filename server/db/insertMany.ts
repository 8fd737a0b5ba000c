import { CompiledQuery } from 'kysely'
import { engineOf, type Engine } from '#server/db/engine.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'

/**
 * Maximum number of bound values per statement. SQLite is faster with short statements: inserting
 * 20,000 bills takes 0.6 s with 2,000 values per statement, and 0.8 s with 12,000. PostgreSQL is
 * faster with long statements, because it needs fewer round trips.
 */
const maxValues = { sqlite: 2000, postgres: 12_000 }
const texts = new Map<string, string>()

interface Options {
  /** Values, by column name, that are added to every row. */
  common?: Record<string, unknown>
  skipConflicts?: boolean
  returning?: readonly string[]
}
/**
 * Inserts rows that all have the same columns, many per statement. Writes the SQL itself, because
 * building Kysely's query tree takes longer than the insert. `skipConflicts` omits rows whose
 * unique key already exists. Returns the `returning` columns of the inserted rows in any order.
 */
export const insertMany = async <T extends Record<string, unknown>>(
  ...args: Parameters<typeof insert>
): Promise<T[]> => (await insert<T>(...args)).rows
/**
 * Inserts rows, except those whose unique key already exists, and returns the number of inserted
 * rows. Avoids `returning`, for which SQLite would build a temporary table.
 */
export const insertCounted = async (
  trx: Trx,
  table: keyof Tables,
  rows: readonly Record<string, unknown>[],
): Promise<number> => (await insert(trx, table, rows, { skipConflicts: true })).count

const insert = async <T extends Record<string, unknown>>(
  trx: Trx,
  table: keyof Tables,
  rows: readonly Record<string, unknown>[],
  { common = {}, skipConflicts = false, returning = [] }: Options = {},
): Promise<{ rows: T[]; count: number }> => {
  const [first, ...rest] = rows
  if (!first) return { rows: [], count: 0 }
  const engine = engineOf(trx)
  // On SQLite, binds the value of a column only once if it is the same in all rows. Binding a value
  // takes longer than storing it.
  const columns = Object.keys(first)
  const alike =
    engine === 'sqlite' && rest.length > 0
      ? columns.slice(1).filter((c) => rest.every((row) => row[c] === first[c]))
      : []
  const fixed = [...Object.keys(common), ...alike]
  const varying = columns.filter((c) => !alike.includes(c))
  const shared = [...Object.values(common), ...alike.map((c) => first[c])]
  const size = Math.max(1, Math.floor(maxValues[engine] / varying.length))
  const result: T[] = []
  let count = 0
  for (let start = 0; start < rows.length; start += size) {
    const part = rows.slice(start, start + size)
    const values = [...shared]
    for (const row of part) for (const column of varying) values.push(row[column])
    const { rows: answered, numAffectedRows } = await trx.executeQuery<T>(
      CompiledQuery.raw(
        textOf({ table, engine, fixed, varying, rows: part.length, skipConflicts, returning }),
        values,
      ),
    )
    if (returning.length) result.push(...answered)
    count += Number(numAffectedRows ?? answered.length)
  }
  return { rows: result, count }
}

interface Shape {
  table: string
  engine: Engine
  fixed: readonly string[]
  varying: readonly string[]
  rows: number
  skipConflicts: boolean
  returning: readonly string[]
}
/**
 * Returns the cached or newly built SQL of an insert. Its parameters are the values shared by all
 * rows (`fixed`), then the values of each row (`varying`).
 */
const textOf = ({
  table,
  engine,
  fixed,
  varying,
  rows,
  skipConflicts,
  returning,
}: Shape): string => {
  const key = `${engine} ${table} ${rows} ${skipConflicts} ${returning.join()} ${fixed.join()} ${varying.join()}`
  const cachedText = texts.get(key)
  if (cachedText) return cachedText
  const place = (n: number) => (engine === 'postgres' ? `$${n}` : '?')
  const shared = fixed.map((_, i) => place(i + 1))
  const tuples = (also: readonly string[]) =>
    Array.from(
      { length: rows },
      (_, row) =>
        `(${[...also, ...varying.map((_, i) => place(fixed.length + row * varying.length + i + 1))].join()})`,
    ).join()
  // PostgreSQL can use a numbered parameter again in each row, and infers its type from the column.
  // On SQLite, a select adds the shared values to each row instead.
  const source =
    engine === 'postgres' || fixed.length === 0
      ? `values ${tuples(shared)}`
      : `select ${shared.join()}, v.* from (values ${tuples([])}) v where true`
  const text = `insert into "${table}" (${[...fixed, ...varying].map((c) => `"${c}"`).join()}) ${source}${skipConflicts ? ' on conflict do nothing' : ''}${returning.length ? ` returning ${returning.join()}` : ''}`
  if (texts.size > 200) texts.clear()
  texts.set(key, text)
  return text
}
