import { sql } from 'kysely'
import { hariLibur } from '#contract/resources/hariLibur.ts'
import type { Trx, Db } from '#server/db/tables.ts'
import { module } from '#server/http/module.ts'
import { byRole, outlets } from '#server/modules/scope.ts'

export const hariLiburModule = module(hariLibur, {
  scope: (actor) =>
    byRole(actor, {
      2: sql`(hari_libur.gedung_id is null or hari_libur.gedung_id in (${outlets(actor)}))`,
    }),
  filters: {
    tahun: (tahun) => sql`hari_libur.tanggal between ${`${tahun}-01-01`} and ${`${tahun}-12-31`}`,
    berlaku_di: (gedung) => sql`(hari_libur.gedung_id is null or hari_libur.gedung_id = ${gedung})`,
  },
})

/** Days of a period that lower the charge, by outlet: its own and those of all. One query for a whole generation. */
export const liburProrata = async (
  db: Db | Trx,
  dari: string,
  sampai: string,
): Promise<(gedung: number) => readonly string[]> => {
  const rows = await db
    .selectFrom('hari_libur')
    .select(['gedung_id', 'tanggal'])
    .where('prorata', '=', 1)
    .where('tanggal', '>=', dari)
    .where('tanggal', '<=', sampai)
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
