/**
 * The kinds of users and who sees which of them (domain.md 2.1, section 4). A custom role counts as
 * its base.
 */
import { sql, type SqlBool } from 'kysely'
import { JenisUser, RoleId, UserStatus } from '#contract/enums.ts'
import { allows, type Actor } from '#server/http/context.ts'
import { hasBaseRole, never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

export type Jenis = (typeof JenisUser.options)[number]['value']
/** What makes a user of a kind: a student has a student profile, whatever the role. */
export const kindOf = (jenis: Jenis, actor: Actor): Condition => {
  if (jenis === 'pelatih') return hasBaseRole(actor, [RoleId.pelatih])
  if (jenis === 'sales') return hasBaseRole(actor, [RoleId.sales])
  if (jenis === 'akun-billing') return hasBaseRole(actor, [RoleId.akunBilling])
  if (jenis === 'pendaftar-mandiri')
    return sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = ${sql.lit(UserStatus.nonaktif)})`
  return sql<SqlBool>`(${hasBaseRole(actor, [RoleId.akunBilling, RoleId.peserta])} and (${hasBaseRole(actor, [RoleId.peserta])} or exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`
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
export const kindCodes = allKinds.map((k) => `user/${k}` as const)

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
    return jenis === 'sales' ? never : sql<SqlBool>`"user".sales_id = ${actor.id}`
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
  const held = allKinds.filter((k) => all || allows(actor, `user/${k}`))
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
