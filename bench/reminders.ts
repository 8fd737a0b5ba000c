/**
 * Measures the nightly job that makes reminders for many open bills. The time is compared with
 * inserting the same rows by one INSERT … SELECT.
 */
import { sql } from 'kysely'
import { BillingStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { serve } from './client.ts'
import { fillForGeneration } from './data.ts'
import { copyRows, postgresPlace, sqlitePlace, type Place } from './place.ts'
import { against, median, type Row } from './table.ts'

const periode = '2026-12'
const rounds = 3

/** Publishes all bills, with today as their due date. */
const publishAll = (db: Db) => {
  const today = currentDay()
  return sql`update billing set status = ${sql.lit(BillingStatus.terbit)}, nomor = 'INV/' || id, nomor_kunci = 'inv/' || id,
    tanggal_terbit = ${today}, jatuh_tempo = ${today}, diterbitkan_at = created_at`.execute(db)
}

const measure = async (engine: string, place: Place, count: number): Promise<Row> => {
  const { db } = place
  await fillForGeneration(db, count)
  const server = await serve(place.env)
  await server.post('/billing/generate', { periode }, periode)
  await publishAll(db)
  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    await sql`delete from pengingat`.execute(db)
    await place.analyze()
    const start = performance.now()
    await server.post('/pekerjaan/jalankan', { nama: 'pengingat' })
    ours.push(performance.now() - start)
    const { n } = await db
      .selectFrom('pengingat')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('status', '=', 'menunggu')
      .executeTakeFirstOrThrow()
    if (Number(n) !== count) throw new Error(`${n} reminders instead of ${count}`)
    floors.push(await copyRows(db, 'pengingat'))
  }
  await server.stop()
  await place.end()
  const name = `${engine}: reminders of ${count} accounts`
  return against(name, 'ms', median(ours), median(floors), '≤ 4')
}

/**
 * Measures making the reminders of `count` bills on SQLite and PostgreSQL. `postgres` is the URL of
 * a PostgreSQL server.
 */
export const benchReminders = async (count: number, postgres: string): Promise<Row[]> => [
  await measure('SQLite', await sqlitePlace(), count),
  await measure('PostgreSQL', await postgresPlace(postgres), count),
]
