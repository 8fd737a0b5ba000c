/**
 * Processes an API request: finds the route and the user, checks access, and calls the handler,
 * which returns the response.
 */
import type { Logger } from 'pino'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { setUser } from '#server/db/sqlite/longWorkLane.ts'
import { HttpError, forbidden } from '#server/errors.ts'
import { clientAddress } from '#server/http/address.ts'
import { authenticate } from '#server/http/auth.ts'
import { readBody } from '#server/http/body/body.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import { findRoute, type Route, type Routes } from '#server/http/routes.ts'
import type { JobRunner } from '#server/jobs/scheduler/jobRunner.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { CallMeter } from '#server/metrics/metrics.ts'
import { noteRefusedCall } from '#server/modules/access/audit.ts'
import { openApiResponse } from '#server/resource/openapi/openapiFile.ts'
import { nameWork } from '#server/runtime/work.ts'

/** Services and options that request handling needs; most become part of the handler's context. */
export interface AnswerOptions {
  db: Db
  dataKeys: DataKeys
  reader: Db
  log: Logger
  mail: Mailer
  trustProxy: number
  publicUrl: string | undefined
  peer: (env: unknown) => string
  jobs: JobRunner
  /** Measures calls, if metrics are switched on. */
  meter?: CallMeter | undefined
}

/**
 * Maximum length of a query string in characters. It equals the default limit of Node's HTTP parser
 * for a whole request head, so the parser normally rejects longer URLs already.
 */
const maxSearch = 16 * 1024
const nobody: Actor = {
  id: 0,
  name: '',
  role_id: 0,
  dasar: 0,
  accesses: [],
  allowed: new Set(),
  gedung: [],
  customRoles: [],
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

/**
 * Throws 403 for calls that a personal access token never makes: all calls that need a session
 * instead of an access code, except reading the profile. They change the sign-in or serve the app.
 */
const checkToken = (actor: Actor, route: Route, path: string): void => {
  if (actor.token !== undefined && route.access === 'session' && path !== '/profile')
    throw forbidden('Token akses tidak berlaku untuk panggilan ini')
}

/** Caller of a request, filled in during processing and used for logging. */
export interface Asker {
  ip?: string
  /** User id: 0 when nobody is logged in, undefined if processing failed before authentication. */
  user?: number
  /**
   * Records a rejected call in the audit log. This property is set only after authentication and
   * after the check for a forced password change. A later 403 therefore means a missing access code
   * or a row outside the user's scope.
   */
  refused?: (error: HttpError) => Promise<void>
}

/**
 * Returns the URL of the request. Throws 400 when it cannot be parsed, for example because the
 * `Host` header is `08`, which is not a valid host.
 */
const urlOf = (request: Request): URL => {
  const url = URL.parse(request.url)
  if (!url) throw new HttpError(400, 'Alamat tidak dapat dibaca')
  return url
}

/**
 * Returns the path in the form of the route table: without `/api` and a final slash. Throws 414
 * when the query string is too long, and 400 when the query string contains a NUL character.
 */
const pathOf = (url: URL): string => {
  if (url.search.length > maxSearch) throw new HttpError(414, 'Alamat terlalu panjang')
  if (/%00/.test(url.search))
    throw new HttpError(400, 'Alamat memuat karakter yang tidak diizinkan')
  return url.pathname.replace(/^\/api/, '').replace(/\/$/, '') || '/'
}
/**
 * Returns the route of a path and method, and names the call after it. Throws 404 for an unknown
 * path, 405 for a wrong method.
 */
const routeOf = (
  routes: Routes,
  path: string,
  method: string,
): { route: Route; parts: Readonly<Record<string, string>> } => {
  const match = findRoute(routes, path)
  if (!match) throw new HttpError(404, 'Alamat tidak ditemukan')
  const route = method === 'GET' || method === 'POST' ? match.methods[method] : undefined
  if (!route)
    throw new HttpError(405, `Metode ${method} tidak berlaku di sini`, {
      allow: Object.keys(match.methods).join(', '),
    })
  nameWork(`${method} ${match.pattern}`)
  return { route, parts: match.parts }
}

/**
 * Returns the user of the session, or `nobody` for a public route. Throws 401 without a valid
 * session on any other route.
 */
const actorOf = async (db: Db, route: Route, request: Request): Promise<Actor> => {
  if (route.access === 'public') return nobody
  const actor = await authenticate(db, request.headers.get('authorization') ?? undefined)
  if (!actor) throw new HttpError(401, 'Sesi berakhir atau tidak ada. Silakan masuk.')
  return actor
}
/**
 * Throws 403 while the user must change a password set by the office or must set up a second
 * factor. Allows logging out and the calls that these two tasks need.
 */
const checkForced = (actor: Actor, path: string): void => {
  if (actor.harus_ganti_password) {
    if (!whileForced.has(path)) throw forbidden('Ganti password Anda dahulu')
    return
  }
  if (actor.harus_dua_langkah && !whileWithoutSecondFactor.has(path))
    throw forbidden('Pasang verifikasi dua langkah dahulu')
}
/**
 * Returns whether the client used https, according to the configured public URL or the trusted
 * proxy's X-Forwarded-Proto header.
 */
const isSecure = ({ publicUrl, trustProxy }: AnswerOptions, request: Request): boolean =>
  publicUrl?.startsWith('https:') === true ||
  (trustProxy > 0 && /\bhttps\s*$/.test(request.headers.get('x-forwarded-proto') ?? ''))

/**
 * Processes a request and returns the response. Sets the properties of `asker` during the
 * processing. Throws HttpError for a rejected request.
 */
const answer = async (
  options: AnswerOptions,
  routes: Routes,
  { request, env, asker }: { request: Request; env: unknown; asker: Asker },
): Promise<Response> => {
  const { db, reader, log, mail, dataKeys, jobs, trustProxy, peer } = options
  const url = urlOf(request)
  const path = pathOf(url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (path === '/openapi.json' && method === 'GET') {
    nameWork('GET /openapi.json')
    return openApiResponse(request)
  }
  const { route, parts } = routeOf(routes, path, method)
  const ip = clientAddress(peer(env), request.headers.get('x-forwarded-for'), trustProxy)
  asker.ip = ip
  const actor = await actorOf(db, route, request)
  asker.user = actor.id
  setUser(actor.id)
  checkForced(actor, path)
  const agent = request.headers.get('user-agent') ?? ''
  const called = { method, path, id: url.searchParams.get('id') }
  asker.refused = ({ message }) => noteRefusedCall(db, { ip, agent, actor }, { ...called, message })
  checkToken(actor, route, path)
  if (route.access === 'code' && !route.codes.some((code) => allows(actor, code))) throw forbidden()
  const ctx: Ctx = {
    db,
    reader,
    log,
    mail,
    dataKeys,
    jobs,
    actor,
    ip,
    agent,
    url,
    parts,
    publicUrl: options.publicUrl,
    request,
    secure: isSecure(options, request),
    key: request.headers.get('idempotency-key')?.trim() || undefined,
  }
  const readsBody = request.method === 'POST' && !route.raw
  return route.handler(ctx, readsBody ? await readBody(request, route.maxBody) : {})
}

/**
 * Returns the function that processes requests with the routes of a table. Before this function
 * throws a 403, it records the rejected call in the audit log. If the recording fails, it logs a
 * warning and still throws the 403.
 */
export const answersOf =
  (options: AnswerOptions, routes: Routes) =>
  async (call: { request: Request; env: unknown; asker: Asker }): Promise<Response> => {
    try {
      return await answer(options, routes, call)
    } catch (error) {
      const { user, refused } = call.asker
      if (error instanceof HttpError && error.status === 403 && user)
        await refused?.(error).catch((err: unknown) =>
          options.log.warn({ err }, 'refusal not recorded'),
        )
      throw error
    }
  }
