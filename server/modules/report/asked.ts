/** What a report is asked for, and the SQL that several of them share (domain.md 5). */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Wanted } from '#contract/report/report.ts'
import { zoneHours } from '#contract/values/tanggal.ts'
import type { Engine } from '#server/db/engine.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** What is asked for, by whom, of which engine; `hari_ini` is Jakarta's day. */
export interface Asked extends Wanted {
  engine: Engine
  actor: Actor
  hari_ini: string
}
export type Sql = RawBuilder<unknown>
export const always = sql<SqlBool>`1 = 1`
export const nothing = sql`null`

/**
 * One set of rows that figures are made of. Its rows have the columns `kunci` (by what they are
 * grouped), `dok` (which paper or person, as a number), `entitas` and `acu` (where they lead to),
 * `item_id` (the line of a bill, or null), `tanggal`, and what the figures take.
 */
export interface Source {
  rows: Sql
  /** What each figure takes of a row, and of which rows. */
  takes: Readonly<Record<string, Take>>
  /** A paper may have rows of several keys: how many there are is counted anew for the whole. */
  splits?: true
}
export interface Take {
  /** An amount; of a `count` nothing: it counts `dok`. */
  value?: Sql
  when?: Condition
}

/** Of the actor's outlets alone; nothing for whoever is no admin. */
export const isHere = (actor: Actor, column: Sql): Condition =>
  byRole(actor, { [RoleId.admin]: sql`${column} in (${outlets(actor)})` }) ?? always
/** A filter by number, where it is set. */
export const isAsked = ({ saring }: Pick<Asked, 'saring'>, name: string, column: Sql): Condition =>
  saring[name] === undefined ? always : sql<SqlBool>`${column} = ${Number(saring[name])}`
/** A filter by text, where it is set. */
export const isWord = ({ saring }: Pick<Asked, 'saring'>, name: string, column: Sql): Condition =>
  saring[name] === undefined ? always : sql<SqlBool>`${column} = ${saring[name]}`
export const every = (parts: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql` and `)})`
export const between = (column: Sql, { dari, sampai }: { dari: string; sampai: string }) =>
  sql<SqlBool>`${column} between ${dari} and ${sampai}`

const zones = ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura'] as const
/** The first moment of a day in a zone. */
const beginOf = (day: string, zone: string): string =>
  new Date(Date.parse(day) - zoneHours(zone) * 3_600_000).toISOString()
/** The same where a row's zone is; and the earliest and latest of all, which an index can bound. */
export const beginHere = (day: string, zona: Sql): Sql =>
  sql`case ${zona} when 'Asia/Jayapura' then ${beginOf(day, zones[2])} when 'Asia/Makassar' then ${beginOf(day, zones[1])} else ${beginOf(day, zones[0])} end`
export const earliestBegin = (day: string): string => beginOf(day, zones[2])
export const latestBegin = (day: string): string => beginOf(day, zones[0])

/** The day on which an instant was where its outlet is. */
export const dayHere = (engine: Engine, instant: Sql, zona: Sql): Sql =>
  engine === 'sqlite'
    ? sql`date(${instant}, case ${zona} when 'Asia/Jayapura' then '+9 hours' when 'Asia/Makassar' then '+8 hours' else '+7 hours' end)`
    : sql`to_char(${instant}::timestamptz at time zone ${zona}, 'YYYY-MM-DD')`
/** Days from one day to another. */
export const daysBetween = (engine: Engine, from: Sql, to: Sql): Sql =>
  engine === 'sqlite'
    ? sql`cast(julianday(${to}) - julianday(${from}) as integer)`
    : sql`(${to}::date - ${from}::date)`
/** A day some days later. */
export const daysLater = (engine: Engine, day: Sql, n: number): Sql =>
  engine === 'sqlite'
    ? sql`date(${day}, ${sql.lit(`+${n} days`)})`
    : sql`to_char(${day}::date + ${sql.lit(n)}, 'YYYY-MM-DD')`
