/**
 * Confirmation of mail addresses that staff set for a user (decision 0226). A password can be reset
 * through the mailbox, so a new address is used only after a confirmation by a link sent to it.
 */
import { randomBytes } from 'node:crypto'
import { user } from '#contract/access/user.ts'
import { UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { sha256 } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, originOf, type Ctx } from '#server/http/context.ts'
import { emailAskedMail, emailChangedMail, newEmailMail } from '#server/mail/mails.ts'
import { countStranger } from '#server/modules/access/auth/attempts.ts'
import { accountSeal } from '#server/modules/access/auth/linkSeal.ts'
import { readSearchWords } from '#server/modules/access/user/row.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { keysOf } from '#server/resource/columns.ts'
import { readSettings } from '#server/settings.ts'

const validMs = 72 * 3600_000

interface Account {
  id: number
  /** Mail address; null for a user who logs in by user name, or whose mail address was removed. */
  email: string | null
  last_login_at: string | null
  status: number
}
/**
 * Whether a new mail address must be confirmed before it is used. This is the case when somebody
 * has logged in to the account before, and the account is not the actor's own.
 */
export const awaitsConfirmation = (
  actor: { id: number },
  account: Account | undefined,
  email: string | null,
): boolean =>
  account !== undefined &&
  account.id !== actor.id &&
  email !== null &&
  email !== account.email &&
  account.last_login_at !== null &&
  account.status !== UserStatus.dihapus

/** Throws 409 for a mail address that another user has. */
export const checkEmailNotTaken = async (trx: Trx, id: number, email: string): Promise<void> => {
  const holder = await trx
    .selectFrom('user')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', id)
    .executeTakeFirst()
  const message = 'Email sudah dipakai'
  if (holder) throw conflict(message, { errors: [{ field: 'email', message }] })
}

/**
 * Stores a new address that awaits confirmation. It replaces an earlier address that awaits
 * confirmation. Mails the confirmation link to the new address, and mails the old address about the
 * pending change.
 */
export const requestNewEmail = async (
  ctx: Ctx,
  account: { id: number; name: string; email: string | null; gedung_id: number | null },
  email: string,
): Promise<void> => {
  const token = randomBytes(16).toString('base64url')
  await transaction(ctx.db, async (trx) => {
    const wish = {
      email,
      token_hash: sha256(token),
      segel: await accountSeal(trx, account.id),
      dibuat: now(),
      dibuat_oleh: ctx.actor.id,
      kedaluwarsa: new Date(Date.now() + validMs).toISOString(),
    }
    await trx
      .insertInto('email_baru')
      .values({ user_id: account.id, ...wish })
      .onConflict((c) => c.column('user_id').doUpdateSet(wish))
      .execute()
    // Logs the actor here, because the confirmation later deletes the row that names the actor.
    await auditEvent(trx, ctx, {
      aksi: 'minta-email',
      entitas: 'user',
      entitas_id: account.id,
      gedung_id: account.gedung_id,
      sebelum: JSON.stringify({ email: account.email }),
      sesudah: JSON.stringify({ email }),
    })
  })
  const { app_nama } = await readSettings(ctx.db)
  const url = `${originOf(ctx)}/#/auth/lupa-password?konfirmasi=${token}`
  ctx.mail.send(newEmailMail(email, app_nama, account.name, url))
  if (account.email) ctx.mail.send(emailAskedMail(account.email, app_nama, account.name, email))
}

const invalidLink = () => invalidField('token', 'Tautan ini salah atau tidak berlaku lagi')
/**
 * Uses up the token of a confirmation link. Returns the account before the change. Throws 422 for
 * an invalid or expired link.
 */
const spendToken = async (trx: Trx, token: string) => {
  const wish = await trx
    .deleteFrom('email_baru')
    .where('token_hash', '=', sha256(token))
    .returning(['user_id', 'email', 'segel', 'kedaluwarsa'])
    .executeTakeFirst()
  if (!wish || wish.kedaluwarsa <= now()) throw invalidLink()
  if (wish.segel !== (await accountSeal(trx, wish.user_id))) throw invalidLink()
  const owner = await trx
    .selectFrom('user')
    .selectAll()
    .where('id', '=', wish.user_id)
    .executeTakeFirstOrThrow()
  return { owner, email: wish.email }
}

export const newEmailCalls: Pick<Handlers, 'konfirmasiEmail'> = {
  konfirmasiEmail: async (ctx, { token }) => {
    countStranger(ctx)
    const { owner, email } = await transaction(ctx.db, async (trx) => {
      const spent = await spendToken(trx, token)
      const { id, gedung_id, email: before } = spent.owner
      await checkEmailNotTaken(trx, id, spent.email)
      const words = await readSearchWords(trx, spent.owner)
      await trx
        .updateTable('user')
        .set((eb) => ({
          email: spent.email,
          verified_at: now(),
          cari: keysOf(user, { ...spent.owner, email: spent.email }, words).cari,
          versi: eb('versi', '+', 1),
          token_versi: eb('token_versi', '+', 1),
          updated_at: now(),
          updated_by: id,
        }))
        .where('id', '=', id)
        .execute()
      await trx.deleteFrom('sesi').where('user_id', '=', id).execute()
      await trx.deleteFrom('otp').where('user_id', '=', id).execute()
      await auditEvent(
        trx,
        { ...ctx, actor: spent.owner },
        {
          aksi: 'konfirmasi-email',
          entitas: 'user',
          entitas_id: id,
          gedung_id,
          sebelum: JSON.stringify({ email: before }),
          sesudah: JSON.stringify({ email: spent.email }),
        },
      )
      return spent
    })
    if (owner.email) {
      const { app_nama } = await readSettings(ctx.db)
      ctx.mail.send(emailChangedMail(owner.email, app_nama, owner.name, email))
    }
    return {}
  },
}
