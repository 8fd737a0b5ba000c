/**
 * Tests that migrations run in order, that a failure of one migration rolls back all migrations of
 * the run, and that a database is rejected if its migrations differ from those of the program.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FormerDatabaseError, migrate } from '#server/db/migrate/migrate.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { emptyDatabase } from '../../../scripts/emptyDatabase.ts'

let db: Db
let folder: string
let drop: () => Promise<void>
/** Gives each test its own folder of migrations, because Node caches modules by path. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nada-migrasi-'))
  ;({ db, drop } = await emptyDatabase())
})
afterEach(async () => {
  await drop()
  rmSync(folder, { recursive: true, force: true })
})

const write = (name: string, body: string) =>
  writeFileSync(join(folder, `${name}.ts`), `export const up = async (db: any) => { ${body} }\n`)
const table = (name: string) =>
  `await db.schema.createTable('${name}').addColumn('a', 'integer').execute()`
const exists = async (name: string) => {
  try {
    await sql`select 1 from ${sql.table(name)}`.execute(db)
    return true
  } catch {
    return false
  }
}

test('runs the migrations on an empty database, once', async () => {
  expect(await migrate(db)).toEqual((await ours()).map((f) => f.replace(/\.ts$/, '')).toSorted())
  expect(await migrate(db)).toEqual([])
  expect(await exists('billing')).toBe(true)
})
const ours = async () =>
  (await import('node:fs/promises')).readdir(new URL('../migrations/', import.meta.url))

test('starts two processes on the same empty database', async () => {
  const both = await Promise.all([migrate(db), migrate(db)])
  expect(both.flat().toSorted()).toEqual([...new Set(both.flat())].toSorted())
  expect(await exists('billing')).toBe(true)
})
test('runs a new migration after earlier ones', async () => {
  write('0001_a', table('a'))
  expect(await migrate(db, folder)).toEqual(['0001_a'])
  write('0002_b', table('b'))
  expect(await migrate(db, folder)).toEqual(['0002_b'])
  expect(await exists('b')).toBe(true)
})
test('rejects and names an edited migration; ignores line endings', async () => {
  write('0001_a', table('a'))
  await migrate(db, folder)
  writeFileSync(
    join(folder, '0001_a.ts'),
    `export const up = async (db: any) => { ${table('a')} }\r\n`,
  )
  expect(await migrate(db, folder)).toEqual([])
  write('0001_a', table('a_lain'))
  await expect(migrate(db, folder)).rejects.toThrow(/changed after they ran: 0001_a/)
})
test('rejects a database older than the first release, and leaves it unchanged', async () => {
  write('0001_dasar', table('lama'))
  await expect(migrate(db, folder)).resolves.toEqual(['0001_dasar'])
  await expect(migrate(db)).rejects.toThrow(FormerDatabaseError)
  expect([await exists('lama'), await exists('billing')]).toEqual([true, false])
})
test('rejects and names a missing migration', async () => {
  write('0001_a', table('a'))
  write('0002_b', table('b'))
  await migrate(db, folder)
  rmSync(join(folder, '0002_b.ts'))
  await expect(migrate(db, folder)).rejects.toThrow(/0002_b/)
})
test('rejects a migration that sorts before earlier ones, and does not run it', async () => {
  write('0002_b', table('b'))
  await migrate(db, folder)
  write('0001_a', table('a'))
  await expect(migrate(db, folder)).rejects.toThrow(/0001_a|0002_b/)
  expect(await exists('a')).toBe(false)
})
test('rolls back a failing migration with those before it; accepts a corrected one', async () => {
  write('0001_a', table('a'))
  write('0002_b', `${table('b')}; throw new Error('sengaja')`)
  await expect(migrate(db, folder)).rejects.toThrow(/Migration failed: sengaja/)
  expect([await exists('a'), await exists('b')]).toEqual([false, false])
  const mended = mkdtempSync(join(tmpdir(), 'nada-migrasi-'))
  for (const [name, of] of [
    ['0001_a', 'a'],
    ['0002_b', 'b'],
  ])
    writeFileSync(
      join(mended, `${name}.ts`),
      `export const up = async (db: any) => { ${table(of!)} }\n`,
    )
  expect(await migrate(db, mended)).toEqual(['0001_a', '0002_b'])
  rmSync(mended, { recursive: true })
})
test('skips files that are not migrations', async () => {
  write('0001_a', table('a'))
  writeFileSync(join(folder, 'catatan.ts'), `throw new Error('dijalankan')`)
  writeFileSync(join(folder, '0001_a.test.ts'), `throw new Error('dijalankan')`)
  expect(await migrate(db, folder)).toEqual(['0001_a'])
})
