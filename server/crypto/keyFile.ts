/**
 * Reads the data keys, which encrypt single columns, from `DATA_KEY` or from a key file in the data
 * folder. On SQLite, the first start creates the file.
 */
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDataKeys, type DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { syncFolder } from '#server/db/sqlite/sqliteFile.ts'
import { transaction } from '#server/db/transaction.ts'
import { rahasiaPlace } from '#server/modules/access/user/save/rahasia.ts'
import { ConfigError, parseDataKey, type Config } from '#server/runtime/config.ts'

const missing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Name of the key file in `DATA_DIR`. */
export const keyFileName = 'kunci-data'

/**
 * Returns the keys in the key file, or an empty list if there is no file. Throws ConfigError when
 * the file holds no valid key.
 */
export const dataKeysOf = (dataDir: string): Buffer[] => {
  const file = join(dataDir, keyFileName)
  try {
    const keys = parseDataKey(readFileSync(file, 'utf8'))
    if (!keys)
      throw new ConfigError(
        `Berkas kunci rusak: ${file}. Kembalikan dari cadangan, atau isi DATA_KEY.`,
      )
    return keys
  } catch (error) {
    if (!missing(error)) throw error
    return []
  }
}

/**
 * Returns the keys in the key file. If the file is missing, creates it with a random key, readable
 * only by its owner. When two processes create it at the same time, both use the file that was
 * created first.
 */
const fromFile = (dataDir: string): Buffer[] => {
  const file = join(dataDir, keyFileName)
  const keys = dataKeysOf(dataDir)
  if (keys.length > 0) return keys
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!isTaken(error)) throw error
  } finally {
    unlinkSync(draft)
  }
  // Syncs the folder, so that the key file survives a power cut. If the key were lost, data
  // encrypted with it could not be decrypted.
  syncFolder(dataDir)
  return fromFile(dataDir)
}

/**
 * Returns functions that encrypt and decrypt with the keys of `DATA_KEY`, or with the keys of the
 * key file if `DATA_KEY` is not set.
 */
export const readDataKeys = ({ dataKey, dataDir }: Pick<Config, 'dataKey' | 'dataDir'>): DataKeys =>
  makeDataKeys(dataKey ?? fromFile(dataDir))

const batch = 500
/**
 * Runs at server start. Throws ConfigError if a stored value was encrypted with a key that is
 * missing. Otherwise decrypts the values of older keys, encrypts them with the current key, and
 * returns the number of these values.
 */
export const prepareSecrets = async (db: Db, dataKeys: DataKeys): Promise<number> => {
  const used = await db.selectFrom('rahasia').select('kunci_id').distinct().execute()
  const lost = used.filter((u) => !dataKeys.has(u.kunci_id)).map((u) => u.kunci_id)
  if (lost.length > 0)
    throw new ConfigError(
      `DATA_KEY tidak memuat kunci ${lost.join(', ')}, padahal ada data yang dienkripsi dengannya. Tambahkan kunci lama sesudah koma, atau kembalikan berkas kunci-data.`,
    )
  let renewed = 0
  for (;;) {
    const done = await transaction(db, async (trx) => {
      const old = await trx
        .selectFrom('rahasia')
        .selectAll()
        .where('kunci_id', '<>', dataKeys.id)
        .limit(batch)
        .execute()
      for (const row of old) {
        const place = rahasiaPlace(row.user_id, row.kolom)
        await trx
          .updateTable('rahasia')
          .set(dataKeys.encrypt(dataKeys.decrypt(row, place), place))
          .where('user_id', '=', row.user_id)
          .where('kolom', '=', row.kolom)
          .execute()
      }
      return old.length
    })
    renewed += done
    if (done < batch) return renewed
  }
}
