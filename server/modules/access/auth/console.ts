/** What whoever runs the server is told, and may do, of ways in. */
import { sql } from 'kysely'
import { weakPassword, ownerWords } from '#contract/access/rules/password.ts'
import { ConfigError } from '#server/config.ts'
import type { Db } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now } from '#server/http/context.ts'
import { removeSecondFactor } from '#server/modules/access/auth/secondFactorStore.ts'
import { judge } from '#server/modules/access/auth/strength.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Warns of an ADMIN_PASSWORD that is easily guessed. It is no reason not to start: whoever chose it
 * runs the machine, and may be trying things out on it.
 */
export const warnOfWeak = async (db: Db, username: string, password: string): Promise<void> => {
  const { app_nama, nama_sekolah } = await readSettings(db)
  const verdict = await judge(password, ownerWords({ username }, [app_nama, nama_sekolah]))
  if (!verdict.weak) return
  console.warn(
    `Peringatan: ADMIN_PASSWORD. ${weakPassword(verdict)}. Gantilah lewat Ubah Password.`,
  )
}

/** Takes the second factor of a user away. Throws ConfigError when there is no such user. */
export const resetFromConsole = (db: Db, username: string): Promise<string> =>
  transaction(db, async (trx) => {
    const user = await trx
      .selectFrom('user')
      .select(['id', 'gedung_id'])
      .where('username', '=', username.toLowerCase())
      .executeTakeFirst()
    if (!user) throw new ConfigError(`User tidak ditemukan: ${username}`)
    if (!(await removeSecondFactor(trx, user.id)))
      throw new ConfigError(`${username} tidak memakai verifikasi dua langkah`)
    await trx
      .updateTable('user')
      .set({ token_versi: sql<number>`token_versi + 1`, updated_at: now() })
      .where('id', '=', user.id)
      .execute()
    await trx.deleteFrom('sesi').where('user_id', '=', user.id).execute()
    const nobody = { ip: 'konsol', agent: 'konsol server', actor: null }
    const event = { aksi: 'reset-dua-langkah', entitas: 'user', entitas_id: user.id }
    await auditEvent(trx, nobody, {
      ...event,
      alasan: 'Dari konsol server',
      gedung_id: user.gedung_id,
    })
    return `Verifikasi dua langkah ${username} dihapus; semua sesinya diakhiri.`
  })
