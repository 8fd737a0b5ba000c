/** Finds months whose bills should have been generated but were not (domain.md 3.2). */
import { sql, type SqlBool } from 'kysely'
import { monthsToGenerate } from '#contract/billing/rules/tagihan.ts'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { readSettings } from '#server/settings.ts'

interface Outlet {
  id: number
  nama: string
}
/**
 * Reads the active outlets in the actor's scope that have an enrolment in the month. Only active
 * enrolments and enrolments on leave count.
 */
const readTeaching = ({ db, actor }: Ctx, periode: string): Promise<Outlet[]> => {
  const scope = byRole(actor, { admin: sql`gedung.id in (${outlets(actor)})` })
  const { aktif, cuti } = KursusPesertaStatus
  return db
    .selectFrom('gedung')
    .select(['gedung.id', 'gedung.nama'])
    .where('gedung.status', '=', 'aktif')
    .where(scope ?? sql<SqlBool>`1 = 1`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('kursus_peserta as kp')
          .select(sql`1`.as('one'))
          .whereRef('kp.gedung_id', '=', 'gedung.id')
          .where('kp.status', 'in', [aktif, cuti])
          .where('kp.mulai', '<=', lastDay(periode))
          .where((eb) =>
            eb.or([eb('kp.selesai', 'is', null), eb('kp.selesai', '>=', firstDay(periode))]),
          ),
      ),
    )
    .orderBy('gedung.nama')
    .execute()
}
/**
 * Returns a function that says whether a finished run has generated the month for an outlet. A run
 * without chosen outlets covers the outlets of the user who started it.
 */
const readCovered = async (db: Db, periode: string): Promise<(outlet: Outlet) => boolean> => {
  const runs = await db
    .selectFrom('generate_batch')
    .select(['gedung', 'oleh'])
    .where('periode', '=', periode)
    .where('status', '=', 'selesai')
    .execute()
  if (runs.length === 0) return () => false
  const limits = await db
    .selectFrom('user_gedung')
    .selectAll()
    .where('user_id', 'in', [...new Set(runs.map(({ oleh }) => oleh))])
    .execute()
  const outletsOf = Map.groupBy(limits, ({ user_id }) => user_id)
  const covered = runs.map(({ gedung, oleh }) => {
    const chosen = fromJson<number[]>(gedung)
    return chosen.length > 0 ? chosen : (outletsOf.get(oleh) ?? []).map((row) => row.gedung_id)
  })
  return ({ id }) => covered.some((ids) => ids.length === 0 || ids.includes(id))
}

/**
 * Returns the months that should have been generated and were not. `outlet` names the outlets
 * without generated bills; it is empty if no outlet of the actor has generated bills.
 */
export const readUngenerated = async (
  ctx: Ctx,
): Promise<{ periode: string; outlet: string[] }[]> => {
  const { hari_terbit, tanggal_mulai_sekolah } = await readSettings(ctx.db)
  const months = monthsToGenerate({
    today: currentDay(),
    hari_terbit,
    earliest: tanggal_mulai_sekolah,
  })
  const ungenerated = await Promise.all(
    months.map(async (periode) => {
      const [teaching, isCovered] = [
        await readTeaching(ctx, periode),
        await readCovered(ctx.db, periode),
      ]
      const open = teaching.filter((outlet) => !isCovered(outlet))
      if (open.length === 0) return []
      return [{ periode, outlet: open.length === teaching.length ? [] : open.map((o) => o.nama) }]
    }),
  )
  return ungenerated.flat()
}
