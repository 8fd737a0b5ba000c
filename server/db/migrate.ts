import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { engineOf } from '#server/db/engine.ts'
import type { Db, Trx } from '#server/db/tables.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Migrations of a folder in their order, with the hash of each: what this program knows. */
export const knownMigrations = async (
  source = folder,
): Promise<{ nama: string; sidik: string; path: string }[]> =>
  Promise.all(
    (await readdir(source))
      .filter((f) => /^\d{4}_\w+\.ts$/.test(f))
      .sort()
      .map(async (file) => {
        const path = join(source, file)
        const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
        return {
          nama: file.slice(0, -3),
          sidik: createHash('sha256').update(text).digest('hex'),
          path,
        }
      }),
  )

const run = async (db: Db | Trx, source: string, until?: string): Promise<string[]> => {
  const migrations: Record<string, Migration> = {}
  const hashes: Record<string, string> = {}
  for (const { nama, sidik, path } of await knownMigrations(source)) {
    if (until !== undefined && nama > until) continue
    migrations[nama] = (await import(pathToFileURL(path).href)) as Migration
    hashes[nama] = sidik
  }
  const untyped = db as unknown as Kysely<{ migrasi_sidik: { nama: string; sidik: string } }>
  await sql`create table if not exists migrasi_sidik (nama varchar(200) primary key, sidik varchar(64) not null)`.execute(
    db,
  )
  const applied = await untyped.selectFrom('migrasi_sidik').selectAll().execute()
  const edited = applied.filter((m) => hashes[m.nama] !== undefined && hashes[m.nama] !== m.sidik)
  if (edited.length > 0)
    throw new Error(
      `Migrasi ${edited.map((m) => m.nama).join(', ')} sudah diubah setelah dijalankan. Kembalikan isinya dan tulis migrasi baru.`,
    )
  const { error, results = [] } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest()
  if (error)
    throw new Error(`Migrasi gagal: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  const fresh = results.filter((r) => r.status === 'Success').map((r) => r.migrationName)
  for (const nama of fresh)
    await untyped.insertInto('migrasi_sidik').values({ nama, sidik: hashes[nama]! }).execute()
  return fresh
}

/** Any number of ours; processes that start together take turns on it. */
const lockId = 7_206_401

/**
 * Brings the schema up to date, forward only. Throws when an applied migration is missing, was edited since, or a new one sorts
 * before it: history that differs between two databases cannot be repaired by guessing.
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

/** The same inside a transaction of whoever fills an empty database, so that all of it comes about or nothing; `until` names the last migration to run. */
export const migrateWithin = (trx: Trx, until?: string): Promise<string[]> =>
  run(trx, folder, until)
