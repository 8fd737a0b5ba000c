/**
 * `npm run fuzz -- --schedule` and `-- --money`: many clients of the real server who do at random
 * what people do, while it is killed in the middle, twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '#mocks/pictures.ts'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { freshDatabase } from '../scripts/postgres.ts'
import { startServer } from '../scripts/process.ts'
import { clientOf, type Client } from './client.ts'
import { openSession } from './keeper.ts'
import {
  idOf,
  play,
  problemsAfter,
  type Person,
  type Played,
  type Post,
  type Reply,
  type Scene,
} from './play.ts'
import { randomOf } from './random.ts'
import type { Engine } from './server.ts'

const superadmin = 1
/** It is killed at the end of each of these but the last. */
const parts = 3

const sendTo = async (
  client: Client,
  token: string,
  path: string,
  { type, body }: { type: string; body: Buffer },
): Promise<Reply> => {
  const { status, body: text } = await client.send({
    method: 'POST',
    target: `/api${path}`,
    headers: {
      'content-type': type,
      authorization: `Bearer ${token}`,
      'idempotency-key': crypto.randomUUID(),
    },
    body,
  })
  if (status === 0) return { status, data: null }
  return { status, data: (JSON.parse(text.toString('utf8')) as { data: unknown }).data }
}
const postOf =
  (client: () => Client, token: string): Post =>
  (path, body) =>
    sendTo(client(), token, path, {
      type: 'application/json',
      body: Buffer.from(JSON.stringify(body)),
    })

let pictures = 0
/** A proof unlike any other, as a browser sends it. */
const uploadOf = (client: () => Client, token: string) => async (): Promise<number> => {
  const n = ++pictures
  const picture = pngOf(1 + (n % 500), 1 + Math.floor(n / 500))
  const boundary = 'nada-fuzz'
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('name="jenis"')}bukti\r\n${part('name="file"; filename="bukti.png"')}`),
    picture,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const type = `multipart/form-data; boundary=${boundary}`
  return idOf(await sendTo(client(), token, '/berkas/unggah', { type, body }))
}
const tokenOf = (db: Db, user: number) => transaction(db, (trx) => openSession(trx, user))

/** How often which call was answered how, most first. */
const told = (all: readonly Played[]): string[] => {
  const sums = new Map<string, number>()
  for (const { answers } of all)
    for (const [name, n] of answers) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums].toSorted(([, a], [, b]) => b - a).map(([name, n]) => `    ${n} ${name}`)
}

/** A fresh database of the engine, and the server on it, which is started again and again. */
const openStage = async (engine: Engine, postgres: string) => {
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
    return { ...server, client: clientOf(Number(new URL(server.url).port), 20) }
  }
  const first = await begin()
  const { db } = own ? { db: openPatiently(own.url) } : openSqlite(join(folder, 'nada.db'))
  return { first, begin, db, drop: async () => own?.drop() }
}

/** True when nothing was wrong. `postgres`: a server where databases may be made. */
export const fuzzCrowd = async <Arena>(
  scene: Scene<Arena>,
  engine: Engine,
  { postgres, seed, calls }: { postgres: string; seed: number; calls: number },
): Promise<boolean> => {
  const { first, begin, db, drop } = await openStage(engine, postgres)
  let server = first
  const client = () => server.client
  const owner = postOf(client, await tokenOf(db, superadmin))
  const arena = await scene.make(owner, db, randomOf(seed, -1))
  const people: Person<Arena>[] = []
  for (const { user, does } of scene.peopleOf(arena)) {
    const token = await tokenOf(db, user)
    people.push({ does, post: postOf(client, token), upload: uploadOf(client, token) })
  }
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
      scene,
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
    const problems = await problemsAfter(db, scene, all)
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
  await drop()
  return wrong.length === 0
}
