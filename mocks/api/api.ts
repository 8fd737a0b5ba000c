/**
 * Real API on a separate database, in the process of the test. Tests of the server call it
 * directly; tests of the app reach it through mocked requests (MSW).
 */
import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import type { Logger as StatementListener } from 'kysely'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { makeDataKeys } from '#server/crypto/dataKeys.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { sha256 } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import { hashCost } from '#server/http/limits/hashing.ts'
import type { Mail } from '#server/mail/mails.ts'
import { firstStart } from '#server/seed/first.ts'
import { undocumented } from './documented.ts'

export interface Answer<T = unknown> {
  status: number
  success: boolean
  data: T
  headers: Headers
}
export type Body = Record<string, unknown>
/**
 * HTTP client with the session of one user. `post` sends `key` as `Idempotency-Key`, a new random
 * key by default, and no key if `key` is null.
 */
export interface Client {
  token: string
  get<T = any>(path: string): Promise<Answer<T>>
  post<T = any>(path: string, body?: Body, key?: string | null): Promise<Answer<T>>
  /** Sends a file as the field `file` of a multipart body. */
  upload<T = any>(
    path: string,
    name: string,
    bytes: Uint8Array | string,
    fields?: Record<string, string>,
    key?: string,
  ): Promise<Answer<T>>
  /** Requests a file, such as an export, and returns its bytes. */
  bytes(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; data: Buffer }>
}
export interface TestApi {
  db: Db
  app: Hono
  /** Returns a client of a user, with a new session. */
  as(userId: number): Promise<Client>
  anonymous: Client
  /** Emails that the API has sent, oldest first. */
  outbox: Mail[]
  /** Returns the SQL texts of all statements that the API runs until `run` has ended. */
  statementsOf(run: () => Promise<unknown>): Promise<string[]>
  /** Returns the bytes of the SQLite database; throws on PostgreSQL. */
  serialize(): Buffer
  close(): Promise<void>
}

/** Production cost of a password hash, copied before the assignment below lowers `hashCost`. */
export const schoolCost = { ...hashCost }
// Tests in this process use a cheap hash, because some tests check many passwords. Servers that run
// in separate processes use the production cost.
hashCost.memoryCost = 1024

/** Keys that encrypt and decrypt secret values of people in tests. */
export const testKeys = makeDataKeys([Buffer.alloc(32, 7)])

/** Returns a client that calls `app` with a token; without a token if the text is empty. */
export const clientWith = (app: Hono, token: string): Client => {
  const request = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: BodyInit,
  ) =>
    app.request(`/api${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { body }),
    })
  const read = async (response: Response, method: string, path: string): Promise<Answer<never>> => {
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const parsed = isJson
      ? (JSON.parse(text) as { success: boolean; data: never })
      : { success: response.ok, data: text as never }
    const problem = isJson && undocumented(method, path, { status: response.status, body: parsed })
    if (problem) throw new Error(`${method} ${path} answers what is not documented: ${problem}`)
    return { status: response.status, headers: response.headers, ...parsed }
  }
  const keyed = (key?: string | null): Record<string, string> =>
    key ? { 'idempotency-key': key } : {}
  return {
    token,
    get: async (path) => read(await request('GET', path, {}), 'GET', path),
    post: async (path, body = {}, key = randomBytes(8).toString('hex')) =>
      read(
        await request(
          'POST',
          path,
          { 'content-type': 'application/json', ...keyed(key) },
          JSON.stringify(body),
        ),
        'POST',
        path,
      ),
    upload: async (path, name, bytes, fields = {}, key = randomBytes(8).toString('hex')) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
      return read(await request('POST', path, keyed(key), form), 'POST', path)
    },
    bytes: async (path, headers = {}) => {
      const response = await request('GET', path, headers)
      return {
        status: response.status,
        headers: response.headers,
        data: Buffer.from(await response.arrayBuffer()),
      }
    },
  }
}

/**
 * Stores a new session of a user, and returns a client that uses this session. `app` is the API to
 * call.
 */
export const clientFor = async (app: Hono, db: Db, userId: number): Promise<Client> => {
  const token = randomBytes(32).toString('base64url')
  const { token_versi } = await db
    .selectFrom('user')
    .select('token_versi')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('sesi')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      token_versi,
      dibuat: now(),
      terpakai: now(),
      kedaluwarsa: '2999-01-01T00:00:00.000Z',
      ip: null,
      agen: null,
    })
    .execute()
  return clientWith(app, token)
}

/**
 * Opens an API on a prepared database: `source` is the bytes of a SQLite file, or the URL of a
 * PostgreSQL database. Without `source`, opens a new database that contains only the rows of a
 * first start: in PostgreSQL if `DATABASE_URL` is set, otherwise in memory with SQLite.
 */
export const openApi = async (source?: Buffer | URL): Promise<TestApi> => {
  const bytes = source instanceof URL ? undefined : source
  const url = source instanceof URL ? source.href : process.env.DATABASE_URL
  let statements: string[] | undefined
  const listen: StatementListener = ({ query }) => void statements?.push(query.sql)
  const opened =
    url && !bytes ? openPostgres(url, {}, listen) : openSqlite(bytes ?? ':memory:', listen)
  const { db } = opened
  if (!source) {
    await migrate(db)
    await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
  }
  const outbox: Mail[] = []
  const mail = {
    send: (surat: Mail, callback?: (sent: boolean) => void) => {
      outbox.push(surat)
      callback?.(true)
    },
    idle: async () => {},
  }
  const app = createApp({
    db,
    reader: 'reader' in opened ? opened.reader : db,
    dataKeys: testKeys,
    mail,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  })
  const as = (userId: number): Promise<Client> => clientFor(app, db, userId)
  return {
    db,
    app,
    as,
    outbox,
    statementsOf: async (run) => {
      const seen = (statements = [])
      try {
        await run()
      } finally {
        statements = undefined
      }
      return seen
    },
    anonymous: clientWith(app, ''),
    close: 'close' in opened ? opened.close : () => db.destroy(),
    serialize: () => {
      if (!('raw' in opened)) throw new Error('SQLite only')
      return opened.raw.serialize()
    },
  }
}
