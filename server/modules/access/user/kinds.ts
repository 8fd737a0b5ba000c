/**
 * The kinds of users and who sees which of them (domain.md 2.1, section 4). A custom role counts as
 * its base.
 */
import { sql, type SqlBool } from 'kysely'
import type { TahapPendaftarKey } from '#contract/access/rules/applicant.ts'
import { Activation, JenisUser, RoleId, UserStatus } from '#contract/enums.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { hasBaseRole, never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

export type Jenis = (typeof JenisUser.options)[number]['value']
/** Where somebody of sales works: at home, and at the outlets that they are said to work for. */
export const outletsOfSales = (actor: Actor) =>
  sql`select h.gedung_id from "user" h where h.id = ${actor.id} and h.gedung_id is not null union select w.gedung_id from user_gedung w where w.user_id = ${actor.id}`
/** Applicants who wait to become students; in the words of the index `user_pendaftar`. */
export const isOpenApplicant = sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = ${sql.lit(UserStatus.nonaktif)} and "user".activation = ${sql.lit(Activation.belum)} and "user".ditutup_at is null)`
/** Steps of an applicant as conditions (contract/access/rules/applicant.ts). */
const steps: Record<TahapPendaftarKey, Condition> = {
  menunggu: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is null and "user".sales_id is null)`,
  diproses: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is null and "user".sales_id is not null)`,
  siap: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is not null)`,
  ditutup: sql<SqlBool>`"user".ditutup_at is not null`,
}
/** Applicants at a step; closed ones, or all others. */
export const isAtStep = (step: TahapPendaftarKey): Condition => steps[step]
export const isClosed = (closed: boolean): Condition =>
  closed ? steps.ditutup : sql<SqlBool>`"user".ditutup_at is null`

/** Students: everybody with a student profile, a payer who takes lessons included. */
export const isStudent = (actor: Actor): Condition =>
  sql<SqlBool>`(${hasBaseRole(actor, [RoleId.akunBilling, RoleId.peserta])} and (${hasBaseRole(actor, [RoleId.peserta])} or exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`
/** What makes a user of a kind. */
export const kindOf = (jenis: Jenis, actor: Actor): Condition => {
  if (jenis === 'pelatih') return hasBaseRole(actor, [RoleId.pelatih])
  if (jenis === 'sales') return hasBaseRole(actor, [RoleId.sales])
  if (jenis === 'akun-billing') return hasBaseRole(actor, [RoleId.akunBilling])
  if (jenis === 'pendaftar-mandiri')
    return sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = ${sql.lit(UserStatus.nonaktif)})`
  return isStudent(actor)
}
/** Base role by which a kind is seen whole. */
const baseOf: Record<Jenis, number> = {
  pelatih: RoleId.pelatih,
  sales: RoleId.sales,
  'akun-billing': RoleId.akunBilling,
  peserta: RoleId.peserta,
  'pendaftar-mandiri': RoleId.peserta,
}
const allKinds = JenisUser.options.map((o) => o.value)
/** The page of sales opens applicants too. */
const applicantCode = 'pendaftar-mandiri/index' as const
export const kindCodes = [...allKinds.map((k) => `user/${k}` as const), applicantCode]

/** Rows of one kind at the outlets that an admin is limited to. */
const ownOfAdmin = (jenis: Jenis, actor: Actor): Condition => {
  const here = sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
  if (jenis === 'pelatih')
    return sql<SqlBool>`(${here} or "user".id in (select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})))`
  // One look into an index for each payer, and none for a list of all who have a bill here, which
  // grows with every month.
  if (jenis === 'akun-billing')
    return sql<SqlBool>`(${here} or exists (select 1 from "user" s where s.akun_billing_id = "user".id and s.gedung_id in (${outlets(actor)})) or exists (select 1 from billing b where b.akun_billing_id = "user".id and b.gedung_id in (${outlets(actor)})))`
  return here
}
/** Rows of one kind that are in the actor's scope. */
const ownOf = (jenis: Jenis, actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  if (actor.dasar === RoleId.admin) return ownOfAdmin(jenis, actor)
  if (actor.dasar === RoleId.sales) {
    if (jenis === 'pelatih') return undefined
    if (jenis === 'akun-billing') return sql<SqlBool>`"user".id in (${salesPayers(actor)})`
    const own = sql<SqlBool>`"user".sales_id = ${actor.id}`
    // Whom nobody has is everybody's of the outlet, until somebody takes them.
    if (jenis === 'pendaftar-mandiri')
      return sql<SqlBool>`(${own} or ("user".sales_id is null and ${isOpenApplicant} and "user".gedung_id in (${outletsOfSales(actor)})))`
    return jenis === 'sales' ? never : own
  }
  if (actor.dasar === RoleId.akunBilling) return sql<SqlBool>`"user".akun_billing_id = ${actor.id}`
  return never
}
/**
 * Users of a kind that are in the actor's scope. What is dearer comes second: others' students and
 * bills are looked for after the role; for the rest the outlet, which stands in the index of kinds,
 * is asked first.
 */
const ownKind = (jenis: Jenis, actor: Actor): Condition => {
  const [kind, own] = [kindOf(jenis, actor), ownOf(jenis, actor)]
  if (!own) return kind
  return jenis === 'pelatih' || jenis === 'akun-billing'
    ? sql<SqlBool>`(${kind} and ${own})`
    : sql<SqlBool>`(${own} and ${kind})`
}
/**
 * Oneself, and of the kinds that the actor's codes cover, the rows in scope. Deleted ones are the
 * superadmin's alone, who may restore them.
 */
export const userScope = (actor: Actor): Condition | undefined => {
  const all = allows(actor, 'user/index')
  if (all && actor.dasar === RoleId.superadmin) return undefined
  const held = allKinds.filter(
    (k) =>
      all ||
      allows(actor, `user/${k}`) ||
      (k === 'pendaftar-mandiri' && allows(actor, applicantCode)),
  )
  // Kinds that are seen whole are one test of the role; students, applicants too, are so where akun
  // billing are.
  const whole = held.filter((k) => ownOf(k, actor) === undefined)
  const byRole = whole.filter(
    (k) =>
      k === 'pelatih' ||
      k === 'sales' ||
      k === 'akun-billing' ||
      (k === 'peserta' && whole.includes('akun-billing')) ||
      (k === 'pendaftar-mandiri' && whole.includes('akun-billing') && whole.includes('peserta')),
  )
  const roles = byRole.map((k) => baseOf[k])
  const rest = held.filter((k) => !byRole.includes(k))
  const everybody = all && seesAllOutlets(actor)
  const parts = [
    sql<SqlBool>`"user".id = ${actor.id}`,
    ...(everybody ? [sql<SqlBool>`1 = 1`] : []),
    ...(!everybody && roles.length > 0 ? [hasBaseRole(actor, roles)] : []),
    ...rest.map((kind) => ownKind(kind, actor)),
  ]
  return sql<SqlBool>`("user".status <> ${sql.lit(UserStatus.dihapus)} and (${sql.join(parts, sql` or `)}))`
}
