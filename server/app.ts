/** The API as a fetch handler: Request in, Response out. */
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/tables.ts'
import { answersOf } from '#server/http/answer.ts'
import { addCalls } from '#server/http/calls.ts'
import { addHealth } from '#server/http/health.ts'
import { respondBy } from '#server/http/respond.ts'
import type { Routes } from '#server/http/routes.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { noMailer, type Mailer } from '#server/mail/mailer.ts'
import { addSharePages } from '#server/modules/billing/share/page.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

export interface AppOptions {
  db: Db
  /** Keys of encrypted values. */
  dataKeys: DataKeys
  /** For reads that may take long; `db` when left out. */
  reader?: Db
  log: Logger
  mail?: Mailer
  corsOrigin?: string[]
  /** Proxies in front whose X-Forwarded-For is believed. */
  trustProxy?: number
  /** Address under which people reach it. */
  publicUrl?: string | undefined
  /** Scheduler of the jobs; if omitted, a scheduler that runs only jobs that a person starts. */
  jobs?: Scheduler
  /** Address of the peer. */
  peer?: (env: unknown) => string
}

/** Smaller answers fit into a few packets without compression. */
const worthCompressing = 4096

/** Headers of an answer that a page of another origin may read. */
const exposeHeaders = [
  'X-Pagination-Total-Count',
  'X-Pagination-Page-Count',
  'X-Pagination-Current-Page',
  'X-Pagination-Per-Page',
  'Link',
  'Retry-After',
  'Location',
  'Content-Disposition',
]

/** Every route of the product: of its resources, and of calls that are none. */
const allRoutes = (): Routes => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  return routes
}

/**
 * Ends the body of an answer to HEAD, of which the server sends the headers alone: a body that
 * nobody reads and nobody cancels would hold its place (a drawing, a reader) for ever.
 */
const endUnsentBody: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'HEAD') return
  await c.res.body?.cancel()
  c.res = new Response(null, c.res)
}

/**
 * Builds the API on a database. Its `fetch` serves everything under `/api`, and the health checks.
 */
export const createApp = ({
  reader,
  mail = noMailer,
  corsOrigin = [],
  trustProxy = 0,
  publicUrl,
  peer = () => '127.0.0.1',
  jobs,
  ...given
}: AppOptions): Hono => {
  const { db, log } = given
  const own = { ...given, reader: reader ?? db }
  const options = {
    ...own,
    jobs: jobs ?? new Scheduler({ ...own, mail, publicUrl }),
    mail,
    trustProxy,
    publicUrl,
    peer,
  }
  const app = new Hono()
  app.use(endUnsentBody)
  app.use(
    '/api/*',
    cors({
      origin: corsOrigin,
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      allowMethods: ['GET', 'POST'],
      maxAge: 600,
      exposeHeaders,
    }),
  )
  // No cookie authorises a call here, so no other site can make a browser repeat calls and learn
  // from the size of the answers.
  app.use('/api/*', compress({ encoding: 'gzip', threshold: worthCompressing }))
  app.all('/api/*', respondBy(options, answersOf(options, allRoutes())))
  addSharePages(app, options)
  addHealth(app, db, log)
  return app
}
