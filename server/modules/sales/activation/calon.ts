/**
 * Reading and updating the person who is activated (domain.md 2.3): a lead or an applicant in the
 * actor's scope, or a student who adds a course.
 */
import { sql, type SqlBool } from 'kysely'
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import type { SumberAktivasi } from '#contract/sales/activationEnums.ts'
import { whyNotActivated } from '#contract/sales/rules/activation.ts'
import type { Tahap } from '#contract/sales/rules/stages.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict, notFound } from '#server/errors.ts'
import { inScope, scopeOf } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { isStudent } from '#server/modules/access/user/kinds.ts'
import {
  checkRegistrationOpen,
  checkHolder,
} from '#server/modules/access/user/lifecycle/applicant.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { leadModule } from '#server/modules/sales/leads/lead.ts'
import type { Calon } from '#server/modules/sales/slots/slotRows.ts'
import { seatStates } from '#server/modules/schedule/enrolments/seatStates.ts'
import { hasBaseRole } from '#server/modules/scope.ts'

type Sumber = (typeof SumberAktivasi.options)[number]['value']
export interface PersonRef {
  id: number
  sumber?: Sumber | undefined
}
/**
 * Person of an activation. `addsCourse` is true for a student whose own activation is complete and
 * who adds a further course.
 */
export interface Candidate extends Calon {
  addsCourse: boolean
}
/** Stored data of a lead, an applicant or a student, in one common shape. */
export interface Person extends Candidate {
  nama: string
  phone: string | null
  email: string | null
  gedung_id: number | null
  sales_id: number | null
  activation: number
  tahap: Tahap | null
  /**
   * Id of the applicant's user, or of the student made from the lead; null for a lead before step 1
   * (registration of the student).
   */
  user_id: number | null
  kursus_minat: readonly number[]
  /** Data of the registration of a self-registered applicant; null for others. */
  pendaftar: Applicant | null
}
interface Applicant {
  sumber: string
  status: number
  sales_id: number | null
  ditutup_at: string | null
  /** Phone number of the guardian, which helps to find the family. */
  wali_phone: string | null
  /** Second phone number, which helps to find the family. */
  phone_alt: string | null
  /** Id of the proposed payer, which helps to find the family. */
  usulan_akun_id: number | null
}

/**
 * Returns the person whose activation adds a course for the student. If the own activation of the
 * student still waits for a course, this person is the lead of the student (if visible to the
 * actor) or the applicant. Otherwise, this person is the student, who adds a further course. Throws
 * 404 for a user who is no active student.
 */
const candidateOfStudent = async (ctx: Ctx, id: number): Promise<Candidate> => {
  const student = await ctx.db
    .selectFrom('user')
    .select(['sumber', 'activation', 'lead_id'])
    .where('id', '=', id)
    .where('status', '=', UserStatus.aktif)
    .where('akun_billing_id', 'is not', null)
    .where(isStudent(ctx.actor))
    .executeTakeFirst()
  if (!student) throw notFound('Peserta')
  const isOpen = student.activation === Activation.terdaftar
  const lead =
    isOpen && student.lead_id !== null
      ? await ctx.db
          .selectFrom('lead')
          .select('lead.id')
          .where('lead.id', '=', student.lead_id)
          .where('lead.activation', '=', Activation.terdaftar)
          .where('lead.dihapus_at', 'is', null)
          .where(scopeOf(ctx, leadModule))
          .executeTakeFirst()
      : undefined
  if (lead) return { lead_id: lead.id, peserta_id: null, addsCourse: false }
  const isApplicant = isOpen && student.sumber === 'mandiri'
  return { lead_id: null, peserta_id: id, addsCourse: !isApplicant }
}
/**
 * Returns the reference to a lead, an applicant or a student. Throws 404 if this person is outside
 * the actor's scope.
 */
export const checkSeen = async (ctx: Ctx, { id, sumber }: PersonRef): Promise<Candidate> => {
  if (sumber === undefined || sumber === 'lead') {
    await inScope(ctx, leadModule, id)
    return { lead_id: id, peserta_id: null, addsCourse: false }
  }
  await inScope(ctx, userModule, id)
  if (sumber === 'peserta') return candidateOfStudent(ctx, id)
  const applicant = await ctx.db
    .selectFrom('user')
    .select('id')
    .where('id', '=', id)
    .where('user.sumber', '=', 'mandiri')
    .where(hasBaseRole(ctx.actor, [RoleId.peserta, RoleId.akunBilling]))
    .executeTakeFirst()
  if (!applicant) throw notFound('Pendaftar')
  return { lead_id: null, peserta_id: id, addsCourse: false }
}

const readLead = async (db: Db | Trx, id: number): Promise<Person> => {
  const { kursus_minat, ...row } = await db
    .selectFrom('lead')
    .select(['nama', 'phone', 'email', 'gedung_id', 'sales_id', 'activation', 'tahap'])
    .select(['user_id', 'kursus_minat'])
    .where('id', '=', id)
    .where('dihapus_at', 'is', null)
    .executeTakeFirstOrThrow(() => notFound('Lead'))
  const wishes = fromJson<number[]>(kursus_minat)
  const person = { lead_id: id, peserta_id: null, addsCourse: false, pendaftar: null }
  return { ...row, ...person, kursus_minat: wishes }
}
const readApplicant = async (db: Db | Trx, id: number): Promise<Person> => {
  const { name, kursus_minat, ...row } = await db
    .selectFrom('user')
    .leftJoin('peserta_profil', 'peserta_profil.user_id', 'user.id')
    .select(['user.name', 'phone', 'email', 'gedung_id', 'sales_id', 'activation'])
    .select(['kursus_minat', 'sumber', 'status', 'ditutup_at', 'usulan_akun_id'])
    .select(['wali_phone', 'phone_alt'])
    .where('user.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Pendaftar'))
  const { phone, email, gedung_id, sales_id, activation, ...pendaftar } = row
  return {
    phone,
    email,
    gedung_id,
    sales_id,
    activation,
    pendaftar: { ...pendaftar, sales_id },
    nama: name,
    tahap: null,
    user_id: id,
    kursus_minat: fromJson<number[]>(kursus_minat ?? '[]'),
    lead_id: null,
    peserta_id: id,
    addsCourse: false,
  }
}
/**
 * Reads a student who adds a course, as a person whose registration (step 1) is complete. The
 * desired courses (`kursus_minat`) omit courses that the student already takes.
 */
const readStudent = async (db: Db | Trx, id: number): Promise<Person> => {
  const student = await readApplicant(db, id)
  const enrolments = await db
    .selectFrom('kursus_peserta')
    .select('kursus_id')
    .where('peserta_id', '=', id)
    .where(sql<SqlBool>`status in ${seatStates}`)
    .execute()
  const courses = new Set(enrolments.map((e) => e.kursus_id))
  return {
    ...student,
    kursus_minat: student.kursus_minat.filter((kursus_id) => !courses.has(kursus_id)),
    activation: Activation.terdaftar,
    pendaftar: null,
    addsCourse: true,
  }
}
export const readPerson = (
  db: Db | Trx,
  { lead_id, peserta_id, addsCourse }: Candidate,
): Promise<Person> => {
  if (lead_id !== null) return readLead(db, lead_id)
  return addsCourse ? readStudent(db, peserta_id ?? 0) : readApplicant(db, peserta_id ?? 0)
}

/** Throws 409 when the person's state forbids an activation, for example when the lead is lost. */
export const checkMayActivate = (person: Person): void => {
  const why = whyNotActivated(person)
  if (why) throw conflict(why)
}
/**
 * Throws 409 in the cases of `checkMayActivate`, and for an applicant whose registration is closed
 * or whom no sales person has taken.
 */
export const checkReadyToActivate = ({ actor }: Ctx, person: Person): void => {
  if (person.pendaftar) {
    checkRegistrationOpen(person.pendaftar)
    checkHolder(actor, person.pendaftar)
  }
  checkMayActivate(person)
}
/**
 * Returns the id of the student registered in step 1 of the activation. Throws 409 before that
 * step.
 */
export const studentOf = (person: Person): number => {
  if (person.activation === Activation.belum || person.user_id === null)
    throw conflict('Isi keluarga dan peserta dahulu')
  return person.user_id
}

const ownerOf = ({ lead_id, peserta_id }: Calon) =>
  lead_id === null ? (['peserta_id', peserta_id ?? 0] as const) : (['lead_id', lead_id] as const)
export const readProgress = (db: Db | Trx, calon: Calon) => {
  const [column, id] = ownerOf(calon)
  return db.selectFrom('aktivasi').selectAll().where(column, '=', id).executeTakeFirst()
}
interface Progress {
  langkah: 'peserta' | 'kursus' | null
  isian: string | null
  kelas_baru_id?: number | null
}
/**
 * Stores the data typed into the activation form with the next version number, and returns that
 * number.
 */
export const storeProgress = async (
  trx: Trx,
  ctx: Ctx,
  calon: Calon,
  progress: Progress,
): Promise<number> => {
  const time = now()
  const before = await readProgress(trx, calon)
  const stamp = { updated_at: time, updated_by: ctx.actor.id }
  if (!before) {
    const { lead_id, peserta_id } = calon
    const creation = { lead_id, peserta_id, versi: 1, created_at: time, created_by: ctx.actor.id }
    await trx
      .insertInto('aktivasi')
      .values({ kelas_baru_id: null, ...progress, ...creation, ...stamp })
      .execute()
    return 1
  }
  const versi = before.versi + 1
  await trx
    .updateTable('aktivasi')
    .set({ ...progress, ...stamp, versi })
    .where('id', '=', before.id)
    .execute()
  return versi
}
