/**
 * Makes places for servers of tests. A place is a data folder, and on PostgreSQL also a database. A
 * prepared place is in the state after a server's first start. Each process prepares only one place
 * and copies it for its tests, because running the migrations takes longer than most tests.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { prepareSecrets, readDataKeys } from '#server/crypto/keyFile.ts'
import { readConfig } from '#server/runtime/config.ts'
import { openDatabase } from '#server/runtime/openDatabase.ts'
import { firstStart } from '#server/seed/first.ts'
import { freshDatabase, query } from './postgres.ts'

/** Data folder of a server, and on PostgreSQL also its database. The caller deletes the folder. */
export interface ServerPlace {
  /** Environment variables that make a server use the place. */
  env: { DATA_DIR: string; DATABASE_URL: string | undefined; DATA_KEY: string | undefined }
  /** Deletes the database on PostgreSQL; does nothing on SQLite. */
  drop: () => Promise<void>
}
/** Password of the account `superadmin` in the prepared database. */
export const placePassword = 'rahasia-uji'

const onPostgres = process.env.ENGINE === 'postgres'

/** Makes an empty data folder in `home`, and on PostgreSQL also an empty database. */
export const emptyPlace = async (home: string): Promise<ServerPlace> => {
  const DATA_DIR = mkdtempSync(join(home, 'data-'))
  if (!onPostgres) {
    const env = { DATA_DIR, DATABASE_URL: undefined, DATA_KEY: undefined }
    return { env, drop: async () => {} }
  }
  const { url, drop } = await freshDatabase(inject('postgres'))
  const DATA_KEY = Buffer.alloc(32, 7).toString('base64')
  return { env: { DATA_DIR, DATABASE_URL: url, DATA_KEY }, drop }
}

const nameOf = (url = ''): string => new URL(url).pathname.slice(1)

/**
 * State that is prepared once and then copied: the files of the data folder, and on PostgreSQL the
 * name of a template database.
 */
interface Model {
  files: { name: string; bytes: Buffer }[]
  database: string
}
/** Makes the state after a server's first start: migrations, keys and the first account. */
const prepareOne = async (): Promise<Model> => {
  const home = mkdtempSync(join(tmpdir(), 'nada-tempat-'))
  const { env } = await emptyPlace(home)
  const config = readConfig(env, false)
  const { db, close } = await openDatabase(config)
  try {
    await prepareSecrets(db, readDataKeys(config))
    await firstStart(db, { username: 'superadmin', password: placePassword })
  } finally {
    await close()
  }
  const names = readdirSync(env.DATA_DIR)
  const files = names.map((name) => ({ name, bytes: readFileSync(join(env.DATA_DIR, name)) }))
  rmSync(home, { recursive: true })
  if (!onPostgres) return { files, database: '' }
  // The name of the database begins with the name of the test run, so that the end of the run finds
  // and drops the database.
  const database = `${inject('run')}_${nameOf(env.DATABASE_URL)}`
  const rename = `alter database ${nameOf(env.DATABASE_URL)} rename to ${database}`
  await query(inject('postgres'), rename)
  return { files, database }
}

let prepared: Promise<Model> | undefined
/**
 * Makes a data folder in `home`, and on PostgreSQL also a database, in the state after a server's
 * first start. The only account is `superadmin`.
 */
export const preparedPlace = async (home: string): Promise<ServerPlace> => {
  const { files, database } = await (prepared ??= prepareOne())
  const place = await emptyPlace(home)
  for (const { name, bytes } of files)
    writeFileSync(join(place.env.DATA_DIR, name), bytes, { mode: 0o600 })
  if (!onPostgres) return place
  const name = nameOf(place.env.DATABASE_URL)
  await query(
    inject('postgres'),
    `drop database ${name}`,
    `create database ${name} template ${database} strategy file_copy`,
  )
  return place
}
