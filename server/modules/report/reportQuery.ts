/** Query of a report, and SQL that several reports use (domain.md 5). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ReportParameters } from '#contract/report/report.ts'
import { zoneHours } from '#contract/values/tanggal.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Parameters of a report with its actor and engine. `hari_ini` is the current date in Jakarta. */
export interface ReportQuery extends ReportParameters {
  engine: Engine
  actor: Actor
  hari_ini: string
}
export type Sql = RawBuilder<unknown>
export const always = sql<SqlBool>`1 = 1`
export const nothing = sql`null`

/**
 * Set of rows from which figures are computed. Columns: `kunci` (key of the group), `dok` (id of
 * the document or person that is counted), `entitas` and `acu` (entity and id of the linked
 * record), `item_id` (bill line, or null), `tanggal`, and the values used by the figures.
 */
export interface Source {
  rows: Sql
  /** Rule for computing each figure from the rows. The key is the name of the figure. */
  takes: Readonly<Record<string, Take>>
  /**
   * True if a document may have rows under several keys. The total then counts each document once.
   */
  splits?: true
}
export interface Take {
  /** Value that a row adds to the figure; undefined for a figure that counts documents (`dok`). */
  value?: Sql
  /** Condition for the rows that count; undefined if all rows count. */
  when?: Condition
}

/**
 * Returns the condition for rows of an admin's outlets. Other roles that do not see all outlets get
 * no rows.
 */
export const inScope = (actor: Actor, column: Sql): Condition =>
  byRole(actor, { admin: sql`${column} in (${outlets(actor)})` }) ?? always
/** Returns the condition of a numeric filter; always true if the filter is not set. */
export const numberFilter = (
  { saring }: Pick<ReportQuery, 'saring'>,
  name: string,
  column: Sql,
): Condition =>
  saring[name] === undefined ? always : sql<SqlBool>`${column} = ${Number(saring[name])}`
/** Returns the condition of a text filter; always true if the filter is not set. */
export const textFilter = (
  { saring }: Pick<ReportQuery, 'saring'>,
  name: string,
  column: Sql,
): Condition => (saring[name] === undefined ? always : sql<SqlBool>`${column} = ${saring[name]}`)
export const every = (parts: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql` and `)})`
export const between = (column: Sql, { dari, sampai }: { dari: string; sampai: string }) =>
  sql<SqlBool>`${column} between ${dari} and ${sampai}`

const zones = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const
/** Returns the first instant of a day in a time zone. */
const beginOf = (day: string, zone: string): string =>
  new Date(Date.parse(day) - zoneHours(zone) * 3_600_000).toISOString()
/**
 * Returns the SQL for the first instant of a day in the time zone that the expression `zona`
 * yields.
 */
export const beginHere = (day: string, zona: Sql): Sql =>
  sql`case ${zona} when 'Asia/Jayapura' then ${beginOf(day, zones[2])} when 'Asia/Makassar' then ${beginOf(day, zones[1])} else ${beginOf(day, zones[0])} end`
/**
 * Returns the first instant of a day in the zone where the day begins first. Index scans use it as
 * the lower bound for all zones.
 */
export const earliestBegin = (day: string): string => beginOf(day, zones[2])
/**
 * Returns the first instant of a day in the zone where the day begins last. Index scans use it as
 * the upper bound for all zones.
 */
export const latestBegin = (day: string): string => beginOf(day, zones[0])

/** Returns the SQL for the date of an instant in the time zone `zona`. */
export const dayHere = (engine: Engine, instant: Sql, zona: Sql): Sql =>
  engine === 'sqlite'
    ? sql`date(${instant}, case ${zona} when 'Asia/Jayapura' then '+9 hours' when 'Asia/Makassar' then '+8 hours' else '+7 hours' end)`
    : sql`to_char(${instant}::timestamptz at time zone ${zona}, 'YYYY-MM-DD')`
/** Returns the SQL for the number of days from one date to another. */
export const daysBetween = (engine: Engine, from: Sql, to: Sql): Sql =>
  engine === 'sqlite'
    ? sql`cast(julianday(${to}) - julianday(${from}) as integer)`
    : sql`(${to}::date - ${from}::date)`
/** Returns the SQL for the date `n` days after a day. */
export const daysLater = (engine: Engine, day: Sql, n: number): Sql =>
  engine === 'sqlite'
    ? sql`date(${day}, ${sql.lit(`+${n} days`)})`
    : sql`to_char(${day}::date + ${sql.lit(n)}, 'YYYY-MM-DD')`
