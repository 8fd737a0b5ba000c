/**
 * Checks a database for damage, for references to missing rows, for contradictory amounts of money,
 * for contradictory lessons, for rows that no search finds, for missing objects of files, and for
 * missing data keys.
 */
import { sql } from 'kysely'
import { keyIdsOf } from '#server/backup/keys.ts'
import { openExisting, type OpenDatabase, type Place } from '#server/backup/place.ts'
import { dataKeyId } from '#server/crypto/dataKeys.ts'
import { missingObjects } from '#server/files/missingObjects.ts'
import { makeObjectStore } from '#server/files/objectStore.ts'
import { brokenMoney } from '#server/modules/billing/invariants.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { rebuildKept } from '#server/resource/kept/keptTables.ts'
import { unsearchable } from '#server/resource/query/searchRules.ts'

/**
 * Returns as texts the problems that the database engine itself reports: damage, and references to
 * missing rows.
 */
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
  // PostgreSQL checks all rows against a foreign key, unless the key was added with `not valid`.
  const { rows } = await sql<{ name: string }>`select conname as name from pg_constraint
    where connamespace = current_schema()::regnamespace and not convalidated`.execute(db)
  return rows.map(({ name }) => `batasan ${name} tidak berlaku untuk semua baris`)
}

/** Returns the problems of an open database as texts; empty when it is consistent. */
export const problemsOf = async (open: OpenDatabase): Promise<string[]> => [
  ...(await brokenStructure(open)),
  ...(await brokenMoney(open.db)),
  ...(await brokenSchedule(open.db)),
  ...(await unsearchable(open.db)),
]

/** Returns the ids of the data keys that are needed for encrypted values but missing in `keys`. */
export const missingKeys = async (
  open: OpenDatabase,
  keys: readonly Buffer[],
): Promise<string[]> => {
  const have = new Set(keys.map(dataKeyId))
  return (await keyIdsOf(open)).filter((id) => !have.has(id))
}

/**
 * Returns the problems of a server's database as texts. The server may write to the database
 * meanwhile.
 */
export const examine = async (place: Place): Promise<string[]> => {
  const open = await openExisting(place)
  try {
    const missing = await missingKeys(open, place.dataKeys)
    // Reports no missing key on PostgreSQL if this machine has no keys at all: the command may run
    // on another machine than the server, which has the keys.
    const reportedIds = place.databaseUrl && place.dataKeys.length === 0 ? [] : missing
    return [
      ...(await problemsOf(open)),
      ...(await missingObjects(open.db, place.files && makeObjectStore(place.files))),
      ...reportedIds.map((id) => `kunci ${id} tidak ada di DATA_KEY atau kunci-data`),
    ]
  } finally {
    await open.close()
  }
}

/** Computes the kept sums of a server's lists again. The server may write meanwhile. */
export const rebuildTotals = async (place: Place): Promise<void> => {
  const open = await openExisting(place)
  try {
    await rebuildKept(open.db)
  } finally {
    await open.close()
  }
}
