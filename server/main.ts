/**
 * Starts the server: prepares the database, then becomes the process that serves. An idle server is
 * to be small however it was started, so what preparing has left in memory goes with the exchange.
 *
 * `--demo`: the demo school. `--reset-dua-langkah=<username>` takes the second factor of a user
 * away and ends, `--reset-sandi=<username>` prints a new password and ends: for the superadmin whom
 * nobody else can help. `--siapkan` prepares and ends;
 * `--sudah-siap` takes the database as prepared, `--sudah-diterjemahkan` the program as compiled;
 * `--dengan-induk` stops when standard input closes.
 */
import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { freshServer, partPath } from '#server/bundle.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import type * as Serve from '#server/serve.ts'

/**
 * Requests make little garbage, so a young generation of 2 MB is enough; what outlives it may grow
 * by 70 % before it is swept, so that an export of everything takes no more.
 */
const servingFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50']
const prepared = '--sudah-siap'
const compiled = '--sudah-diterjemahkan'
const threads = ['db/readerThread.ts', 'db/checkpointThread.ts'] as const

/** Where what Node compiles is kept, so that the server that serves strips no types. */
const compileCache = (config: Config): string => {
  const modules = join(import.meta.dirname, '../node_modules')
  try {
    accessSync(modules, constants.W_OK)
    return join(modules, '.cache/nada')
  } catch {
    return join(config.dataDir, 'cache')
  }
}

/**
 * Becomes the process that serves, with the same number. Returns where a system cannot do that, and
 * where whoever started us watches us through a channel (`node --watch`), which would be lost.
 */
const exchange = (config: Config, done: string): void => {
  if (process.platform === 'win32' || !process.execve || process.channel) return
  const flags = [...new Set([...process.execArgv, ...servingFlags])]
  const args = [process.execPath, ...flags, ...process.argv.slice(1), done]
  const env = { NODE_COMPILE_CACHE: compileCache(config), ...process.env }
  process.execve(process.execPath, args, env)
}

/**
 * Whether this process has stripped types, as the first one after an update does: the compiler
 * stays in its memory, some 55 MB. Node lists which of its own modules it has loaded.
 */
const hasStripped = (): boolean =>
  'moduleLoadList' in process && String(process.moduleLoadList).includes('amaro')

try {
  const demo = process.argv.includes('--demo')
  const config = readConfig(process.env, demo, process.stderr.isTTY)
  const ready = process.argv.includes(prepared)
  if (!ready) {
    const { prepare } = await import('#server/prepare.ts')
    if (await prepare(config, process.argv)) exchange(config, prepared)
    else process.exit(0)
  }
  // Under `node --watch` the sources are run, not the bundle.
  const built = process.channel ? undefined : freshServer()
  const { serveApp }: typeof Serve = await import(built ?? '#server/serve.ts')
  if (ready && hasStripped() && !process.argv.includes(compiled)) {
    // A thread that compiled what it runs would leave as much behind.
    if (!built) await Promise.all(threads.map((part) => import(partPath(part))))
    flushCompileCache()
    exchange(config, compiled)
  }
  await serveApp(config, { withParent: process.argv.includes('--dengan-induk') })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
