/** What one may see and change of oneself: facts, contact data, sessions. */
import type { CallInput, updateProfile } from '#contract/calls.ts'
import { resources } from '#contract/registry.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalid, invalidField, notFound } from '#server/errors.ts'
import { countAttempt, forgetAttempt, liveSessions, verifyPassword } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now } from '#server/http/context.ts'
import { attachFiles, checkFiles } from '#server/http/files.ts'
import { auditChange, auditEvent, findRow, keysOf } from '#server/http/rows.ts'
import { suratEmailDiganti } from '#server/mail/surat.ts'
import { kataCari } from '#server/modules/user/status.ts'
import { userModule } from '#server/modules/user/user.ts'
import { readSettings } from '#server/settings.ts'

type Kontak = Omit<CallInput<typeof updateProfile>, 'versi' | 'password'>
/** What a role cannot be without (domain.md 2.1): it may be changed, not taken away. */
const wajib = (role: number, kontak: Kontak) =>
  [
    ...(role >= 2 && role <= 5 && kontak.email === null ? ['email'] : []),
    ...(role >= 3 && role <= 5 && kontak.phone === null ? ['phone'] : []),
  ].map((field) => ({ field, message: 'Wajib diisi' }))

export const profilCalls: Pick<
  Handlers,
  'profileDetail' | 'updateProfile' | 'sesiList' | 'akhiriSesi' | 'akhiriSesiLain'
> = {
  profileDetail: async ({ db, actor }) => {
    const row = await db
      .selectFrom('user')
      .innerJoin('role', 'role.id', 'user.role_id')
      .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
      .leftJoin('user as akun', 'akun.id', 'user.akun_billing_id')
      .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
      .select([
        'user.id',
        'user.versi',
        'user.name',
        'user.nama_panggilan',
        'user.username',
        'user.email',
        'user.foto',
        'role.name as role',
        'user.phone',
        'user.phone_alt',
        'user.gender',
        'user.religion',
        'user.citizenship',
        'user.tempat_lahir',
        'user.tanggal_lahir',
        'user.alamat',
        'user.kota',
        'user.kode_pos',
        'gedung.nama as gedung',
        'akun.name as akun_billing',
        'peserta_profil.no_induk',
        'user.wali_nama',
        'user.wali_hubungan',
        'user.wali_phone',
        'user.persetujuan_at',
        'user.persetujuan_oleh',
        'user.last_login_at',
        'user.created_at',
      ])
      .where('user.id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const { n: peserta } = await db
      .selectFrom('user')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('akun_billing_id', '=', actor.id)
      .where('status', '=', 10)
      .executeTakeFirstOrThrow()
    const { n: kelas } = await db
      .selectFrom('kursus_pelatih')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('pelatih_id', '=', actor.id)
      .where('status', '=', 'aktif')
      .executeTakeFirstOrThrow()
    const { n: kursus } = await db
      .selectFrom('kursus_peserta')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('peserta_id', '=', actor.id)
      .where('status', 'in', [0, 1, 2])
      .executeTakeFirstOrThrow()
    return { ...row, milik: { peserta, kelas, kursus } }
  },
  updateProfile: async (ctx, { versi, password, ...kontak }) => {
    const { db, actor } = ctx
    const own = await db
      .selectFrom('user')
      .select(['email', 'role_id', 'password_hash', 'name'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const issues = wajib(actor.dasar, kontak)
    if (issues.length > 0) throw invalid(issues)
    const newMail = kontak.email !== undefined && kontak.email !== own.email
    if (newMail) {
      if (!password) throw invalidField('password', 'Isi password untuk mengganti email')
      const key = `sandi:${actor.id}`
      await countAttempt(db, { [key]: 5 })
      if (!(await verifyPassword(own.password_hash, password)))
        throw invalidField('password', 'Password salah')
      await forgetAttempt(db, key)
      // Each tells whether an address is taken: not many in a row.
      await countAttempt(db, { [`ganti-email:${actor.id}`]: 5 })
    }
    const saved = await transaction(db, async (trx) => {
      const before = await findRow(trx, userModule, actor, actor.id)
      if (!before) throw notFound('User')
      if (before.versi !== versi)
        throw conflict('Data Anda diubah sejak Anda membukanya', {
          current: { id: before.id, versi: before.versi },
        })
      if (
        newMail &&
        kontak.email &&
        (await trx
          .selectFrom('user')
          .select('id')
          .where('email', '=', kontak.email)
          .where('id', '!=', actor.id)
          .executeTakeFirst())
      )
        throw conflict('Email sudah dipakai', {
          errors: [{ field: 'email', message: 'Email sudah dipakai' }],
        })
      const files = await checkFiles(trx, ctx, resources.user, kontak, before)
      if (files.length > 0) throw invalid(files)
      const { cari } = keysOf(resources.user, { ...before, ...kontak }, await kataCari(trx, actor))
      await trx
        .updateTable('user')
        .set({
          ...kontak,
          cari,
          ...(newMail && { verified_at: null }),
          versi: versi + 1,
          updated_at: now(),
          updated_by: actor.id,
        })
        .where('id', '=', actor.id)
        .execute()
      await attachFiles(trx, ctx, resources.user, actor.id, kontak, before)
      // A code that is out was sent to the old address.
      if (newMail)
        await trx
          .deleteFrom('otp')
          .where('user_id', '=', actor.id)
          .where('tujuan', '=', 'reset')
          .execute()
      await auditChange(
        trx,
        ctx,
        'update',
        'user',
        before,
        await findRow(trx, userModule, actor, actor.id),
      )
      return { versi: versi + 1 }
    })
    if (newMail && own.email)
      ctx.mail.send(
        suratEmailDiganti(
          own.email,
          (await readSettings(db)).app_nama,
          own.name,
          kontak.email ?? 'tidak ada',
        ),
      )
    return saved
  },
  sesiList: async ({ db, actor }) =>
    (await liveSessions(db, actor.id)).map(({ token_hash, ...sesi }) => ({
      ...sesi,
      ini: token_hash === actor.token_hash,
    })),
  akhiriSesi: async (ctx, { id }) => {
    await transaction(ctx.db, async (trx) => {
      const gone = await trx
        .deleteFrom('sesi')
        .where('id', '=', id)
        .where('user_id', '=', ctx.actor.id)
        .returning('agen')
        .executeTakeFirst()
      if (!gone) throw notFound('Sesi')
      await auditEvent(trx, ctx, { aksi: 'akhiri-sesi', entitas: 'user', entitas_id: ctx.actor.id })
    })
    return {}
  },
  akhiriSesiLain: async (ctx) =>
    transaction(ctx.db, async (trx) => {
      const gone = await trx
        .deleteFrom('sesi')
        .where('user_id', '=', ctx.actor.id)
        .where('token_hash', '!=', ctx.actor.token_hash)
        .returning('id')
        .execute()
      if (gone.length > 0)
        await auditEvent(trx, ctx, {
          aksi: 'akhiri-sesi-lain',
          entitas: 'user',
          entitas_id: ctx.actor.id,
        })
      return { berakhir: gone.length }
    }),
}
