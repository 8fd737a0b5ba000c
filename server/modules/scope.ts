/**
 * Row scopes (domain.md section 4): conditions that select the rows an actor may see. A superadmin,
 * and an admin who is not limited to outlets, see all rows; every other actor is limited by the
 * rule of their base role.
 */
import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Actor } from '#server/http/context.ts'
import {
  lessonsOfStudent,
  lessonsWith,
  seatsOfStudents,
} from '#server/modules/schedule/enrolments/seats.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Condition that no row meets. */
export const never = sql<SqlBool>`1 = 0`
/** Whether the actor is a superadmin, or an admin who is not limited to outlets. */
export const seesAllOutlets = (actor: Actor): boolean =>
  actor.dasar === RoleId.superadmin || (actor.dasar === RoleId.admin && actor.gedung.length === 0)
/** Returns the ids of the outlets to which an admin is limited, as an SQL list. */
export const outlets = (actor: Actor) => sql.join(actor.gedung)
/**
 * Whether the actor may see an outlet. Only an admin can be limited to some outlets. All other
 * roles see all outlets.
 */
export const seesOutlet = (actor: Actor, id: number): boolean =>
  seesAllOutlets(actor) || actor.dasar !== RoleId.admin || actor.gedung.includes(id)
/**
 * Returns the outlet. Replaces its name if the actor may not see the outlet: the actor learns that
 * a row refers to another outlet, but not to which.
 */
export const labelOutlet = <G extends { id: number; nama: string }>(actor: Actor, gedung: G): G =>
  seesOutlet(actor, gedung.id) ? gedung : { ...gedung, nama: 'Outlet lain' }
/**
 * Applies `labelOutlet` to several outlets, and moves the outlets that the actor may see to the
 * front.
 */
export const labelOutlets = <G extends { id: number; nama: string }>(
  actor: Actor,
  all: readonly G[],
): G[] =>
  all
    .toSorted((a, b) => Number(seesOutlet(actor, b.id)) - Number(seesOutlet(actor, a.id)))
    .map((g) => labelOutlet(actor, g))

/**
 * Returns the column `tampak`, which is 1 for a row in scope and 0 for a row out of scope. Queries
 * use this column if they also read rows out of scope in order to count them.
 */
export const isVisible = (scope: Condition | undefined) =>
  sql<number>`case when ${scope ?? sql`1 = 1`} then 1 else 0 end`.as('tampak')
/**
 * Describes rows for an error message: names up to five rows in scope and counts all remaining
 * rows. Returns undefined for an empty list.
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

const limitedRoles = ['admin', 'pelatih', 'sales', 'akunBilling', 'peserta'] as const
type LimitedRole = (typeof limitedRoles)[number]
/**
 * Returns the row condition for the actor's base role; undefined means all rows. A base role
 * without a rule sees no row.
 */
export const byRole = (
  actor: Actor,
  rules: { [name in LimitedRole]?: Condition | 'all' },
): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  const role = limitedRoles.find((name) => RoleId[name] === actor.dasar)
  const rule = (role && rules[role]) ?? never
  return rule === 'all' ? undefined : rule
}

/**
 * Returns the condition for users whose role is one of the base roles, or a custom role based on
 * one of them. `of` is the alias of the user table. The ids are literals, so that the query planner
 * can choose the index for them.
 */
export const hasBaseRole = (actor: Actor, dasar: readonly number[], of = 'user'): Condition =>
  sql<SqlBool>`${sql.ref(`${of}.role_id`)} in (${sql.join([...dasar, ...actor.customRoles.filter((b) => dasar.includes(b.dasar)).map((b) => b.id)].map((id) => sql.lit(id)))})`
/**
 * Returns the row scope of classes. An admin sees the classes of the admin's outlets, sales people
 * see all classes, and a coach sees the classes that they teach or will teach after a planned
 * change.
 */
export const kelasScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`kursus_pelatih.gedung_id in (${outlets(actor)})`,
    pelatih: sql`(kursus_pelatih.pelatih_id = ${actor.id} or kursus_pelatih.id in (select v.kursus_pelatih_id from kursus_pelatih_versi v where v.selesai is null and v.pelatih_id = ${actor.id}))`,
    sales: 'all',
  })
/**
 * Returns a subquery of the coaches of an admin's outlets: coaches whose home outlet is one of
 * these outlets, who teach a class in one, or who are assigned to one (`user_gedung`).
 */
export const coachesOfOutlets = (actor: Actor) =>
  sql`select c.id from "user" c where c.gedung_id in (${outlets(actor)}) union select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})`
/**
 * Returns a subquery of the enrolments whose payer is the actor, and of all enrolments of the
 * actor's students. An enrolment may still name the former payer of its student. The subquery uses
 * `union all`, because PostgreSQL would scan every enrolment for an `or`.
 */
export const enrolmentsOfPayer = (actor: Actor) =>
  sql`select e.id from kursus_peserta e where e.akun_billing_id = ${actor.id} union all select e.id from kursus_peserta e join "user" s on s.id = e.peserta_id where s.akun_billing_id = ${actor.id}`
/**
 * Returns the row scope of lessons (domain.md section 4). An admin sees the lessons of the admin's
 * outlets. A coach sees lessons that the coach gives, lessons that a substitute gives instead of
 * the coach, and all lessons of the coach's classes. Sales people see all lessons. A payer sees the
 * lessons of the payer's students, and the lessons of enrolments that name this payer. A student
 * sees their own lessons.
 */
export const pertemuanScope = (actor: Actor): Condition | undefined => {
  const children = sql`select s.id from "user" s where s.akun_billing_id = ${actor.id}`
  return byRole(actor, {
    admin: sql`pertemuan.gedung_id in (${outlets(actor)})`,
    pelatih: sql`(pertemuan.pelatih_id = ${actor.id} or pertemuan.pelatih_asli_id = ${actor.id} or pertemuan.kursus_pelatih_id in (select k.id from kursus_pelatih k where k.pelatih_id = ${actor.id}))`,
    sales: 'all',
    akunBilling: lessonsWith({
      ...seatsOfStudents(children),
      ikut: sql`kp.id in (${enrolmentsOfPayer(actor)})`,
    }),
    peserta: lessonsOfStudent(actor.id),
  })
}
/**
 * Returns the condition for the lessons of one student, for a list that is filtered by student.
 * Sales people and families find lessons of their own students only, although sales people can see
 * all lessons.
 */
export const lessonsOfVisibleStudent = (peserta_id: number, actor: Actor): Condition => {
  const conditions: { [role: number]: Condition } = {
    [RoleId.sales]: sql`s.sales_id = ${actor.id}`,
    [RoleId.akunBilling]: sql`s.akun_billing_id = ${actor.id}`,
    [RoleId.peserta]: sql`s.id = ${actor.id}`,
  }
  const condition = conditions[actor.dasar]
  const lessons = lessonsOfStudent(peserta_id)
  return condition
    ? sql<SqlBool>`(exists (select 1 from "user" s where s.id = ${peserta_id} and ${condition}) and ${lessons})`
    : lessons
}
/**
 * Returns a subquery of the payers of a sales person: the payers of the students of the sales
 * person, and the payers whose own sales person (`sales_id`) is the actor.
 */
export const salesPayers = (actor: Actor) =>
  sql`select p.akun_billing_id from "user" p where p.sales_id = ${actor.id} and p.akun_billing_id is not null union select a.id from "user" a where a.sales_id = ${actor.id} and ${hasBaseRole(actor, [RoleId.akunBilling], 'a')}`
