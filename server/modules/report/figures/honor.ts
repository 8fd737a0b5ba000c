import { sql } from 'kysely'
import {
  every,
  numberFilter,
  inScope,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'

type Months = Pick<ReportQuery, 'dari' | 'sampai' | 'actor' | 'saring'>
/** Returns the rows of coach pay that is final or paid, dated by the month of its lessons. */
export const honorRows = (query: Months, kunci: Sql): Sql => sql`
  select ${kunci} as kunci, h.id as dok, 'honor-periode' as entitas, h.id as acu, cast(null as integer) as item_id, h.periode || '-01' as tanggal, h.total as jumlah
  from honor_periode h where h.status <> 'draft' and h.periode between ${query.dari.slice(0, 7)} and ${query.sampai.slice(0, 7)} and ${every(
    [inScope(query.actor, sql`h.gedung_id`), numberFilter(query, 'gedung_id', sql`h.gedung_id`)],
  )}`
