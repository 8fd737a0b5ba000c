/**
 * The words of people's names, kept in memory: a mistyped word is compared with a few thousand of
 * them instead of with every row.
 */
import { runForAll } from '#server/db/lane.ts'
import type { Db } from '#server/db/tables.ts'

interface Vocabulary {
  words: Map<string, number>
  /** Largest id that was read. */
  last: number
  /** Changes since then are still to be read. */
  since: string
  /** What is being read, and what will be read after it. */
  running: Promise<void>
  next: Promise<void> | undefined
}
const known = new WeakMap<Db, Vocabulary>()
/** Rows a read, so that taking them in never holds up other requests for long. */
const part = 2000
/**
 * How much later than its time stamp a change may become visible: a transaction that is still
 * running.
 */
const late = 60_000

/** Names of people who have been changed since. */
const changedSince = (db: Db, since: string) =>
  db.selectFrom('user').select('name_kunci').where('updated_at', '>=', since).execute()
/**
 * Reads what is new since the last time: new people by their ids, renamed ones by when they were
 * changed. Words of before stay: they find nothing.
 */
const refresh = async (db: Db, vocabulary: Vocabulary): Promise<void> => {
  const { words, since } = vocabulary
  const now = new Date(Date.now() - late).toISOString()
  const renamed = since ? changedSince(db, since) : Promise.resolve([])
  // Awaited below; when the other read fails first, nobody hears of this one.
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

/** The words with how often they occur, as of now. */
export const readVocabulary = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const vocabulary = known.get(db) ?? {
    words: new Map(),
    last: 0,
    since: '',
    running: Promise.resolve(),
    next: undefined,
  }
  known.set(db, vocabulary)
  // One after the other: two that read the same rows would count them twice. Whoever asks while one
  // is running waits for the next, together with all who ask meanwhile: it sees what was there when
  // they asked.
  vocabulary.next ??= vocabulary.running.then(() => {
    vocabulary.running = vocabulary.next?.catch(() => {}) ?? vocabulary.running
    vocabulary.next = undefined
    return runForAll(() => refresh(db, vocabulary))
  })
  await vocabulary.next
  return vocabulary.words
}
