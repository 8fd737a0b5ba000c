/** Tests of the measurements that only PostgreSQL has. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { limits, openPostgres } from '#server/db/postgres.ts'
import { slowStatements } from '#server/metrics/slowStatements.ts'
import { runWork } from '#server/runtime/work.ts'

test.runIf(process.env.ENGINE === 'postgres')(
  'counts connections and waiting requests of a pool, and logs its slow statements',
  async () => {
    const lines: unknown[] = []
    const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
    const { lane: _, ...light } = { ...limits.light, connections: 1 }
    const url = process.env.DATABASE_URL ?? ''
    const { db, pools, close } = openPostgres(url, { light }, slowStatements(200, log))
    try {
      const nap = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db)
      const naps = runWork({ name: 'GET /bank' }, () => Promise.all([nap(0.4), nap(0)]))
      await sleep(200)
      expect(pools()).toEqual([
        { name: 'light', connections: 1, idle: 0, waiting: 1 },
        { name: 'heavy', connections: 0, idle: 0, waiting: 0 },
        { name: 'long', connections: 0, idle: 0, waiting: 0 },
      ])
      await naps
      expect(pools()[0]).toEqual({ name: 'light', connections: 1, idle: 1, waiting: 0 })
      expect(lines).toMatchObject([
        { msg: 'slow statement', work: 'GET /bank', sql: 'select pg_sleep($1)' },
      ])
    } finally {
      await close()
    }
  },
)
