/** A new password without the old one: by a code to one's mail, or by a link that staff hands over (domain.md 3.13). */
import { randomBytes, randomInt } from 'node:crypto'
import { transaction } from '#server/db/transaction.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { conflict, forbidden, invalidField, notFound } from '#server/errors.ts'
import { inScope, type Handlers } from '#server/http/calls.ts'
import { countAttempt, countIn, hashPassword, sha256, verifyPassword } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'
import { auditEvent } from '#server/http/rows.ts'
import { suratKode, suratPasswordDiganti } from '#server/mail/surat.ts'
import { sandiLemah } from '#server/modules/auth/sandi.ts'
import { periksaSasaran } from '#server/modules/user/batas.ts'
import { userModule } from '#server/modules/user/user.ts'
import { readSettings } from '#server/settings.ts'

const minute = 60_000
const hour = 60 * minute
const kodeMs = 10 * minute
const undanganMs = 72 * hour
const maxTries = 5
/** Codes that one address may have sent, and the wait between two. An address of the net may ask for many people: a school is one. */
const perAddress = 5
const perIp = 30
const triesPerIp = 30

const sent = 'Bila alamat ini terdaftar, kodenya sudah kami kirim. Kode berlaku 10 menit.'
const wrongCode = () => invalidField('otp', 'Kode salah atau tidak berlaku lagi')

/**
 * Makes the one-time code of an invitation, in place of an earlier one: 128 random bits, of which only the hash is stored. Staff hands it over
 * as a link; it is the way in for users without mail.
 */
export const buatUndangan = async (trx: Trx, user_id: number): Promise<{ otp: string; kedaluwarsa: string }> => {
  const otp = randomBytes(16).toString('base64url')
  const kedaluwarsa = new Date(Date.now() + undanganMs).toISOString()
  await trx.deleteFrom('otp').where('user_id', '=', user_id).where('tujuan', '=', 'undangan').execute()
  await trx.insertInto('otp').values({ email: null, user_id, tujuan: 'undangan', kode_hash: sha256(otp), dibuat: now(), kedaluwarsa, dipakai_at: null }).execute()
  return { otp, kedaluwarsa }
}

/** Takes one of the tries of the code that is out; undefined when there is none, or no try left. In one statement, so that many at once do not share a try. */
const takeTry = (db: Db, email: string | undefined, otp: string) => transaction(db, (trx) => {
  const live = trx.updateTable('otp').set((eb) => ({ percobaan: eb('percobaan', '+', 1) })).where('dipakai_at', 'is', null).where('percobaan', '<', maxTries).where('kedaluwarsa', '>', now())
  const chosen = email ? live.where('tujuan', '=', 'reset').where('email', '=', email) : live.where('tujuan', '=', 'undangan').where('kode_hash', '=', sha256(otp))
  return chosen.returning(['id', 'user_id', 'kode_hash']).executeTakeFirst()
})

export const otpCalls: Pick<Handlers, 'sendOtp' | 'resetPassword' | 'undangan'> = {
  // With and without an account the same is done: a code is made, hashed and stored. Only the mail differs, and it goes out by itself.
  sendOtp: async (ctx, _, { email }) => {
    await countAttempt(ctx.db, { [`otp-ip:${ctx.ip}`]: perIp }, hour)
    const kode = String(randomInt(1_000_000)).padStart(6, '0')
    const kode_hash = await hashPassword(kode)
    const { app_nama } = await readSettings(ctx.db)
    const user = await transaction(ctx.db, async (trx) => {
      const early = await countIn(trx, { [`otp-jeda:${email}`]: 1 }, minute) ?? await countIn(trx, { [`otp:${email}`]: perAddress }, hour)
      const owner = await trx.selectFrom('user').select(['id', 'name']).where('email', '=', email).where('status', '=', 10).executeTakeFirst()
      if (early) return undefined
      await trx.deleteFrom('otp').where((eb) => eb.or([eb('kedaluwarsa', '<', now()), eb.and([eb('email', '=', email), eb('tujuan', '=', 'reset')])])).execute()
      await trx.insertInto('otp').values({ email, user_id: owner?.id ?? null, tujuan: 'reset', kode_hash, dibuat: now(), kedaluwarsa: new Date(Date.now() + kodeMs).toISOString(), dipakai_at: null }).execute()
      return owner
    })
    if (user) ctx.mail.send(suratKode(email, app_nama, user.name, kode))
    return { message: sent }
  },
  resetPassword: async (ctx, { password, re_password }, { email, otp }) => {
    // What can be said without the code comes first: it costs no try.
    if (password !== re_password) throw invalidField('re_password', 'Tidak sama dengan password baru')
    const weak = sandiLemah(password, [email])
    if (weak) throw invalidField('password', weak)
    await countAttempt(ctx.db, { [`reset:${ctx.ip}`]: triesPerIp })
    const row = await takeTry(ctx.db, email, otp)
    const right = email ? await verifyPassword(row?.kode_hash, otp) : row !== undefined
    if (!row || !right || row.user_id === null) throw wrongCode()
    const owner = row.user_id
    const password_hash = await hashPassword(password)
    const user = await transaction(ctx.db, async (trx) => {
      const used = await trx.updateTable('otp').set({ dipakai_at: now() }).where('id', '=', row.id).where('dipakai_at', 'is', null).returning('id').executeTakeFirst()
      const found = await trx.selectFrom('user').select(['id', 'name', 'username', 'email', 'status', 'gedung_id']).where('id', '=', owner).executeTakeFirst()
      // Meanwhile used by another request, or the account got another mail or was closed.
      if (!used || !found || found.status === 0 || (email && (found.status !== 10 || found.email !== email))) throw wrongCode()
      const known = sandiLemah(password, [found.username, found.email])
      if (known) throw invalidField('password', known)
      await trx.updateTable('user').set((eb) => ({ password_hash, harus_ganti_password: 0, token_versi: eb('token_versi', '+', 1), updated_at: now(), ...(email && { verified_at: now() }) })).where('id', '=', found.id).execute()
      await trx.deleteFrom('sesi').where('user_id', '=', found.id).execute()
      await trx.deleteFrom('otp').where('user_id', '=', found.id).where('id', '!=', row.id).execute()
      await auditEvent(trx, { ...ctx, actor: found }, { aksi: email ? 'reset-password' : 'pakai-undangan', entitas: 'user', entitas_id: found.id, gedung_id: found.gedung_id })
      return found
    })
    if (user.email) ctx.mail.send(suratPasswordDiganti(user.email, (await readSettings(ctx.db)).app_nama, user.name))
    return { username: user.username }
  },
  // The bounds of a new password by staff: whoever holds this link holds the account.
  undangan: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const { otp, kedaluwarsa } = await transaction(ctx.db, async (trx) => {
      const row = await trx.selectFrom('user').select(['id', 'role_id', 'status', 'gedung_id']).where('id', '=', id).executeTakeFirst()
      if (!row) throw notFound('User')
      await periksaSasaran(trx, ctx.actor, row, 'Ubah password sendiri lewat Ubah Password')
      if (ctx.actor.dasar === 4) throw forbidden('Sales tidak mengatur password')
      if (row.status === 0) throw conflict('User sudah dihapus. Pulihkan dahulu.')
      await auditEvent(trx, ctx, { aksi: 'undangan', entitas: 'user', entitas_id: id, gedung_id: row.gedung_id })
      return buatUndangan(trx, id)
    })
    return { tautan: `/#/auth/lupa-password?undangan=${otp}`, kedaluwarsa }
  },
}
