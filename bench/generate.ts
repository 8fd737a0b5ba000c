/**
 * Measures how long the API takes to generate the bills of a month. The time is compared with
 * inserting the same rows by one INSERT … SELECT per table.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { freshDatabase } from '../scripts/postgres.ts'
import { serve } from './client.ts'
import { fillForGeneration } from './data.ts'
import { against, median, type Row } from './table.ts'

const periods = ['2026-12', '2027-01', '2027-02']

const floor = async (db: Db, periode: string): Promise<number> => {
  for (const table of ['billing', 'billing_item'])
    await sql`create table ${sql.table(`salinan_${table}`)} as select * from ${sql.table(table)} where periode = ${periode}`.execute(
      db,
    )
  await sql`delete from billing where periode = ${periode}`.execute(db)
  const start = performance.now()
  await transaction(db, async (trx) => {
    for (const table of ['billing', 'billing_item'])
      await sql`insert into ${sql.table(table)} select * from ${sql.table(`salinan_${table}`)}`.execute(
        trx,
      )
  })
  const took = performance.now() - start
  for (const table of ['billing', 'billing_item'])
    await sql`drop table ${sql.table(`salinan_${table}`)}`.execute(db)
  return took
}

const measure = async (
  name: string,
  env: Record<string, string>,
  db: Db,
  count: number,
): Promise<Row> => {
  await fillForGeneration(db, count)
  const server = await serve(env)
  const [ours, floors]: [number[], number[]] = [[], []]
  for (const periode of periods) {
    const start = performance.now()
    const { dibuat } = await server.post('/billing/generate', { periode }, periode)
    ours.push(performance.now() - start)
    if (dibuat !== count) throw new Error(`${String(dibuat)} bills instead of ${count}`)
    floors.push(await floor(db, periode))
  }
  await server.stop()
  await db.destroy()
  return against(`${name}: generation of ${count} bills`, 'ms', median(ours), median(floors), '≤ 4')
}

/**
 * Measures the generation of `count` bills on SQLite and PostgreSQL. `postgres` is the URL of a
 * PostgreSQL server.
 */
export const benchGenerate = async (count: number, postgres: string): Promise<Row[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'nada-bench-'))
  const sqlite = await measure(
    'SQLite',
    { DATA_DIR: dir },
    openSqlite(join(dir, 'nada.db')).db,
    count,
  )
  rmSync(dir, { recursive: true })
  const { url } = await freshDatabase(postgres)
  return [sqlite, await measure('PostgreSQL', { DATABASE_URL: url }, openPatiently(url), count)]
}
