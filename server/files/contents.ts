/**
 * Contents of files: in the database, or in an object store (decision 0260). New contents go to the
 * object store if there is one. Each content is read from where it is, so that contents can be
 * moved while the server runs.
 */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { collect, type Digest, type ObjectStore } from '#server/files/objectStore.ts'
import { StoreError } from '#server/files/storeRequests.ts'

/** Content that is stored before the transaction that adds the row of its file. */
export interface Kept {
  /** Makes the content the one of the file `id`. Throws 503 when it was stored too long ago. */
  attach(trx: Trx, id: number): Promise<void>
  /** Gives the content up, because the transaction has failed. */
  discard(): Promise<void>
}
/** Place of new contents. */
interface FileStore {
  /** Stores a content outside of a transaction. Throws 503 when the place does not respond. */
  keep(content: { bytes: Uint8Array; sha256: string }): Promise<Kept>
}

/**
 * Time in ms after which an object that no row names is deleted. An upload or a move adds the row
 * much sooner, unless its process was killed.
 */
const unnamedMs = 24 * 3_600_000
const retryAfter = 10
const unavailable = () =>
  new HttpError(503, 'Penyimpanan berkas sedang tidak dapat dihubungi. Coba lagi sebentar lagi.', {
    retryAfter,
  })
const isoIn = (ms: number): string => new Date(Date.now() + ms).toISOString()

/** Runs `work`. Converts the error of a store that does not respond or rejects to 503. */
const orUnavailable = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    // A missing object is a defect of the data, which a later retry would not find again.
    if (error instanceof StoreError && error.kind !== 'missing') throw unavailable()
    throw error
  }
}

/** Place of contents in the database. */
const databaseFiles: FileStore = {
  keep: async ({ bytes }) => ({
    attach: async (trx, id) => {
      await trx.insertInto('berkas_isi').values({ berkas_id: id, isi: bytes }).execute()
    },
    discard: async () => {},
  }),
}

/**
 * Stores an object under a new random key. The database names the object for deletion first, so
 * that a killed process leaves no object that nobody knows.
 */
export const keepObject = async (
  db: Db,
  store: ObjectStore,
  { bytes, sha256 }: { bytes: Uint8Array; sha256: string },
): Promise<Kept & { kunci: string }> => {
  const kunci = randomBytes(24).toString('hex')
  const mulai = isoIn(unnamedMs)
  await transaction(db, (trx) => trx.insertInto('berkas_hapus').values({ kunci, mulai }).execute())
  // Deletes the object soon. If the transaction that attaches the object was committed despite its
  // error, the row in `berkas_hapus` no longer exists, and the object stays.
  const discard = () =>
    transaction(db, async (trx) => {
      await trx
        .updateTable('berkas_hapus')
        .set({ mulai: isoIn(0) })
        .where('kunci', '=', kunci)
        .execute()
    })
  try {
    await store.put(kunci, bytes, sha256)
  } catch (error) {
    await discard().catch(() => {})
    throw error
  }
  return {
    kunci,
    discard,
    attach: async (trx, id) => {
      const claimed = await trx
        .deleteFrom('berkas_hapus')
        .where('kunci', '=', kunci)
        .where('mulai', '>', isoIn(0))
        .returning('kunci')
        .executeTakeFirst()
      // The object may already be deleted, for example because the clock has jumped.
      if (!claimed) throw unavailable()
      await trx.insertInto('berkas_objek').values({ berkas_id: id, kunci }).execute()
    },
  }
}
/** Place of contents in an object store. */
const objectFiles = (db: Db, store: ObjectStore): FileStore => ({
  keep: (content) => orUnavailable(() => keepObject(db, store, content)),
})

/** Object stores by the handles of their databases. */
const stores = new WeakMap<Db, ObjectStore>()
/** Sets the object store for the files of a database, also through the handle `reader`. */
export const setObjectStore = (
  store: ObjectStore,
  { db, reader }: { db: Db; reader?: Db },
): void => {
  stores.set(db, store)
  if (reader) stores.set(reader, store)
}
/** Returns the place of new contents of a database. */
const fileStoreOf = (db: Db): FileStore => {
  const store = stores.get(db)
  return store ? objectFiles(db, store) : databaseFiles
}

/**
 * Stores a content and then calls `work`, which must attach it in a transaction. If `work`
 * throws, the content is given up.
 */
export const withContent = async <T>(
  db: Db,
  content: { bytes: Uint8Array; sha256: string },
  work: (kept: Kept) => Promise<T>,
): Promise<T> => {
  const kept = await fileStoreOf(db).keep(content)
  try {
    return await work(kept)
  } catch (error) {
    await kept.discard().catch(() => {})
    throw error
  }
}

/** File whose content is read. */
export type StoredContent = Digest & { id: number }
/** Yields the bytes of a content from where it is. */
const chunksOf = async (
  db: Db,
  file: StoredContent,
): Promise<Uint8Array | AsyncGenerator<Uint8Array, void>> => {
  // Reads both places by one statement, because a move may happen at the same time.
  const place = await db
    .selectFrom('berkas')
    .leftJoin('berkas_isi', 'berkas_isi.berkas_id', 'berkas.id')
    .leftJoin('berkas_objek', 'berkas_objek.berkas_id', 'berkas.id')
    .select(['berkas_isi.isi', 'berkas_objek.kunci'])
    .where('berkas.id', '=', file.id)
    .executeTakeFirst()
  if (place?.isi) return place.isi
  const kunci = place?.kunci
  if (!kunci) throw new Error(`The file ${file.id} has no content`)
  const store = stores.get(db)
  if (!store) throw unavailable()
  return orUnavailable(() => store.read(kunci, file))
}
/**
 * Opens the content of a file as the body of a response, and returns its size in bytes. An object
 * is streamed. Throws 503 when the store does not respond.
 */
export const openContent = async (
  db: Db,
  file: StoredContent,
): Promise<{ body: BodyInit; size: number }> => {
  const chunks = await chunksOf(db, file)
  if (chunks instanceof Uint8Array) return { body: new Uint8Array(chunks), size: chunks.length }
  const stream = Readable.toWeb(Readable.from(chunks, { objectMode: false }))
  return { body: stream as ReadableStream, size: file.ukuran }
}
/** Reads the whole content of a file. Throws 503 when the store does not respond. */
export const readContent = async (db: Db, file: StoredContent): Promise<Uint8Array> => {
  const chunks = await chunksOf(db, file)
  if (chunks instanceof Uint8Array) return chunks
  return orUnavailable(() => collect(chunks))
}
