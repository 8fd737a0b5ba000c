/**
 * Moves contents of files between the database and an object store, also while a server runs. Each
 * file is moved in its own transaction, so that a killed move can simply be started again.
 */
import { sql } from 'kysely'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { keepObject } from '#server/files/contents.ts'
import { collect, sha256Of, type Digest, type ObjectStore } from '#server/files/objectStore.ts'
import { StoreError } from '#server/files/storeRequests.ts'

export type Target = 's3' | 'database'
export interface MovedFiles {
  files: number
  bytes: number
  /** Files that stay where they are, as texts for the operator. */
  problems: string[]
}
interface File extends Digest {
  id: number
}
interface Move {
  db: Db
  store: ObjectStore
}

/** Number of files that are read from the list at once, and of those that are moved at once. */
const [batch, atOnce] = [200, 4]

const damagedText = 'isinya di basis data bukan yang dahulu disimpan; tidak dipindahkan'

/** Reads a whole object. Throws a StoreError of the kind `missing` if it is not the stored one. */
const readObject = async (store: ObjectStore, key: string, digest: Digest): Promise<Buffer> =>
  collect(await store.read(key, digest))

/** Moves a content to the store. Returns whether it was moved; a deleted file is not. */
const toStore = async ({ db, store }: Move, file: File): Promise<boolean> => {
  const row = await db
    .selectFrom('berkas_isi')
    .select('isi')
    .where('berkas_id', '=', file.id)
    .executeTakeFirst()
  if (!row) return false
  const bytes = new Uint8Array(row.isi)
  if (bytes.length !== file.ukuran || sha256Of(bytes) !== file.sha256)
    throw new StoreError('missing', damagedText)
  const kept = await keepObject(db, store, { bytes, sha256: file.sha256 })
  try {
    // Reads the object back, because the content in the database is deleted next.
    await readObject(store, kept.kunci, file)
    const isMoved = await transaction(db, async (trx) => {
      const taken = await trx
        .deleteFrom('berkas_isi')
        .where('berkas_id', '=', file.id)
        .returning('berkas_id')
        .executeTakeFirst()
      if (taken) await kept.attach(trx, file.id)
      return taken !== undefined
    })
    if (!isMoved) await kept.discard()
    return isMoved
  } catch (error) {
    await kept.discard().catch(() => {})
    throw error
  }
}

/** Moves a content to the database. The object is deleted later (`berkas_hapus`). */
const toDatabase = async ({ db, store }: Move, file: File): Promise<boolean> => {
  const object = await db
    .selectFrom('berkas_objek')
    .select('kunci')
    .where('berkas_id', '=', file.id)
    .executeTakeFirst()
  if (!object) return false
  const isi = await readObject(store, object.kunci, file)
  return transaction(db, async (trx) => {
    const taken = await trx
      .deleteFrom('berkas_objek')
      .where('berkas_id', '=', file.id)
      .where('kunci', '=', object.kunci)
      .returning('berkas_id')
      .executeTakeFirst()
    if (taken) await trx.insertInto('berkas_isi').values({ berkas_id: file.id, isi }).execute()
    return taken !== undefined
  })
}

const placeOf = { s3: 'berkas_isi', database: 'berkas_objek' }
/** Returns the condition for files whose contents a move to `target` moves. */
const isElsewhere = (target: Target) =>
  sql<boolean>`exists (select 1 from ${sql.table(placeOf[target])} as isi where isi.berkas_id = berkas.id)`

const nextFiles = (db: Db, target: Target, after: number): Promise<File[]> =>
  db
    .selectFrom('berkas')
    .select(['id', 'ukuran', 'sha256'])
    .where('id', '>', after)
    .where(isElsewhere(target))
    .orderBy('id')
    .limit(batch)
    .execute()

/** Returns the number and the total size in bytes of the files that a move would move. */
export const filesToMove = async (
  db: Db,
  target: Target,
): Promise<{ files: number; bytes: number }> => {
  const { files, bytes } = await db
    .selectFrom('berkas')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('files'),
      eb.fn.sum<number | string | null>('ukuran').as('bytes'),
    ])
    .where(isElsewhere(target))
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes ?? 0) }
}

/**
 * Moves all contents to `target`. Calls `progress` after each batch. A damaged or missing content
 * is reported and stays where it is. Throws when the store does not respond; the files moved so far
 * stay moved.
 */
export const moveFiles = async (
  move: Move,
  target: Target,
  progress: (done: Pick<MovedFiles, 'files' | 'bytes'>) => void,
): Promise<MovedFiles> => {
  const moved: MovedFiles = { files: 0, bytes: 0, problems: [] }
  const moveOne = async (file: File): Promise<void> => {
    try {
      const isMoved = await (target === 's3' ? toStore(move, file) : toDatabase(move, file))
      if (!isMoved) return
      moved.files++
      moved.bytes += file.ukuran
    } catch (error) {
      if (!(error instanceof StoreError) || error.kind !== 'missing') throw error
      moved.problems.push(`berkas ${file.id}: ${error.message}`)
    }
  }
  let after = 0
  for (;;) {
    const files = await nextFiles(move.db, target, after)
    if (files.length === 0) return moved
    after = files.at(-1)?.id ?? after
    const waiting = files.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const file of waiting) await moveOne(file)
      }),
    )
    progress(moved)
  }
}
