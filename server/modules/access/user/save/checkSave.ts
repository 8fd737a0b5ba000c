/**
 * Checks the create or update of a user: the actor's rights, and the changes that are allowed
 * (domain.md 2.1).
 */
import { isLoginEmail } from '#contract/access/rules/loginEmail.ts'
import { user } from '#contract/access/user.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Parsed } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalid, invalidField } from '#server/errors.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import {
  checkRegistrationOpen,
  checkHolder,
} from '#server/modules/access/user/lifecycle/applicant.ts'
import { checkAllOutlets } from '#server/modules/access/user/lifecycle/sharedOutlets.ts'
import { checkNotDeleted } from '#server/modules/access/user/row.ts'
import {
  boundRoleOf,
  checkKelasHandedOver,
  checkLastSuperadmin,
  checkRole,
  managers,
  type BoundRole,
} from '#server/modules/access/user/save/bounds.ts'
import { readProfil } from '#server/modules/access/user/save/profil.ts'
import { seesOutlet } from '#server/modules/scope.ts'
import type { Stored } from '#server/resource/module.ts'

type UserInput = Parsed<typeof user>
type UserRow = Stored<typeof user>
export interface Saving {
  trx: Trx
  ctx: Ctx
  input: UserInput
  current: UserRow | undefined
}
interface Roles {
  /** Role after the save. */
  role: BoundRole
  /** Role before the save; undefined for a new user. */
  oldRole: BoundRole | undefined
}
/** Update of an existing user. */
type Change = Saving & { current: UserRow }

/**
 * Fields that users may change in their own row through `update`. Users change their mail and
 * password in the profile, which asks for the current password.
 */
const ownFields = new Set<string>(['phone', 'phone_alt', 'alamat', 'kota', 'kode_pos', 'foto'])
/**
 * Throws 403 when an actor who is limited to some outlets makes a change that also affects other
 * outlets of the person.
 */
const checkOutletWideChanges = async (
  trx: Trx,
  actor: Actor,
  current: UserRow,
  input: UserInput,
): Promise<void> => {
  if (input.role_id !== current.role_id)
    await checkAllOutlets(trx, actor, current, 'mengganti rolenya')
  if (input.status !== current.status)
    await checkAllOutlets(trx, actor, current, 'mengubah statusnya')
  const profil = await readProfil(trx, current)
  if (input.blokir_tagihan !== (profil.blokir_tagihan ?? false))
    await checkAllOutlets(trx, actor, current, 'memblokir tagihannya')
  if (
    input.gedung_id !== current.gedung_id &&
    current.gedung_id !== null &&
    !seesOutlet(actor, current.gedung_id)
  )
    throw forbidden(
      'Outlet orang ini di luar wilayah Anda: hanya admin outlet itu yang memindahkannya.',
    )
}

/** Throws 403 when users change a field of their own row that is not in `ownFields`. */
const checkOwnFields = async (trx: Trx, current: UserRow, input: UserInput): Promise<void> => {
  const profil = await readProfil(trx, current)
  const before = new Map<string, unknown>(Object.entries({ ...current, ...profil }))
  const changedEntry = Object.entries(input).find(
    ([field, value]) =>
      !ownFields.has(field) &&
      before.has(field) &&
      JSON.stringify(value ?? null) !== JSON.stringify(before.get(field) ?? null),
  )
  if (changedEntry) throw forbidden('Dari data sendiri hanya kontak yang dapat diubah')
}

/**
 * Throws 403 unless the actor's base role manages users, and the actor may manage the user's role
 * before and after the save.
 */
const checkManages = (actor: Actor, { role, oldRole }: Roles): void => {
  if (!managers.includes(actor.dasar)) throw forbidden()
  if (oldRole) checkRole(actor, oldRole)
  checkRole(actor, role)
}

/**
 * Throws 422 when users change their own mail or password through `update`. They must use the
 * profile, which asks for the current password.
 */
const checkOwnSignIn = (input: UserInput, current: UserRow): void => {
  if (input.email !== current.email) throw invalidField('email', 'Ubah lewat profil Anda')
  if (input.password) throw invalidField('password', 'Ubah lewat Ubah Password')
}

/**
 * Throws 403 when an actor without the code `user/ubah-email` changes a mail address that is in use
 * for logging in (`isLoginEmail`).
 */
const checkLoginMail = (actor: Actor, input: UserInput, current: UserRow): void => {
  if (input.email === current.email) return
  if (isLoginEmail(current) && !allows(actor, 'user/ubah-email'))
    throw forbidden('Email ini dipakai untuk masuk: mintalah kantor menggantinya')
}
/** Throws 403 when a sales person makes a change that only the office may make. */
const checkSales = (input: UserInput, current: UserRow | undefined): void => {
  const fixed = ['role_id', 'status', 'sales_id'] as const
  if (current && fixed.some((field) => input[field] !== current[field]))
    throw forbidden('Sales tidak mengubah role, status, atau sales')
  if (input.password) throw forbidden('Sales tidak mengatur password')
}

/** Checks a change of the role. Throws 422 or 409 when it is not allowed. */
const checkRoleChange = async (
  { trx, ctx, current }: Change,
  role: BoundRole,
  oldRole: BoundRole,
): Promise<void> => {
  const { actor } = ctx
  const moves = [oldRole.dasar, role.dasar]
  const families: readonly number[] = [RoleId.akunBilling, RoleId.peserta]
  if (oldRole.dasar !== role.dasar && moves.some((d) => families.includes(d)))
    throw invalidField('role_id', 'Role ini berubah lewat upgrade atau downgrade')
  if (current.id === actor.id) throw conflict('Anda tidak dapat mengubah role sendiri')
  if (oldRole.dasar === RoleId.pelatih && role.dasar !== RoleId.pelatih)
    await checkKelasHandedOver(trx, actor, current.id, currentDay())
  await checkLastSuperadmin(trx, current, 'diganti rolenya')
}

/** Checks a change of the status. Throws 422 or 409 when it is not allowed. */
const checkStatusChange = async (
  { trx, ctx, input, current }: Change,
  status: UserInput['status'],
  oldRole: BoundRole | undefined,
): Promise<void> => {
  const { actor } = ctx
  if (current.id === actor.id) throw conflict('Anda tidak dapat mengubah status sendiri')
  if (status === UserStatus.dihapus) throw invalidField('status', 'Pakai aksi hapus')
  if (status === UserStatus.nonaktif) {
    await checkLastSuperadmin(trx, current, 'dinonaktifkan')
    if (oldRole?.dasar === RoleId.pelatih)
      await checkKelasHandedOver(trx, actor, current.id, currentDay())
    return
  }
  checkRegistrationOpen(current)
  if (current.sumber === 'mandiri' && !input.persetujuan)
    throw invalidField('persetujuan', 'Persetujuan pendaftar belum ada')
}

/**
 * Returns the status to store. A user created by a sales person is inactive until the office
 * activates them.
 */
const statusOf = ({ ctx, input, current }: Saving): UserInput['status'] =>
  ctx.actor.dasar === RoleId.sales && !current ? UserStatus.nonaktif : input.status

/**
 * Checks the rights of the actor to save the user. If several checks fail, the first one throws.
 */
const checkActor = async (saving: Saving, roles: Roles): Promise<void> => {
  const { trx, ctx, input, current } = saving
  const { actor } = ctx
  const isSelf = current?.id === actor.id
  if (isSelf && actor.dasar !== RoleId.superadmin) await checkOwnFields(trx, current, input)
  else checkManages(actor, roles)
  if (isSelf) checkOwnSignIn(input, current)
  if (current) checkNotDeleted(current)
  if (current) checkHolder(actor, current)
  if (actor.dasar === RoleId.sales) checkSales(input, current)
  if (current && !isSelf) checkLoginMail(actor, input, current)
}

/** Checks an update of an existing user. */
const checkChange = async (change: Change, { role, oldRole }: Roles, status: number) => {
  const { trx, ctx, input, current } = change
  if (oldRole && current.role_id !== input.role_id) await checkRoleChange(change, role, oldRole)
  if (current.status !== status) await checkStatusChange(change, input.status, oldRole)
  if (current.id !== ctx.actor.id) await checkOutletWideChanges(trx, ctx.actor, current, input)
}

/** Checks a create or an update. Returns the role and the status that the user will have. */
export const checkSave = async (
  saving: Saving,
): Promise<{ role: BoundRole; status: UserInput['status'] }> => {
  const { trx, input, current } = saving
  const role = await boundRoleOf(trx, input.role_id)
  const oldRole = current && (await boundRoleOf(trx, current.role_id))
  await checkActor(saving, { role, oldRole })
  // The rules of the contract know only base roles, so a custom role is checked as its base role.
  if (input.role_id !== role.dasar) {
    const issues = user.check?.({ ...input, role_id: role.dasar }) ?? []
    if (issues.length > 0) throw invalid(issues)
  }
  const status = statusOf(saving)
  if (current) await checkChange({ ...saving, current }, { role, oldRole }, status)
  else if (input.status === UserStatus.dihapus)
    throw invalidField('status', 'User baru aktif atau nonaktif')
  return { role, status }
}
