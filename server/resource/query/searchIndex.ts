/**
 * Finds the rows of a large table that contain a word, by trigram indexes instead of a scan of the
 * table (decision 0257).
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import { engineOf, type Engine } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'
import { formsOf, wordsOf } from '#server/resource/query/searchWords.ts'

/** Tables whose texts and codes are indexed. */
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
/** Returns the name of the table that contains each text of a table once. */
export const textsTableOf = (table: string): string => `${table}_teks`
/** Number of characters in an index entry. */
const trigram = 3
/** Returns whether the indexes find a form of a word. They lack forms of one or two characters. */
export const isIndexed = (form: string): boolean => [...fold(form)].length >= trigram
/** Maximum number of texts that a condition lists. */
const mostTexts = 5000
/** Number of rows that are read to find out whether a code contains a word. */
const fewCodes = 1000

/** Conditions for the rows that contain a word, by word. Lacks the words that are too short. */
export type SearchIndex = ReadonlyMap<string, Condition>

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
 * Returns the condition that one of the texts of a row contains a form of a word. SQLite uses a
 * trigram index only when a query names it. PostgreSQL finds it by itself.
 */
const containsForm = (
  engine: Engine,
  { table, id, texts }: { table: string; id: RawBuilder<unknown>; texts: RawBuilder<unknown>[] },
  forms: readonly string[],
): Condition =>
  joined(
    forms.map((form) => {
      const isContained = joined(
        texts.map((text) => contains(text, form)),
        'or',
      )
      const index = sql.table(`${table}_trigram`)
      return engine === 'sqlite'
        ? sql<SqlBool>`(${id} in (select rowid from ${index} where ${index} match ${trigramsOf(fold(form))}) and ${isContained})`
        : isContained
    }),
    'or',
  )

/**
 * Returns a query of the texts of a table that contain a form of a word. All forms must be indexed.
 */
export const textsWith = (
  engine: Engine,
  table: string,
  forms: readonly string[],
): RawBuilder<{ teks: string }> => {
  const texts = textsTableOf(table)
  const isFound = containsForm(
    engine,
    { table: texts, id: sql.ref('id'), texts: [sql.ref('teks')] },
    forms,
  )
  return sql<{ teks: string }>`select teks from ${sql.table(texts)} where ${isFound}`
}

/**
 * Returns the condition that the text `cari` of a row contains a form of a word. On PostgreSQL, the
 * condition lists the texts, because the planner then knows how many rows to expect.
 */
const textCondition = async (
  db: Db,
  resource: AnyResource,
  forms: readonly string[],
): Promise<Condition> => {
  const texts = textsWith(engineOf(db), tableOf(resource.name), forms)
  const target = column(resource, 'cari')
  if (engineOf(db) === 'sqlite') return sql<SqlBool>`${target} in (${texts})`
  const { rows } = await sql<{ teks: string }>`${texts} limit ${sql.lit(mostTexts + 1)}`.execute(db)
  return rows.length > mostTexts
    ? sql<SqlBool>`${target} in (${texts})`
    : sql<SqlBool>`${target} = any(${rows.map((row) => row.teks)})`
}

/**
 * Returns the condition that a code of a row contains a form of a word; undefined when no code
 * does. Most words are names, and without this condition the database need not read the rows.
 */
const codeCondition = async (
  db: Db,
  resource: AnyResource,
  forms: readonly string[],
): Promise<Condition | undefined> => {
  const { codes = [] } = resource
  if (codes.length === 0) return undefined
  const table = tableOf(resource.name)
  const condition = containsForm(
    engineOf(db),
    {
      table,
      id: column(resource, 'id'),
      texts: codes.map((name) => sql`lower(${column(resource, name)})`),
    },
    forms,
  )
  // Reads more rows than needed. For a single row, the planner of PostgreSQL would scan the table,
  // because it expects some rows to match.
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where ${condition} limit ${sql.lit(fewCodes)}`.execute(
      db,
    )
  return rows.length > 0 ? condition : undefined
}

/**
 * Looks up the words of a search (parameter `q`) in the indexes. Returns undefined when no word can
 * be looked up, because the table has no index, or because all words are too short.
 */
export const readSearchIndex = async (
  db: Db,
  resource: AnyResource,
  q: string,
): Promise<SearchIndex | undefined> => {
  if (!indexedTables.has(tableOf(resource.name))) return undefined
  const index = new Map<string, Condition>()
  for (const word of new Set(wordsOf(resource, q))) {
    const forms = formsOf(resource, word)
    if (!forms.every(isIndexed)) continue
    const [text, code] = await Promise.all([
      textCondition(db, resource, forms),
      codeCondition(db, resource, forms),
    ])
    index.set(word, code ? joined([text, code], 'or') : text)
  }
  return index.size > 0 ? index : undefined
}
