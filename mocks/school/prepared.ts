/**
 * Prepares databases for tests. Migrating and filling a database takes longer than the requests of
 * most test files. Each process therefore fills a database only once, and each test file gets a
 * copy.
 */
import pg from 'pg'
import { inject } from 'vitest'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { now } from '#server/http/context.ts'

type Fill<T> = (api: TestApi) => Promise<T>
interface Prepared<T> {
  ids: T
  /** Opens an API on a copy of the filled database. */
  open: () => Promise<TestApi>
}

/**
 * Opens a new database and fills it. Then deletes all sessions, because clients of the copies open
 * new ones.
 */
const fillNew = async <T>(fill: Fill<T>): Promise<{ api: TestApi; ids: T }> => {
  const api = await openApi()
  const ids = await fill(api)
  await api.db.deleteFrom('sesi').execute()
  return { api, ids }
}
const inMemory = async <T>(fill: Fill<T>): Promise<Prepared<T>> => {
  const { api, ids } = await fillNew(fill)
  const bytes = api.serialize()
  await api.close()
  return { ids, open: () => openApi(bytes) }
}
/** Runs SQL in database `postgres` of the server at `url`, to create or drop other databases. */
const onServer = async (url: string, ...statements: string[]): Promise<void> => {
  const server = new URL(url)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
const nameOf = (url: string): string => new URL(url).pathname.slice(1)

/**
 * Prepares a database on PostgreSQL. `first` is the URL of the database of the first test file.
 * Fills this database and renames it. The renamed database is the template for the copies of all
 * test files, including the first.
 */
const onPostgres = async <T>(fill: Fill<T>, first: string): Promise<Prepared<T>> => {
  const { api, ids } = await fillNew(fill)
  await api.close()
  const prepared = `${inject('run')}_${nameOf(first)}`
  await onServer(first, `alter database ${nameOf(first)} rename to ${prepared}`)
  return {
    ids,
    open: async () => {
      const ownUrl = process.env.DATABASE_URL ?? ''
      await onServer(
        ownUrl,
        `drop database if exists ${nameOf(ownUrl)} with (force)`,
        `create database ${nameOf(ownUrl)} template ${prepared} strategy file_copy`,
      )
      return openApi(new URL(ownUrl))
    },
  }
}

/**
 * Prepared databases by engine and hour of the current time. The hour is part of the key, because a
 * test that sets the clock to another day needs the lessons of other weeks.
 */
const preparedCache = new Map<string, Promise<Prepared<unknown>>>()
/**
 * Opens an API on a copy of a database that `fill` has filled. Returns the result of `fill` as
 * `ids`. `fill` runs only once per process and hour, so all calls in a process must pass one and
 * the same function.
 */
export const copyPrepared = async <T>(fill: Fill<T>): Promise<{ api: TestApi; ids: T }> => {
  const url = process.env.DATABASE_URL
  const key = `${url ? 'postgres' : 'sqlite'} ${now().slice(0, 13)}`
  let prepared = preparedCache.get(key) as Promise<Prepared<T>> | undefined
  if (!prepared) preparedCache.set(key, (prepared = url ? onPostgres(fill, url) : inMemory(fill)))
  const { ids, open } = await prepared
  return { ids: structuredClone(ids), api: await open() }
}
