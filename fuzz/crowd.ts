/**
 * `npm run fuzz -- --schedule` and `-- --money`: many clients of the real server run random user
 * actions, while the server is killed at least twice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pngOf } from '#mocks/pictures.ts'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { freshDatabase } from '../scripts/postgres.ts'
import { startServer } from '../scripts/process.ts'
import { clientOf, type Answer, type Client } from './client.ts'
import { openSession } from './keeper.ts'
import {
  countKinds,
  idOf,
  openPeople,
  play,
  playAgain,
  problemsAfter,
  type Get,
  type Played,
  type Post,
  type Reply,
  type Scene,
  type SentFile,
} from './play.ts'
import { randomOf } from './random.ts'
import type { Engine } from './server.ts'

const superadmin = 1
/** Approximate number of calls in each part of a run. */
const callsOfPart = 10_000
/** Minimum number of parts of a run. The server is killed in each part except the last. */
const fewestParts = 3
/**
 * Minimum number of calls of a long run. Only a long run fails if a kind of call never succeeds or
 * a required event never occurs.
 */
const enoughForAll = 10_000

interface Sent {
  type: string
  body: Buffer
  key?: string | undefined
}
const replyOf = ({ status, body }: Answer): Reply => {
  if (status === 0) return { status, data: null }
  return { status, data: (JSON.parse(body.toString('utf8')) as { data: unknown }).data }
}
const sendTo = async (
  client: Client,
  token: string,
  path: string,
  { type, body, key = crypto.randomUUID() }: Sent,
): Promise<Reply> => {
  const answer = await client.send({
    method: 'POST',
    target: `/api${path}`,
    headers: { 'content-type': type, authorization: `Bearer ${token}`, 'idempotency-key': key },
    body,
  })
  return replyOf(answer)
}
const getOf =
  (client: () => Client, token: string): Get =>
  async (path) => {
    const headers = { authorization: `Bearer ${token}` }
    return replyOf(
      await client().send({ method: 'GET', target: `/api${path}`, headers, body: undefined }),
    )
  }
/** Encodes form fields and a file as `multipart/form-data`, as a browser does. */
const formOf = (fields: object, { name, bytes }: SentFile): Sent => {
  const boundary = 'nada-fuzz'
  const part = (head: string) => `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  const texts = Object.entries(fields).map(
    ([field, value]) => `${part(`name="${field}"`)}${String(value)}\r\n`,
  )
  const head = `${texts.join('')}${part(`name="file"; filename="${name}"`)}`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}
const postOf =
  (client: () => Client, token: string): Post =>
  (path, body, { key, file } = {}) =>
    sendTo(client(), token, path, {
      ...(file
        ? formOf(body, file)
        : { type: 'application/json', body: Buffer.from(JSON.stringify(body)) }),
      key,
    })

let pictures = 0
/**
 * Returns a function that uploads a unique picture as proof of a payment and returns its id. The
 * picture is unique, because the server reports a proof that was used before.
 */
const uploadOf = (post: Post) => async (): Promise<number> => {
  const n = ++pictures
  const bytes = pngOf(1 + (n % 500), 1 + Math.floor(n / 500))
  return idOf(
    await post('/berkas/unggah', { jenis: 'bukti' }, { file: { name: 'bukti.png', bytes } }),
  )
}
const tokenOf = (db: Db, user: number) => transaction(db, (trx) => openSession(trx, user))

/**
 * Returns the lines of the printed summary: successes and rejections by path of the call, most
 * frequent first, and then the counts of the scene's events.
 */
const summaryLines = ({ kinds, happened }: Awaited<ReturnType<typeof countKinds>>): string[] => [
  ...[...kinds]
    .toSorted(([, a], [, b]) => b.done + b.refused - a.done - a.refused)
    .map(([path, { done, refused }]) => `    ${path}: ${done} done, ${refused} refused`),
  ...Object.entries(happened).map(([event, n]) => `    ${event}: ${n}`),
]

/**
 * Makes a new database on the engine and starts the server with it. In the result, `first` is the
 * running server, `begin` starts the server again after a kill, and `db` is a separate connection
 * to the database. `drop` deletes a PostgreSQL database, and does nothing on SQLite.
 */
const openStage = async (engine: Engine, postgres: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-fuzz-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = engine === 'postgres' ? await freshDatabase(postgres) : undefined
  const env = {
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    DATABASE_URL: database?.url,
    ADMIN_PASSWORD: 'rahasia-uji-acak',
  }
  const begin = async () => {
    const server = await startServer(env)
    return { ...server, client: clientOf(Number(new URL(server.url).port), 20) }
  }
  const first = await begin()
  const { db } = database
    ? { db: openPatiently(database.url) }
    : openSqlite(join(folder, 'nada.db'))
  return { first, begin, db, drop: async () => database?.drop() }
}

type Stage = Awaited<ReturnType<typeof openStage>>
/**
 * Makes the school of a scene on the running server and logs in its users. `crash` kills the
 * server, `restart` starts a new server on the same database, and `end` stops the server.
 */
const openCrowd = async <Arena>(scene: Scene<Arena>, { first, begin, db }: Stage, seed: number) => {
  let server = first
  const client = () => server.client
  const owner = await tokenOf(db, superadmin)
  const arena = await scene.make(postOf(client, owner), db, randomOf(seed, -1))
  const people = await openPeople(scene, arena, async (user) => {
    const token = await tokenOf(db, user)
    const post = postOf(client, token)
    return { post, get: getOf(client, token), upload: uploadOf(post) }
  })
  const restart = async () => {
    server.client.close()
    server = await begin()
  }
  const end = async () => {
    server.client.close()
    await server.stop()
  }
  const ground = { db, scene, arena, get: getOf(client, owner) }
  return { play: { ...ground, people, seed }, crash: () => server.crash(), restart, end }
}
type Crowd<Arena> = Awaited<ReturnType<typeof openCrowd<Arena>>>

/**
 * Plays a part of a run: the users send random calls. When `killed` is true, the server is killed
 * after `share` calls and restarted, and the interrupted calls are sent again. In the result, `ms`
 * is the duration of the random calls in ms, without the restart and the calls that are sent again.
 */
const playPart = async <Arena>(
  { play: options, crash, restart }: Crowd<Arena>,
  { part, share, killed }: { part: number; share: number; killed: boolean },
): Promise<{ played: Played[]; ms: number }> => {
  const began = performance.now()
  let crashed: Promise<void> | undefined
  const played = await play({
    ...options,
    first: part * 2 * share,
    // A part with a kill would send up to `2 * share` calls. Users are therefore still sending
    // calls when the server is killed after `share` calls, so that the kill interrupts some of
    // them.
    calls: killed ? 2 * share : share,
    watch: (done) => {
      if (killed && done >= share) crashed ??= crash()
    },
  })
  const ms = performance.now() - began
  if (!killed) return { played: [played], ms }
  await crashed
  await restart()
  await options.scene.restarted?.(options.db)
  return { played: [played, await playAgain(options, played)], ms }
}

/**
 * Runs a scene on an engine and prints the results. Returns true when no problem was found.
 * `postgres` is the URL of a PostgreSQL server on which databases may be made.
 */
export const fuzzCrowd = async <Arena>(
  scene: Scene<Arena>,
  engine: Engine,
  { postgres, seed, calls }: { postgres: string; seed: number; calls: number },
): Promise<boolean> => {
  const stage = await openStage(engine, postgres)
  const { db } = stage
  const crowd = await openCrowd(scene, stage, seed)
  const all: Played[] = []
  const wrong: string[] = []
  const parts = Math.max(fewestParts, Math.round(calls / callsOfPart))
  const share = Math.ceil(calls / parts)
  let [playing, checking] = [0, 0]
  for (let part = 0; part < parts; part++) {
    const killed = part < parts - 1
    const { played, ms } = await playPart(crowd, { part, share, killed })
    all.push(...played)
    const began = performance.now()
    const problems = await problemsAfter(crowd.play, all)
    checking += performance.now() - began
    playing += ms
    wrong.push(...played.flatMap((result) => result.wrong), ...problems)
    const cut = played.reduce((sum, result) => sum + result.cut.length, 0)
    const outcome = killed ? `killed in the middle of ${cut} calls and started again` : 'done'
    const rate = `${((share / ms) * 1000).toFixed(0)} calls a second`
    console.log(
      `${engine}: part ${part + 1} of ${parts} ${outcome}, ${rate}, ${problems.length} rules broken`,
    )
  }
  const counts = await countKinds(crowd.play, all)
  console.log(summaryLines(counts).join('\n'))
  const absent = Object.keys(counts.happened).filter((event) => counts.happened[event] === 0)
  if (calls >= enoughForAll)
    wrong.push(...[...counts.never, ...absent].map((name) => `${name}: never done`))
  for (const line of wrong.slice(0, 20)) console.log(`${engine}: ${line.slice(0, 1500)}`)
  const { user, system } = process.cpuUsage()
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  console.log(
    `${engine}: seed ${seed}, ${calls} calls in ${seconds(playing)}, checked in ${seconds(checking)}, our own processor ${seconds((user + system) / 1000)}, ${wrong.length} wrong`,
  )
  await crowd.end()
  await db.destroy()
  await stage.drop()
  return wrong.length === 0
}
