/** The kinds of users and who sees which of them (domain.md 2.1, section 4). A custom role counts as its base. */
import { sql, type SqlBool } from 'kysely'
import { JenisUser } from '#contract/enums.ts'
import { allows, type Actor } from '#server/http/context.ts'
import type { Condition } from '#server/http/query.ts'
import { berperan, never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'

export type Jenis = (typeof JenisUser.options)[number]['value']
/** What makes a user of a kind: a student has a student profile, whatever the role. */
export const kindOf = (jenis: Jenis, actor: Actor): Condition => {
  if (jenis === 'pelatih') return berperan(actor, [3])
  if (jenis === 'sales') return berperan(actor, [4])
  if (jenis === 'akun-billing') return berperan(actor, [5])
  if (jenis === 'pendaftar-mandiri')
    return sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = 1)`
  return sql<SqlBool>`(${berperan(actor, [5, 6])} and (${berperan(actor, [6])} or exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`
}
/** Base role by which a kind is seen whole. */
const baseOf: Record<Jenis, number> = {
  pelatih: 3,
  sales: 4,
  'akun-billing': 5,
  peserta: 6,
  'pendaftar-mandiri': 6,
}
export const allKinds = JenisUser.options.map((o) => o.value)
export const kindCodes = allKinds.map((k) => `user/${k}` as const)

/** Rows of one kind that are in the actor's scope. */
const ownOf = (jenis: Jenis, actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  if (actor.dasar === 2) {
    const here = sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
    if (jenis === 'pelatih')
      return sql<SqlBool>`(${here} or "user".id in (select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})))`
    // One look into an index for each payer, and none for a list of all who have a bill here, which grows with every month.
    if (jenis === 'akun-billing')
      return sql<SqlBool>`(${here} or exists (select 1 from "user" s where s.akun_billing_id = "user".id and s.gedung_id in (${outlets(actor)})) or exists (select 1 from billing b where b.akun_billing_id = "user".id and b.gedung_id in (${outlets(actor)})))`
    return here
  }
  if (actor.dasar === 4) {
    if (jenis === 'pelatih') return undefined
    if (jenis === 'akun-billing') return sql<SqlBool>`"user".id in (${salesPayers(actor)})`
    return jenis === 'sales' ? never : sql<SqlBool>`"user".sales_id = ${actor.id}`
  }
  if (actor.dasar === 5) return sql<SqlBool>`"user".akun_billing_id = ${actor.id}`
  return never
}
/** Oneself, and of the kinds that the actor's codes cover, the rows in scope. Deleted ones are the superadmin's alone, who may restore them. */
export const userScope = (actor: Actor): Condition | undefined => {
  const all = allows(actor, 'user/index')
  if (all && actor.dasar === 1) return undefined
  const held = allKinds.filter((k) => all || allows(actor, `user/${k}`))
  // Kinds that are seen whole are one test of the role; students, applicants too, are so where akun billing are.
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
  const parts = [
    sql<SqlBool>`"user".id = ${actor.id}`,
    ...(all && seesAllOutlets(actor)
      ? [sql<SqlBool>`1 = 1`]
      : roles.length > 0
        ? [berperan(actor, roles)]
        : []),
    ...rest.map((k) => {
      const [kind, own] = [kindOf(k, actor), ownOf(k, actor)]
      // What is dearer comes second: others' students and bills are looked for after the role; for the rest the outlet, which stands in the index of kinds, is asked first.
      return !own
        ? kind
        : k === 'pelatih' || k === 'akun-billing'
          ? sql<SqlBool>`(${kind} and ${own})`
          : sql<SqlBool>`(${own} and ${kind})`
    }),
  ]
  return sql<SqlBool>`("user".status <> 0 and (${sql.join(parts, sql` or `)}))`
}
