/**
 * Starts the server: prepares the database, then becomes the serving process. Replacing the process
 * frees the memory used by the preparation, so that an idle server is small however it was started.
 *
 * `--demo`: the demo school. `--reset-dua-langkah=<username>` removes the second factor of a user
 * and ends, `--reset-sandi=<username>` prints a new password and ends: for a superadmin locked out
 * of the account. `--siapkan` prepares and ends; `--sudah-siap` skips the preparation,
 * `--sudah-diterjemahkan` the compilation; `--dengan-induk` stops when standard input closes.
 */
import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { freshServer, partPath } from '#server/runtime/bundle.ts'
import { ConfigError, readConfig, type Config } from '#server/runtime/config.ts'
import type * as Serve from '#server/runtime/serve.ts'

/**
 * Flags of the serving process. Requests make little garbage, so a young generation of 2 MB is
 * enough; the old one may grow by 70 % before it is swept, so that an export of everything takes no
 * more.
 */
const servingFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50']
const prepared = '--sudah-siap'
const compiled = '--sudah-diterjemahkan'
const threads = ['db/sqlite/readerThread.ts', 'db/sqlite/checkpointThread.ts'] as const

/** Folder of Node's compile cache, which saves the serving process from stripping types. */
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
 * Replaces this process by the serving one, with the same pid. Returns where a system cannot do
 * that, and under a parent that uses a channel (`node --watch`), which would be lost.
 */
const exchange = (config: Config, done: string): void => {
  if (process.platform === 'win32' || !process.execve || process.channel) return
  const flags = [...new Set([...process.execArgv, ...servingFlags])]
  const args = [process.execPath, ...flags, ...process.argv.slice(1), done]
  const env = { NODE_COMPILE_CACHE: compileCache(config), ...process.env }
  process.execve(process.execPath, args, env)
}

/**
 * Whether this process has stripped types, like the first one after an update: the compiler stays
 * in its memory, some 55 MB. Node lists its loaded internal modules.
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
  // Under `node --watch` the sources run, not the bundle.
  const built = process.channel ? undefined : freshServer()
  const { serveApp }: typeof Serve = await import(built ?? '#server/runtime/serve.ts')
  if (ready && hasStripped() && !process.argv.includes(compiled)) {
    // Threads are compiled here, because a compiler in a thread would stay in memory as well.
    if (!built) await Promise.all(threads.map((part) => import(partPath(part))))
    flushCompileCache()
    exchange(config, compiled)
  }
  await serveApp(config, { withParent: process.argv.includes('--dengan-induk') })
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
