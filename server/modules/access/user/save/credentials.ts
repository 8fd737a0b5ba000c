/**
 * Actions of staff that set a user's password or remove a second factor, and the mails to the user
 * about such changes.
 */
import type { user } from '#contract/access/user.ts'
import { RoleId } from '#contract/enums.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { emailChangedMail, passwordResetMail, secondFactorMail } from '#server/mail/mails.ts'
import { removeSecondFactor } from '#server/modules/access/auth/secondFactor/secondFactorStore.ts'
import { checkNotDeleted, updateUser, type UserAction } from '#server/modules/access/user/row.ts'
import { checkTarget } from '#server/modules/access/user/save/bounds.ts'
import { preparedHash, type GivenPassword } from '#server/modules/access/user/save/givenPassword.ts'
import { awaitsConfirmation, requestNewEmail } from '#server/modules/access/user/save/newEmail.ts'
import type { Action, Module, Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

export const resetPassword: Action<
  typeof user,
  'reset-password',
  GivenPassword | undefined
> = async ({ trx, ctx, row, input, prepared }) => {
  await checkTarget(trx, ctx.actor, row, 'Ubah password sendiri lewat Ubah Password')
  if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak mengatur password')
  checkNotDeleted(row)
  if (input.password !== input.re_password)
    throw invalidField('re_password', 'Tidak sama dengan password baru')
  await updateUser(
    trx,
    ctx,
    row,
    { password_hash: preparedHash(prepared, input.password), harus_ganti_password: 1 },
    true,
  )
}

export const resetSecondFactor: UserAction<'reset-dua-langkah'> = async ({ trx, ctx, row }) => {
  await checkTarget(trx, ctx.actor, row, 'Verifikasi dua langkah sendiri diatur di Profil Saya')
  if (ctx.actor.dasar === RoleId.sales)
    throw forbidden('Sales tidak mengatur verifikasi dua langkah')
  if (!(await removeSecondFactor(trx, row.id)))
    throw conflict('User ini tidak memakai verifikasi dua langkah')
  await updateUser(trx, ctx, row, {}, true)
}
/**
 * Mails a request for confirmation to a new mail address, if a confirmation is required
 * (newEmail.ts).
 */
const askNewAddress = async (
  ctx: Ctx,
  before: Stored<typeof user> | undefined,
  email: unknown,
): Promise<void> => {
  if (typeof email !== 'string' || !before) return
  if (awaitsConfirmation(ctx.actor, before, email)) await requestNewEmail(ctx, before, email)
}

/** Sends a mail to a user whose password, mail address or second factor was changed by staff. */
export const notifyUser: NonNullable<Module<typeof user>['afterCommit']> = async ({
  ctx,
  aksi,
  row,
  input,
  before,
}) => {
  const { app_nama } = await readSettings(ctx.db)
  // The old address also gets a mail, so that its owner notices an unwanted change.
  if (before?.email && before.email !== row.email)
    ctx.mail.send(emailChangedMail(before.email, app_nama, row.name, row.email ?? 'tidak ada'))
  if (aksi === 'update') await askNewAddress(ctx, before, input.email)
  if (!row.email) return
  const newPassword =
    aksi === 'reset-password' ||
    (aksi === 'update' && typeof input.password === 'string' && input.password !== '')
  if (newPassword) ctx.mail.send(passwordResetMail(row.email, app_nama, row.name))
  if (aksi === 'reset-dua-langkah')
    ctx.mail.send(secondFactorMail(row.email, app_nama, row.name, 'direset'))
}
