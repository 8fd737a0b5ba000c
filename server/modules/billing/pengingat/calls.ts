/**
 * Call that returns the next reminder to send (domain.md 3.12). The response also contains
 * three counts: reminders that wait, that are paused, and that are outside the sending hours.
 */
import { sql, type SqlBool } from 'kysely'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { isQueued, pengingatModule } from '#server/modules/billing/pengingat/pengingat.ts'
import { isPaused, openZones } from '#server/modules/billing/pengingat/steps.ts'
import { readSettings } from '#server/settings.ts'

export const pengingatCalls: Pick<Handlers, 'nextPengingat'> = {
  nextPengingat: async (ctx, _, query) => {
    const time = ctx.jobs.now()
    const after = Number(query.setelah ?? 0)
    const zones = openZones(await readSettings(ctx.db), time)
    const paused = isPaused(sql`pengingat.billing_id`, time)
    const isOpen =
      zones.length > 0
        ? sql<SqlBool>`pengingat.gedung_id in (select g.id from gedung g where g.zona_waktu in (${sql.join(zones)}))`
        : sql<SqlBool>`1 = 0`
    const queued = sql<SqlBool>`${isQueued} and ${scopeOf(ctx, pengingatModule)}`
    const { rows: counts } = await sql<{ n: number; tertahan: number; malam: number }>`
      select count(*) as n, coalesce(sum(case when ${paused} then 1 else 0 end), 0) as tertahan,
        coalesce(sum(case when not (${paused}) and not (${isOpen}) then 1 else 0 end), 0) as malam
      from pengingat where ${queued}`.execute(ctx.db)
    const { rows } = await sql<{ id: number; billing_id: number }>`
      select pengingat.id, pengingat.billing_id from pengingat
      where ${queued} and not (${paused}) and ${isOpen} and pengingat.id <> ${after}
      order by case when pengingat.id > ${after} then 0 else 1 end, pengingat.id limit 1`.execute(
      ctx.db,
    )
    const [sums] = counts
    return {
      berikut: rows[0] ?? null,
      menunggu: Number(sums?.n ?? 0),
      tertahan: Number(sums?.tertahan ?? 0),
      di_luar_jam: Number(sums?.malam ?? 0),
    }
  },
}
