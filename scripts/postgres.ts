/**
 * Provides PostgreSQL for tests and benchmarks: the one in `TEST_DATABASE_URL`, or a temporary
 * server from installed binaries.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { aptInstall } from './apt.ts'
import { freePort, run, start } from './process.ts'
import { inMemory } from './scratch.ts'

export interface Postgres {
  url: string
  from: string
  stop: () => Promise<void>
}

const ask = (command: string, ...args: string[]) => {
  try {
    return execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

/**
 * Returns the folder with the binaries of an installed server: from `pg_config` (whose folder may
 * contain only the client), Debian's newest, Homebrew's, or one in PATH; undefined if there is
 * none.
 */
export const findBinaries = (): string | undefined => {
  const debian = globSync('/usr/lib/postgresql/*/bin').toSorted(
    (a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]),
  )
  const homes = [
    ask('pg_config', '--bindir'),
    ...debian,
    ...globSync('/opt/homebrew/opt/postgresql@*/bin'),
    '/usr/local/pgsql/bin',
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  return homes.find(
    (dir): dir is string =>
      !!dir && existsSync(join(dir, 'initdb')) && existsSync(join(dir, 'postgres')),
  )
}

/**
 * Returns the user that runs PostgreSQL, which does not run as root; creates the user if the
 * machine has no suitable one. Empty unless this process is root.
 */
const servant = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const find = (user: string) => {
    const uid = ask('id', '-u', user)
    return uid && uid !== '0' ? { uid: Number(uid), gid: Number(ask('id', '-g', user)) } : undefined
  }
  const existing = find('postgres') ?? find('nobody')
  if (existing) return existing
  ask('useradd', '--system', '--no-create-home', 'nada-test')
  const newUser = find('nada-test')
  if (!newUser)
    throw new Error('PostgreSQL does not run as root, and no other user could be found or made.')
  return newUser
}

const connectable = async (url: string) => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => {})
  }
}

/** Environment without the settings for the caller's own PostgreSQL tools. */
const plainEnv = {
  LC_ALL: 'C',
  PGDATA: undefined,
  PGPORT: undefined,
  PGUSER: undefined,
  PGDATABASE: undefined,
  PGHOST: undefined,
  PGOPTIONS: undefined,
}
interface Cluster {
  bin: string
  user: ReturnType<typeof servant>
  home: string
  data: string
  password: string
  durable: boolean
  clean: () => void
}

/** Returns the folder with the binaries; installs them if that is allowed and needed. */
const binaries = async (install: boolean): Promise<string> => {
  let bin = findBinaries()
  if (!bin && install && (await aptInstall('postgresql'))) bin = findBinaries()
  if (bin) return bin
  throw new Error(
    'No PostgreSQL found. Install one (Debian: apt-get install postgresql), or name a test database in TEST_DATABASE_URL.',
  )
}
/**
 * Makes a cluster in a temporary folder, owned by the user that will run the server. The folder is
 * in memory unless the cluster must be durable.
 */
const makeCluster = async (bin: string, durable: boolean): Promise<Cluster> => {
  const user = servant()
  const onDisk = user.uid === undefined ? tmpdir() : '/tmp'
  const home = mkdtempSync(join((durable ? undefined : inMemory()) ?? onDisk, 'nada-pg-'))
  const data = join(home, 'data')
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password)
  if (user.uid !== undefined && user.gid !== undefined)
    for (const path of [home, passwordFile]) chownSync(path, user.uid, user.gid)
  const init = await run(
    [
      join(bin, 'initdb'),
      '-D',
      data,
      '-U',
      'nada',
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--locale=C',
      '--encoding=UTF8',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...user, cwd: home, env: plainEnv, quiet: true, timeout: 120_000 },
  )
  const clean = () => rmSync(home, { recursive: true, force: true })
  if (init.code !== 0) {
    clean()
    throw new Error(`initdb failed (${bin}):\n${init.output.slice(-1500)}`)
  }
  return { bin, user, home, data, password, durable, clean }
}
/**
 * Starts the server of a cluster on a port, and on a socket in its folder. A statement through the
 * socket takes half the time of one through the network, and tests send hundreds of thousands.
 */
const startCluster = ({ bin, user, home, data, durable }: Cluster, port: number) => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    max_connections: '200',
    // Raised because predicate locks of all databases are kept until the oldest transaction ends:
    // one test keeps its transaction open for seconds while another makes thousands of locks.
    max_pred_locks_per_transaction: '1024',
    shared_buffers: durable ? '256MB' : '64MB',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // The shell waits for the end of its input. When this process ends in any way, the pipe closes,
  // and the shell ends the server and deletes the folder.
  const guard =
    '"$@" >"$HOME_DIR/log" 2>&1 </dev/null & pid=$!; cat >/dev/null; kill -INT $pid; wait $pid; rm -rf "$HOME_DIR"'
  const shell = start(
    ['/bin/sh', '-c', guard, 'postgres', join(bin, 'postgres'), '-D', data, ...flags],
    {
      ...user,
      cwd: home,
      env: { ...plainEnv, HOME_DIR: home },
      stdio: ['pipe', 'ignore', 'ignore'],
      keep: true,
    },
  )
  shell.unref()
  return shell
}
/**
 * Waits at most half a minute for a server. Resolves with the last error, or with undefined when
 * the server responds.
 */
const waitFor = async (url: string): Promise<Error | undefined> => {
  let problem: Error | undefined
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(50)) {
    problem = await connectable(url)
    if (!problem) return undefined
  }
  return problem
}

/**
 * Starts a PostgreSQL (C locale, loopback, random port and password, temporary folder) and resolves
 * with the URL of its superuser. `TEST_DATABASE_URL` is used instead when it is set. `durable`
 * keeps fsync on, for benchmarks; `install` allows the installation of Debian's package as root.
 * The server ends with `stop`, and always when this process ends.
 */
export const startPostgres = async ({
  durable = false,
  install = false,
}: { durable?: boolean; install?: boolean } = {}): Promise<Postgres> => {
  const givenUrl = process.env.TEST_DATABASE_URL
  if (givenUrl) {
    const problem = await connectable(givenUrl)
    if (problem) throw new Error(`TEST_DATABASE_URL does not answer: ${problem.message}`)
    return { url: givenUrl, from: 'TEST_DATABASE_URL', stop: async () => {} }
  }
  const cluster = await makeCluster(await binaries(install), durable)
  const { bin, user, home, password, clean } = cluster
  const port = await freePort()
  const shell = startCluster(cluster, port)
  const url = `postgres://nada:${password}@127.0.0.1:${port}/postgres?host=${encodeURIComponent(home)}`
  const stop = async () => {
    const waiting = new AbortController()
    const exit = new Promise((done) => shell.once('exit', done))
    const patience = sleep(10_000, undefined, { signal: waiting.signal }).catch(() => {})
    shell.stdin?.end()
    if (shell.exitCode === null) await Promise.race([exit, patience])
    // A running timer would keep the process of the caller alive.
    waiting.abort()
    clean()
  }
  const problem = await waitFor(url)
  if (problem) {
    await stop()
    throw new Error(`PostgreSQL from ${bin} did not come up: ${problem.message}`)
  }
  const as = user.uid === undefined ? '' : `, as user ${user.uid}`
  return { url, from: `${bin} on a temporary folder${as}`, stop }
}

/** Runs statements on a database, outside a transaction. */
export const query = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops the databases whose name begins with `prefix`. */
export const dropDatabases = async (url: string, prefix: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const names = `select datname from pg_database where datname like $1`
    const { rows } = await client.query<{ datname: string }>(names, [`${prefix}\\_%`])
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

/**
 * Makes an empty database on the server of `url`. Its `drop` closes remaining connections and
 * deletes it.
 */
export const freshDatabase = async (url: string) => {
  const name = `nada_${randomBytes(6).toString('hex')}`
  await query(
    url,
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
  )
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  return {
    url: databaseUrl.href,
    drop: () => query(url, `drop database if exists ${name} with (force)`),
  }
}
