/** Checks a database: its file, references, money, schedule and keys. */
import { sql } from 'kysely'
import { keyIdsOf } from '#server/backup/keys.ts'
import { openExisting, type OpenDatabase, type Place } from '#server/backup/place.ts'
import { dataKeyId } from '#server/crypto/dataKeys.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

/** Damage of the engine's own structures, in its own words. */
const brokenStructure = async ({ db, raw }: OpenDatabase): Promise<string[]> => {
  if (raw) {
    const answers = raw.prepare<[], string>('pragma integrity_check(20)').pluck().all()
    const lost = raw
      .prepare<[], string>('select distinct "table" from pragma_foreign_key_check')
      .pluck()
    return [
      ...answers.filter((answer) => answer !== 'ok').map((answer) => `berkas: ${answer}`),
      ...lost.all().map((table) => `${table}: ada baris yang menunjuk yang tidak ada`),
    ]
  }
  // PostgreSQL enforces references itself, unless a constraint was disabled.
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and not convalidated`.execute(db)
  return rows.map(({ name }) => `batasan ${name} tidak berlaku untuk semua baris`)
}

/** Problems of an open database, in words; empty when it is consistent. */
export const problemsOf = async (open: OpenDatabase): Promise<string[]> => [
  ...(await brokenStructure(open)),
  ...(await brokenMoney(open.db)),
  ...(await brokenSchedule(open.db)),
]

/** Ids of keys that stored values need and that are not among `keys`. */
export const missingKeys = async (
  open: OpenDatabase,
  keys: readonly Buffer[],
): Promise<string[]> => {
  const have = new Set(keys.map(dataKeyId))
  return (await keyIdsOf(open)).filter((id) => !have.has(id))
}

/** Problems of the database of a server, which may continue to write meanwhile. */
export const examine = async (place: Place): Promise<string[]> => {
  const open = await openExisting(place)
  try {
    const missing = await missingKeys(open, place.dataKeys)
    // On PostgreSQL only the server may have the key.
    const reportedIds = place.databaseUrl && place.dataKeys.length === 0 ? [] : missing
    return [
      ...(await problemsOf(open)),
      ...reportedIds.map((id) => `kunci ${id} tidak ada di DATA_KEY atau kunci-data`),
    ]
  } finally {
    await open.close()
  }
}
