/** Opens a prepared database, serves the API and the built app, and stops gracefully. */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { createApp } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { bacaKunci } from '#server/crypto/berkasKunci.ts'
import { withApp } from '#server/http/static.ts'
import { openLog } from '#server/log.ts'
import { fileMailer, smtpMailer } from '#server/mail/mailer.ts'
import { checkDataDir, openDatabase } from '#server/open.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

/** Serves a database that is prepared; `withParent`: whoever started us holds our standard input, and we stop when it closes. */
export const serveApp = async (
  config: Config,
  { withParent }: { withParent: boolean },
): Promise<void> => {
  const log = openLog(config)
  // Looked at while it was prepared.
  const { db, reader, close } = await openDatabase(config, { look: false })
  // Letters lie there where there is no mail server, whatever the database is.
  if (config.databaseUrl && !config.smtpUrl) checkDataDir(config.dataDir)
  const kunci = bacaKunci(config)
  const mail = config.smtpUrl
    ? smtpMailer(config.smtpUrl, log)
    : fileMailer(join(config.dataDir, 'surat'), log)
  const api = createApp({
    db,
    kunci,
    reader,
    log,
    mail,
    corsOrigin: config.corsOrigin,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    peer: (env) => {
      try {
        return getConnInfo({ env } as Context).remote.address ?? 'tidak diketahui'
      } catch {
        return 'tidak diketahui'
      }
    },
  })
  let stopping = false
  const server: ServerType = serve(
    {
      fetch: withApp(api, dist, { tls: config.publicUrl?.startsWith('https:') }).fetch,
      port: config.port,
      hostname: config.host,
    },
    ({ port }) => {
      console.log(
        `siap: ${config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`}`,
      )
    },
  )
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${config.port} sudah dipakai. Pilih yang lain dengan PORT.`,
      EACCES: `Port ${config.port} tidak boleh dipakai. Pilih yang lain dengan PORT.`,
      ENOTFOUND: `HOST tidak dikenal: ${config.host}`,
      EADDRNOTAVAIL: `HOST bukan alamat mesin ini: ${config.host}`,
    }
    console.error(reasons[error.code ?? ''] ?? error.message)
    process.exit(1)
  })
  let underWay = 0
  let heard = false
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
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    // Requests under way are answered; connections without one are closed, those too that never sent any.
    server.close(
      () =>
        void mail
          .idle()
          .then(close)
          .finally(() => process.exit(0)),
    )
    // What was sent before the signal may still be unread.
    setTimeout(() => {
      heard = true
      closeConnections()
    }, 200)
    setTimeout(() => process.exit(0), 10_000).unref()
  }
  // Whoever started us holds the other end of our input: when that dies, however it dies, we go too.
  if (withParent)
    process.stdin
      .on('error', () => {})
      .once('close', stop)
      .resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
