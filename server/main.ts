/** Reads the environment, opens the database, serves the API and the built app, and stops gracefully. */
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getConnInfo } from '@hono/node-server/conninfo'
import { serve, type ServerType } from '@hono/node-server'
import type { Context } from 'hono'
import { pino } from 'pino'
import { createApp } from '#server/app.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { bacaKunci, siapkanRahasia } from '#server/crypto/berkasKunci.ts'
import { checkDataDir, openDatabase } from '#server/open.ts'
import { withApp } from '#server/http/static.ts'
import { fileMailer, smtpMailer } from '#server/mail/mailer.ts'
import { resetFromConsole, warnOfWeak } from '#server/modules/auth/console.ts'
import { firstStart } from '#server/seed/first.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))

const has = (flag: string): boolean => process.argv.includes(flag)

/** What follows a flag: `--flag=value`. */
const valueOf = (flag: string): string | undefined => process.argv.find((arg) => arg.startsWith(`${flag}=`))?.slice(flag.length + 1)

/** `--demo`: the demo school. `--reset-dua-langkah=<username>` takes the second factor of a user away and ends: for the superadmin whom nobody else can help. `--siapkan` prepares the database and ends; `--sudah-siap` takes it as prepared; `--dengan-induk` stops when standard input closes. */
const start = async () => {
  const config = readConfig(process.env, has('--demo'))
  const log = pino({ level: config.logLevel, redact: ['req.headers.authorization'] }, pino.destination({ dest: 2, sync: false }))
  const { db, reader, close } = await openDatabase(config, { look: !has('--sudah-siap') })
  // Letters lie there where there is no mail server, whatever the database is.
  if (config.databaseUrl && !config.smtpUrl) checkDataDir(config.dataDir)
  const kunci = bacaKunci(config)
  await siapkanRahasia(db, kunci)
  if (config.demo && !has('--sudah-siap')) {
    const { seedDemo } = await import('#server/seed/demo.ts')
    await seedDemo(db, (text) => console.log(text))
  }
  const { madeUp, made = false } = has('--sudah-siap') ? {} : await firstStart(db, { username: config.adminUsername, password: config.adminPassword })
  if (madeUp) console.log(`Akun pertama: ${config.adminUsername}, sandi: ${madeUp} (ganti saat masuk pertama kali)`)
  if (made && config.adminPassword) await warnOfWeak(db, config.adminUsername, config.adminPassword)
  const locked = valueOf('--reset-dua-langkah')
  if (locked !== undefined) {
    console.log(await resetFromConsole(db, locked))
    return close()
  }
  if (has('--siapkan')) return close()
  const mail = config.smtpUrl ? smtpMailer(config.smtpUrl, log) : fileMailer(join(config.dataDir, 'surat'), log)
  const api = createApp({
    db, kunci, reader, log, mail, corsOrigin: config.corsOrigin, trustProxy: config.trustProxy, publicUrl: config.publicUrl,
    peer: (env) => { try { return getConnInfo({ env } as Context).remote.address ?? 'tidak diketahui' } catch { return 'tidak diketahui' } },
  })
  let stopping = false
  const server: ServerType = serve({ fetch: withApp(api, dist, { tls: config.publicUrl?.startsWith('https:') }).fetch, port: config.port, hostname: config.host }, ({ port }) => {
    console.log(`siap: ${config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${config.port} sudah dipakai. Pilih yang lain dengan PORT.`, EACCES: `Port ${config.port} tidak boleh dipakai. Pilih yang lain dengan PORT.`,
      ENOTFOUND: `HOST tidak dikenal: ${config.host}`, EADDRNOTAVAIL: `HOST bukan alamat mesin ini: ${config.host}`,
    }
    console.error(reasons[error.code ?? ''] ?? error.message)
    process.exit(1)
  })
  let underWay = 0
  let heard = false
  // After this turn's reading: another connection's request may have come in it.
  const closeConnections = () => void setImmediate(() => { if (heard && underWay === 0 && 'closeAllConnections' in server) server.closeAllConnections() })
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
    server.close(() => void mail.idle().then(close).finally(() => process.exit(0)))
    // What was sent before the signal may still be unread.
    setTimeout(() => { heard = true; closeConnections() }, 200)
    setTimeout(() => process.exit(0), 10_000).unref()
  }
  // Whoever started us holds the other end of our input: when that dies, however it dies, we go too.
  if (has('--dengan-induk')) process.stdin.on('error', () => {}).once('close', stop).resume()
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  await start()
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
