/**
 * Commands about passwords and second factors that the operator runs on the server's console, and a
 * warning that the server prints on the console.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { weakPassword, ownerWords } from '#contract/access/rules/password.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { hashPassword } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import { removeSecondFactor } from '#server/modules/access/auth/secondFactor/secondFactorStore.ts'
import { judge } from '#server/modules/access/auth/strength.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { ConfigError } from '#server/runtime/config.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Warns on the console when ADMIN_PASSWORD is easily guessed. The server starts nevertheless,
 * because the operator may only be trying the app out.
 */
export const warnOfWeak = async (db: Db, username: string, password: string): Promise<void> => {
  const { app_nama, nama_sekolah } = await readSettings(db)
  const verdict = await judge(password, ownerWords({ username }, [app_nama, nama_sekolah]))
  if (!verdict.weak) return
  console.warn(
    `Peringatan: ADMIN_PASSWORD. ${weakPassword(verdict)}. Gantilah lewat Ubah Password.`,
  )
}

interface ConsoleUser {
  id: number
  gedung_id: number | null
}
/** Returns the user with a user name. Throws ConfigError when no user has the user name. */
const findUser = async (trx: Trx, username: string): Promise<ConsoleUser> => {
  const user = await trx
    .selectFrom('user')
    .select(['id', 'gedung_id'])
    .where('username', '=', username.toLowerCase())
    .executeTakeFirst()
  if (!user) throw new ConfigError(`User tidak ditemukan: ${username}`)
  return user
}
/** Ends all sessions of a user and writes the console's action `aksi` to the audit log. */
const endSessions = async (trx: Trx, user: ConsoleUser, aksi: string): Promise<void> => {
  await trx
    .updateTable('user')
    .set({ token_versi: sql<number>`token_versi + 1`, updated_at: now() })
    .where('id', '=', user.id)
    .execute()
  await trx.deleteFrom('sesi').where('user_id', '=', user.id).execute()
  const nobody = { ip: 'konsol', agent: 'konsol server', actor: null }
  const event = { aksi, entitas: 'user', entitas_id: user.id, gedung_id: user.gedung_id }
  await auditEvent(trx, nobody, { ...event, alasan: 'Dari konsol server' })
}

/**
 * Removes the second factor of a user and returns the message for the operator. Throws ConfigError
 * when the user does not exist or has no second factor.
 */
export const resetSecondFactorFromConsole = (db: Db, username: string): Promise<string> =>
  transaction(db, async (trx) => {
    const user = await findUser(trx, username)
    if (!(await removeSecondFactor(trx, user.id)))
      throw new ConfigError(`${username} tidak memakai verifikasi dua langkah`)
    await endSessions(trx, user, 'reset-dua-langkah')
    return `Verifikasi dua langkah ${username} dihapus; semua sesinya diakhiri.`
  })

/**
 * Gives a user a new random password, which must be changed at the next login. Returns the message
 * with the password, which is stored nowhere else. Throws ConfigError when the user does not exist.
 */
export const resetPasswordFromConsole = async (db: Db, username: string): Promise<string> => {
  const password = randomBytes(9).toString('base64url')
  const password_hash = await hashPassword(password)
  return transaction(db, async (trx) => {
    const user = await findUser(trx, username)
    await trx
      .updateTable('user')
      .set({ password_hash, harus_ganti_password: 1 })
      .where('id', '=', user.id)
      .execute()
    await endSessions(trx, user, 'reset-password')
    return `Password baru ${username}: ${password} (ganti saat masuk); semua sesinya diakhiri.`
  })
}
