/** The API as a fetch handler: Request in, Response out. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import type { Kunci } from '#server/crypto/kunci.ts'
import { failureOf } from '#server/db/failure.ts'
import { runRequest, setUser } from '#server/db/lane.ts'
import { answersWithin } from '#server/db/ready.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { createWriteHealth, noteFailure } from '#server/db/writeHealth.ts'
import { HttpError, forbidden } from '#server/errors.ts'
import { clientAddress } from '#server/http/address.ts'
import { authenticate } from '#server/http/auth.ts'
import { readBody } from '#server/http/body.ts'
import { addCalls } from '#server/http/calls.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import { addResource } from '#server/http/crud.ts'
import { openApi } from '#server/http/openapi.ts'
import { json, type Routes } from '#server/http/routes.ts'
import { noMailer, type Mailer } from '#server/mail/mailer.ts'
import { noteRefusedCall } from '#server/modules/audit.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'

export interface AppOptions {
  db: Db
  /** Keys of encrypted values. */ kunci: Kunci
  /** For reads that may take long; `db` when left out. */ reader?: Db
  log: Logger
  mail?: Mailer
  corsOrigin?: string[]
  /** Proxies in front whose X-Forwarded-For is believed. */ trustProxy?: number
  /** Address under which people reach it. */ publicUrl?: string | undefined
  /** Address of the peer. */ peer?: (env: unknown) => string
}

/** Longest query string: what Node takes of a request's head, said here too because not every server in front of this does. */
const maxSearch = 16 * 1024
const nobody: Actor = {
  id: 0,
  name: '',
  role_id: 0,
  dasar: 0,
  accesses: [],
  allowed: new Set(),
  gedung: [],
  buatan: [],
  token_hash: '',
  harus_ganti_password: false,
}
const whileForced = new Set(['/profile', '/profile/update-password', '/auth/logout'])
const whileWithoutSecondFactor = new Set([
  '/profile',
  '/profile/dua-langkah',
  '/profile/siapkan-dua-langkah',
  '/profile/aktifkan-dua-langkah',
  '/auth/logout',
])

/** Answers to what somebody may not do, or does too much of: written to the log, so that trying leaves a trace. */
const refusals = new Set([403, 413, 429])
/** Who asked, as far as it is known when the answer is there: address, and the user's id (0: nobody is logged in). */
interface Asker {
  ip?: string
  user?: number
  /** Set once only codes and scope can refuse. */ refused?: (error: HttpError) => Promise<void>
}

/** The address that is asked for. A `Host` that is none, such as `08`, makes it unreadable. */
const urlOf = (request: Request): URL => {
  const url = URL.parse(request.url)
  if (!url) throw new HttpError(400, 'Alamat tidak dapat dibaca')
  return url
}

/** Shorter answers fit into a few packets anyway. */
const worthCompressing = 4096

/** Longer than a healthy database takes for a row, shorter than whoever asks for readiness waits. */
const readyMs = 5000
/** Fails when it takes longer. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(ms, undefined, { ref: false }).then(() => {
      throw new Error('Terlalu lama')
    }),
  ])

/** Builds the API on a database. Its `fetch` serves everything under `/api`, and the health checks. */
export const createApp = ({
  db,
  kunci,
  reader = db,
  log,
  mail = noMailer,
  corsOrigin = [],
  trustProxy = 0,
  publicUrl,
  peer = () => '127.0.0.1',
}: AppOptions): Hono => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  let document: string | undefined

  const answer = async (request: Request, env: unknown, asker: Asker): Promise<Response> => {
    const url = urlOf(request)
    const path = url.pathname.replace(/^\/api/, '').replace(/\/$/, '') || '/'
    if (url.search.length > maxSearch) throw new HttpError(414, 'Alamat terlalu panjang')
    if (/%00/.test(url.search))
      throw new HttpError(400, 'Alamat memuat karakter yang tidak diizinkan')
    const route = routes.get(path)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    if (!route) {
      if (path === '/openapi.json' && method === 'GET')
        return new Response((document ??= JSON.stringify(openApi())), {
          headers: { 'Content-Type': 'application/json; charset=utf-8' },
        })
      throw new HttpError(404, 'Alamat tidak ditemukan')
    }
    const entry = method === 'GET' || method === 'POST' ? route[method] : undefined
    if (!entry)
      throw new HttpError(405, `Metode ${method} tidak berlaku di sini`, {
        allow: Object.keys(route).join(', '),
      })
    const ip = clientAddress(peer(env), request.headers.get('x-forwarded-for'), trustProxy)
    asker.ip = ip
    const secure =
      publicUrl?.startsWith('https:') === true ||
      (trustProxy > 0 && /\bhttps\s*$/.test(request.headers.get('x-forwarded-proto') ?? ''))
    const actor =
      entry.access === 'public'
        ? nobody
        : await authenticate(db, request.headers.get('authorization') ?? undefined)
    if (!actor) throw new HttpError(401, 'Sesi berakhir atau tidak ada. Silakan masuk.')
    asker.user = actor.id
    setUser(actor.id)
    if (actor.harus_ganti_password && !whileForced.has(path))
      throw forbidden('Ganti password Anda dahulu')
    if (
      !actor.harus_ganti_password &&
      actor.harus_dua_langkah &&
      !whileWithoutSecondFactor.has(path)
    )
      throw forbidden('Pasang verifikasi dua langkah dahulu')
    const agent = request.headers.get('user-agent') ?? ''
    asker.refused = ({ message }) =>
      noteRefusedCall(
        db,
        { ip, agent, actor },
        { method, path, id: url.searchParams.get('id'), message },
      )
    if (entry.access === 'code' && !entry.codes.some((code) => allows(actor, code)))
      throw forbidden()
    const ctx: Ctx = {
      db,
      reader,
      actor,
      mail,
      log,
      ip,
      agent,
      url,
      request,
      secure,
      key: request.headers.get('idempotency-key')?.trim() || undefined,
      kunci,
    }
    return entry.handler(
      ctx,
      request.method === 'POST' && !entry.raw ? await readBody(request, entry.maxBody) : {},
    )
  }

  /** The answer; who was refused is written down first. That this fails changes nothing for who asked. */
  const answered = async (request: Request, env: unknown, asker: Asker): Promise<Response> => {
    try {
      return await answer(request, env, asker)
    } catch (error) {
      if (error instanceof HttpError && error.status === 403 && asker.user)
        await asker
          .refused?.(error)
          .catch((err: unknown) => log.warn({ err }, 'refusal not recorded'))
      throw error
    }
  }

  const app = new Hono()
  app.use(
    '/api/*',
    cors({
      origin: corsOrigin,
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      allowMethods: ['GET', 'POST'],
      maxAge: 600,
      exposeHeaders: [
        'X-Pagination-Total-Count',
        'X-Pagination-Page-Count',
        'X-Pagination-Current-Page',
        'X-Pagination-Per-Page',
        'Link',
        'Retry-After',
        'Location',
        'Content-Disposition',
      ],
    }),
  )
  // Nothing here is opened by a cookie, so no other site can make a browser ask again and again and learn from the size of the answers.
  app.use('/api/*', compress({ encoding: 'gzip', threshold: worthCompressing }))
  app.all('/api/*', async (c) => {
    const started = performance.now()
    let response: Response
    let who: unknown
    const asker: Asker = {}
    let failure: ReturnType<typeof failureOf>
    try {
      response = await runRequest(
        c.req.path,
        () => answered(c.req.raw, c.env, asker),
        c.req.raw.signal,
      )
    } catch (error) {
      failure = failureOf(error)
      noteFailure(db, error)
      const known = error instanceof HttpError ? error : failure?.answer
      if (failure || !known) who = error
      if (known) response = json(known.body, known.status, known.headers)
      else {
        response = json(
          new HttpError(500, 'Terjadi kesalahan di server. Coba lagi, atau hubungi pengelola.')
            .body,
          500,
        )
      }
    }
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
    // The query string of /auth/* holds one-time passwords, and every other may hold names: only the path is logged.
    const line = {
      method: c.req.method,
      path: c.req.path,
      status: response.status,
      ms: Math.round(performance.now() - started),
    }
    if (failure)
      log.warn(
        { ...line, ip: asker.ip, user: asker.user, cause: failure.kind, err: who },
        'database failed',
      )
    else if (who) log.error({ ...line, err: who }, 'galat')
    else if (refusals.has(response.status))
      log.warn({ ...line, ip: asker.ip, user: asker.user }, 'refused')
    else log.debug(line, 'permintaan')
    return response
  })
  const writable = createWriteHealth(
    db,
    (cause) => {
      if (cause === undefined) log.info('basis data dapat ditulis lagi')
      else log.error({ sebab: cause }, 'basis data tidak dapat ditulis')
    },
    async (isi) => {
      const { id } = await transaction(db, (trx) =>
        trx.insertInto('uji_tulis').values({ isi }).returning('id').executeTakeFirstOrThrow(),
      )
      // What a process left that died between the two goes too.
      await transaction(db, (trx) => trx.deleteFrom('uji_tulis').where('id', '<=', id).execute())
    },
  )
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (!(await answersWithin(db, 2000)))
      return c.json({ status: 'basis data tidak menjawab' }, 503)
    const cause = await within(readyMs, writable()).catch(() => 'terlalu lama')
    return cause === undefined
      ? c.json({ status: 'siap' })
      : c.json({ status: `tidak dapat menulis: ${cause}` }, 503)
  })
  return app
}
