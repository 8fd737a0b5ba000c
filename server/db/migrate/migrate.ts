import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { root } from '#server/runtime/bundle.ts'

const folder = join(root, 'server/db/migrations')

/** Migration of this program: its file, and the hash of its content. */
export interface KnownMigration {
  name: string
  path: string
  hash: string
}

/** Migrations of a folder in their order: what this program knows. */
export const knownMigrations = async (source = folder): Promise<KnownMigration[]> =>
  Promise.all(
    (await readdir(source))
      .filter((f) => /^\d{4}_\w+\.ts$/.test(f))
      .sort()
      .map(async (file) => {
        const [name, path] = [file.slice(0, -3), join(source, file)]
        const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
        return {
          name,
          path,
          hash: createHash('sha256').update(text).digest('hex'),
        }
      }),
  )

/** First of the migrations that there were before the first release. */
export const formerFirst = '0001_dasar'
/** A database that was made before the first release: no migration leads from it to this schema. */
export class FormerDatabaseError extends Error {}

/** Database including the migration ledger, which is not among the product's tables. */
type WithLedger = Kysely<{ migrasi_sidik: { nama: string; sidik: string } }>

/** Our own ledger of what ran, beside that of the migrator, which knows only names. */
const openLedger = async (db: WithLedger) => {
  await sql`create table if not exists migrasi_sidik (nama varchar(200) primary key, sidik varchar(64) not null)`.execute(
    db,
  )
  return {
    rows: () => db.selectFrom('migrasi_sidik').selectAll().execute(),
    add: (nama: string, sidik: string) =>
      db.insertInto('migrasi_sidik').values({ nama, sidik }).execute(),
  }
}
type Ledger = Awaited<ReturnType<typeof openLedger>>

/**
 * Returns the names of the migrations that ran. Throws where one was edited since, and for a
 * database of before the first release.
 */
const checkHistory = async (
  ledger: Ledger,
  migrations: ReadonlyMap<string, KnownMigration>,
): Promise<ReadonlySet<string>> => {
  const rows = await ledger.rows()
  if (rows.some(({ nama }) => nama === formerFirst))
    throw new FormerDatabaseError('This database was made before the first release')
  const ran = rows.flatMap(({ nama, sidik }) => {
    const migration = migrations.get(nama)
    return migration ? [{ migration, hash: sidik }] : []
  })
  const edited = ran.filter(({ migration, hash }) => migration.hash !== hash)
  if (edited.length > 0)
    throw new Error(
      `Migrations changed after they ran: ${edited.map((m) => m.migration.name).join(', ')}. Restore their text and write a new migration.`,
    )
  return new Set(ran.map(({ migration }) => migration.name))
}

/**
 * Placeholder for a migration that has run: its content is not read, so that a server does not keep
 * it in memory.
 */
const past: Migration = {
  up: async () => {
    throw new Error('A migration that has run is to run again')
  },
}

const run = async (db: Db | Trx, source: string, until?: string): Promise<string[]> => {
  const knownByName = new Map<string, KnownMigration>()
  for (const migration of await knownMigrations(source))
    if (until === undefined || migration.name <= until) knownByName.set(migration.name, migration)
  const withLedger = db as unknown as WithLedger
  const ledger = await openLedger(withLedger)
  const ran = await checkHistory(ledger, knownByName)
  const migrations: Record<string, Migration> = {}
  for (const { name, path } of knownByName.values())
    migrations[name] = ran.has(name)
      ? past
      : ((await import(pathToFileURL(path).href)) as Migration)
  const { error, results = [] } = await new Migrator({
    db: withLedger,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error)
    throw new Error(`Migration failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  const fresh = results.filter((r) => r.status === 'Success').map((r) => r.migrationName)
  for (const name of fresh) await ledger.add(name, knownByName.get(name)!.hash)
  return fresh
}

/** Arbitrary number of the advisory lock; processes that start together take turns on it. */
const lockId = 7_206_401

/**
 * Brings the schema up to date, forward only. Throws when an applied migration is missing, was
 * edited since, or a new one sorts before it: history that differs between two databases cannot be
 * repaired by guessing.
 */
export const migrate = (db: Db, source = folder): Promise<string[]> =>
  engineOf(db) === 'sqlite'
    ? run(db, source)
    : db.connection().execute(async (lock) => {
        await sql`select pg_advisory_lock(${sql.lit(lockId)})`.execute(lock)
        try {
          return await run(db, source)
        } finally {
          await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(lock)
        }
      })

/**
 * Runs the migrations inside a transaction of the caller that fills an empty database, so that the
 * whole is done or nothing; `until` names the last migration to run.
 */
export const migrateWithin = (trx: Trx, until?: string): Promise<string[]> =>
  run(trx, folder, until)
