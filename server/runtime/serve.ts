/** Opens a prepared database, serves the API and the built app, and stops gracefully. */
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
import { root } from '#server/runtime/bundle.ts'
import type { Config } from '#server/runtime/config.ts'
import { openLog } from '#server/runtime/log.ts'
import { checkDataDir, openDatabase } from '#server/runtime/openDatabase.ts'
import { readSettings } from '#server/settings.ts'

const dist = join(root, 'dist')

/** Returns the IP address of the connected peer. */
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
 * Returns a function that stops a server gracefully: open requests are answered, then `finish` runs
 * and the process exits. A second call exits at once.
 */
const stopperOf = (server: ServerType, finish: () => Promise<unknown>): (() => void) => {
  let [stopping, heard, underWay] = [false, false, 0]
  // Waits for the end of this turn of the event loop, in which a request of another connection may
  // have been read.
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
    // Waits for open requests, and closes connections without a request, also those that never sent
    // any.
    server.close(() => void finish().finally(() => process.exit(0)))
    // Waits a moment, because requests sent before the signal may still be unread.
    setTimeout(() => {
      heard = true
      closeConnections()
    }, 200)
    setTimeout(() => process.exit(0), 10_000).unref()
  }
}

/**
 * Serves a prepared database. With `withParent` the server also stops when its standard input
 * closes, which means that the parent process has ended.
 */
export const serveApp = async (
  config: Config,
  { withParent }: { withParent: boolean },
): Promise<void> => {
  const log = await openLog(config)
  // The preparation has already checked the file.
  const { db, reader, close } = await openDatabase(config, { look: false })
  // Without an SMTP server, mails are written to the data folder, also when the database is
  // PostgreSQL.
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
  server.once('listening', () => jobs.start())
  const stopServer = stopperOf(server, async () => {
    await jobs.stop()
    await mail.idle()
    await close()
  })
  const stop = () => {
    void jobs.stop()
    stopServer()
  }
  // The parent process holds the other end of standard input, which closes when the parent ends for
  // any reason.
  if (withParent)
    process.stdin
      .on('error', () => {})
      .once('close', stop)
      .resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
