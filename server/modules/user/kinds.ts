/** The kinds of users and who sees which of them (domain.md 2.1, section 4). A custom role counts as its base. */
import { sql, type SqlBool } from 'kysely'
import { JenisUser } from '#contract/enums.ts'
import { allows, type Actor } from '#server/http/context.ts'
import type { Condition } from '#server/http/query.ts'
import { never, outlets, salesPayers, seesAllOutlets } from '#server/modules/scope.ts'

export type Jenis = (typeof JenisUser.options)[number]['value']
/** Users of a base role. */
export const berperan = (dasar: number): Condition => sql<SqlBool>`"user".role_id in (select r.id from "role" r where coalesce(r.dasar_role_id, r.id) = ${sql.lit(dasar)})`
/** What makes a user of a kind: a student has a student profile, whatever the role. */
export const kinds: Record<Jenis, Condition> = {
  pelatih: berperan(3), sales: berperan(4), 'akun-billing': berperan(5),
  peserta: sql<SqlBool>`(${berperan(6)} or (${berperan(5)} and exists (select 1 from peserta_profil pp where pp.user_id = "user".id)))`,
  'pendaftar-mandiri': sql<SqlBool>`("user".sumber = 'mandiri' and "user".status = 1)`,
}
export const allKinds = JenisUser.options.map((o) => o.value)
export const kindCodes = allKinds.map((k) => `user/${k}` as const)

/** Rows of one kind that are in the actor's scope. */
const ownOf = (jenis: Jenis, actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  if (actor.dasar === 2) {
    const here = sql<SqlBool>`"user".gedung_id in (${outlets(actor)})`
    if (jenis === 'pelatih') return sql<SqlBool>`(${here} or "user".id in (select k.pelatih_id from kursus_pelatih k where k.gedung_id in (${outlets(actor)}) union select w.user_id from user_gedung w where w.gedung_id in (${outlets(actor)})))`
    if (jenis === 'akun-billing') return sql<SqlBool>`(${here} or "user".id in (select s.akun_billing_id from "user" s where s.gedung_id in (${outlets(actor)}) union select b.akun_billing_id from billing b where b.gedung_id in (${outlets(actor)})))`
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
  const parts = all && seesAllOutlets(actor) ? [sql<SqlBool>`1 = 1`]
    : allKinds.filter((k) => all || allows(actor, `user/${k}`)).map((k) => { const own = ownOf(k, actor); return own ? sql<SqlBool>`(${kinds[k]} and ${own})` : kinds[k] })
  return sql<SqlBool>`("user".status <> 0 and (${sql.join([sql<SqlBool>`"user".id = ${actor.id}`, ...parts], sql` or `)}))`
}
