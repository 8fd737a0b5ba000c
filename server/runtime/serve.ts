/** Opens the prepared database, serves the API and the built app, and stops gracefully. */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createApp } from '#server/app.ts'
import { readDataKeys } from '#server/crypto/keyFile.ts'
import { withRest } from '#server/http/body/drainBody.ts'
import { answerUnparsed } from '#server/http/malformedRequests.ts'
import { withApp } from '#server/http/static.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'
import { fileMailer, smtpMailer } from '#server/mail/mailer.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { slowStatements } from '#server/metrics/slowStatements.ts'
import { root } from '#server/runtime/bundle.ts'
import type { Config } from '#server/runtime/config.ts'
import { openLog } from '#server/runtime/log.ts'
import { checkDataDir, openDatabase } from '#server/runtime/openDatabase.ts'
import { readSettings } from '#server/settings.ts'

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
const ownUrl = ({ host }: Config, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

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
 * Returns a function that stops a server gracefully: it waits for open requests, runs `finish` and
 * exits the process. It exits after 10 s in any case. A second call exits at once.
 */
const stopperOf = (server: ServerType, finish: () => Promise<unknown>): (() => void) => {
  let [stopping, heard, underWay] = [false, false, 0]
  // Closes all connections if no request is open. Checks this only at the end of the current turn
  // of the event loop, because a request on another connection may still be read in this turn.
  const closeConnections = () =>
    void setImmediate(() => {
      if (heard && underWay === 0 && 'closeAllConnections' in server) server.closeAllConnections()
    })
  server.on('request', (_request: unknown, response: ServerResponse) => {
    underWay++
    response.once('close', () => {
      underWay--
      if (stopping) closeConnections()
    })
  })
  return () => {
    if (stopping) process.exit(1)
    stopping = true
    // Accepts no new connections and closes idle ones. Calls back when the last connection is
    // closed.
    server.close(() => void finish().finally(() => process.exit(0)))
    // Waits 200 ms before closing connections, because requests sent before the signal may not have
    // been read yet.
    setTimeout(() => {
      heard = true
      closeConnections()
    }, 200)
    setTimeout(() => process.exit(0), 10_000).unref()
  }
}

/** Makes the metrics, if they are switched on. Otherwise their library is not loaded. */
const openMetrics = async ({ metricsToken }: Config): Promise<Metrics | undefined> => {
  if (metricsToken === undefined) return undefined
  const { makeMetrics } = await import('#server/metrics/metrics.ts')
  return makeMetrics(metricsToken)
}

/**
 * Starts the server on a prepared database. If `withParent` is true, it also stops when its
 * standard input closes, which happens when the parent process ends. Jobs run only if `withJobs` is
 * true.
 */
export const serveApp = async (
  config: Config,
  { withParent, withJobs }: { withParent: boolean; withJobs: boolean },
): Promise<void> => {
  const log = await openLog(config)
  const metrics = await openMetrics(config)
  // Skips the check of the whole file for damage (`look: false`), because the preparation of the
  // database has just checked the file.
  const { db, reader, pools, close } = await openDatabase(config, {
    look: false,
    listen: slowStatements(config.slowStatementMs, log, metrics?.countSlowStatement),
  })
  metrics?.watch({ db, pools })
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
    ({ port }) => console.log(`siap: ${config.publicUrl ?? ownUrl(config, port)}`),
  )
  server.on('error', (error: NodeJS.ErrnoException) => failToListen(config, error))
  answerUnparsed(server)
  if (withJobs) server.once('listening', () => jobs.start())
  const stopServer = stopperOf(server, async () => {
    await jobs.stop()
    await mail.idle()
    await close()
  })
  const stop = () => {
    void jobs.stop()
    stopServer()
  }
  // Stops when standard input closes. The parent process holds the other end of the pipe, so
  // standard input closes when the parent ends for any reason.
  if (withParent)
    process.stdin
      .on('error', () => {})
      .once('close', stop)
      .resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
