/**
 * Finds the rows of a large table that contain a word, by trigram indexes instead of a scan of the
 * table (decision 0257).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { engineOf, type Engine } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import { numberColumns } from '#server/resource/columns.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'
import { formsOf, wordsOf } from '#server/resource/query/searchWords.ts'

/** Tables whose texts and numbers are indexed. */
export const indexedTables: ReadonlySet<string> = new Set([
  'billing',
  'billing_payment',
  'konfirmasi_pembayaran',
  'kursus_peserta',
  'lead',
  'mutasi_bank',
  'pengingat',
  'user',
])
/** Number of characters in an index entry. Shorter words are not indexed. */
const trigram = 3
/**
 * Maximum number of texts and of numbers per word. A more frequent word is searched in all rows.
 */
const most = { texts: 5000, numbers: 1000 }

/** Texts of the column `cari`, and ids of rows with a number, that contain a word. */
interface Matches {
  texts: string[]
  ids: number[]
}
/** Result of a lookup in the indexes. */
export interface SearchIndex {
  engine: Engine
  /** Matches by form of a word. Lacks the forms that are too short or too frequent. */
  matches: ReadonlyMap<string, Matches>
}

/** Returns a query of FTS5 for all trigrams of a folded word. */
const trigramsOf = (word: string): string => {
  const letters = [...word]
  return letters
    .slice(trigram - 1)
    .map(
      (_, i) =>
        `"${letters
          .slice(i, i + trigram)
          .join('')
          .replaceAll('"', '""')}"`,
    )
    .join(' AND ')
}
/**
 * Returns the condition that the text of a row of `table` contains a word. SQLite uses a trigram
 * index only when a query names it. PostgreSQL finds it by itself.
 */
const containsIndexed = (db: Db, table: string, text: RawBuilder<unknown>, word: string) => {
  const index = sql.table(`${table}_trigram`)
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`id in (select rowid from ${index} where ${index} match ${trigramsOf(fold(word))}) and ${contains(text, word)}`
    : contains(text, word)
}

const matchesOf = async (
  db: Db,
  resource: AnyResource,
  word: string,
): Promise<Matches | undefined> => {
  const texts = sql<{
    teks: string
  }>`select teks from teks_cari where ${containsIndexed(db, 'teks_cari', sql.ref('teks'), word)} limit ${sql.lit(most.texts + 1)}`
  const table = tableOf(resource.name)
  const [number] = numberColumns(resource)
  const numbers =
    number &&
    sql<{
      id: number
    }>`select id from ${sql.table(table)} where ${sql.ref(number)} is not null and ${containsIndexed(db, table, sql`lower(${sql.ref(number)})`, word)} limit ${sql.lit(most.numbers + 1)}`
  const [textRows, numberRows] = await Promise.all([
    texts.execute(db),
    numbers ? numbers.execute(db) : { rows: [] },
  ])
  if (textRows.rows.length > most.texts || numberRows.rows.length > most.numbers) return undefined
  return { texts: textRows.rows.map((r) => r.teks), ids: numberRows.rows.map((r) => r.id) }
}

/**
 * Looks up the words of a search (parameter `q`) in the indexes. Returns undefined when no word can
 * be looked up, because the table has no index, or because all words are too short or too frequent.
 */
export const readSearchIndex = async (
  db: Db,
  resource: AnyResource,
  q: string,
): Promise<SearchIndex | undefined> => {
  if (!indexedTables.has(tableOf(resource.name))) return undefined
  const words = wordsOf(resource, q).flatMap((word) => formsOf(resource, word))
  const forms = [...new Set(words)].filter((form) => [...fold(form)].length >= trigram)
  const matches = new Map<string, Matches>()
  for (const form of forms) {
    const matchesOfForm = await matchesOf(db, resource, form)
    if (matchesOfForm) matches.set(form, matchesOfForm)
  }
  return matches.size > 0 ? { engine: engineOf(db), matches } : undefined
}

/** Returns the condition that a column has a value of the list. */
const among = (engine: Engine, target: RawBuilder<unknown>, values: readonly unknown[]) =>
  engine === 'sqlite'
    ? sql<SqlBool>`${target} in (select value from json_each(${JSON.stringify(values)}))`
    : sql<SqlBool>`${target} = any(${values})`
/**
 * Returns the condition for the rows that contain a word in one of its forms, according to the
 * index; undefined when the index lacks a form.
 */
export const indexedCondition = (
  { engine, matches }: SearchIndex,
  resource: AnyResource,
  forms: readonly string[],
): Condition | undefined => {
  const ofForms = forms.flatMap((form) => matches.get(form) ?? [])
  if (ofForms.length < forms.length) return undefined
  const lists = {
    cari: [...new Set(ofForms.flatMap((m) => m.texts))],
    id: [...new Set(ofForms.flatMap((m) => m.ids))],
  }
  const parts = Object.entries(lists)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => among(engine, column(resource, name), values))
  return parts.length > 0 ? joined(parts, 'or') : sql<SqlBool>`1 = 0`
}
