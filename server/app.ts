/** The API as a fetch handler: Request in, Response out. */
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { answersOf } from '#server/http/answer.ts'
import { addCalls } from '#server/http/calls.ts'
import { addHealth } from '#server/http/health.ts'
import { respondBy } from '#server/http/respond.ts'
import type { Routes } from '#server/http/routes.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'
import { noMailer, type Mailer } from '#server/mail/mailer.ts'
import { addSharePages } from '#server/modules/billing/share/page.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

export interface AppOptions {
  db: Db
  /** Keys of encrypted values. */
  dataKeys: DataKeys
  /** Database for long reads; `db` by default. */
  reader?: Db
  log: Logger
  mail?: Mailer
  corsOrigin?: string[]
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  trustProxy?: number
  /** URL under which people reach the server. */
  publicUrl?: string | undefined
  /** Scheduler of the jobs; if omitted, a scheduler that runs only jobs that a person starts. */
  jobs?: Scheduler
  /** Address of the peer. */
  peer?: (env: unknown) => string
}

/** Smaller responses fit into a few packets without compression; in bytes. */
const worthCompressing = 4096

/** Response headers that a page of another origin may read. */
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

/** All routes: of resources, and of calls that belong to no resource. */
const allRoutes = (): Routes => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  return routes
}

/**
 * Cancels the body of a response to HEAD, of which only the headers are sent: a body that is
 * neither read nor cancelled would hold its place (a drawing, a reader) forever.
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
  ...givenOptions
}: AppOptions): Hono => {
  const { db, log } = givenOptions
  const baseOptions = { ...givenOptions, reader: reader ?? db }
  const options = {
    ...baseOptions,
    jobs: jobs ?? new Scheduler({ ...baseOptions, mail, publicUrl }),
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
  // No cookie authorises a call, so another site cannot make a browser repeat calls and learn
  // secrets from the size of the responses.
  app.use('/api/*', compress({ encoding: 'gzip', threshold: worthCompressing }))
  app.all('/api/*', respondBy(options, answersOf(options, allRoutes())))
  addSharePages(app, options)
  addHealth(app, db, log)
  return app
}
