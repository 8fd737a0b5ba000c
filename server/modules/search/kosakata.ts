/** The words of people's names, kept in memory: a mistyped word is compared with a few thousand of them instead of with every row. */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '#server/db/tables.ts'

interface Kosakata { words: Map<string, number>; /** Largest id that was read. */ last: number; /** Changes since then are still to be read. */ since: string; busy: Promise<void> }
const known = new WeakMap<Db, Kosakata>()
/** Rows a read, so that taking them in never holds up other requests for long. */
const part = 2000
/** How much later than its time stamp a change may become visible: a transaction that is still running. */
const late = 60_000

const learn = (words: Map<string, number>, names: readonly { name_kunci: string }[]) => {
  for (const { name_kunci } of names) for (const word of name_kunci.split(' ')) words.set(word, (words.get(word) ?? 0) + 1)
}
/** Reads what is new since the last time: new people by their ids, renamed ones from the audit log. Words of before stay: they find nothing. */
const refresh = async (db: Db, vocabulary: Kosakata): Promise<void> => {
  const since = new Date(Date.now() - late).toISOString()
  const people = db.selectFrom('user')
  for (;;) {
    const rows = await people.select(['id', 'name_kunci']).where('id', '>', vocabulary.last).orderBy('id').limit(part).execute()
    learn(vocabulary.words, rows)
    vocabulary.last = rows.at(-1)?.id ?? vocabulary.last
    if (rows.length < part) break
  }
  if (vocabulary.since) {
    // Not a bare column, or SQLite would take the index on it and read what was ever written about people.
    const changed = db.selectFrom('audit').select('entitas_id').where('created_at', '>=', vocabulary.since).where(sql<SqlBool>`entitas || '' = 'user'`).where('entitas_id', 'is not', null)
    for (const { name_kunci } of await people.select('name_kunci').where('id', 'in', changed).limit(part).execute())
      for (const word of name_kunci.split(' ')) if (!vocabulary.words.has(word)) vocabulary.words.set(word, 1)
  }
  vocabulary.since = since
}

/** The words with how often they occur, as of now. */
export const kosakata = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const vocabulary = known.get(db) ?? { words: new Map(), last: 0, since: '', busy: Promise.resolve() }
  known.set(db, vocabulary)
  // One after the other: two that read the same rows would count them twice. A failure is that one's alone.
  const turn = vocabulary.busy.then(() => refresh(db, vocabulary))
  vocabulary.busy = turn.catch(() => {})
  await turn
  return vocabulary.words
}
