/** Calls for login, logout, and the caller's own profile and password. */
import {
  applicantStateText,
  isApplicant,
  tahapPendaftar,
} from '#contract/access/rules/applicant.ts'
import { UserStatus } from '#contract/enums.ts'
import { publicSettings } from '#contract/settings/settings.ts'
import { sweepSometimes } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { endOtherSessions, hashPassword, openSession } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { json } from '#server/http/routes.ts'
import { passwordChangedMail } from '#server/mail/mails.ts'
import { tryPassword } from '#server/modules/access/auth/attempts.ts'
import { keepOwnDevice, rememberDevice } from '#server/modules/access/auth/devices.ts'
import { checkOwnPassword } from '#server/modules/access/auth/ownPassword.ts'
import { checkSecondFactor } from '#server/modules/access/auth/secondFactor/secondFactor.ts'
import { checkPasswordStrength } from '#server/modules/access/auth/strength.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { limitedTo } from '#server/resource/outlets.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Returns the error 401 for an account that is not active. For an applicant it contains the state
 * of the registration.
 */
const notActive = (
  user: Parameters<typeof tahapPendaftar>[0] & Parameters<typeof isApplicant>[0],
): HttpError => {
  if (!isApplicant(user)) return new HttpError(401, 'Akun belum aktif. Hubungi sekolah.')
  const applicant = tahapPendaftar(user)
  return new HttpError(401, applicantStateText[applicant], { applicant })
}
const wrongLogin = () => new HttpError(401, 'Username atau password salah')

export const authCalls: Pick<Handlers, 'login' | 'logout' | 'profile' | 'updatePassword'> = {
  login: async (ctx, { username, password, kode }) => {
    const name = username.toLowerCase()
    const find = () =>
      ctx.db
        .selectFrom('user')
        .select(['id', 'name', 'status', 'password_hash', 'token_versi'])
        .select(['sumber', 'activation', 'sales_id', 'dilengkapi_at', 'ditutup_at'])
        .where((eb) => eb.or([eb('username', '=', name), eb('email', '=', name)]))
        .executeTakeFirst()
    const attempt = await tryPassword(ctx, { name, password, find })
    const { user } = attempt
    await sweepSometimes(ctx.db)
    // The typed name is not logged: an unknown name may be a password typed into the wrong field.
    const failed = async (alasan: string) => {
      if (attempt.noted)
        await transaction(ctx.db, (trx) =>
          auditEvent(
            trx,
            { ...ctx, actor: null },
            {
              aksi: 'login-gagal',
              entitas: 'user',
              entitas_id: user?.id ?? null,
              alasan: user ? alasan : 'Username tidak dikenal',
            },
          ),
        )
    }
    if (!user || !attempt.right) {
      await failed('Password salah')
      throw wrongLogin()
    }
    await attempt.forgive()
    if (user.status !== UserStatus.aktif) {
      await failed('Akun belum aktif')
      throw notActive(user)
    }
    await checkSecondFactor(ctx, user, kode)
    const key = await openSession(ctx.db, user, ctx.ip, ctx.agent)
    await transaction(ctx.db, (trx) =>
      auditEvent(
        trx,
        { ...ctx, actor: { id: user.id, name: user.name } },
        { aksi: 'login', entitas: 'user', entitas_id: user.id },
      ),
    )
    return json({ key }, 200, await rememberDevice(ctx, user))
  },
  logout: async (ctx) => {
    await transaction(ctx.db, async (trx) => {
      await trx.deleteFrom('sesi').where('token_hash', '=', ctx.actor.token_hash).execute()
      await auditEvent(trx, ctx, { aksi: 'logout', entitas: 'user', entitas_id: ctx.actor.id })
    })
    return {}
  },
  profile: async (ctx) => {
    const { db, actor } = ctx
    const row = await db
      .selectFrom('user')
      .innerJoin('role', 'role.id', 'user.role_id')
      .select([
        'user.id',
        'user.name',
        'user.username',
        'user.email',
        'user.status',
        'user.role_id',
        'user.foto',
        'role.name as role_name',
        'role.dasar_role_id',
      ])
      .where('user.id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const all = await readSettings(db)
    const { role_name, dasar_role_id, ...userColumns } = row
    return {
      ...userColumns,
      role: { id: row.role_id, name: role_name, accesses: [...actor.accesses], dasar_role_id },
      harus_ganti_password: actor.harus_ganti_password,
      gedung_wilayah: [...limitedTo(actor)],
      harus_dua_langkah: actor.harus_dua_langkah ?? false,
      pengaturan: Object.fromEntries(publicSettings.map((k) => [k, all[k]])),
    }
  },
  updatePassword: async (ctx, { old_password, password, re_password }) => {
    const { db, actor } = ctx
    if (password !== re_password)
      throw invalidField('re_password', 'Tidak sama dengan password baru')
    const user = await db
      .selectFrom('user')
      .select([
        'name',
        'nama_panggilan',
        'username',
        'email',
        'phone',
        'tanggal_lahir',
        'wali_nama',
      ])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const wrong = invalidField('old_password', 'Password lama salah')
    await checkOwnPassword(ctx, old_password, wrong)
    if (password === old_password)
      throw invalidField('password', 'Harus berbeda dari password lama')
    await checkPasswordStrength(db, password, user)
    const password_hash = await hashPassword(password)
    await transaction(db, async (trx) => {
      await trx
        .updateTable('user')
        .set({ password_hash, harus_ganti_password: 0, updated_at: now() })
        .where('id', '=', actor.id)
        .execute()
      // All other sessions of the user end; the session that changed the password continues.
      await keepOwnDevice(trx, ctx, await endOtherSessions(trx, actor))
      await auditEvent(trx, ctx, { aksi: 'ubah-password', entitas: 'user', entitas_id: actor.id })
    })
    if (user.email)
      ctx.mail.send(passwordChangedMail(user.email, (await readSettings(db)).app_nama, user.name))
    return {}
  },
}
