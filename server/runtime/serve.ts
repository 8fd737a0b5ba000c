/** Opens the prepared database, serves the API and the built app, and stops gracefully. */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Logger as StatementListener } from 'kysely'
import { createApp } from '#server/app.ts'
import { readDataKeys } from '#server/crypto/keyFile.ts'
import { setObjectStore } from '#server/files/contents.ts'
import { openStore } from '#server/files/openStore.ts'
import { startRemovals } from '#server/files/removals.ts'
import { withRest } from '#server/http/body/drainBody.ts'
import { answerUnparsed } from '#server/http/malformedRequests.ts'
import { withApp } from '#server/http/static.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'
import { fileMailer, smtpMailer } from '#server/mail/mailer.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { slowStatements } from '#server/metrics/slowStatements.ts'
import { storeOpens } from '#server/modules/billing/share/opens.ts'
import { root } from '#server/runtime/bundle.ts'
import { readyLine, type Config } from '#server/runtime/config.ts'
import { openLog } from '#server/runtime/log.ts'
import { checkDataDir, openDatabase } from '#server/runtime/openDatabase.ts'
import { onStopSignal } from '#server/runtime/stopSignal.ts'
import { readSettings } from '#server/settings.ts'
import type { Tracing } from '#server/tracing/tracing.ts'

const dist = join(root, 'dist')

/**
 * Returns the IP address of the other end of the connection, which may be a proxy. Returns a fixed
 * text if the address is unknown.
 */
const peer = (env: unknown): string => {
  try {
    return getConnInfo({ env } as Context).remote.address ?? 'tidak diketahui'
  } catch {
    return 'tidak diketahui'
  }
}

/** Prints the reason why the server cannot listen, and exits. */
const failToListen = (config: Config, error: NodeJS.ErrnoException): never => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${config.port} sudah dipakai. Pilih yang lain dengan PORT.`,
    EACCES: `Port ${config.port} tidak boleh dipakai. Pilih yang lain dengan PORT.`,
    ENOTFOUND: `HOST tidak dikenal: ${config.host}`,
    EADDRNOTAVAIL: `HOST bukan alamat mesin ini: ${config.host}`,
  }
  console.error(reasons[error.code ?? ''] ?? error.message)
  process.exit(1)
}

/**
 * Maximum time in ms for open requests when the server stops. Leaves the rest of the 30 s after
 * which a supervisor kills the server to the end of the process.
 */
const drainMs = 25_000

/**
 * Returns a function that stops a server gracefully: it waits for open requests, runs `finish` and
 * exits the process, after `drainMs` in any case. Each response sent meanwhile closes its
 * connection. Further calls do nothing.
 */
const stopperOf = (server: ServerType, finish: () => Promise<unknown>): (() => void) => {
  let [stopping, heard] = [false, false]
  const underWay = new Set<ServerResponse>()
  // Closes all connections if no request is open. Checks this only at the end of the current turn
  // of the event loop, because a request on another connection may still be read in this turn.
  const closeConnections = () =>
    void setImmediate(() => {
      if (heard && underWay.size === 0 && 'closeAllConnections' in server)
        server.closeAllConnections()
    })
  // Runs before the listener that responds, which may send the headers at once.
  server.prependListener('request', (_request: unknown, response: ServerResponse) => {
    underWay.add(response)
    response.shouldKeepAlive &&= !stopping
    response.once('close', () => {
      underWay.delete(response)
      if (stopping) closeConnections()
    })
  })
  return () => {
    if (stopping) return
    stopping = true
    for (const response of underWay) response.shouldKeepAlive = false
    // Accepts no new connections and closes idle ones. Calls back when the last connection is
    // closed.
    server.close(() => void finish().finally(() => process.exit(0)))
    // Waits 200 ms before closing connections, because requests sent before the signal may not have
    // been read yet.
    setTimeout(() => {
      heard = true
      closeConnections()
    }, 200)
    setTimeout(() => process.exit(0), drainMs).unref()
  }
}

/** Makes the metrics, if they are switched on. Otherwise their library is not loaded. */
const openMetrics = async ({ metricsToken }: Config): Promise<Metrics | undefined> => {
  if (metricsToken === undefined) return undefined
  const { makeMetrics } = await import('#server/metrics/metrics.ts')
  return makeMetrics(metricsToken)
}

/** Starts to trace, if traces are switched on. Otherwise their library is not loaded. */
const openTracing = async (config: Config): Promise<Tracing | undefined> => {
  const { tracesUrl: url, tracesPercent: percent, databaseUrl } = config
  if (url === undefined) return undefined
  const { startTracing } = await import('#server/tracing/tracing.ts')
  return startTracing({ url, percent, engine: databaseUrl ? 'postgres' : 'sqlite' })
}
/** Returns a listener that calls all given listeners; undefined if there are none. */
const allOf = (...listeners: (StatementListener | undefined)[]): StatementListener | undefined => {
  const calledListeners = listeners.filter((listener) => listener !== undefined)
  return calledListeners.length === 0
    ? undefined
    : (event) => {
        for (const listener of calledListeners) void listener(event)
      }
}

/** Roles of a serving process. */
interface ServeOptions {
  /** Whether the process is a worker of `runtime/workers.ts`, which announces the server itself. */
  isWorker: boolean
  /** Whether the server also stops when standard input closes. */
  withParent: boolean
  /** Whether the jobs run by the clock. */
  withJobs: boolean
}

/** Starts the server on a prepared database. */
export const serveApp = async (
  config: Config,
  { isWorker, withParent, withJobs }: ServeOptions,
): Promise<void> => {
  const log = await openLog(config)
  const metrics = await openMetrics(config)
  const tracing = await openTracing(config)
  // Skips the check of the whole file for damage (`look: false`), because the preparation of the
  // database has just checked the file.
  const { db, reader, pools, close } = await openDatabase(config, {
    look: false,
    listen: allOf(
      slowStatements(config.slowStatementMs, log, metrics?.countSlowStatement),
      tracing?.listen,
    ),
  })
  metrics?.watch({ db, pools })
  const store = config.files && openStore(config.files, log, metrics)
  if (store) setObjectStore(store, { db, reader })
  // With PostgreSQL, the data folder is needed only for mails, which are written to it when there
  // is no SMTP server.
  if (config.databaseUrl && !config.smtpUrl) checkDataDir(config.dataDir)
  const dataKeys = readDataKeys(config)
  const mail = config.smtpUrl
    ? smtpMailer(config.smtpUrl, log)
    : fileMailer(join(config.dataDir, 'surat'), log)
  const jobs = new Scheduler({
    db,
    reader,
    log,
    mail,
    publicUrl: config.publicUrl,
    backupEnv: { ...process.env, DATA_DIR: config.dataDir },
  })
  const api = createApp({
    db,
    jobs,
    dataKeys,
    reader,
    log,
    mail,
    corsOrigin: config.corsOrigin,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    peer,
    metrics,
    store,
  })
  const app = withApp(api, dist, {
    tls: config.publicUrl?.startsWith('https:'),
    readName: async () => (await readSettings(db)).app_nama,
  })
  const server: ServerType = serve(
    {
      fetch: withRest(app.fetch),
      port: config.port,
      hostname: config.host,
    },
    ({ port }) => {
      if (!isWorker) console.log(readyLine(config, port))
    },
  )
  server.on('error', (error: NodeJS.ErrnoException) => failToListen(config, error))
  answerUnparsed(server)
  // Without jobs, only stores the time, so that a later call notices a clock that has jumped.
  server.once('listening', () => (withJobs ? jobs.start() : void jobs.doubt().catch(() => {})))
  const endRemovals = store && withJobs ? startRemovals(db, store, log) : undefined
  const stopServer = stopperOf(server, async () => {
    await jobs.stop()
    await endRemovals?.()
    await mail.idle()
    await storeOpens(db)
    await close()
    // A collector that does not respond delays the end by at most a few seconds.
    await tracing?.end().catch(() => {})
  })
  let isStopping = false
  const stop = () => {
    // Exits at once on a second signal. A worker also gets the signals of its process group, and
    // ends at once when its primary process does.
    if (isStopping && !isWorker) process.exit(1)
    isStopping = true
    void jobs.stop()
    stopServer()
  }
  onStopSignal(stop, withParent)
}
