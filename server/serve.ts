/** Opens a prepared database, serves the API and the built app, and stops gracefully. */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createApp } from '#server/app.ts'
import { root } from '#server/bundle.ts'
import type { Config } from '#server/config.ts'
import { readDataKeys } from '#server/crypto/keyFile.ts'
import { withRest } from '#server/http/linger.ts'
import { withApp } from '#server/http/static.ts'
import { answerUnparsed } from '#server/http/unparsed.ts'
import { Scheduler } from '#server/jobs/scheduler.ts'
import { openLog } from '#server/log.ts'
import { fileMailer, smtpMailer } from '#server/mail/mailer.ts'
import { checkDataDir, openDatabase } from '#server/open.ts'
import { readSettings } from '#server/settings.ts'

const dist = join(root, 'dist')

/** The address of who asks, as the connection has it. */
const peer = (env: unknown): string => {
  try {
    return getConnInfo({ env } as Context).remote.address ?? 'tidak diketahui'
  } catch {
    return 'tidak diketahui'
  }
}
const ownUrl = ({ host }: Config, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`

/** Writes to stderr why the server cannot listen, and exits. */
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
 * Stops a server gracefully, once: requests under way are answered, then `finish` ends what they
 * left behind. A second time it ends at once.
 */
const stopperOf = (server: ServerType, finish: () => Promise<unknown>): (() => void) => {
  let [stopping, heard, underWay] = [false, false, 0]
  // After this turn's reading: another connection's request may have come in it.
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
    // Requests under way are answered; connections without one are closed, those too that never
    // sent any.
    server.close(() => void finish().finally(() => process.exit(0)))
    // Requests sent before the signal may still be unread.
    setTimeout(() => {
      heard = true
      closeConnections()
    }, 200)
    setTimeout(() => process.exit(0), 10_000).unref()
  }
}

/**
 * Serves a database that is prepared; `withParent`: whoever started us holds our standard input,
 * and we stop when it closes.
 */
export const serveApp = async (
  config: Config,
  { withParent }: { withParent: boolean },
): Promise<void> => {
  const log = await openLog(config)
  // Looked at while it was prepared.
  const { db, reader, close } = await openDatabase(config, { look: false })
  // Letters are stored there if there is no mail server, for every database.
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
  // The parent process holds the other end of stdin: when the parent dies, for any reason, the
  // server exits too.
  if (withParent)
    process.stdin
      .on('error', () => {})
      .once('close', stop)
      .resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
