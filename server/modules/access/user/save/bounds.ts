/**
 * Limits on changes to users that apply in addition to the access codes (domain.md 2.1): for
 * example, only a superadmin changes admins.
 */
import { sql } from 'kysely'
import { accessCodes } from '#contract/access/accessCodes.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { kelasText } from '#server/modules/schedule/classes/classText.ts'

const seeded = ['', 'superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const
const defaultAccesses = new Map(
  seeded.map((name, dasar) => [
    dasar,
    new Set<string>(accessCodes.filter((c) => c.roles.some((r) => r === name)).map((c) => c.kode)),
  ]),
)

/**
 * Role with its access codes and its base role (`dasar`). The base of a built-in role (ids 1 to 6)
 * is the role itself.
 */
export interface BoundRole {
  id: number
  dasar: number
  accesses: readonly string[]
}
export const boundRoleOf = async (trx: Trx, role_id: number): Promise<BoundRole> => {
  const row = await trx
    .selectFrom('role')
    .select(['id', 'dasar_role_id', 'accesses'])
    .where('id', '=', role_id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    dasar: row.id <= RoleId.peserta ? row.id : (row.dasar_role_id ?? 0),
    accesses: fromJson<string[]>(row.accesses),
  }
}

/**
 * Throws 403 when the actor may not assign the role or manage users who have it. Only a superadmin
 * manages superadmins and admins. Other actors manage users of a role only if each code of the role
 * is held by the actor or is a default code of the role's base role. Otherwise an actor could
 * create an account with more rights than their own, or take over such an account by setting its
 * password. A sales person may manage only payers and students.
 */
export const checkRole = (actor: Actor, role: BoundRole): void => {
  if (actor.dasar === RoleId.superadmin) return
  if (role.dasar < RoleId.pelatih || role.dasar > RoleId.peserta)
    throw forbidden('Hanya superadmin yang mengelola superadmin dan admin')
  const beyond =
    role.accesses[0] === '*'
      ? ['*']
      : role.accesses.filter(
          (code) => !allows(actor, code) && !defaultAccesses.get(role.dasar)?.has(code),
        )
  if (beyond.length > 0)
    throw forbidden(`Role itu punya akses yang tidak Anda miliki: ${beyond.slice(0, 3).join(', ')}`)
  if (actor.dasar === RoleId.sales && role.dasar < RoleId.akunBilling)
    throw forbidden('Sales hanya mengubah akun billing dan peserta')
}
/** Base roles whose users may manage other users. */
export const managers: readonly number[] = [RoleId.superadmin, RoleId.admin, RoleId.sales]
/**
 * Checks the right to an action on a user, and returns the user's role. Throws 409 with the message
 * `selfRefusal` for the actor's own row, and 403 when the actor's base role never manages users or
 * `checkRole` rejects the user's role.
 */
export const checkTarget = async (
  trx: Trx,
  actor: Actor,
  row: { id: number; role_id: number },
  selfRefusal: string,
): Promise<BoundRole> => {
  const role = await boundRoleOf(trx, row.role_id)
  if (row.id === actor.id) throw conflict(selfRefusal)
  if (!managers.includes(actor.dasar)) throw forbidden()
  checkRole(actor, role)
  return role
}

/**
 * Throws 409 when a change would remove the last active superadmin. The check is in the transaction
 * of the change, so only one of two concurrent removals succeeds.
 */
export const checkLastSuperadmin = async (
  trx: Trx,
  row: { role_id: number; status: number },
  verb: string,
): Promise<void> => {
  if (row.role_id !== RoleId.superadmin || row.status !== UserStatus.aktif) return
  const { n } = await trx
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('role_id', '=', RoleId.superadmin)
    .where('status', '=', UserStatus.aktif)
    .executeTakeFirstOrThrow()
  if (n <= 1) throw conflict(`Superadmin terakhir tidak dapat ${verb}`)
}
/** Throws 409 while a coach still has classes, which must first be given to another coach. */
export const checkKelasHandedOver = async (
  trx: Trx,
  actor: Actor,
  pelatih_id: number,
  day: string,
): Promise<void> => {
  const classes = await kelasText(
    trx,
    actor,
    sql`pelatih_id = ${pelatih_id} and status = 'aktif' and (selesai is null or selesai >= ${day})`,
  )
  if (classes)
    throw conflict(`Guru ini masih mengajar kelas: ${classes}. Serahkan dahulu ke guru lain.`)
}
