/**
 * Calls of self-registration (domain.md 2.3): they return the choices of the form, and create the
 * account of an applicant, which staff activate later.
 */
import { sql } from 'kysely'
import { checkRegistration } from '#contract/access/authCalls.ts'
import { consentVersion, needsWali } from '#contract/access/rules/consent.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import { resources } from '#contract/registry.ts'
import { fold } from '#server/db/fold.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sweepSometimes } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalid, invalidField } from '#server/errors.ts'
import { netOf } from '#server/http/address.ts'
import { countAttempt, countIn, hashPassword } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { alreadyRegisteredMail, applicantMail } from '#server/mail/mails.ts'
import { countStranger, keyOf } from '#server/modules/access/auth/attempts.ts'
import { checkPasswordStrength } from '#server/modules/access/auth/strength.ts'
import { takeStudentNumber } from '#server/modules/access/user/save/studentNumber.ts'
import { nextForApplicant } from '#server/modules/sales/leads/holder.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { keysOf } from '#server/resource/columns.ts'
import { readSettings } from '#server/settings.ts'

const hour = 3_600_000
/**
 * Maximum numbers of registrations within an hour: `net` is the maximum from one network, which may
 * be shared by thousands of families; `all` is the maximum from all networks together; `address` is
 * the maximum for one mail address from one network.
 */
const most = { net: 60, all: 600, address: 6 }
/**
 * Maximum number of mails about registrations to one address in a day, so that the form cannot be
 * used to pester people.
 */
const mailsPerAddress = 3
const received =
  'Pendaftaran Anda kami terima. Kami mengirim email ke alamat Anda dan akan menghubungi Anda.'

/** Returns the active courses with their outlets. An empty list of outlets means all outlets. */
export const readActiveCourses = async (db: Db | Trx) =>
  (
    await db
      .selectFrom('kursus')
      .select(['id', 'nama', 'gedung'])
      .where('status', '=', 'aktif')
      .orderBy(sql`nama_kunci`)
      .execute()
  ).map(({ gedung, ...k }) => ({ ...k, gedung: fromJson<number[]>(gedung) }))

type Registration = Parameters<Handlers['register']>[1]

/**
 * Throws 422 for an outlet that is unknown or inactive, and for courses that the outlet does not
 * offer.
 */
const checkChoices = async (trx: Trx, { gedung_id, kursus_minat }: Registration): Promise<void> => {
  const outlet = await trx
    .selectFrom('gedung')
    .select('id')
    .where('id', '=', gedung_id)
    .where('status', '=', 'aktif')
    .executeTakeFirst()
  if (!outlet) throw invalidField('gedung_id', 'Outlet tidak ditemukan')
  const offered = (await readActiveCourses(trx))
    .filter((k) => k.gedung.length === 0 || k.gedung.includes(gedung_id))
    .map((k) => k.id)
  if (kursus_minat.some((k) => !offered.includes(k)))
    throw invalidField('kursus_minat', 'Kursus tidak ditawarkan di outlet ini')
}

/**
 * Returns the columns of an applicant, including the consent. The guardian of a child gives the
 * consent; an adult applicant gives it personally.
 */
const applicantOf = (input: Registration, time: string) => {
  const { name, email, phone, tanggal_lahir, gedung_id, information_source } = input
  const { wali_nama, wali_hubungan, wali_phone } = needsWali(tanggal_lahir)
    ? input
    : { wali_nama: null, wali_hubungan: null, wali_phone: null }
  return {
    name,
    email,
    phone,
    tanggal_lahir,
    gedung_id,
    information_source,
    role_id: RoleId.peserta,
    status: UserStatus.nonaktif,
    citizenship: 'WNI' as const,
    activation: Activation.belum,
    sumber: 'mandiri' as const,
    wali_nama,
    wali_hubungan,
    wali_phone,
    persetujuan_at: time,
    persetujuan_oleh: needsWali(tanggal_lahir) ? wali_nama : name,
    persetujuan_versi: consentVersion,
  }
}

/** Stores an inactive user as an applicant, whom staff have to activate. */
const storeApplicant = async (
  trx: Trx,
  ctx: Ctx,
  input: Registration,
  password_hash: string,
): Promise<void> => {
  const time = now()
  const sales_id = await nextForApplicant(trx, input.gedung_id)
  const row = { ...applicantOf(input, time), sales_id }
  const { id } = await trx
    .insertInto('user')
    .values({
      ...row,
      versi: 1,
      created_at: time,
      updated_at: time,
      name_kunci: fold(row.name),
      cari: '',
      password_hash,
      harus_ganti_password: 0,
      token_versi: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const no_induk = await takeStudentNumber(trx)
  await trx
    .updateTable('user')
    .set({ cari: keysOf(resources.user, row, no_induk).cari })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('peserta_profil')
    .values({
      user_id: id,
      no_induk,
      sekolah: null,
      instrumen_dimiliki: null,
      catatan: null,
      kursus_minat: JSON.stringify(input.kursus_minat),
    })
    .execute()
  await auditEvent(
    trx,
    { ...ctx, actor: { id, name: row.name } },
    {
      aksi: 'daftar',
      entitas: 'user',
      entitas_id: id,
      sesudah: JSON.stringify(row),
      gedung_id: row.gedung_id,
    },
  )
}

/** Returns the state of an existing account whose mail address is registered again. */
const standingOf = (owner: { status: number; ditutup_at: string | null }) => {
  if (owner.status === UserStatus.aktif) return 'aktif'
  return owner.ditutup_at === null ? 'diproses' : 'ditutup'
}
/**
 * Stores a registration, unless an account already has the mail address. Returns this account as
 * `known`; undefined for a new address. `quiet` is true when the address has reached its daily
 * limit of mails.
 */
const storeRegistration = async (
  trx: Trx,
  ctx: Ctx,
  input: Registration,
  password_hash: string,
) => {
  await checkChoices(trx, input)
  const counter = { [`surat-daftar:${keyOf(input.email)}`]: mailsPerAddress }
  const quiet = await countIn(trx, counter, 24 * hour)
  const owner = await trx
    .selectFrom('user')
    .select(['id', 'name', 'status', 'gedung_id', 'ditutup_at'])
    .where('email', '=', input.email)
    .executeTakeFirst()
  if (!owner) {
    await storeApplicant(trx, ctx, input, password_hash)
    return { known: undefined, quiet }
  }
  await auditEvent(
    trx,
    { ...ctx, actor: null },
    { aksi: 'daftar-ganda', entitas: 'user', entitas_id: owner.id, gedung_id: owner.gedung_id },
  )
  return { known: owner, quiet }
}

export const registerCalls: Pick<Handlers, 'registrationChoices' | 'register'> = {
  registrationChoices: async ({ db }) => ({
    sekolah: (await readSettings(db)).nama_sekolah,
    gedung: await db
      .selectFrom('gedung')
      .select(['id', 'nama', 'kota'])
      .where('status', '=', 'aktif')
      .orderBy(sql`nama_kunci`)
      .execute(),
    kursus: await readActiveCourses(db),
  }),
  // Response and work are the same for known and unknown mail addresses. Only the mail to the
  // address says whether it has an account.
  register: async (ctx, input) => {
    const issues = checkRegistration(input)
    if (issues.length > 0) throw invalid(issues)
    countStranger(ctx)
    const net = netOf(ctx.ip)
    const limits = {
      [`daftar:${keyOf(input.email)}:${net}`]: most.address,
      [`daftar:${net}`]: most.net,
      'daftar-semua': most.all,
    }
    await countAttempt(ctx.db, limits, hour)
    await sweepSometimes(ctx.db)
    await checkPasswordStrength(ctx.db, input.password, input, 'guest')
    const password_hash = await hashPassword(input.password, 'guest')
    const settings = await readSettings(ctx.db)
    if (input.situs) {
      ctx.log.warn({ ip: ctx.ip }, 'a registration by a machine was ignored')
      return { message: received }
    }
    const { known, quiet } = await transaction(
      ctx.db,
      (trx) => storeRegistration(trx, ctx, input, password_hash),
      { queueFor: ['penghitung'] },
    )
    if (quiet) return { message: received }
    ctx.mail.send(
      known
        ? alreadyRegisteredMail(input.email, settings.app_nama, standingOf(known))
        : applicantMail(input.email, settings, 'diterima'),
    )
    return { message: received }
  },
}
