/** Activating and deactivating users (domain.md 2.1, "User transitions"). */
import * as z from 'zod/mini'
import { user } from '#contract/access/user.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  checkRegistrationOpen,
  checkHolder,
} from '#server/modules/access/user/lifecycle/applicant.ts'
import { checkAllOutlets } from '#server/modules/access/user/lifecycle/sharedOutlets.ts'
import {
  readSearchWords,
  checkNotDeleted,
  updateUser,
  type UserAction,
  type UserRow,
} from '#server/modules/access/user/row.ts'
import {
  checkKelasHandedOver,
  checkLastSuperadmin,
  checkTarget,
} from '#server/modules/access/user/save/bounds.ts'
import { usernameFrom } from '#server/modules/access/user/save/identity.ts'
import { readProfil } from '#server/modules/access/user/save/profil.ts'
import { keysOf } from '#server/resource/columns.ts'

const emptyInput = z.parse(user.input, { name: '-', role_id: RoleId.peserta })
const inputs: Record<string, z.ZodMiniType> = { ...user.fields, ...user.extra }
const label = (field: string): string => {
  const schema = inputs[field]
  return (schema && metaOf(schema)?.label) ?? field
}
/** Returns the issues that prevent the activation of a user with the base role `dasar`. */
const findActivationIssues = async (trx: Trx, row: UserRow, dasar: number): Promise<Issue[]> => {
  const issues =
    user.check?.({
      ...emptyInput,
      ...row,
      ...(await readProfil(trx, row)),
      role_id: dasar,
      status: UserStatus.aktif,
    }) ?? []
  if (
    row.sumber === 'mandiri' &&
    row.persetujuan_at === null &&
    !issues.some((i) => i.field === 'persetujuan')
  )
    issues.push({ field: 'persetujuan', message: 'Persetujuan pendaftar belum ada' })
  if (dasar === RoleId.peserta && row.akun_billing_id !== null && row.akun_billing_id !== row.id) {
    const payer = await trx
      .selectFrom('user')
      .select('status')
      .where('id', '=', row.akun_billing_id)
      .executeTakeFirst()
    if (payer?.status !== UserStatus.aktif)
      issues.push({ field: 'akun_billing_id', message: 'Akun billing tidak aktif' })
  }
  return issues
}
/**
 * Activates an inactive user. A user without a user name gets one. Throws 409 with the issues that
 * prevent the activation.
 */
export const activateUser = async (
  trx: Trx,
  ctx: Ctx,
  row: UserRow,
  dasar: number,
): Promise<void> => {
  checkRegistrationOpen(row)
  checkHolder(ctx.actor, row)
  const issues = await findActivationIssues(trx, row, dasar)
  if (issues.length > 0)
    throw conflict(
      `Belum dapat diaktifkan. ${issues.map((i) => `${label(i.field)}: ${i.message}`).join('. ')}`,
      { errors: issues },
    )
  const username = row.username ?? (await usernameFrom(trx, row.name))
  await updateUser(
    trx,
    ctx,
    row,
    {
      status: UserStatus.aktif,
      username,
      ...keysOf(user, { ...row, username }, await readSearchWords(trx, row)),
    },
    false,
  )
}

export const activate: UserAction<'activate'> = async ({ trx, ctx, row }) => {
  const { dasar } = await checkTarget(trx, ctx.actor, row, 'Akun Anda sudah aktif')
  if (ctx.actor.dasar === RoleId.sales && row.sumber !== 'lead' && row.sumber !== 'mandiri')
    throw forbidden('Sales hanya mengaktifkan lead dan pendaftar sendiri')
  checkNotDeleted(row)
  if (row.status === UserStatus.aktif) throw conflict('User sudah aktif')
  await checkAllOutlets(trx, ctx.actor, row, 'mengaktifkannya')
  await activateUser(trx, ctx, row, dasar)
}
export const disableEnable: UserAction<'disable-enable'> = async ({ trx, ctx, row }) => {
  const { dasar } = await checkTarget(
    trx,
    ctx.actor,
    row,
    'Anda tidak dapat menonaktifkan diri sendiri',
  )
  if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak mengubah status')
  checkNotDeleted(row)
  await checkAllOutlets(trx, ctx.actor, row, 'mengubah statusnya')
  if (row.status === UserStatus.nonaktif) return activateUser(trx, ctx, row, dasar)
  await checkLastSuperadmin(trx, row, 'dinonaktifkan')
  if (dasar === RoleId.pelatih) await checkKelasHandedOver(trx, ctx.actor, row.id, currentDay())
  await updateUser(trx, ctx, row, { status: UserStatus.nonaktif }, true)
}
