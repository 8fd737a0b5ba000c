/**
 * Words of all people's names, kept in memory. A mistyped word is compared with a few thousand
 * words instead of with every row.
 */
import type { Db } from '#server/db/schema/tables.ts'
import { runForAll } from '#server/db/sqlite/longWorkLane.ts'

interface Vocabulary {
  words: Map<string, number>
  /** Largest user id that a refresh has read. */
  last: number
  /**
   * Time from which the next refresh reads changed names: it reads the names that changed at or
   * after this time.
   */
  since: string
  /** Refresh in progress, or else the last finished refresh. */
  running: Promise<void>
  /** Refresh that starts after the refresh in progress; undefined if no caller has requested it. */
  next: Promise<void> | undefined
}
const vocabularies = new WeakMap<Db, Vocabulary>()
/**
 * Number of rows per query. The number is small, so that processing the rows of a query does not
 * block other requests for long.
 */
const part = 2000
/** Maximum time between the timestamp of a change and its commit, in ms. */
const late = 60_000

/** Reads the names of people whose rows were changed since a time. */
const changedSince = (db: Db, since: string) =>
  db.selectFrom('user').select('name_kunci').where('updated_at', '>=', since).execute()
/**
 * Adds the words of names that are new or changed since the last read: finds new people by id, and
 * renamed people by the time of the change. Does not remove the words of former names: such a word
 * matches nobody, so it does no harm.
 */
const refresh = async (db: Db, vocabulary: Vocabulary): Promise<void> => {
  const { words, since } = vocabulary
  const now = new Date(Date.now() - late).toISOString()
  const renamed = since ? changedSince(db, since) : Promise.resolve([])
  // The promise `renamed` is awaited below, but not if a query for new people fails first. The
  // empty handler prevents an unhandled rejection in that case.
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
  // Refreshes run one after the other, because concurrent refreshes would count the same rows
  // twice. All callers during a refresh share the following refresh, which reads every row that
  // existed at the time of their call.
  vocabulary.next ??= vocabulary.running.then(() => {
    vocabulary.running = vocabulary.next?.catch(() => {}) ?? vocabulary.running
    vocabulary.next = undefined
    return runForAll(() => refresh(db, vocabulary))
  })
  await vocabulary.next
  return vocabulary.words
}
