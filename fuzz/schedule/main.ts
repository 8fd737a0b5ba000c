/**
 * `npm run fuzz -- --schedule`: twenty clients of the real server who book, move, cancel,
 * substitute, change rooms, enrol and mark at random, while it is killed in the middle, twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { freshDatabase } from '../../scripts/postgres.ts'
import { startServer } from '../../scripts/process.ts'
import { clientOf, type Client } from '../client.ts'
import { openSession } from '../keeper.ts'
import { randomOf } from '../random.ts'
import type { Engine } from '../server.ts'
import { makeArena, type Post } from './arena.ts'
import { peopleOf } from './people.ts'
import { play, problemsAfter, type Person, type Played } from './play.ts'

const superadmin = 1
/** It is killed at the end of each of these but the last. */
const parts = 3

const postOf =
  (client: () => Client, token: string): Post =>
  async (path, body) => {
    const { status, body: text } = await client().send({
      method: 'POST',
      target: `/api${path}`,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
      },
      body: Buffer.from(JSON.stringify(body)),
    })
    if (status === 0) return { status, data: null }
    return { status, data: (JSON.parse(text.toString('utf8')) as { data: unknown }).data }
  }
const tokenOf = (db: Db, user: number) => transaction(db, (trx) => openSession(trx, user))

/** How often which call was answered how, most first. */
const told = (all: readonly Played[]): string[] => {
  const sums = new Map<string, number>()
  for (const { answers } of all)
    for (const [name, n] of answers) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `    ${n} ${name}`)
}

/** True when nothing was wrong. `postgres`: a server where databases may be made. */
export const fuzzSchedule = async (
  engine: Engine,
  postgres: string,
  { seed, calls }: { seed: number; calls: number },
): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-fuzz-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const own = engine === 'postgres' ? await freshDatabase(postgres) : undefined
  const env = {
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: own?.url,
    ADMIN_PASSWORD: 'rahasia-uji-acak',
  }
  const begin = async () => {
    const server = await startServer(env)
    const port = Number(new URL(server.url).port)
    return { ...server, client: clientOf(port, 20) }
  }
  let server = await begin()
  const { db } = own ? { db: openPatiently(own.url) } : openSqlite(join(folder, 'nada.db'))
  const client = () => server.client
  const arena = await makeArena(
    postOf(client, await tokenOf(db, superadmin)),
    db,
    randomOf(seed, -1),
  )
  const people: Person[] = []
  for (const { user, trade } of peopleOf(arena))
    people.push({ trade, post: postOf(client, await tokenOf(db, user)) })
  const all: Played[] = []
  const wrong: string[] = []
  const began = performance.now()
  for (let part = 0; part < parts; part++) {
    const killed = part < parts - 1
    // A killed one has more to do than it gets to.
    const share = Math.ceil(calls / parts)
    let crash: Promise<void> | undefined
    const played = await play({
      db,
      arena,
      people,
      seed,
      first: part * 2 * share,
      calls: killed ? 2 * share : share,
      watch: (done) => {
        if (killed && done >= share) crash ??= server.crash()
      },
    })
    await crash
    all.push(played)
    if (killed) {
      server.client.close()
      server = await begin()
    }
    const problems = await problemsAfter(
      db,
      all.flatMap((one) => one.made),
    )
    wrong.push(...played.wrong, ...problems)
    const what = killed ? 'killed and started again' : 'done'
    console.log(`${engine}: part ${part + 1} ${what}, ${problems.length} rules broken`)
  }
  console.log(told(all).join('\n'))
  for (const line of wrong.slice(0, 20)) console.log(`${engine}: ${line.slice(0, 1500)}`)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${engine}: seed ${seed}, ${calls} calls in ${seconds} s, ${wrong.length} wrong`)
  server.client.close()
  await server.stop()
  await db.destroy()
  await own?.drop()
  return wrong.length === 0
}
