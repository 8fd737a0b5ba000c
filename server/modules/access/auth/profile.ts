/** Calls on the caller's own profile: personal data, contact data and sessions. */
import type { updateProfile } from '#contract/access/profileCalls.ts'
import {
  checkBillChannel,
  checkContact,
  needsOneContact,
} from '#contract/access/rules/userRequired.ts'
import type { CallInput } from '#contract/call.ts'
import { RoleId, UserStatus, type KirimVia } from '#contract/enums.ts'
import { resources } from '#contract/registry.ts'
import type { Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalid, invalidField, notFound } from '#server/errors.ts'
import { countAttempt, liveSessions } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { emailChangedMail } from '#server/mail/mails.ts'
import { checkOwnPassword } from '#server/modules/access/auth/ownPassword.ts'
import { unfinished } from '#server/modules/access/user/lifecycle/sharedOutlets.ts'
import { readSearchWords } from '#server/modules/access/user/row.ts'
import { checkEmailNotTaken } from '#server/modules/access/user/save/newEmail.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { auditChange, auditEvent } from '#server/resource/auditLog.ts'
import { keysOf } from '#server/resource/columns.ts'
import { attachFiles, checkFiles } from '#server/resource/files.ts'
import { findRow } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

type Contact = Omit<CallInput<typeof updateProfile>, 'versi' | 'password'>
/**
 * Returns an issue for each contact field that the change would empty although users of the role
 * must have it (domain.md 2.1).
 */
const checkRequired = (
  role: number,
  contact: Contact,
  account: {
    phone: string | null
    email: string | null
    kirim_via: (typeof KirimVia.options)[number]['value'] | null
    email_tagihan: string | null
  },
): Issue[] => {
  const { email = account.email, phone = account.phone } = contact
  if (needsOneContact(role))
    return [
      ...checkContact({ email, phone }),
      ...(role === RoleId.akunBilling
        ? checkBillChannel({ ...account, kirim_via: account.kirim_via ?? 'wa', email })
        : []),
    ]
  const required: string[] = [
    ...((role === RoleId.admin || role === RoleId.sales) && email === null ? ['email'] : []),
    ...(role === RoleId.sales && phone === null ? ['phone'] : []),
  ]
  return required.map((field) => ({ field, message: 'Wajib diisi' }))
}

/**
 * Checks the password that users must enter to change their own mail address. Throws 422 for a
 * missing or wrong password, and 429 after too many tries or changes.
 */
const checkNewMail = async (ctx: Ctx, password: string | null | undefined): Promise<void> => {
  if (!password) throw invalidField('password', 'Isi password untuk mengganti email')
  await checkOwnPassword(ctx, password)
  // A change to an address of another user fails, and thus reveals that the address has an account.
  // Changes are therefore limited.
  await countAttempt(ctx.db, { [`ganti-email:${ctx.actor.id}`]: 5 })
}

/**
 * Stores the caller's own contact data. Throws 409 when another request has changed the row
 * meanwhile.
 */
const storeContact = async (
  trx: Trx,
  ctx: Ctx,
  contact: Contact,
  { versi, newMail }: { versi: number; newMail: boolean },
): Promise<{ versi: number }> => {
  const { actor } = ctx
  const before = await findRow(trx, userModule, actor, actor.id)
  if (!before) throw notFound('User')
  if (before.versi !== versi)
    throw conflict('Data Anda diubah sejak Anda membukanya', {
      current: { id: before.id, versi: before.versi },
    })
  if (newMail && contact.email) await checkEmailNotTaken(trx, actor.id, contact.email)
  const files = await checkFiles(trx, ctx, resources.user, contact, before)
  if (files.length > 0) throw invalid(files)
  const words = await readSearchWords(trx, actor)
  await trx
    .updateTable('user')
    .set({
      ...contact,
      cari: keysOf(resources.user, { ...before, ...contact }, words).cari,
      ...(newMail && { verified_at: null }),
      versi: versi + 1,
      updated_at: now(),
      updated_by: actor.id,
    })
    .where('id', '=', actor.id)
    .execute()
  await attachFiles(trx, ctx, resources.user, {
    id: actor.id,
    input: contact,
    current: before,
  })
  // Reset codes were sent to the old address, so they are deleted.
  if (newMail)
    await trx
      .deleteFrom('otp')
      .where('user_id', '=', actor.id)
      .where('tujuan', '=', 'reset')
      .execute()
  const after = await findRow(trx, userModule, actor, actor.id)
  await auditChange(trx, ctx, { aksi: 'update', entitas: 'user', before, after })
  return { versi: versi + 1 }
}

export const profileCalls: Pick<
  Handlers,
  'profileDetail' | 'updateProfile' | 'sessionList' | 'endSession' | 'endOtherSessions'
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
      .where('status', '=', UserStatus.aktif)
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
      .where('status', 'in', unfinished)
      .executeTakeFirstOrThrow()
    return { ...row, milik: { peserta, kelas, kursus } }
  },
  updateProfile: async (ctx, { versi, password, ...contact }) => {
    const { db, actor } = ctx
    const account = await db
      .selectFrom('user')
      .leftJoin('akun_billing_profil as profil', 'profil.user_id', 'user.id')
      .select(['email', 'phone', 'role_id', 'name'])
      .select(['profil.kirim_via', 'profil.email_tagihan'])
      .where('user.id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const issues = checkRequired(actor.dasar, contact, account)
    if (issues.length > 0) throw invalid(issues)
    const newMail = contact.email !== undefined && contact.email !== account.email
    if (newMail) await checkNewMail(ctx, password)
    const saved = await transaction(db, (trx) =>
      storeContact(trx, ctx, contact, { versi, newMail }),
    )
    if (newMail && account.email) {
      const { app_nama } = await readSettings(db)
      const to = contact.email ?? 'tidak ada'
      ctx.mail.send(emailChangedMail(account.email, app_nama, account.name, to))
    }
    return saved
  },
  sessionList: async ({ db, actor }) =>
    (await liveSessions(db, actor.id)).map(({ token_hash, ...sesi }) => ({
      ...sesi,
      ini: token_hash === actor.token_hash,
    })),
  endSession: async (ctx, { id }) => {
    await transaction(ctx.db, async (trx) => {
      const session = await trx
        .deleteFrom('sesi')
        .where('id', '=', id)
        .where('user_id', '=', ctx.actor.id)
        .returning('agen')
        .executeTakeFirst()
      if (!session) throw notFound('Sesi')
      await auditEvent(trx, ctx, { aksi: 'akhiri-sesi', entitas: 'user', entitas_id: ctx.actor.id })
    })
    return {}
  },
  endOtherSessions: async (ctx) =>
    transaction(ctx.db, async (trx) => {
      const sessions = await trx
        .deleteFrom('sesi')
        .where('user_id', '=', ctx.actor.id)
        .where('token_hash', '!=', ctx.actor.token_hash)
        .returning('id')
        .execute()
      if (sessions.length > 0)
        await auditEvent(trx, ctx, {
          aksi: 'akhiri-sesi-lain',
          entitas: 'user',
          entitas_id: ctx.actor.id,
        })
      return { berakhir: sessions.length }
    }),
}
