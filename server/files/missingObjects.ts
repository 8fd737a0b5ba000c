/** Compares the objects that a database names with those of the store. */
import type { Db } from '#server/db/schema/tables.ts'
import type { ObjectStore } from '#server/files/objectStore.ts'

/** Number of missing objects that are named. */
const most = 20

/** Returns the number of files whose content is in an object store. */
export const countObjects = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('berkas_objek')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Returns as texts for the operator the files whose object is missing or has another size. `store`
 * is undefined if there is no store.
 */
export const missingObjects = async (db: Db, store: ObjectStore | undefined): Promise<string[]> => {
  const count = await countObjects(db)
  if (count === 0) return []
  if (!store)
    return [
      `${count} berkas ada di penyimpanan objek, tetapi FILES_URL tidak diisi: tidak diperiksa`,
    ]
  // Reads the rows before the list: an object exists before its row, and is deleted an hour after
  // it, so that changes meanwhile are not reported.
  const sizeOf = new Map<string, number>()
  const rows = await db
    .selectFrom('berkas_objek')
    .innerJoin('berkas', 'berkas.id', 'berkas_objek.berkas_id')
    .select(['berkas.id', 'berkas.entitas', 'berkas.ukuran', 'berkas_objek.kunci'])
    .orderBy('berkas.id')
    .execute()
  for await (const { key, size } of store.list()) sizeOf.set(key, size)
  const wrong = rows.filter(({ kunci, ukuran }) => sizeOf.get(kunci) !== ukuran)
  const named = wrong.slice(0, most).map(({ id, entitas, kunci }) => {
    const what = sizeOf.has(kunci) ? 'ukuran objeknya lain' : 'objeknya tidak ada'
    return `berkas ${id} (${entitas ?? 'belum dipakai'}): ${what} di penyimpanan berkas`
  })
  return wrong.length > most ? [...named, `dan ${wrong.length - most} berkas lain`] : named
}
