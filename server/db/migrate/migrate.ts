import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { migrationPath, migrationsFolder } from '#server/runtime/bundle.ts'

/** Migration that this version of the program contains, with the SHA-256 hash of its file. */
export interface KnownMigration {
  name: string
  path: string
  hash: string
}

/** Returns the migrations in a folder, in the order in which they run. */
export const knownMigrations = async (source = migrationsFolder): Promise<KnownMigration[]> =>
  Promise.all(
    (await readdir(source))
      .filter((f) => /^\d{4}_\w+\.ts$/.test(f))
      .sort()
      .map(async (file) => {
        const text = (await readFile(join(source, file), 'utf8')).replaceAll('\r\n', '\n')
        return {
          name: file.slice(0, -3),
          path: source === migrationsFolder ? migrationPath(file) : join(source, file),
          hash: createHash('sha256').update(text).digest('hex'),
        }
      }),
  )

/** First migration in databases that were made before the first release of the product. */
export const formerFirst = '0001_dasar'
/**
 * Error for a database made before the first release: no migration converts it to the present
 * schema.
 */
export class FormerDatabaseError extends Error {}

/** Database with the table of migration hashes, which the type `Tables` does not contain. */
type WithLedger = Kysely<{ migrasi_sidik: { nama: string; sidik: string } }>

/**
 * Creates the table `migrasi_sidik` if it is missing, and returns functions that read and add its
 * rows. A row holds the name of a migration that ran and the hash of the migration's file. Kysely's
 * own table records only names.
 */
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
 * Returns the names of the known migrations that ran. Throws when the file of such a migration was
 * edited afterwards, or when the database was made before the first release.
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
 * Placeholder for a migration that has already run. It saves memory, because the file of the
 * migration need not be imported.
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

/**
 * Number (arbitrary) of the PostgreSQL advisory lock that lets only one process migrate at a time.
 */
const lockId = 7_206_401

/**
 * Runs the migrations that have not run yet and returns their names. Migrations cannot be reverted.
 * Throws when the file of a migration that ran is missing or was edited, or when a new migration
 * sorts before a migration that ran: such a database cannot be repaired automatically.
 */
export const migrate = (db: Db, source = migrationsFolder): Promise<string[]> =>
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
 * Runs the migrations up to and including `until` in the caller's transaction, for a restore into
 * an empty database. The caller rolls back on failure.
 */
export const migrateWithin = (trx: Trx, until?: string): Promise<string[]> =>
  run(trx, migrationsFolder, until)
