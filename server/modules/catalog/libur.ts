import { sql } from 'kysely'
import { hariLibur } from '#contract/catalog/hariLibur.ts'
import type { Trx, Db } from '#server/db/tables.ts'
import { followHolidays } from '#server/modules/schedule/holidayLessons.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'

export const hariLiburModule = module(hariLibur, {
  scope: (actor) =>
    byRole(actor, {
      2: sql`(hari_libur.gedung_id is null or hari_libur.gedung_id in (${outlets(actor)}))`,
    }),
  after: ({ trx, ctx, input, current }) =>
    followHolidays(trx, { at: new Date(), by: ctx.actor.id }, current ? [current, input] : [input]),
  remove: async ({ trx, ctx, row }) => {
    await trx.deleteFrom('hari_libur').where('id', '=', row.id).execute()
    await followHolidays(trx, { at: new Date(), by: ctx.actor.id }, [row])
  },
  filters: {
    tahun: (tahun) => sql`hari_libur.tanggal between ${`${tahun}-01-01`} and ${`${tahun}-12-31`}`,
    berlaku_di: (gedung) => sql`(hari_libur.gedung_id is null or hari_libur.gedung_id = ${gedung})`,
  },
})

/**
 * Days of a period that lower the charge, by outlet: its own and those of all. One query for a
 * whole generation.
 */
export const readLiburProrata = async (
  db: Db | Trx,
  from: string,
  to: string,
): Promise<(gedung: number) => readonly string[]> => {
  const rows = await db
    .selectFrom('hari_libur')
    .select(['gedung_id', 'tanggal'])
    .where('prorata', '=', 1)
    .where('tanggal', '>=', from)
    .where('tanggal', '<=', to)
    .execute()
  const known = new Map<number, readonly string[]>()
  return (gedung) => {
    const own =
      known.get(gedung) ??
      rows.filter((r) => r.gedung_id === null || r.gedung_id === gedung).map((r) => r.tanggal)
    known.set(gedung, own)
    return own
  }
}
