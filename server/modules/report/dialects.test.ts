/**
 * The SQL that reports use for dates and proportional parts gives the same results as the functions
 * in contract/, on each database engine.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRandom } from '#contract/values/random.ts'
import { scale } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { engineOf } from '#server/db/engine.ts'
import { scaled } from '#server/modules/report/figures/lines.ts'
import { dayHere, daysBetween, daysLater, type Sql } from '#server/modules/report/reportQuery.ts'

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())
const valueOf = async (expression: Sql) =>
  (await sql<{ value: unknown }>`select ${expression} as value`.execute(api.db)).rows[0]?.value
const text = (value: string) => sql`cast(${value} as text)`
const whole = (value: number) => sql`cast(${value} as bigint)`

test('adds days to a day and counts the days between two', async () => {
  const engine = engineOf(api.db)
  const r = makeRandom(3)
  for (let i = 0; i < 100; i++) {
    const [day, n] = [addDays('2023-12-20', r.int(0, 900)), r.int(0, 400)]
    const later = addDays(day, n)
    expect(await valueOf(daysLater(engine, text(day), n)), `${day} + ${n}`).toBe(later)
    expect(Number(await valueOf(daysBetween(engine, text(day), text(later))))).toBe(n)
  }
})
test('returns the day of an instant in each zone around midnight', async () => {
  const engine = engineOf(api.db)
  for (const zone of ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const)
    for (const hour of ['14:59', '15:00', '15:59', '16:00', '16:59', '17:00']) {
      const instant = `2026-02-28T${hour}:30.000Z`
      const day = currentDay(zone, new Date(instant))
      expect(await valueOf(dayHere(engine, text(instant), text(zone))), `${zone} ${hour}`).toBe(day)
    }
})
test('scales amounts up to 10^12, rounding half up', async () => {
  const engine = engineOf(api.db)
  const r = makeRandom(4)
  for (let i = 0; i < 200; i++) {
    const by = r.int(1, 10 ** r.int(1, 12))
    const [n, over] = [r.int(0, by), r.int(0, by)]
    const share = scaled(engine, whole(n), whole(over), whole(by))
    expect(Number(await valueOf(share)), `${n} × ${over} / ${by}`).toBe(scale(n, over, by))
  }
})
