/** SQL conditions for future lessons that lack a coach because of an approved leave. */
import { sql, type SqlBool } from 'kysely'
import { now } from '#server/http/context.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** SQL condition for lessons that are scheduled and have not begun. */
export const isAwaited = (): Condition =>
  sql<SqlBool>`(pertemuan.status = 'terjadwal' and pertemuan.mulai_at > ${now()})`

/** SQL condition for the future lessons of a coach on the days of a leave. */
export const isOpenFor = (leave: {
  pelatih_id: number
  mulai: string
  selesai: string
}): Condition =>
  sql<SqlBool>`(pertemuan.pelatih_id = ${leave.pelatih_id} and pertemuan.tanggal >= ${leave.mulai} and pertemuan.tanggal <= ${leave.selesai} and ${isAwaited()})`

/**
 * SQL condition for the future lessons during any approved leave of their coach, which need a
 * substitute (domain.md 2.4).
 */
export const needsSubstitute = (): Condition =>
  sql<SqlBool>`(${isAwaited()} and exists (select 1 from pelatih_libur l where l.pelatih_id = pertemuan.pelatih_id and l.status = 'disetujui' and l.mulai <= pertemuan.tanggal and l.selesai >= pertemuan.tanggal))`
