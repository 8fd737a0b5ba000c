/**
 * Stores second factors: the time of activation, the time step of the last used code, the secret
 * (encrypted, in `rahasia`) and the hashes of the recovery codes.
 */
import { randomBytes } from 'node:crypto'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sha256 } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import { forgetFailures } from '#server/modules/access/auth/attempts.ts'
import { rahasiaPlace } from '#server/modules/access/user/save/rahasia.ts'

/** Value of `rahasia.kolom` for the active secret. */
export const activeSecret = 'totp'
/** Value of `rahasia.kolom` for the secret that is being set up. */
export const pendingSecret = 'totp_baru'
type SecretColumn = typeof activeSecret | typeof pendingSecret

/** Characters of recovery codes: digits and capital letters that are not easily confused. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const recoveryCodes = 10
const recoveryLength = 16

/** Encrypts and stores a secret of a user, replacing an earlier one in the same column. */
export const storeSecret = async (
  trx: Trx,
  dataKeys: DataKeys,
  user_id: number,
  kolom: SecretColumn,
  secret: string,
): Promise<void> => {
  const stored = dataKeys.encrypt(secret, rahasiaPlace(user_id, kolom))
  await trx
    .insertInto('rahasia')
    .values({ user_id, kolom, ...stored })
    .onConflict((c) => c.columns(['user_id', 'kolom']).doUpdateSet(stored))
    .execute()
}
/** Returns the decrypted secret of a user; undefined when there is none. */
export const readSecret = async (
  db: Db | Trx,
  dataKeys: DataKeys,
  user_id: number,
  kolom: SecretColumn,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom('rahasia')
    .select(['kunci_id', 'isi'])
    .where('user_id', '=', user_id)
    .where('kolom', '=', kolom)
    .executeTakeFirst()
  return row && dataKeys.decrypt(row, rahasiaPlace(user_id, kolom))
}

/**
 * Returns the activation time and the last used time step of a user's active second factor;
 * undefined when the user has none.
 */
export const activeFactor = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('dua_langkah')
    .select(['aktif_at', 'langkah'])
    .where('user_id', '=', user_id)
    .where('aktif_at', 'is not', null)
    .executeTakeFirst()

/**
 * Stores the time step of a used code. Returns false when a code of this or a later step was used
 * before.
 */
export const takeStep = async (trx: Trx, user_id: number, step: number): Promise<boolean> => {
  const row = await trx
    .updateTable('dua_langkah')
    .set({ langkah: step })
    .where('user_id', '=', user_id)
    .where('langkah', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Normalises a typed recovery code before hashing: removes separators, reads the letter O as the
 * digit 0, and reads the letters I and L as the digit 1.
 */
const normalizeCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
// A fast hash is enough, because a code has 80 random bits. The user's id is hashed too, so that
// equal codes of two users have different hashes.
const hashOf = (user_id: number, code: string): string =>
  sha256(`${user_id}:${normalizeCode(code)}`)
const makeCode = (): string => {
  const text = [...randomBytes(recoveryLength)].map((byte) => alphabet[byte % 32]).join('')
  return text.replace(/(.{4})(?=.)/g, '$1-')
}
/**
 * Makes new recovery codes, which replace all earlier ones, and returns them. Only their hashes are
 * stored.
 */
export const renewRecoveryCodes = async (trx: Trx, user_id: number): Promise<string[]> => {
  const codes = Array.from({ length: recoveryCodes }, makeCode)
  await trx.deleteFrom('kode_pemulihan').where('user_id', '=', user_id).execute()
  const rows = codes.map((code) => ({
    user_id,
    kode_hash: hashOf(user_id, code),
    dipakai_at: null,
  }))
  await trx.insertInto('kode_pemulihan').values(rows).execute()
  return codes
}
/** Marks a recovery code as used. Returns false when the code is unknown or was used before. */
export const takeRecoveryCode = async (trx: Trx, user_id: number, code: string) => {
  const row = await trx
    .updateTable('kode_pemulihan')
    .set({ dipakai_at: now() })
    .where('user_id', '=', user_id)
    .where('kode_hash', '=', hashOf(user_id, code))
    .where('dipakai_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
/** Returns the number of unused recovery codes of a user. */
export const recoveryCodesLeft = async (db: Db | Trx, user_id: number): Promise<number> => {
  const { n } = await db
    .selectFrom('kode_pemulihan')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', user_id)
    .where('dipakai_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/**
 * Deletes the second factor of a user with its codes and counters. Returns false when the user had
 * no second factor.
 */
export const removeSecondFactor = async (trx: Trx, user_id: number): Promise<boolean> => {
  await trx
    .deleteFrom('rahasia')
    .where('user_id', '=', user_id)
    .where('kolom', 'in', [activeSecret, pendingSecret])
    .execute()
  await trx.deleteFrom('kode_pemulihan').where('user_id', '=', user_id).execute()
  await forgetFailures(trx, { id: user_id })
  const row = await trx
    .deleteFrom('dua_langkah')
    .where('user_id', '=', user_id)
    .returning('aktif_at')
    .executeTakeFirst()
  return (row?.aktif_at ?? null) !== null
}
