/**
 * Tests the commands with an object store in real processes: files are moved in both directions,
 * also when the move is killed again and again while a server is open; a backup is restored into a
 * store; and a wrong setting ends the start of a server.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { startFakeStore, type FakeStore } from '#mocks/objectStore.ts'
import { jpegOf } from '#mocks/pictures.ts'
import { backupsIn } from '#server/backup/backup.ts'
import { openExisting, readPlace } from '#server/backup/place.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { sha256Of } from '#server/files/objectStore.ts'
import { freshDatabase } from '../../scripts/postgres.ts'
import { node, run, start, startServer } from '../../scripts/process.ts'

const onPostgres = process.env.ENGINE === 'postgres'
const home = mkdtempSync(join(tmpdir(), 'nada-pindah-berkas-'))
const DATA_KEY = Buffer.alloc(32, 7).toString('base64')
const files = 60
let fake: FakeStore
let env: Record<string, string | undefined>
let database: Awaited<ReturnType<typeof freshDatabase>> | undefined
const contents = new Map<number, Buffer>()

const place = (more = {}) => readPlace({ ...env, ...more }, {})
const withDb = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  const { db, close } = await openExisting(place())
  try {
    return await work(db)
  } finally {
    await close()
  }
}
const idsOf = (table: 'berkas_isi' | 'berkas_objek') =>
  withDb(async (db) =>
    (await db.selectFrom(table).select('berkas_id').orderBy('berkas_id').execute()).map(
      ({ berkas_id }) => berkas_id,
    ),
  )
const command = (script: string, args: string[] = [], more = {}) =>
  run(node(`scripts/${script}.ts`, ...args), {
    env: { ...env, ...more },
    quiet: true,
    timeout: 120_000,
  })
const move = (to: string, more = {}) => command('moveFiles', ['--to', to], more)

/** Checks that each file has exactly one content, and that it is the right one. */
const checkContents = async () => {
  const [inDb, inStore] = [await idsOf('berkas_isi'), await idsOf('berkas_objek')]
  expect([...inDb, ...inStore].toSorted((a, b) => a - b)).toEqual([...contents.keys()])
  const objects = await withDb((db) => db.selectFrom('berkas_objek').selectAll().execute())
  for (const { berkas_id, kunci } of objects)
    expect(fake.objects.get(`nada/${kunci}`)?.equals(contents.get(berkas_id)!)).toBe(true)
  const rows = await withDb((db) => db.selectFrom('berkas_isi').selectAll().execute())
  for (const { berkas_id, isi } of rows)
    expect(contents.get(berkas_id)?.equals(Buffer.from(isi))).toBe(true)
  return { inDb: inDb.length, inStore: inStore.length }
}

beforeAll(async () => {
  fake = await startFakeStore()
  database = onPostgres ? await freshDatabase(inject('postgres')) : undefined
  env = { DATA_DIR: home, DATABASE_URL: database?.url, DATA_KEY, LOG_LEVEL: 'warn', ...fake.env }
  if (!onPostgres) {
    const { db } = openSqlite(join(home, 'nada.db'))
    await migrate(db)
    await db.destroy()
  }
  const server = await startServer({
    ...env,
    FILES_URL: undefined,
    FILES_ENDPOINT: undefined,
    FILES_REGION: undefined,
    FILES_KEY_ID: undefined,
    FILES_SECRET: undefined,
  })
  await server.stop()
  await withDb(async (db) => {
    for (let i = 0; i < files; i++) {
      const isi = jpegOf(30, 20, randomBytes(2000 + 700 * i))
      const { id } = await db
        .insertInto('berkas')
        .values({
          nama: 'a.jpg',
          jenis: 'foto',
          mime: 'image/jpeg',
          ukuran: isi.length,
          sha256: sha256Of(isi),
          lebar: 30,
          tinggi: 20,
          entitas: 'setting',
          entitas_id: i + 1,
          bidang: 'logo',
          created_at: new Date().toISOString(),
          created_by: 1,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('berkas_isi').values({ berkas_id: id, isi }).execute()
      contents.set(id, isi)
    }
  })
}, 180_000)
afterAll(async () => {
  await fake.close()
  await database?.drop()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => {
  fake.trouble = () => undefined
})

/** Starts a move and kills it when the store has got `requests` more requests. */
const moveKilledAfter = async (to: string, requests: number) => {
  const until = fake.requests.length + requests
  const child = start(node('scripts/moveFiles.ts', '--to', to), { env, stdio: 'ignore' })
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
  })
  while (fake.requests.length < until && child.exitCode === null) await sleep(2)
  child.kill('SIGKILL')
  await ended
}

test('moves all files to the store while a server is open, although it is killed', async () => {
  const server = await startServer(env)
  fake.trouble = () => ({ ms: 5 })
  for (const requests of [7, 18, 29, 40]) {
    await moveKilledAfter('s3', requests)
    const { inDb, inStore } = await checkContents()
    expect(inDb + inStore).toBe(files)
  }
  const { inStore: before } = await checkContents()
  expect(before).toBeGreaterThan(0)
  expect(before).toBeLessThan(files)
  fake.trouble = () => undefined
  const { code, output } = await move('s3')
  expect(code, output).toBe(0)
  expect(output).toMatch(
    new RegExp(`^pindah-berkas: selesai dan diperiksa: ${files - before} berkas, `),
  )
  expect(await checkContents()).toEqual({ inDb: 0, inStore: files })
  expect((await move('s3')).output).toMatch(/diperiksa: 0 berkas/)
  const ready = await (await fetch(`${server.url}/readyz`)).json()
  expect(ready).toEqual({ status: 'siap', berkas: 'siap' })
  expect((await fetch(`${server.url}/api/berkas?id=1`)).status).toBe(401)
  await server.stop()
  expect((await command('check')).code).toBe(0)
}, 240_000)

test('restores a backup into the store, and fails softly when the store is away', async () => {
  const folder = join(home, 'cadangan-uji')
  const backup = await command('backup', ['--to', folder])
  expect(backup.code, backup.output).toBe(0)
  const [file = ''] = backupsIn(folder)
  const restoreInto = async (more = {}) => {
    const DATA_DIR = mkdtempSync(join(home, 'pulih-'))
    const target = { DATA_DIR, DATABASE_URL: undefined, FILES_URL: 's3://berkas/pulih', ...more }
    const result = await command('restore', [file], target)
    const { db, close } = await openExisting(place(target))
    const rows = await db.selectFrom('berkas_objek').selectAll().execute()
    await close()
    return { ...result, rows }
  }
  const { code, output, rows } = await restoreInto()
  expect(code, output).toBe(0)
  expect(output).toMatch(new RegExp(`; ${files} berkas ke s3://berkas/pulih/ `))
  for (const { berkas_id, kunci } of rows)
    expect(fake.objects.get(`pulih/${kunci}`)?.equals(contents.get(berkas_id)!)).toBe(true)
  fake.trouble = () => 403
  const away = await restoreInto()
  expect([away.code, away.rows]).toEqual([1, []])
  expect(away.output).toMatch(/berkas tetap di basis data: .*Nanti: npm run move-files -- --to s3/)
}, 180_000)

test('ends the start of a server for a wrong setting, and warns of an absent store', async () => {
  const started = (more: Record<string, string | undefined>) =>
    run(node('server/main.ts', '--siapkan'), { env: { ...env, ...more }, quiet: true })
  for (const [more, text] of [
    [
      { FILES_SECRET: 'salah' },
      /^FILES_URL tidak dapat dipakai: .*SignatureDoesNotMatch\. Periksa/,
    ],
    [{ FILES_URL: 's3://bukan' }, /^FILES_URL tidak dapat dipakai: .*NoSuchBucket\. Periksa/],
    [
      { FILES_URL: '', FILES_ENDPOINT: '', FILES_REGION: '', FILES_KEY_ID: '', FILES_SECRET: '' },
      new RegExp(`^FILES_URL tidak diisi, padahal ${files} berkas ada di penyimpanan objek`),
    ],
  ] as const) {
    const { code, output } = await started(more)
    expect([code, output]).toEqual([1, expect.stringMatching(text)])
  }
  const away = await started({ FILES_ENDPOINT: 'http://127.0.0.1:2' })
  expect([away.code, away.output]).toEqual([0, expect.stringMatching(/^Peringatan: FILES_URL\./)])
  const server = await startServer({ ...env, FILES_ENDPOINT: 'http://127.0.0.1:2' })
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'siap', berkas: expect.stringMatching(/tidak dapat dihubungi: ECONNREFUSED/) },
  ])
  await server.stop()
}, 180_000)

test('moves all files back to the database, although it is killed; keeps a damaged one', async () => {
  const [damaged = 0] = contents.keys()
  const object = await withDb((db) =>
    db
      .selectFrom('berkas_objek')
      .select('kunci')
      .where('berkas_id', '=', damaged)
      .executeTakeFirstOrThrow(),
  )
  const path = `nada/${object.kunci}`
  const whole = fake.objects.get(path)!
  fake.trouble = () => ({ ms: 5 })
  for (const requests of [12, 25]) {
    await moveKilledAfter('database', requests)
    await checkContents()
  }
  // Damages an object that is still in the store.
  const last = (await withDb((db) => db.selectFrom('berkas_objek').selectAll().execute())).at(-1)!
  const lastPath = `nada/${last.kunci}`
  const intact = fake.objects.get(lastPath)!
  fake.objects.set(lastPath, whole)
  fake.trouble = () => undefined
  const { code, output } = await move('database')
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(new RegExp(`berkas ${last.berkas_id}: Isi objek .* bukan yang dahulu`)),
  ])
  fake.objects.set(lastPath, intact)
  expect((await move('database')).code).toBe(0)
  expect(await checkContents()).toEqual({ inDb: files, inStore: 0 })
  const without = {
    FILES_URL: '',
    FILES_ENDPOINT: '',
    FILES_REGION: '',
    FILES_KEY_ID: '',
    FILES_SECRET: '',
  }
  expect((await command('check', [], without)).code).toBe(0)
  expect((await move('s3', without)).output).toMatch(/FILES_URL tidak diisi/)
}, 180_000)
