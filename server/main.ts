/**
 * Starts the server: prepares the database, then replaces the process by the serving process. The
 * replacement frees the memory of the preparation, so an idle server is always small.
 *
 * `--demo` starts the demo school. `--siapkan` only prepares and exits. Two flags help a superadmin
 * who cannot log in, and exit: `--reset-dua-langkah=<username>` removes the second factor of a
 * user, `--reset-sandi=<username>` prints a new password. `--dengan-induk` stops the server when
 * standard input closes. The process passes itself `--sudah-siap` to skip the preparation and
 * `--sudah-diterjemahkan` to skip the compilation.
 */
import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { freshServer, partPath } from '#server/runtime/bundle.ts'
import { ConfigError, readConfig, type Config } from '#server/runtime/config.ts'
import type * as Serve from '#server/runtime/serve.ts'

/**
 * Flags of Node for the serving process. Requests make little garbage, so a young generation of 2
 * MB is enough. The old generation may grow by half before it is collected, which keeps an export
 * of all data small.
 */
const servingFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50']
const prepared = '--sudah-siap'
const compiled = '--sudah-diterjemahkan'
const threads = ['db/sqlite/readerThread.ts', 'db/sqlite/checkpointThread.ts'] as const

/**
 * Returns the folder of Node's compile cache, which saves the serving process from stripping types.
 */
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
 * Replaces this process by the serving process, with the same pid. Returns without a replacement
 * where the system has none (Windows), and when the parent has opened a channel (`node --watch`),
 * because the channel would be lost.
 */
const exchange = (config: Config, done: string): void => {
  if (process.platform === 'win32' || !process.execve || process.channel) return
  const flags = [...new Set([...process.execArgv, ...servingFlags])]
  const args = [process.execPath, ...flags, ...process.argv.slice(1), done]
  const env = { NODE_COMPILE_CACHE: compileCache(config), ...process.env }
  process.execve(process.execPath, args, env)
}

/**
 * Whether this process has stripped types, as the first process after an update does. The compiler
 * then occupies some 55 MB; Node lists it (`amaro`) among its loaded internal modules.
 */
const hasStripped = (): boolean =>
  'moduleLoadList' in process && String(process.moduleLoadList).includes('amaro')

try {
  const demo = process.argv.includes('--demo')
  const config = readConfig(process.env, demo, process.stderr.isTTY)
  const ready = process.argv.includes(prepared)
  if (!ready) {
    const { prepare } = await import('#server/runtime/prepareDatabase.ts')
    if (await prepare(config, process.argv)) exchange(config, prepared)
    else process.exit(0)
  }
  // Under `node --watch` the sources are used instead of the bundle.
  const built = process.channel ? undefined : freshServer()
  const { serveApp }: typeof Serve = await import(built ?? '#server/runtime/serve.ts')
  if (ready && hasStripped() && !process.argv.includes(compiled)) {
    // Worker threads are compiled on the main thread, because a compiler in a worker would stay in
    // memory as well.
    if (!built) await Promise.all(threads.map((part) => import(partPath(part))))
    flushCompileCache()
    exchange(config, compiled)
  }
  await serveApp(config, { withParent: process.argv.includes('--dengan-induk') })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
