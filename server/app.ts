/** The API as a fetch handler: Request in, Response out. */
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import type { Kunci } from '#server/crypto/kunci.ts'
import type { Db } from '#server/db/tables.ts'
import { failureOf } from '#server/db/failure.ts'
import { runRequest, setUser } from '#server/db/lane.ts'
import { answersWithin } from '#server/db/ready.ts'
import { HttpError, forbidden } from '#server/errors.ts'
import { authenticate } from '#server/http/auth.ts'
import { addCalls } from '#server/http/calls.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import { addResource } from '#server/http/crud.ts'
import { openApi } from '#server/http/openapi.ts'
import { json, type Body, type Routes } from '#server/http/routes.ts'
import { noMailer, type Mailer } from '#server/mail/mailer.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { handlers } from '#server/modules/calls.ts'

export interface AppOptions { db: Db; /** Keys of encrypted values. */ kunci: Kunci; /** For reads that may take long; `db` when left out. */ reader?: Db; log: Logger; mail?: Mailer; corsOrigin?: string[]; /** Proxies in front whose X-Forwarded-For is believed. */ trustProxy?: number; /** Address of the peer. */ peer?: (env: unknown) => string }

/** Largest JSON body, in bytes. */
const bodyLimit = 1024 * 1024
const nobody: Actor = { id: 0, name: '', role_id: 0, dasar: 0, accesses: [], allowed: new Set(), gedung: [], buatan: [], token_hash: '', harus_ganti_password: false }
const whileForced = new Set(['/profile', '/profile/update-password', '/auth/logout'])

/** Deeper than any input of ours: what walks a body by recursion must not run out of stack. */
const maxDepth = 30
const tooDeep = (value: unknown, depth = 0): boolean =>
  value !== null && typeof value === 'object' && (depth >= maxDepth || Object.values(value).some((v) => tooDeep(v, depth + 1)))

const readBody = async (request: Request): Promise<Body> => {
  const tooLarge = () => new HttpError(413, `Isi permintaan lebih dari ${bodyLimit / 1024} kB`)
  if (Number(request.headers.get('content-length') ?? 0) > bodyLimit) throw tooLarge()
  const reader = request.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  if (reader) for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length
    if (size > bodyLimit) { await reader.cancel(); throw tooLarge() }
    chunks.push(part.value)
  }
  const text = Buffer.concat(chunks).toString('utf8').trim()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) throw new HttpError(415, 'Isi permintaan harus application/json')
  let body: unknown
  try { body = JSON.parse(text) } catch { throw new HttpError(400, 'Isi permintaan bukan JSON yang benar') }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new HttpError(400, 'Isi permintaan harus berupa objek JSON')
  // An escaped NUL, not an escaped backslash before "u0000": PostgreSQL has no such text.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) throw new HttpError(400, 'Isi permintaan memuat karakter yang tidak diizinkan')
  if (tooDeep(body)) throw new HttpError(400, 'Isi permintaan bersarang terlalu dalam')
  return body as Body
}

/** Builds the API on a database. Its `fetch` serves everything under `/api`, and the health checks. */
export const createApp = ({ db, kunci, reader = db, log, mail = noMailer, corsOrigin = [], trustProxy = 0, peer = () => '127.0.0.1' }: AppOptions): Hono => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  let document: string | undefined

  const answer = async (request: Request, env: unknown): Promise<Response> => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/api/, '').replace(/\/$/, '') || '/'
    if (/%00/.test(url.search)) throw new HttpError(400, 'Alamat memuat karakter yang tidak diizinkan')
    const route = routes.get(path)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!route) {
      if (path === '/openapi.json' && method === 'GET') return new Response(document ??= JSON.stringify(openApi()), { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
      throw new HttpError(404, 'Alamat tidak ditemukan')
    }
    const entry = method === 'GET' || method === 'POST' ? route[method] : undefined
    if (!entry) throw new HttpError(405, `Metode ${method} tidak berlaku di sini`, { allow: Object.keys(route).join(', ') })
    const forwarded = (request.headers.get('x-forwarded-for') ?? '').split(',').map((s) => s.trim()).filter(Boolean)
    const ip = (trustProxy > 0 && forwarded.at(-Math.min(trustProxy, forwarded.length))) || peer(env)
    const actor = entry.access === 'public' ? nobody : await authenticate(db, request.headers.get('authorization') ?? undefined)
    if (!actor) throw new HttpError(401, 'Sesi berakhir atau tidak ada. Silakan masuk.')
    setUser(actor.id)
    if (actor.harus_ganti_password && !whileForced.has(path)) throw forbidden('Ganti password Anda dahulu')
    if (entry.access === 'code' && !entry.codes.some((code) => allows(actor, code))) throw forbidden()
    const ctx: Ctx = { db, reader, actor, mail, log, ip, agent: request.headers.get('user-agent') ?? '', url, request, key: request.headers.get('idempotency-key')?.trim() || undefined, kunci }
    return entry.handler(ctx, request.method === 'POST' && !entry.raw ? await readBody(request) : {})
  }

  const app = new Hono()
  app.use('/api/*', cors({
    origin: corsOrigin, allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'], allowMethods: ['GET', 'POST'], maxAge: 600,
    exposeHeaders: ['X-Pagination-Total-Count', 'X-Pagination-Page-Count', 'X-Pagination-Current-Page', 'X-Pagination-Per-Page', 'Link', 'Retry-After', 'Location', 'Content-Disposition'],
  }))
  app.all('/api/*', async (c) => {
    const started = performance.now()
    let response: Response
    let who: unknown
    let failure: ReturnType<typeof failureOf>
    try {
      response = await runRequest(c.req.path, () => answer(c.req.raw, c.env), c.req.raw.signal)
    } catch (error) {
      failure = failureOf(error)
      const known = error instanceof HttpError ? error : failure?.answer
      if (failure || !known) who = error
      if (known) response = json(known.body, known.status, known.headers)
      else {
        response = json(new HttpError(500, 'Terjadi kesalahan di server. Coba lagi, atau hubungi pengelola.').body, 500)
      }
    }
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
    // The query string of /auth/* holds one-time passwords, and every other may hold names: only the path is logged.
    const line = { method: c.req.method, path: c.req.path, status: response.status, ms: Math.round(performance.now() - started) }
    if (failure) log.warn({ ...line, sebab: failure.kind, err: who }, 'basis data')
    else if (who) log.error({ ...line, err: who }, 'galat')
    else log.debug(line, 'permintaan')
    return response
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (await answersWithin(db, 2000)) return c.json({ status: 'siap' })
    return c.json({ status: 'basis data tidak menjawab' }, 503)
  })
  return app
}
