/** Builds the API as a fetch handler, which turns a Request into a Response. */
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
  /** Keys that encrypt and decrypt stored secrets. */
  dataKeys: DataKeys
  /** Database handle for reads that may take long; `db` by default. */
  reader?: Db
  log: Logger
  mail?: Mailer
  corsOrigin?: string[]
  /** Number of trusted proxies in front of the server, whose `X-Forwarded-For` entries are used. */
  trustProxy?: number
  /** URL under which people reach the server. */
  publicUrl?: string | undefined
  /**
   * Scheduler of the jobs. The default scheduler runs no job by the clock, only jobs that a person
   * starts.
   */
  jobs?: Scheduler
  /** Returns the IP address of the connected peer from the environment of a request. */
  peer?: (env: unknown) => string
}

/**
 * Size in bytes from which responses are compressed: smaller ones fit into a few packets anyway.
 */
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

/** Returns the routes of all resources, and of the calls that belong to no resource. */
const allRoutes = (): Routes => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  return routes
}

/**
 * Cancels the body of the response to a HEAD request, which sends only headers. A body that is
 * neither read nor cancelled would occupy its PDF drawing or database reader forever.
 */
const endUnsentBody: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'HEAD') return
  await c.res.body?.cancel()
  c.res = new Response(null, c.res)
}

/**
 * Returns a Hono app over a database. Its `fetch` serves everything under `/api`, the public pages
 * of shared bills, and the health checks.
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
  // Compression reveals no secrets by the size of responses: no cookie authorises a call, so
  // another site cannot make a browser repeat calls.
  app.use('/api/*', compress({ encoding: 'gzip', threshold: worthCompressing }))
  app.all('/api/*', respondBy(options, answersOf(options, allRoutes())))
  addSharePages(app, options)
  addHealth(app, db, log)
  return app
}
