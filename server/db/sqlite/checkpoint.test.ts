/**
 * Tests that SQLite's log (WAL) stays small during long work, and that no data is lost. A thread
 * moves the pages of the log into the database file.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '#server/db/engine.ts'
import { transaction } from '#server/db/transaction.ts'

const MB = 1024 * 1024
const text = 'x'.repeat(100_000)

test('keeps the log small during steps of a long work, and holds all at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-log-'))
  const file = join(folder, 'nada.db')
  const { db, raw } = openSqlite(file)
  try {
    await sql`create table isi (teks text not null)`.execute(db)
    let largest = 0
    for (let step = 0; step < 60; step++) {
      await transaction(
        db,
        async (trx) => {
          for (let i = 0; i < 10; i++) await sql`insert into isi values (${text})`.execute(trx)
        },
        { long: true, step: true },
      )
      largest = Math.max(largest, statSync(`${file}-wal`).size)
    }
    // Writes 60 MB in total. The log stays far smaller, because the thread moves its pages after
    // every 8 MB.
    expect(largest).toBeLessThan(30 * MB)
    expect(raw.pragma('wal_autocheckpoint', { simple: true })).toBe(100_000)
    await transaction(db, (trx) => sql`insert into isi values ('akhir')`.execute(trx))
  } finally {
    await db.destroy()
  }
  const after = new Sqlite(file, { readonly: true })
  expect(after.prepare('select count(*) from isi').pluck().get()).toBe(601)
  after.close()
  rmSync(folder, { recursive: true })
})
