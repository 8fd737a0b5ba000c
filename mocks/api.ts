/** The real API over a database of its own, for tests of the server and, through MSW, of the app. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import { openPostgres, openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import { sha256 } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import type { Surat } from '#server/mail/surat.ts'
import { firstStart } from '#server/seed/first.ts'

export interface Answer<T = unknown> { status: number; success: boolean; data: T; headers: Headers }
export type Body = Record<string, unknown>
/** Calls of one user. `post` sends an `Idempotency-Key` of its own unless one is given; null sends none. */
export interface Client {
  token: string
  get<T = any>(path: string): Promise<Answer<T>>
  post<T = any>(path: string, body?: Body, key?: string | null): Promise<Answer<T>>
}
export interface TestApi { db: Db; app: Hono; /** A client of a user, with a session made for it. */ as(userId: number): Promise<Client>; anonymous: Client; /** Mail that was sent, oldest first. */ outbox: Surat[]; /** The bytes of the database, of SQLite only. */ serialize(): Buffer; close(): Promise<void> }

const clientOf = (app: Hono, token: string): Client => {
  const send = async (method: string, path: string, body?: Body, key?: string | null): Promise<Answer<never>> => {
    const response = await app.request(`/api${path}`, {
      method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }), ...(key && { 'idempotency-key': key }) }, ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) as { success: boolean; data: never } : { success: response.ok, data: text as never }
    return { status: response.status, headers: response.headers, ...parsed }
  }
  return { token, get: (path) => send('GET', path), post: (path, body = {}, key = randomBytes(8).toString('hex')) => send('POST', path, body, key) }
}

/** Opens an API on a fresh database: in memory, the bytes of a serialized one, or PostgreSQL's at `DATABASE_URL`. */
export const openApi = async (source?: Buffer): Promise<TestApi> => {
  const url = process.env.DATABASE_URL
  const opened = url && !source ? openPostgres(url) : openSqlite(source ?? ':memory:')
  const { db } = opened
  if (!source) {
    await migrate(db)
    await firstStart(db, { username: 'superadmin', password: 'rahasia-uji' })
  }
  const outbox: Surat[] = []
  const mail = { send: (surat: Surat) => { outbox.push(surat) }, idle: async () => {} }
  const app = createApp({ db, mail, log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }) })
  const as = async (userId: number): Promise<Client> => {
    const token = randomBytes(32).toString('base64url')
    const { token_versi } = await db.selectFrom('user').select('token_versi').where('id', '=', userId).executeTakeFirstOrThrow()
    await db.insertInto('sesi').values({ token_hash: sha256(token), user_id: userId, token_versi, dibuat: now(), terpakai: now(), kedaluwarsa: '2999-01-01T00:00:00.000Z', ip: null, agen: null }).execute()
    return clientOf(app, token)
  }
  return { db, app, as, outbox, anonymous: clientOf(app, ''), close: () => db.destroy(), serialize: () => { if (!('raw' in opened)) throw new Error('Hanya SQLite'); return opened.raw.serialize() } }
}
