/**
 * Kinds of users, such as coaches and payers (domain.md 2.1), and the users of each kind that an
 * actor may see (domain.md 4). A custom role counts as its base role.
 */
import { sql, type SqlBool } from 'kysely'
import type { TahapPendaftarKey } from '#contract/access/rules/applicant.ts'
import { Activation, JenisUser, RoleId, UserStatus } from '#contract/enums.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { hasBaseRole, never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

export type Jenis = (typeof JenisUser.options)[number]['value']
/** Returns a subquery of the outlets of a sales person: the home outlet and the assigned ones. */
export const outletsOfSales = (actor: Actor) =>
  sql`select h.gedung_id from "user" h where h.id = ${actor.id} and h.gedung_id is not null union select w.gedung_id from user_gedung w where w.user_id = ${actor.id}`
/**
 * Condition for applicants who wait to become students. It must equal the condition of the index
 * `user_pendaftar`.
 */
export const isOpenApplicant = sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = ${sql.lit(UserStatus.nonaktif)} and "user".activation = ${sql.lit(Activation.belum)} and "user".ditutup_at is null)`
/** Conditions for the steps of an applicant, by step (contract/access/rules/applicant.ts). */
const steps: Record<TahapPendaftarKey, Condition> = {
  menunggu: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is null and "user".sales_id is null)`,
  diproses: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is null and "user".sales_id is not null)`,
  siap: sql<SqlBool>`("user".ditutup_at is null and "user".dilengkapi_at is not null)`,
  ditutup: sql<SqlBool>`"user".ditutup_at is not null`,
}
/** Returns the condition for applicants at a step of their registration. */
export const isAtStep = (step: TahapPendaftarKey): Condition => steps[step]
export const isClosed = (closed: boolean): Condition =>
  closed ? steps.ditutup : sql<SqlBool>`"user".ditutup_at is null`

/**
 * Returns the condition for students: users with the base role student, and payers who take lessons
 * themselves, that is, have a student profile.
 */
export const isStudent = (actor: Actor): Condition =>
  sql<SqlBool>`(${hasBaseRole(actor, [RoleId.akunBilling, RoleId.peserta])} and (${hasBaseRole(actor, [RoleId.peserta])} or exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`
/** Returns the condition for users of a kind. */
export const kindOf = (jenis: Jenis, actor: Actor): Condition => {
  if (jenis === 'pelatih') return hasBaseRole(actor, [RoleId.pelatih])
  if (jenis === 'sales') return hasBaseRole(actor, [RoleId.sales])
  if (jenis === 'akun-billing') return hasBaseRole(actor, [RoleId.akunBilling])
  if (jenis === 'pendaftar-mandiri')
    return sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = ${sql.lit(UserStatus.nonaktif)})`
  return isStudent(actor)
}
/** Base role of each kind of user. */
const baseOf: Record<Jenis, number> = {
  pelatih: RoleId.pelatih,
  sales: RoleId.sales,
  'akun-billing': RoleId.akunBilling,
  peserta: RoleId.peserta,
  'pendaftar-mandiri': RoleId.peserta,
}
const allKinds = JenisUser.options.map((o) => o.value)
/**
 * Access code of the page on which sales people handle applicants. The code also gives access to
 * users of the kind applicant.
 */
const applicantCode = 'pendaftar-mandiri/index' as const
export const kindCodes = [...allKinds.map((k) => `user/${k}` as const), applicantCode]

/** Returns the condition for users of a kind at the outlets that an admin is limited to. */
const ownOfAdmin = (jenis: Jenis, actor: Actor): Condition => {
  const here = sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
  if (jenis === 'pelatih')
    return sql<SqlBool>`(${here} or "user".id in (select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})))`
  // `exists` looks up the index once per payer. A subquery of all payers with a bill at the outlets
  // would become slower every month.
  if (jenis === 'akun-billing')
    return sql<SqlBool>`(${here} or exists (select 1 from "user" s where s.akun_billing_id = "user".id and s.gedung_id in (${outlets(actor)})) or exists (select 1 from billing b where b.akun_billing_id = "user".id and b.gedung_id in (${outlets(actor)})))`
  return here
}
/**
 * Returns the condition for the users of a kind that the actor may see; undefined when the actor
 * sees all users of the kind.
 */
const ownOf = (jenis: Jenis, actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  if (actor.dasar === RoleId.admin) return ownOfAdmin(jenis, actor)
  if (actor.dasar === RoleId.sales) {
    if (jenis === 'pelatih') return undefined
    if (jenis === 'akun-billing') return sql<SqlBool>`"user".id in (${salesPayers(actor)})`
    const ownScope = sql<SqlBool>`"user".sales_id = ${actor.id}`
    // An applicant whom no sales person has taken is visible to all sales people of the outlet.
    if (jenis === 'pendaftar-mandiri')
      return sql<SqlBool>`(${ownScope} or ("user".sales_id is null and ${isOpenApplicant} and "user".gedung_id in (${outletsOfSales(actor)})))`
    return jenis === 'sales' ? never : ownScope
  }
  if (actor.dasar === RoleId.akunBilling) return sql<SqlBool>`"user".akun_billing_id = ${actor.id}`
  return never
}
/**
 * Returns the condition for users of a kind in the actor's scope. For coaches and payers the role
 * is tested first, because the test of the scope searches classes or bills. For other kinds the
 * scope is tested first, because its test can use an index.
 */
const ownKind = (jenis: Jenis, actor: Actor): Condition => {
  const [kind, ownScope] = [kindOf(jenis, actor), ownOf(jenis, actor)]
  if (!ownScope) return kind
  return jenis === 'pelatih' || jenis === 'akun-billing'
    ? sql<SqlBool>`(${kind} and ${ownScope})`
    : sql<SqlBool>`(${ownScope} and ${kind})`
}
/**
 * Returns the condition for the users that an actor may see: the actor's own row, and users of the
 * kinds for which the actor holds a code, within the scope of each kind. For a superadmin the
 * result is undefined: only a superadmin sees deleted users and may restore them.
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
  // Tests the base role once for all kinds (`byRole`) whose users the actor sees completely.
  // Includes students only if payers are included, because some students have the base role payer.
  // Includes applicants only if students are included, because applicants have the same base role
  // as students.
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
