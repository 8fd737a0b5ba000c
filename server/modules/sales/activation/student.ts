/**
 * Step 1 of an activation: finds or creates the payer and the student that a lead or applicant
 * becomes, in one transaction (domain.md 2.3, 3.9). A repeated call returns the existing result.
 */
import { needsWali } from '#contract/access/rules/consent.ts'
import type { CallOutput } from '#contract/call.ts'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import type { addStudent as addStudentCall } from '#contract/sales/activationCalls.ts'
import { studentStepIssues } from '#contract/sales/rules/activation.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError, invalid, invalidField } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { activateUser } from '#server/modules/access/user/lifecycle/activation.ts'
import { becomePayer, checkPayer } from '#server/modules/access/user/lifecycle/roleChange.ts'
import { updateUser, type UserRow } from '#server/modules/access/user/row.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { moduleOf } from '#server/modules/registry.ts'
import {
  checkSeen,
  readPerson,
  checkReadyToActivate,
  storeProgress,
  type Person,
} from '#server/modules/sales/activation/calon.ts'
import { moveActivation } from '#server/modules/sales/activation/move.ts'
import { writerOf } from '#server/resource/writer.ts'

type Input = Parameters<Handlers['addStudent']>[1]
type Answer = CallOutput<typeof addStudentCall>
const users = writerOf(userModule, moduleOf)
interface Step {
  trx: Trx
  ctx: Ctx
  person: Person
  input: Input
}

/** Reads a user. Throws 422 for `field` when no user in the actor's scope has the id. */
const readUser = async ({ trx, ctx }: Step, id: number, field: string): Promise<UserRow> => {
  const stored = await trx
    .selectFrom('user')
    .selectAll()
    .where('id', '=', id)
    .where(scopeOf(ctx, userModule))
    .executeTakeFirst()
  if (!stored) throw invalidField(field, 'Tidak ditemukan')
  const {
    cari: _words,
    name_kunci: _key,
    password_hash: _hash,
    harus_ganti_password: _must,
    token_versi: _sessions,
    lead_id: _lead,
    usulan_akun_id: _proposed,
    ...row
  } = stored
  return row
}
/**
 * Runs code that stores a person. Renames the fields in its validation errors to the fields of the
 * form.
 */
const guardFields = async <T>(
  fields: Readonly<Record<string, string>>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await users.guarded(run)
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    const errors = error.errors.map((e): Issue => ({ ...e, field: fields[e.field] ?? e.field }))
    throw error.status === 422 ? invalid(errors) : conflict(error.message, { errors })
  }
}
/** Activates a user who is not active. */
const makeActive = async (step: Step, id: number, dasar: number): Promise<void> => {
  const row = await readUser(step, id, 'name')
  if (row.status !== UserStatus.aktif) await activateUser(step.trx, step.ctx, row, dasar)
}
/** Returns the origin (`sumber`) and the sales person of the users that step 1 creates. */
const fixedOf = ({ person }: Step) => ({ sumber: 'lead' as const, sales_id: person.sales_id })

const payerFields = {
  name: 'akun_nama',
  phone: 'akun_phone',
  email: 'akun_email',
  akun_billing_id: 'akun_billing_id',
}
/**
 * Returns the payer: the chosen account, or a new one. Throws 422 when the account is not an active
 * payer in scope.
 */
const payerOf = async (step: Step): Promise<number> => {
  const { trx, ctx, input } = step
  if (input.pembayar === 'ada' && input.akun_billing_id !== null) {
    await checkPayer(trx, input.akun_billing_id, userScope(ctx.actor))
    return input.akun_billing_id
  }
  const body = {
    role_id: RoleId.akunBilling,
    name: input.akun_nama,
    phone: input.akun_phone,
    email: input.akun_email,
    alamat: input.alamat,
    gedung_id: input.gedung_id,
    information_source: input.information_source,
  }
  return guardFields(payerFields, async () => {
    const { id } = await users.create(trx, ctx, body, { fixed: fixedOf(step) })
    await makeActive(step, id, RoleId.akunBilling)
    return id
  })
}

const studentBody = ({ input }: Step) => ({
  name: input.name,
  nama_panggilan: input.nama_panggilan,
  gender: input.gender,
  tanggal_lahir: input.tanggal_lahir,
  phone: input.phone,
  email: input.email,
  alamat: input.alamat,
  gedung_id: input.gedung_id,
  information_source: input.information_source,
  // Omits the guardian of an adult, even if the form sends one.
  ...(needsWali(input.tanggal_lahir) && {
    wali_nama: input.wali_nama,
    wali_hubungan: input.wali_hubungan,
    wali_phone: input.wali_phone,
  }),
})
/**
 * Returns the id of the chosen student, after linking the student to the lead. Throws 422 when the
 * student belongs to another family or is inactive.
 */
const knownStudent = async (step: Step, id: number, akun: number): Promise<number> => {
  const row = await readUser(step, id, 'peserta_id')
  if (row.akun_billing_id !== akun) throw invalidField('peserta_id', 'Bukan peserta keluarga ini')
  if (row.status !== UserStatus.aktif) throw invalidField('peserta_id', 'Peserta tidak aktif')
  const { lead_id, sales_id } = step.person
  const stored = await step.trx
    .selectFrom('user')
    .select('lead_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Keeps the stored lead and sales person of a student who already has them.
  await step.trx
    .updateTable('user')
    .set({ lead_id: stored.lead_id ?? lead_id, sales_id: row.sales_id ?? sales_id })
    .where('id', '=', id)
    .execute()
  return id
}
/** Creates the student of a lead. Without a payer the student becomes their own payer. */
const newStudent = async (step: Step, akun: number | undefined): Promise<number> => {
  const { trx, ctx, person, input } = step
  const { persetujuan } = input
  const body = { ...studentBody(step), role_id: RoleId.peserta, persetujuan }
  const fixed = { ...fixedOf(step), lead_id: person.lead_id }
  if (akun !== undefined) {
    const whole = { ...body, akun_billing_id: akun }
    const { id } = await users.create(trx, ctx, whole, { fixed })
    await makeActive(step, id, RoleId.peserta)
    return id
  }
  const waits = { ...body, status: UserStatus.nonaktif }
  const row = await users.create(trx, ctx, waits, { fixed })
  await becomePayer(trx, ctx, await readUser(step, row.id, 'name'))
  await makeActive(step, row.id, RoleId.akunBilling)
  return row.id
}
/** Updates the applicant with the data of the form. Keeps a consent that was given earlier. */
const changedApplicant = async (step: Step, id: number): Promise<void> => {
  const { trx, ctx, input } = step
  const row = await readUser(step, id, 'name')
  const persetujuan = row.persetujuan_at !== null || input.persetujuan
  const body = { ...studentBody(step), versi: row.versi, persetujuan }
  await users.update(trx, ctx, { ...row }, body)
}
const attachApplicant = async (step: Step, id: number, akun: number | undefined): Promise<void> => {
  const { trx, ctx } = step
  const row = await readUser(step, id, 'name')
  if (akun === undefined) await becomePayer(trx, ctx, row)
  else await updateUser(trx, ctx, row, { akun_billing_id: akun }, false)
  await makeActive(step, id, akun === undefined ? RoleId.akunBilling : RoleId.peserta)
}

/**
 * Returns the id of the student that the lead or applicant becomes: the updated applicant, the
 * chosen student, or a new student. Each of them has a payer afterwards.
 */
const findOrMake = async (step: Step): Promise<number> => {
  const { person, input } = step
  const self = input.pembayar === 'sendiri'
  if (person.peserta_id !== null) {
    // Updates the applicant before a new payer is created. The update may change the applicant's
    // mail address, and the new payer may get the previous address.
    await guardFields({}, () => changedApplicant(step, person.peserta_id ?? 0))
    const akun = self ? undefined : await payerOf(step)
    await guardFields({}, () => attachApplicant(step, person.peserta_id ?? 0, akun))
    return person.peserta_id
  }
  const akun = self ? undefined : await payerOf(step)
  if (input.peserta_id !== null && akun !== undefined)
    return knownStudent(step, input.peserta_id, akun)
  return guardFields({}, () => newStudent(step, akun))
}

/** Returns the response of a repeated call, whose student already exists. */
const existingStudentResult = async (trx: Trx, id: number): Promise<Answer> => {
  const row = await trx
    .selectFrom('user')
    .select(['name', 'akun_billing_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, name: row.name, akun_billing_id: row.akun_billing_id ?? id, sudah: true }
}

const issuesOf = (person: Person, input: Input, agreed: boolean): Issue[] => [
  ...studentStepIssues({ ...input, persetujuan: input.persetujuan || agreed }),
  ...(person.peserta_id !== null && input.peserta_id !== null
    ? [{ field: 'peserta_id', message: 'Pendaftar ini pesertanya sendiri' }]
    : []),
  ...(person.peserta_id !== null && !agreed && !input.persetujuan
    ? [{ field: 'persetujuan', message: 'Persetujuan pendaftar belum ada' }]
    : []),
]

/** Whether an applicant has already given consent. Always false for a lead. */
const hasAgreed = async (trx: Trx, { peserta_id }: Person): Promise<boolean> => {
  if (peserta_id === null) return false
  const { persetujuan_at } = await trx
    .selectFrom('user')
    .select('persetujuan_at')
    .where('id', '=', peserta_id)
    .executeTakeFirstOrThrow()
  return persetujuan_at !== null
}

export const addStudent: Handlers['addStudent'] = async (ctx, input, query) => {
  const calon = await checkSeen(ctx, query)
  return transaction(
    ctx.db,
    async (trx): Promise<Answer> => {
      const person = await readPerson(trx, calon)
      if (person.activation !== Activation.belum && person.user_id !== null)
        return existingStudentResult(trx, person.user_id)
      checkReadyToActivate(ctx, person)
      const filled = { ...input, gedung_id: input.gedung_id ?? person.gedung_id }
      const issues = issuesOf(person, filled, await hasAgreed(trx, person))
      if (issues.length > 0) throw invalid(issues)
      const id = await findOrMake({ trx, ctx, person, input: filled })
      const student = await existingStudentResult(trx, id)
      const isi = `Menjadi peserta: ${student.name}`
      const activation = Activation.terdaftar
      await moveActivation(trx, ctx, person, id, { aksi: 'tambah-peserta', activation, isi })
      await storeProgress(trx, ctx, calon, { langkah: null, isian: null })
      return { ...student, sudah: false }
    },
    { queueFor: ['penghitung'] },
  )
}
