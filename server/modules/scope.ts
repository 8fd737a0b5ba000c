/**
 * Row scope by role (domain.md section 4): which rows of each kind an actor may see. Roles by id: 1
 * all, 2 outlets, 3 coach, 4 sales, 5 payer, 6 student.
 */
import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Actor } from '#server/http/context.ts'
import { lessonsOfStudent, lessonsWith, seatsOfStudents } from '#server/modules/schedule/seats.ts'
import type { Condition } from '#server/resource/conditions.ts'

export const never = sql<SqlBool>`1 = 0`
/** Superadmin, and an admin without outlets of its own, see every outlet. */
export const seesAllOutlets = (actor: Actor): boolean =>
  actor.dasar === RoleId.superadmin || (actor.dasar === RoleId.admin && actor.gedung.length === 0)
export const outlets = (actor: Actor) => sql.join(actor.gedung)
/** Of the outlets, an admin may be limited to some; the other roles know them all. */
export const seesOutlet = (actor: Actor, id: number): boolean =>
  seesAllOutlets(actor) || actor.dasar !== RoleId.admin || actor.gedung.includes(id)
/**
 * An outlet that a row in scope refers to, by its name where the actor may see it: that there is
 * one is told, not which.
 */
export const labelOutlet = <G extends { id: number; nama: string }>(actor: Actor, gedung: G): G =>
  seesOutlet(actor, gedung.id) ? gedung : { ...gedung, nama: 'Outlet lain' }
/** Several of them in their order, those that have a name first. */
export const labelOutlets = <G extends { id: number; nama: string }>(
  actor: Actor,
  all: readonly G[],
): G[] =>
  all
    .toSorted((a, b) => Number(seesOutlet(actor, b.id)) - Number(seesOutlet(actor, a.id)))
    .map((g) => labelOutlet(actor, g))

/** One where the row is in scope, for a query that reads others too: they are counted. */
export const isVisible = (scope: Condition | undefined) =>
  sql<number>`case when ${scope ?? sql`1 = 1`} then 1 else 0 end`.as('tampak')
/**
 * Rows in words, for a refusal: at most five names of those in scope, the others counted; undefined
 * when there is none.
 */
export const labelRows = (
  rows: readonly { nama: string; tampak: number }[],
  noun: string,
): string | undefined => {
  const names = rows
    .filter((r) => r.tampak === 1)
    .slice(0, 5)
    .map((r) => r.nama)
  const rest = rows.length - names.length
  if (rows.length === 0) return undefined
  return names.length === 0
    ? `${rest} ${noun} di luar wilayah Anda`
    : `${names.join(', ')}${rest > 0 ? ` dan ${rest} lainnya` : ''}`
}

/** The condition of the actor's role; no row for a role that is not named. */
export const byRole = (
  actor: Actor,
  rules: { [role: number]: Condition | 'all' },
): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  const rule = rules[actor.dasar] ?? never
  return rule === 'all' ? undefined : rule
}

/**
 * Users of base roles, and of custom roles made from them: literal ids, so that the planner sees
 * which index holds them.
 */
export const hasBaseRole = (actor: Actor, dasar: readonly number[], of = 'user'): Condition =>
  sql<SqlBool>`${sql.ref(`${of}.role_id`)} in (${sql.join([...dasar, ...actor.customRoles.filter((b) => dasar.includes(b.dasar)).map((b) => b.id)].map((id) => sql.lit(id)))})`
/** Classes: an admin's of its outlets, a coach's own, also those that are planned to be. */
export const kelasScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    [RoleId.admin]: sql`kursus_pelatih.gedung_id in (${outlets(actor)})`,
    [RoleId.pelatih]: sql`(kursus_pelatih.pelatih_id = ${actor.id} or kursus_pelatih.id in (select v.kursus_pelatih_id from kursus_pelatih_versi v where v.selesai is null and v.pelatih_id = ${actor.id}))`,
    [RoleId.sales]: 'all',
  })
/** Coaches of an admin's outlets: at home there, with a class there, or said to teach there. */
export const coachesHere = (actor: Actor) =>
  sql`select c.id from "user" c where c.gedung_id in (${outlets(actor)}) union select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})`
/**
 * Ids of the enrolments that a payer pays or has paid for, and of those of their students: the two
 * ways in one list, as joined by `or` PostgreSQL would read every enrolment.
 */
export const enrolmentsOfPayer = (actor: Actor) =>
  sql`select e.id from kursus_peserta e where e.akun_billing_id = ${actor.id} union all select e.id from kursus_peserta e join "user" s on s.id = e.peserta_id where s.akun_billing_id = ${actor.id}`
/** Lessons (domain.md section 4): a coach's own and those of own classes, a family's its own. */
export const pertemuanScope = (actor: Actor): Condition | undefined => {
  const children = sql`select s.id from "user" s where s.akun_billing_id = ${actor.id}`
  return byRole(actor, {
    [RoleId.admin]: sql`pertemuan.gedung_id in (${outlets(actor)})`,
    [RoleId.pelatih]: sql`(pertemuan.pelatih_id = ${actor.id} or pertemuan.pelatih_asli_id = ${actor.id} or pertemuan.kursus_pelatih_id in (select k.id from kursus_pelatih k where k.pelatih_id = ${actor.id}))`,
    [RoleId.sales]: 'all',
    [RoleId.akunBilling]: lessonsWith({
      ...seatsOfStudents(children),
      ikut: sql`kp.id in (${enrolmentsOfPayer(actor)})`,
    }),
    [RoleId.peserta]: lessonsOfStudent(actor.id),
  })
}
/**
 * Lessons in which a student sits, for a reader who asks by student: sales and families learn of
 * their own students alone, also where they see the lesson itself.
 */
export const lessonsOfKnown = (peserta_id: number, actor: Actor): Condition => {
  const own: { [role: number]: Condition } = {
    [RoleId.sales]: sql`s.sales_id = ${actor.id}`,
    [RoleId.akunBilling]: sql`s.akun_billing_id = ${actor.id}`,
    [RoleId.peserta]: sql`s.id = ${actor.id}`,
  }
  const known = own[actor.dasar]
  const lessons = lessonsOfStudent(peserta_id)
  return known
    ? sql<SqlBool>`(exists (select 1 from "user" s where s.id = ${peserta_id} and ${known}) and ${lessons})`
    : lessons
}
/** Payers of a sales person: with a student of theirs, or brought by them. */
export const salesPayers = (actor: Actor) =>
  sql`select p.akun_billing_id from "user" p where p.sales_id = ${actor.id} and p.akun_billing_id is not null union select a.id from "user" a where a.sales_id = ${actor.id} and ${hasBaseRole(actor, [RoleId.akunBilling], 'a')}`
