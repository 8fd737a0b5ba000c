/**
 * Words of all people's names, kept in memory: a mistyped word is compared with a few thousand
 * words instead of with every row.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { runForAll } from '#server/db/sqlite/longWorkLane.ts'

interface Vocabulary {
  words: Map<string, number>
  /** Largest id read so far. */
  last: number
  /** Time from which changes are still to be read. */
  since: string
  /** Read in progress, and the read that follows it. */
  running: Promise<void>
  next: Promise<void> | undefined
}
const vocabularies = new WeakMap<Db, Vocabulary>()
/** Rows per read: small, so that processing them does not block other requests for long. */
const part = 2000
/** Longest time between a change's time stamp and its commit, in ms. */
const late = 60_000

/** Reads the names of people changed since a time. */
const changedSince = (db: Db, since: string) =>
  db.selectFrom('user').select('name_kunci').where('updated_at', '>=', since).execute()
/**
 * Reads the changes since the last time: new people by id, renamed ones by the time of their
 * change. Words of former names stay: they match nothing.
 */
const refresh = async (db: Db, vocabulary: Vocabulary): Promise<void> => {
  const { words, since } = vocabulary
  const now = new Date(Date.now() - late).toISOString()
  const renamed = since ? changedSince(db, since) : Promise.resolve([])
  // The promise is awaited below; this prevents an unhandled rejection when the other read fails
  // first.
  renamed.catch(() => {})
  for (let more = true; more;) {
    const rows = await db
      .selectFrom('user')
      .select(['id', 'name_kunci'])
      .where('id', '>', vocabulary.last)
      .orderBy('id')
      .limit(part)
      .execute()
    for (const { name_kunci } of rows)
      for (const word of name_kunci.split(' ')) words.set(word, (words.get(word) ?? 0) + 1)
    vocabulary.last = rows.at(-1)?.id ?? vocabulary.last
    more = rows.length === part
  }
  for (const { name_kunci } of await renamed)
    for (const word of name_kunci.split(' ')) if (!words.has(word)) words.set(word, 1)
  vocabulary.since = now
}

/** Returns the current words with their frequencies. */
export const readVocabulary = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const vocabulary = vocabularies.get(db) ?? {
    words: new Map(),
    last: 0,
    since: '',
    running: Promise.resolve(),
    next: undefined,
  }
  vocabularies.set(db, vocabulary)
  // Reads run one after the other, because concurrent ones would count the same rows twice. A
  // caller during a read waits for the next one, shared with all callers meanwhile: it sees all
  // rows that existed at the time of the call.
  vocabulary.next ??= vocabulary.running.then(() => {
    vocabulary.running = vocabulary.next?.catch(() => {}) ?? vocabulary.running
    vocabulary.next = undefined
    return runForAll(() => refresh(db, vocabulary))
  })
  await vocabulary.next
  return vocabulary.words
}
