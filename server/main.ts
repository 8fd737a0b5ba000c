/**
 * Starts the server: prepares the database, then replaces this process by a new process that
 * serves requests. The replacement frees the memory that the preparation took. Flags: `--demo`
 * starts the demo school. `--siapkan` prepares the database and exits.
 * `--reset-dua-langkah=<username>` removes the second factor of a user and exits.
 * `--reset-sandi=<username>` sets and prints a new password of a user and exits. The two reset
 * flags help a superadmin who cannot log in. `--dengan-induk` stops the server when standard input
 * closes. `--tanpa-pekerjaan` runs no jobs. `--workers N` serves with N processes, as WORKERS does.
 * The program itself passes two flags to the new process: `--sudah-siap` (the database is
 * prepared) and `--sudah-diterjemahkan` (the compile cache contains the compiled TypeScript).
 */
import cluster from 'node:cluster'
import { accessSync, constants } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freshServer, partPath } from '#server/runtime/bundle.ts'
import { ConfigError, readConfig, type Config } from '#server/runtime/config.ts'
import type * as Serve from '#server/runtime/serve.ts'
import { jobless, leadWorkers } from '#server/runtime/workers.ts'

/**
 * Node flags that keep the memory of the serving process small. Requests make little garbage, so 2
 * MB suffice for the heap's young generation. The old generation is collected when it has grown by
 * half, which limits the memory of a large export.
 */
const servingFlags = ['--max-semi-space-size=2', '--heap-growing-percent=50']
const prepared = '--sudah-siap'
const compiled = '--sudah-diterjemahkan'
const threads = ['db/sqlite/readerThread.ts', 'db/sqlite/checkpointThread.ts'] as const

/**
 * Returns the folder of Node's compile cache: in `node_modules` if it is writable, otherwise in the
 * data folder. With the cache, the serving process need not strip the types from TypeScript again.
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
 * Replaces this process by one with the serving flags, the additional argument `done` and the same
 * process id. Does nothing where the system cannot do this (Windows), or when the parent process
 * has opened a channel (`node --watch`), because the channel would be lost.
 */
const exchange = (config: Config, done: string): void => {
  if (process.platform === 'win32' || !process.execve || process.channel) return
  const flags = [...new Set([...process.execArgv, ...servingFlags])]
  const args = [process.execPath, ...flags, ...process.argv.slice(1), done]
  const env = { NODE_COMPILE_CACHE: compileCache(config), ...process.env }
  process.execve(process.execPath, args, env)
}

/**
 * Returns whether this process has stripped types from TypeScript, as the first process after an
 * update does. Node's type stripper (`amaro`) then occupies about 55 MB of memory.
 */
const hasStripped = (): boolean =>
  'moduleLoadList' in process && String(process.moduleLoadList).includes('amaro')

/** Loads the server from the bundle `built`, or from its sources if there is no bundle. */
const loadServer = (built: string | undefined): Promise<typeof Serve> =>
  // Names the source as a literal, because a bundle of this file contains only literal imports.
  built ? import(built) : import('#server/runtime/serve.ts')

/** Returns the environment, with the value of the argument `--workers` as WORKERS. */
const environment = (): NodeJS.ProcessEnv => {
  const { workers } = parseArgs({ options: { workers: { type: 'string' } }, strict: false }).values
  return workers === undefined ? process.env : { ...process.env, WORKERS: String(workers) }
}

try {
  const demo = process.argv.includes('--demo')
  const config = readConfig(environment(), demo, process.stderr.isTTY)
  const ready = process.argv.includes(prepared)
  if (!ready) {
    const { prepare } = await import('#server/runtime/prepareDatabase.ts')
    if (await prepare(config, process.argv)) exchange(config, prepared)
    else process.exit(0)
  }
  // `process.channel` is set under `node --watch` and in workers. Under `node --watch`, the server
  // runs from the sources instead of the bundle.
  const built = process.channel && cluster.isPrimary ? undefined : freshServer()
  const isLeader = config.workers > 1 && cluster.isPrimary
  if (!isLeader || hasStripped()) await loadServer(built)
  if (ready && hasStripped() && !process.argv.includes(compiled)) {
    // Compiles the files of the worker threads here, so that the worker threads of the next process
    // need not load the type stripper.
    if (!built) await Promise.all(threads.map((part) => import(partPath(part))))
    flushCompileCache()
    exchange(config, compiled)
  }
  // The primary process watches standard input for its workers.
  const withParent = cluster.isPrimary && process.argv.includes('--dengan-induk')
  if (isLeader) await leadWorkers(config, { withParent, flags: [prepared, compiled] })
  else {
    const { serveApp } = await loadServer(built)
    const withJobs = !process.argv.includes(jobless)
    await serveApp(config, { isWorker: cluster.isWorker, withParent, withJobs })
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}
