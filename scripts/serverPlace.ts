/**
 * Makes data places of a school in the state after a server's first start. The state is made once
 * per process and copied, because migrations take longer than most tests that need a place.
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

/** Environment variables of a place, and a function that removes it. */
export interface ServerPlace {
  env: { DATA_DIR: string; DATABASE_URL: string | undefined; DATA_KEY: string | undefined }
  drop: () => Promise<void>
}
/** Password of the account `superadmin`. */
export const placePassword = 'rahasia-uji'

const onPostgres = process.env.ENGINE === 'postgres'

/** Makes an empty place in `home`: a folder, and on PostgreSQL also a database. */
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

/** State that is copied: files of the folder, and on PostgreSQL the name of a database. */
interface Model {
  files: { name: string; bytes: Buffer }[]
  database: string
}
/** Prepares a place as the start of a server does, and returns its state. */
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
  // Named after the run, so that the end of the run can find and drop the database.
  const database = `${inject('run')}_${nameOf(env.DATABASE_URL)}`
  const rename = `alter database ${nameOf(env.DATABASE_URL)} rename to ${database}`
  await query(inject('postgres'), rename)
  return { files, database }
}

let prepared: Promise<Model> | undefined
/** Makes a place in `home` that contains only the first account. */
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
