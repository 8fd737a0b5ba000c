/**
 * Invitation links, with which a user can set a password (domain.md 3.13). Staff pass a link on by
 * hand, so the user needs no mail address.
 */
import { randomBytes } from 'node:crypto'
import { RoleId, UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, forbidden, notFound } from '#server/errors.ts'
import { sha256 } from '#server/http/auth.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { accountSeal } from '#server/modules/access/auth/linkSeal.ts'
import { checkTarget } from '#server/modules/access/user/save/bounds.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

const invitationMs = 72 * 3600_000

/**
 * Makes the one-time code of an invitation link, which replaces an earlier code of the user. The
 * code has 128 random bits; only its hash is stored. Returns the code and its time of expiry.
 */
export const makeInvitation = async (
  trx: Trx,
  user_id: number,
): Promise<{ otp: string; kedaluwarsa: string }> => {
  const otp = randomBytes(16).toString('base64url')
  const kedaluwarsa = new Date(Date.now() + invitationMs).toISOString()
  await trx
    .deleteFrom('otp')
    .where('user_id', '=', user_id)
    .where('tujuan', '=', 'undangan')
    .execute()
  await trx
    .insertInto('otp')
    .values({
      email: null,
      user_id,
      tujuan: 'undangan',
      segel: await accountSeal(trx, user_id),
      kode_hash: sha256(otp),
      dibuat: now(),
      kedaluwarsa,
      dipakai_at: null,
    })
    .execute()
  return { otp, kedaluwarsa }
}

export const invitationCalls: Pick<Handlers, 'undangan' | 'cabutUndangan'> = {
  // The link gives full control of the account, so only staff who may set the user's password may
  // make it.
  undangan: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const { otp, kedaluwarsa } = await transaction(ctx.db, async (trx) => {
      const row = await trx
        .selectFrom('user')
        .select(['id', 'role_id', 'status', 'gedung_id'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw notFound('User')
      await checkTarget(trx, ctx.actor, row, 'Ubah password sendiri lewat Ubah Password')
      if (ctx.actor.dasar === RoleId.sales) throw forbidden('Sales tidak mengatur password')
      if (row.status === UserStatus.dihapus) throw conflict('User sudah dihapus. Pulihkan dahulu.')
      await auditEvent(trx, ctx, {
        aksi: 'undangan',
        entitas: 'user',
        entitas_id: id,
        gedung_id: row.gedung_id,
      })
      return makeInvitation(trx, id)
    })
    return { tautan: `/#/auth/lupa-password?undangan=${otp}`, kedaluwarsa }
  },
  cabutUndangan: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    return transaction(ctx.db, async (trx) => {
      const row = await trx
        .selectFrom('user')
        .select(['id', 'role_id', 'gedung_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(() => notFound('User'))
      await checkTarget(trx, ctx.actor, row, 'Ubah password sendiri lewat Ubah Password')
      const links = await trx
        .deleteFrom('otp')
        .where('user_id', '=', id)
        .where('tujuan', '=', 'undangan')
        .where('dipakai_at', 'is', null)
        .where('kedaluwarsa', '>', now())
        .returning('id')
        .execute()
      if (links.length === 0) throw conflict('Tidak ada tautan undangan yang masih berlaku')
      const { gedung_id } = row
      const event = { aksi: 'cabut-undangan', entitas: 'user', entitas_id: id, gedung_id }
      await auditEvent(trx, ctx, event)
      return {}
    })
  },
}
