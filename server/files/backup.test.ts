/**
 * Tests that a backup contains the files of an object store, that it can be restored with and
 * without a store, and that the check of a database finds lost objects.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startFakeStore, type FakeStore } from '#mocks/objectStore.ts'
import { jpegOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { makeBackup } from '#server/backup/backup.ts'
import { examine } from '#server/backup/examine.ts'
import { openExisting, openSource, readPlace } from '#server/backup/place.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { restore, tryRestore } from '#server/backup/restore.ts'
import { sumsOf } from '#server/backup/rows.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { setObjectStore } from '#server/files/contents.ts'
import { moveFiles } from '#server/files/moveFiles.ts'
import { makeObjectStore, type ObjectStore } from '#server/files/objectStore.ts'
import { removeDue } from '#server/files/removals.ts'
import { freshDatabase } from '../../scripts/postgres.ts'

const onPostgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-objek-'))
const fresh = () => mkdtempSync(join(home, 'tempat-'))
const DATA_KEY = Buffer.alloc(32, 7).toString('base64')

let s: School
let fake: FakeStore
let store: ObjectStore
const photos = Array.from({ length: 12 }, (_, i) => jpegOf(20 + i, 20, randomBytes(5000 * (i + 1))))
const ids: number[] = []
const upload = async (bytes: Buffer): Promise<number> =>
  must(await s.admin.upload<{ id: number }>('/berkas/unggah', 'a.jpg', bytes, { jenis: 'foto' })).id

/** Returns the environment of the school's database; a copy of it on SQLite. */
const sourceOf = async (): Promise<NodeJS.ProcessEnv> => {
  const DATA_DIR = fresh()
  if (!onPostgres) await sql`vacuum into ${join(DATA_DIR, 'nada.db')}`.execute(s.db)
  return { DATA_DIR, DATA_KEY, DATABASE_URL: process.env.DATABASE_URL, BACKUP_DIR: fresh() }
}
const backup = async () => makeBackup(readPlace({ ...(await sourceOf()), ...fake.env }, {}))
const contentsIn = async (db: Db) => {
  const rows = await db
    .selectFrom('berkas_isi')
    .select(['berkas_id', 'isi'])
    .orderBy('berkas_id')
    .execute()
  return rows.map(({ berkas_id, isi }) => [berkas_id, Buffer.from(isi).toString('base64')])
}
const expected = () => ids.map((id, i) => [id, photos[i]!.toString('base64')])

beforeAll(async () => {
  s = await makeSchool()
  fake = await startFakeStore()
  store = makeObjectStore(fake.config, { patienceMs: 0 })
  // Every third file is in the database, so that a backup merges both places by their ids.
  for (const [i, bytes] of photos.entries()) {
    ids.push(await upload(bytes))
    if (i % 3 === 1) setObjectStore(store, { db: s.db })
    if (i % 3 === 0) await moveFiles({ db: s.db, store }, 's3', () => {})
  }
  const left = ids.filter((_, i) => i % 3 === 2)
  await s.db.deleteFrom('berkas_objek').where('berkas_id', 'in', left).execute()
  await s.db
    .insertInto('berkas_isi')
    .values(left.map((id) => ({ berkas_id: id, isi: photos[ids.indexOf(id)]! })))
    .execute()
})
afterAll(async () => {
  await s.close()
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  fake.trouble = () => undefined
})

test('contains every file and nothing of the store; is restored without a store', async () => {
  const { file, rows } = await backup()
  expect(rows).toBeGreaterThan(ids.length)
  const { sums } = await verifyBackup(file, { keys: [], maxBytes: Infinity })
  const count = (name: string) => sums.find(({ tabel }) => tabel === name)?.baris
  expect([count('berkas_isi'), count('berkas_objek'), count('berkas_hapus')]).toEqual([12, 0, 0])
  const before = fake.requests.length
  const into = readPlace({ DATA_DIR: fresh(), DATA_KEY }, {})
  expect((await restore(into, file)).problems).toEqual([])
  const { db, close } = await openExisting(into)
  expect(await contentsIn(db)).toEqual(expected())
  await close()
  expect((await tryRestore(readPlace({ DATA_KEY, ...fake.env }, {}), file)).problems).toEqual([])
  expect(fake.requests.length).toBe(before)
})

test('is the same whether the files are in the store or in the database', async () => {
  const { file } = await backup()
  const into = readPlace({ DATA_DIR: fresh(), DATA_KEY }, {})
  await restore(into, file)
  const copy = await openSource(into)
  const { sums } = await verifyBackup(file, { keys: [], maxBytes: Infinity })
  expect(await sumsOf(copy)).toEqual(sums)
  await copy.close()
})

test.runIf(onPostgres)('is restored into PostgreSQL', async () => {
  const { file } = await backup()
  const database = await freshDatabase(inject('postgres'))
  const into = readPlace({ DATA_DIR: fresh(), DATA_KEY, DATABASE_URL: database.url }, {})
  expect((await restore(into, file)).problems).toEqual([])
  const { db, close } = await openExisting(into)
  expect(await contentsIn(db)).toEqual(expected())
  await close()
  await database.drop()
})

test('survives short failures of the store, and fails for a lost object or setting', async () => {
  let left = 3
  fake.trouble = ({ method }) => (method === 'GET' && left-- > 0 ? 'half' : undefined)
  await backup()
  const place = readPlace(await sourceOf(), {})
  await expect(makeBackup(place)).rejects.toThrow(
    /8 berkas ada di penyimpanan objek: isi FILES_URL/,
  )
  const [path = '', bytes] = [...fake.objects][0] ?? []
  fake.objects.delete(path)
  await expect(backup()).rejects.toThrow(/^Berkas \d+: Objek tidak ada/)
  fake.objects.set(path, bytes!)
})

test('contains files that are deleted while it runs', async () => {
  const env = { ...(await sourceOf()), ...fake.env }
  let deleted = 0
  fake.trouble = () => {
    if (deleted++ === 0) {
      const gone = s.db.deleteFrom('berkas').where('id', '=', ids[11]!).execute()
      void gone.then(() => removeDue(s.db, store, Date.now()))
    }
    return { ms: 50 }
  }
  const { file } = await makeBackup(readPlace(env, {}))
  const { sums } = await verifyBackup(file, { keys: [], maxBytes: Infinity })
  expect(sums.find(({ tabel }) => tabel === 'berkas_isi')?.baris).toBe(12)
  await expect.poll(() => s.db.selectFrom('berkas_hapus').select('kunci').execute()).not.toEqual([])
})

test('is checked: names each file whose object is missing or has another size', async () => {
  const env = await sourceOf()
  const check = () => examine(readPlace({ ...env, ...fake.env }, {}))
  expect(await check()).toEqual([])
  expect(await examine(readPlace(env, {}))).toEqual([
    expect.stringMatching(/^\d berkas ada di penyimpanan objek, tetapi FILES_URL tidak diisi/),
  ])
  const objects = await s.db.selectFrom('berkas_objek').selectAll().orderBy('berkas_id').execute()
  const [lost, cut] = objects
  const [kept, whole] = [lost, cut].map((o) => fake.objects.get(`nada/${o?.kunci}`)!)
  fake.objects.delete(`nada/${lost?.kunci}`)
  fake.objects.set(`nada/${cut?.kunci}`, whole!.subarray(1))
  expect(await check()).toEqual([
    `berkas ${lost?.berkas_id} (belum dipakai): objeknya tidak ada di penyimpanan berkas`,
    `berkas ${cut?.berkas_id} (belum dipakai): ukuran objeknya lain di penyimpanan berkas`,
  ])
  fake.objects.set(`nada/${lost?.kunci}`, kept!)
  fake.objects.set(`nada/${cut?.kunci}`, whole!)
})
