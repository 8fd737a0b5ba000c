/** Writes the row of a user, and reads the words by which a search finds the user. */
import { sql } from 'kysely'
import type { user } from '#contract/access/user.ts'
import { UserStatus } from '#contract/enums.ts'
import type { ActionName } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import type { Action, Stored } from '#server/resource/module.ts'

export type UserRow = Stored<typeof user>
/** Function of an action on users. */
export type UserAction<A extends ActionName<typeof user>> = Action<typeof user, A>
interface Columns extends Partial<UserRow> {
  password_hash?: string | null
  harus_ganti_password?: number
  cari?: string
  name_kunci?: string
}

/**
 * Writes columns of a user and increases the version of the row. `endSessions` ends all sessions of
 * the user.
 */
export const updateUser = async (
  trx: Trx,
  ctx: Ctx,
  row: { id: number; versi: number },
  values: Columns,
  endSessions: boolean,
): Promise<void> => {
  await trx
    .updateTable('user')
    .set({
      ...values,
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
      ...(endSessions && { token_versi: sql<number>`token_versi + 1` }),
    })
    .where('id', '=', row.id)
    .execute()
  if (endSessions) await trx.deleteFrom('sesi').where('user_id', '=', row.id).execute()
}

/**
 * Returns the words from other tables by which a search finds the user: student number, billing
 * name and staff code.
 */
export const readSearchWords = async (trx: Trx, row: { id: number }): Promise<string> => {
  const of = async (table: 'pelatih_profil' | 'sales_profil') =>
    (await trx.selectFrom(table).select('kode').where('user_id', '=', row.id).executeTakeFirst())
      ?.kode
  const peserta = await trx
    .selectFrom('peserta_profil')
    .select('no_induk')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  const akun = await trx
    .selectFrom('akun_billing_profil')
    .select('nama_tagihan')
    .where('user_id', '=', row.id)
    .executeTakeFirst()
  return [
    peserta?.no_induk,
    akun?.nama_tagihan,
    await of('pelatih_profil'),
    await of('sales_profil'),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Throws 409 for a deleted user. */
export const checkNotDeleted = (row: { status: number }): void => {
  if (row.status === UserStatus.dihapus) throw conflict('User sudah dihapus. Pulihkan dahulu.')
}
