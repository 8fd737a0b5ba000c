/**
 * Finds the data keys that a database uses, and adds data keys to the key file. A data key encrypts
 * single columns.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sourceWithin } from '#server/backup/load.ts'
import type { OpenDatabase } from '#server/backup/place.ts'
import { dataKeyId } from '#server/crypto/dataKeys.ts'
import { dataKeysOf, keyFileName } from '#server/crypto/keyFile.ts'
import { syncFolder } from '#server/db/sqlite/sqliteFile.ts'

/**
 * Column with the id of the data key that encrypts the values of the row. Every table with
 * encrypted values has this column.
 */
const keyColumn = 'kunci_id'

/** Returns the ids of all data keys with which values of the database are encrypted. */
export const keyIdsOf = async ({ db, raw }: OpenDatabase): Promise<string[]> => {
  const ids = new Set<string>()
  for (const table of await sourceWithin(db, raw).tables()) {
    if (!table.columns.some((c) => c.name === keyColumn)) continue
    const { rows } = await sql<{ id: string | null }>`select distinct ${sql.ref(keyColumn)} as id
      from ${sql.table(table.name)}`.execute(db)
    for (const { id } of rows) if (id !== null) ids.add(id)
  }
  return [...ids].toSorted()
}

/**
 * Appends to the key file of a folder the keys that the file does not contain yet. Returns whether
 * a key was appended. The first key of the file stays first, because it encrypts new values. Throws
 * ConfigError when the file holds no valid key.
 */
export const addToKeyFile = (folder: string, keys: readonly Buffer[]): boolean => {
  const fileKeys = dataKeysOf(folder)
  const fileKeyIds = new Set(fileKeys.map(dataKeyId))
  const newKeys = keys.filter((key) => !fileKeyIds.has(dataKeyId(key)))
  if (newKeys.length === 0) return false
  const file = join(folder, keyFileName)
  const text = [...fileKeys, ...newKeys].map((key) => key.toString('base64')).join(',')
  writeFileSync(`${file}.baru`, `${text}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.baru`, file)
  syncFolder(folder)
  return true
}
