/**
 * Shows a database to a backup as if all contents of files were in the database, so that a backup
 * contains all contents and does not depend on an object store (decision 0260).
 */
import { BackupError } from '#server/backup/container.ts'
import type { Source, Table, Value } from '#server/backup/source.ts'
import {
  collect,
  makeObjectStore,
  type Digest,
  type ObjectStore,
} from '#server/files/objectStore.ts'
import { StoreError } from '#server/files/storeRequests.ts'
import type { FilesConfig } from '#server/runtime/config.ts'

interface StoredObject extends Digest {
  id: number
  key: string
}
/** Number of objects that are read before they are needed, because each takes a round trip. */
const prefetched = 4
/** Time in ms for which a backup retries a request: longer than a restart of the store. */
const patienceMs = 120_000

/** Yields chosen columns of all rows of a table. */
async function* columnsOf(source: Source, table: Table, names: readonly string[]) {
  const indexes = names.map((name) => table.columns.findIndex((c) => c.name === name))
  for await (const rows of source.rows(table))
    for (const row of rows) yield indexes.map((i) => row[i] ?? null)
}

/** Returns the objects that the snapshot names, in the order of the ids of their files. */
const objectsOf = async (source: Source, tables: readonly Table[]): Promise<StoredObject[]> => {
  const [objects, files] = ['berkas_objek', 'berkas'].map((name) =>
    tables.find((table) => table.name === name),
  )
  if (!objects || !files) return []
  const keys = new Map<Value, Value>()
  for await (const [id, key] of columnsOf(source, objects, ['berkas_id', 'kunci']))
    keys.set(id ?? null, key ?? null)
  if (keys.size === 0) return []
  const stored: StoredObject[] = []
  for await (const [id, ukuran, sha256] of columnsOf(source, files, ['id', 'ukuran', 'sha256'])) {
    const key = keys.get(id ?? null)
    if (typeof key === 'string')
      stored.push({ id: Number(id), key, ukuran: Number(ukuran), sha256: String(sha256) })
  }
  return stored.toSorted((a, b) => a.id - b.id)
}

const readObject = async (store: ObjectStore, object: StoredObject): Promise<Value[]> => {
  try {
    return [object.id, await collect(await store.read(object.key, object))]
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new BackupError(`Berkas ${object.id}: ${error.message}.`, { cause: error })
  }
}

/** Yields the rows of `berkas_isi` of the objects, in order, with few contents in memory. */
async function* contentsOf(
  store: ObjectStore,
  objects: readonly StoredObject[],
): AsyncGenerator<Value[], void> {
  const begun: Promise<Value[]>[] = []
  for (const object of objects) {
    const row = readObject(store, object)
    // The error is thrown below, when the turn of the object comes.
    row.catch(() => {})
    begun.push(row)
    if (begun.length > prefetched) yield (await begun.shift()) ?? []
  }
  for (const row of begun) yield await row
}

/** Yields the rows of `berkas_isi`, those of the database and of the objects, by their ids. */
async function* merged(
  rows: AsyncGenerator<Value[][]>,
  contents: AsyncGenerator<Value[], void>,
): AsyncGenerator<Value[][]> {
  let next = await contents.next()
  for await (const batch of rows)
    for (const row of batch) {
      while (!next.done && Number(next.value[0]) < Number(row[0])) {
        yield [next.value]
        next = await contents.next()
      }
      yield [row]
    }
  while (!next.done) {
    yield [next.value]
    next = await contents.next()
  }
}

async function* none(): AsyncGenerator<Value[][]> {}

/**
 * Returns a source that shows the contents of all objects as rows of `berkas_isi`, and no rows of
 * the tables of objects. Reading throws BackupError when an object cannot be read, or when there
 * are objects but no store is configured.
 */
export const withObjects = <T extends Source>(source: T, files: FilesConfig | undefined): T => ({
  ...source,
  rows: async function* (table: Table): AsyncGenerator<Value[][]> {
    if (table.name === 'berkas_objek' || table.name === 'berkas_hapus') return yield* none()
    if (table.name !== 'berkas_isi') return yield* source.rows(table)
    const objects = await objectsOf(source, await source.tables())
    if (objects.length === 0) return yield* source.rows(table)
    if (!files)
      throw new BackupError(
        `${objects.length} berkas ada di penyimpanan objek: isi FILES_URL seperti untuk server.`,
      )
    const store = makeObjectStore(files, { patienceMs })
    yield* merged(source.rows(table), contentsOf(store, objects))
  },
})
