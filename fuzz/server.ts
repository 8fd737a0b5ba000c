/** Starts the real server on the demo school, with a logged-in user of every role. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RoleId } from '#contract/enums.ts'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { freshDatabase } from '../scripts/postgres.ts'
import { startServer } from '../scripts/process.ts'
import type { Actor } from './keeper.ts'

export type Engine = 'sqlite' | 'postgres'
/** Password of all accounts of the demo school. */
const password = 'nada-demo'
const accounts = [
  'superadmin',
  'admin',
  'admin.makassar',
  'pelatih',
  'sales',
  'akunbilling',
  'peserta',
]
/** Access codes of a custom role that is based on the admin role. */
const customCodes = [
  'billing/index',
  'billing/view',
  'billing/create',
  'billing/ekspor',
  'billing-payment/index',
  'billing-payment/create',
  'user/index',
  'user/pilihan',
  'user/view',
  'user/import',
  'gedung/index',
  'kursus/index',
  'kursus-harga/index',
  'promo/view',
  'search',
  'audit/index',
  'setting/index',
  'role/index',
  'ruang/import',
  'hari-libur/create',
]

export interface Target {
  port: number
  base: string
  db: Db
  actors: Actor[]
  /** Returns the resident memory of the server in MB. */
  rss: () => number
  alive: () => boolean
  /**
   * Returns the last line of the server's log that contains the path; undefined without such a
   * line.
   */
  log: (path: string) => string | undefined
  /**
   * Returns the logged errors that no response has reported, such as an error of an import in the
   * background, or an error while the server was sending a file.
   */
  behind: () => string[]
  stop: () => Promise<void>
}

const rssOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return (
      Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
    )
  }
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

interface Envelope {
  success: boolean
  data: { key: string; id: number; message?: string }
}
const post = async (
  base: string,
  path: string,
  body: object,
  token = '',
): Promise<Envelope['data']> => {
  const response = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  const { success, data } = (await response.json()) as Envelope
  if (!success) throw new Error(`${path}: ${data.message}`)
  return data
}

/**
 * Makes the custom role and a user with this role, and logs in all actors. The first actor,
 * `nobody`, has no session.
 */
const logIn = async (base: string, db: Db): Promise<Actor[]> => {
  const keyOf = async (username: string) =>
    (await post(base, '/auth/login', { username, password })).key
  const superadmin = await keyOf('superadmin')
  const role = await post(
    base,
    '/role/create',
    { name: 'Kasir Uji', dasar_role_id: RoleId.admin, accesses: customCodes },
    superadmin,
  )
  await post(
    base,
    '/user/create',
    {
      role_id: role.id,
      name: 'Kasir Uji',
      username: 'kasir.uji',
      email: 'kasir.uji@contoh.id',
      phone: '081234567811',
    },
    superadmin,
  )
  // Copies the hash of superadmin's password, because the demo school's password is too weak to be
  // chosen through the API.
  await db
    .updateTable('user')
    .set((eb) => ({
      password_hash: eb
        .selectFrom('user as known')
        .select('known.password_hash')
        .where('known.username', '=', 'superadmin'),
    }))
    .where('username', '=', 'kasir.uji')
    .execute()
  const actors: Actor[] = [{ name: 'nobody', userId: undefined, token: '' }]
  for (const username of [...accounts, 'kasir.uji']) {
    const { id } = await db
      .selectFrom('user')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    actors.push({ name: username, userId: id, token: await keyOf(username) })
  }
  return actors
}

/**
 * Starts the server with the demo school in a new database of the engine. `postgres` is the URL of
 * a PostgreSQL server on which databases may be made.
 */
export const startTarget = async (engine: Engine, postgres: string): Promise<Target> => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-fuzz-'))
  // Deletes the folder whenever this process ends.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = engine === 'postgres' ? await freshDatabase(postgres) : undefined
  const server = await startServer(
    { LOG_LEVEL: 'error', DATA_DIR: folder, DATABASE_URL: database?.url },
    ['--demo'],
  )
  const { db } = database
    ? { db: openPatiently(database.url) }
    : openSqlite(join(folder, 'nada.db'))
  return {
    port: Number(new URL(server.url).port),
    base: server.url,
    db,
    actors: await logIn(server.url, db),
    rss: () => rssOf(server.pid),
    alive: () => isAlive(server.pid),
    log: (path) =>
      server
        .output()
        .split('\n')
        .findLast((line) => line.includes(`"path":"/api${path}`))
        ?.slice(0, 1500),
    behind: () =>
      server
        .output()
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line) && !line.includes('"msg":"galat"'))
        .map((line) => line.slice(0, 1500)),
    stop: async () => {
      await server.stop()
      await db.destroy()
      await database?.drop()
    },
  }
}
