/** Builds the API as a Hono app, whose `fetch` returns a Response for a Request. */
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import type { Logger } from 'pino'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { ObjectStore } from '#server/files/objectStore.ts'
import { answersOf } from '#server/http/answer.ts'
import { addCalls } from '#server/http/calls.ts'
import { addHealth } from '#server/http/health.ts'
import { respondBy } from '#server/http/respond.ts'
import type { Routes } from '#server/http/routes.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'
import { noMailer, type Mailer } from '#server/mail/mailer.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { addMetrics } from '#server/metrics/route.ts'
import { addSharePages } from '#server/modules/billing/share/page.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'

export interface AppOptions {
  db: Db
  /** Keys that encrypt and decrypt single stored values, such as national id numbers. */
  dataKeys: DataKeys
  /** Database handle for reads that may take long; `db` by default. */
  reader?: Db
  log: Logger
  mail?: Mailer
  corsOrigin?: string[]
  /**
   * Number of proxies in front of the server. The server trusts only this many entries of
   * X-Forwarded-For, counted from the right.
   */
  trustProxy?: number
  /** URL under which people reach the server. */
  publicUrl?: string | undefined
  /**
   * Scheduler of the server's jobs. The default scheduler is not started: it runs a job only when a
   * user starts the job, never by the clock.
   */
  jobs?: Scheduler
  /** Metrics to measure and to serve; undefined if they are switched off. */
  metrics?: Metrics | undefined
  /** Object store of files, whose state `/readyz` reports; undefined if there is none. */
  store?: Pick<ObjectStore, 'probe'> | undefined
  /**
   * Returns the IP address of the connection on which a request arrived. `env` is Hono's
   * environment of the request.
   */
  peer?: (env: unknown) => string
}

/**
 * Minimum size in bytes of a response that is compressed. A smaller response fits into a few
 * network packets anyway.
 */
const worthCompressing = 4096

/** Response headers that a page from another origin, allowed by `corsOrigin`, may read. */
const exposeHeaders = [
  'X-Pagination-Total-Count',
  'X-Pagination-Total-More',
  'X-Pagination-Page-Count',
  'X-Pagination-Current-Page',
  'X-Pagination-Per-Page',
  'Link',
  'Retry-After',
  'Location',
  'Content-Disposition',
]

/** Returns the routes of all resources and of all other declared calls. */
const allRoutes = (): Routes => {
  const routes: Routes = new Map()
  for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
  addCalls(routes, handlers)
  return routes
}

/**
 * Cancels the body of a response to a HEAD request, because only its headers are sent. A body that
 * is neither read nor cancelled would keep a PDF drawing or database reader occupied.
 */
const endUnsentBody: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.req.method !== 'HEAD') return
  await c.res.body?.cancel()
  c.res = new Response(null, c.res)
}

/**
 * Returns the Hono app for a database. It serves the API under `/api`, the public pages of shared
 * bills, the health checks, and the metrics if they are switched on.
 */
export const createApp = ({
  reader,
  mail = noMailer,
  corsOrigin = [],
  trustProxy = 0,
  publicUrl,
  peer = () => '127.0.0.1',
  jobs,
  metrics,
  store,
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
    meter: metrics,
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
  // Compressing is safe here, because calls are authorised by a header and not by a cookie: another
  // website cannot make a browser send authorised calls. Otherwise the size of compressed responses
  // could reveal secrets to that website.
  app.use('/api/*', compress({ encoding: 'gzip', threshold: worthCompressing }))
  app.all('/api/*', respondBy(options, answersOf(options, allRoutes())))
  addSharePages(app, options)
  addHealth(app, { db, log, store })
  if (metrics) addMetrics(app, metrics)
  return app
}
