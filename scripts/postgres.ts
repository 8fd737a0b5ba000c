/**
 * Provides a PostgreSQL server for tests and benchmarks: the server in `TEST_DATABASE_URL`, or a
 * temporary server started from installed binaries.
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
 * Returns the first folder that contains the programs of a PostgreSQL server. Searches the folder
 * that `pg_config` names, then Debian's folders from the newest version, Homebrew's folders,
 * `/usr/local/pgsql/bin`, and PATH. Skips folders with only the client programs. Returns undefined
 * if no folder has the server.
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
 * Returns the user id and group id under which to run PostgreSQL, which does not start as root.
 * Creates a user if the machine has no suitable user. Returns no ids if this process itself does
 * not run as root.
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

/**
 * Environment variables that override the user's configuration of PostgreSQL tools. The value
 * undefined removes a variable.
 */
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

/** Returns the folder with the server programs. With `install`, installs missing programs. */
const binaries = async (install: boolean): Promise<string> => {
  let bin = findBinaries()
  if (!bin && install && (await aptInstall('postgresql'))) bin = findBinaries()
  if (bin) return bin
  throw new Error(
    'No PostgreSQL found. Install one (Debian: apt-get install postgresql), or name a test database in TEST_DATABASE_URL.',
  )
}
/**
 * Makes a cluster (data folder of a PostgreSQL server) in a temporary folder, owned by the user
 * that will run the server. The folder is on a disk if the cluster must be durable, and otherwise
 * in memory if possible.
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
 * Starts the server of a cluster on a port, and on a Unix socket in the cluster's folder. The
 * socket is for tests, which send hundreds of thousands of statements: a statement takes half as
 * long through the socket as through the port.
 */
const startCluster = ({ bin, user, home, data, durable }: Cluster, port: number) => {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: home,
    max_connections: '200',
    // The limit is above PostgreSQL's default, because the server keeps predicate locks of all
    // databases until the oldest transaction ends. While a test has a transaction open for seconds,
    // another test makes thousands of locks.
    max_pred_locks_per_transaction: '1024',
    shared_buffers: durable ? '256MB' : '64MB',
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  // The shell waits until its input pipe closes, which happens even if this process is killed. The
  // shell then stops the server and deletes the folder.
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
 * Waits at most half a minute for a server. Resolves with undefined as soon as the server accepts a
 * connection, otherwise with the last error.
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
 * Starts a temporary PostgreSQL server and resolves with the URL of its superuser. If
 * `TEST_DATABASE_URL` is set, resolves with that URL and starts no server. `durable` makes the
 * server sync to disk, for benchmarks. `install` allows installing Debian's package as root. In the
 * result, `from` describes the server for a message, and `stop` ends the server, which otherwise
 * ends with this process.
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
    // Cancels the timer, which would keep this process alive.
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

/** Runs SQL statements on a database one after the other, without a transaction. */
export const query = async (url: string, ...statements: string[]) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops the databases whose name begins with `prefix` and an underscore. */
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
 * Makes an empty database with a random name on the server of `url`; returns its URL. `drop`
 * deletes the database, even if connections to it are open.
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
