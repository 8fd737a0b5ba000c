/**
 * Words of all people's names, kept in memory. A mistyped word is compared with a few thousand
 * words instead of with every row.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { runForAll } from '#server/db/sqlite/longWorkLane.ts'

interface Vocabulary {
  words: Map<string, number>
  /** Largest user id read so far. */
  last: number
  /** Time from which changed names have not been read yet. */
  since: string
  /** Read in progress (`running`), and the read that will follow it (`next`). */
  running: Promise<void>
  next: Promise<void> | undefined
}
const vocabularies = new WeakMap<Db, Vocabulary>()
/**
 * Number of rows per read. It is small, so that processing them does not block other requests for
 * long.
 */
const part = 2000
/** Longest time between the time stamp of a change and its commit, in ms. */
const late = 60_000

/** Reads the names of people whose rows were changed since a time. */
const changedSince = (db: Db, since: string) =>
  db.selectFrom('user').select('name_kunci').where('updated_at', '>=', since).execute()
/**
 * Reads the names that are new or changed since the last read: new people by id, and renamed people
 * by the time of the change. Words of former names are kept, because they match nobody.
 */
const refresh = async (db: Db, vocabulary: Vocabulary): Promise<void> => {
  const { words, since } = vocabulary
  const now = new Date(Date.now() - late).toISOString()
  const renamed = since ? changedSince(db, since) : Promise.resolve([])
  // The promise is awaited below. The empty handler prevents an unhandled rejection when the other
  // read fails first.
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
  // Reads run one after the other, because concurrent reads would count the same rows twice. All
  // callers during a read share the next one, which sees every row that existed at the time of
  // their call.
  vocabulary.next ??= vocabulary.running.then(() => {
    vocabulary.running = vocabulary.next?.catch(() => {}) ?? vocabulary.running
    vocabulary.next = undefined
    return runForAll(() => refresh(db, vocabulary))
  })
  await vocabulary.next
  return vocabulary.words
}
