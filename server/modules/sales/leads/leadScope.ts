/**
 * Row scope of leads (domain.md section 4), and conditions for leads by the day of their next step.
 */
import { sql, type SqlBool } from 'kysely'
import { type JatuhTindakLanjut } from '#contract/sales/leadEnums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Condition for leads that are neither deleted nor merged into another lead. */
const isLive = sql<SqlBool>`lead.dihapus_at is null`
/**
 * Returns the row scope of leads. Admins see the leads of their outlets, sales people their own.
 */
export const leadScope = (actor: Actor): Condition => {
  const roleScope = byRole(actor, {
    admin: sql`lead.gedung_id in (${outlets(actor)})`,
    sales: sql`lead.sales_id = ${actor.id}`,
  })
  return roleScope ? sql<SqlBool>`(${isLive} and ${roleScope})` : isLive
}
/**
 * Condition for open leads. It must equal the condition of the index `lead_lanjut`, so that queries
 * can use that index.
 */
export const isOpenLead = sql<SqlBool>`lead.tahap not in ('menang', 'kalah')`

type Jatuh = (typeof JatuhTindakLanjut.options)[number]['value']
/**
 * Returns the current day at a lead's outlet as an expression (`here`), and the latest current day
 * of all time zones (`latest`), which an index can use as a bound.
 */
const today = () => {
  const [wib, wita, wit] = [
    currentDay('Asia/Jakarta'),
    currentDay('Asia/Makassar'),
    currentDay('Asia/Jayapura'),
  ]
  const here =
    wib === wit
      ? sql`${wit}`
      : sql`case (select g.zona_waktu from gedung g where g.id = lead.gedung_id) when 'Asia/Jayapura' then ${wit} when 'Asia/Makassar' then ${wita} else ${wib} end`
  return { here, latest: wit }
}
/**
 * Returns the condition for open leads whose next step is due, late, due today, due later, or not
 * set. The current day is that of the lead's outlet.
 */
export const isDue = (jatuh: Jatuh): Condition => {
  const { here, latest } = today()
  const day = sql`lead.tindak_lanjut_at`
  const when: Record<Jatuh, Condition> = {
    perlu: sql<SqlBool>`${day} <= ${latest} and ${day} <= ${here}`,
    terlambat: sql<SqlBool>`${day} <= ${latest} and ${day} < ${here}`,
    hari_ini: sql<SqlBool>`${day} <= ${latest} and ${day} = ${here}`,
    nanti: sql<SqlBool>`${day} > ${here}`,
    tanpa: sql<SqlBool>`${day} is null`,
  }
  return sql<SqlBool>`(${isOpenLead} and ${when[jatuh]})`
}
