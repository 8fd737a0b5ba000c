/** Computes the figures of a report, for each key of its group and in total. */
import { sql, type SqlBool } from 'kysely'
import {
  figuresOf,
  isRatio,
  noKey,
  ratioOf,
  type AnyReport,
  type Figure,
  type Values,
} from '#contract/report/report.ts'
import { addMonths, lastDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { ReportModule } from '#server/modules/report/module.ts'
import {
  always,
  type ReportQuery,
  type Source,
  type Sql,
  type Take,
} from '#server/modules/report/reportQuery.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Figures of a report by key of its group. `Values` contains every figure that is available for the
 * group.
 */
export type ByKey = Map<string, Values>
interface Figures {
  byKey: ByKey
  total: Values
}
type Rows = { kunci: string | number | null } & Record<string, number | string | null>

const aggregate = (figure: Figure, { value, when = always }: Take): Sql => {
  if (!isRatio(figure) && figure.rows === 'count')
    return when === always
      ? sql`count(distinct f.dok)`
      : sql`count(distinct case when ${when} then f.dok end)`
  return when === always
    ? sql`coalesce(sum(${value}), 0)`
    : sql`coalesce(sum(case when ${when} then ${value} else 0 end), 0)`
}
const isMedian = (figure: Figure | undefined): boolean =>
  figure !== undefined && !isRatio(figure) && figure.rows === 'median'
/**
 * Returns the median of sorted values, which is the mean of the two middle values for an even
 * number; null without values.
 */
const medianOf = (values: readonly number[]): number | null => {
  const middle = values.length / 2
  if (values.length === 0) return null
  const [a = 0, b = 0] = Number.isInteger(middle)
    ? [values[middle - 1], values[middle]]
    : [values[Math.floor(middle)], values[Math.floor(middle)]]
  return (a + b) / 2
}
const keyOf = (key: string | number | null): string => (key === null ? noKey : String(key))

/**
 * Reads the medians of a figure by key and in total. A median cannot be computed from sums, so all
 * values of the figure are read.
 */
const readMedians = async (
  db: Db,
  name: string,
  { rows }: Source,
  { value, when = always }: Take,
): Promise<{ byKey: Map<string, number | null>; total: number | null }> => {
  const result = await sql<{ kunci: string | number | null; nilai: number }>`
    select f.kunci, ${value} as nilai from (${rows}) f where ${when} and ${value} is not null order by 2`.execute(
    db,
  )
  const groups = Map.groupBy(result.rows, (r) => keyOf(r.kunci))
  return {
    byKey: new Map(
      [...groups].map(([key, list]) => [key, medianOf(list.map((r) => Number(r.nilai)))]),
    ),
    total: medianOf(result.rows.map((r) => Number(r.nilai))),
  }
}

interface Summed {
  name: string
  take: Take
  figure: Figure
}
/**
 * Reads sums and counts by key and in total. The query of the source runs only once, even if some
 * totals are counted separately from the keys.
 */
const readSums = async (db: Db, source: Source, summed: readonly Summed[]): Promise<Figures> => {
  // Finds the counts whose total is counted separately: a document may appear under several keys,
  // but counts once in the total.
  const counted = summed.filter(
    ({ figure }) => source.splits && !isRatio(figure) && figure.rows === 'count',
  )
  const column = ({ name, take, figure }: Summed) =>
    sql`${aggregate(figure, take)} as ${sql.ref(name)}`
  const byKeyOf = (from: Sql) =>
    sql`select 0 as utuh, f.kunci, ${sql.join(summed.map(column))} from ${from} group by f.kunci`
  const whole = summed.map((item) =>
    counted.includes(item) ? column(item) : sql`0 as ${sql.ref(item.name)}`,
  )
  const query =
    counted.length === 0
      ? byKeyOf(sql`(${source.rows}) f`)
      : sql`with f as materialized (${source.rows}) ${byKeyOf(sql`f`)} union all select 1, null, ${sql.join(whole)} from f`
  const { rows } = await sql<Rows & { utuh: number }>`${query}`.execute(db)
  const byKey: ByKey = new Map()
  let all: Values = {}
  for (const { kunci, utuh, ...values } of rows) {
    const numbers = Object.fromEntries(Object.entries(values).map(([k, v]) => [k, Number(v)]))
    if (Number(utuh) === 0) byKey.set(keyOf(kunci), numbers)
    else all = numbers
  }
  const total: Values = {}
  for (const { name } of summed)
    total[name] = [...byKey.values()].reduce((sum, v) => sum + (v[name] ?? 0), 0)
  for (const { name } of counted) total[name] = all[name] ?? 0
  return { byKey, total }
}

/** Reads all figures that are computed from one source (a query of report rows). */
const readSource = async (db: Db, report: AnyReport, source: Source): Promise<Figures> => {
  const figures = Object.entries(source.takes).map(([name, take]) => ({
    name,
    take,
    figure: report.all[name],
  }))
  const summed = figures.flatMap(({ name, take, figure }) =>
    figure && !isMedian(figure) ? [{ name, take, figure }] : [],
  )
  const { byKey, total }: Figures =
    summed.length > 0 ? await readSums(db, source, summed) : { byKey: new Map(), total: {} }
  for (const { name, take, figure } of figures) {
    if (!isMedian(figure)) continue
    const medians = await readMedians(db, name, source, take)
    total[name] = medians.total
    for (const [key, value] of medians.byKey) byKey.set(key, { ...byKey.get(key), [name]: value })
  }
  return { byKey, total }
}

/**
 * Returns the values of a line for all names in `names`. Sums and counts without rows become 0, and
 * medians without rows become null. Ratios are computed from the other values.
 */
const completed = (report: AnyReport, names: readonly string[], values: Values): Values => {
  const all: Values = Object.fromEntries(
    names.map((name) => {
      const figure = report.all[name]
      if (figure && isRatio(figure)) return [name, null]
      return [name, values[name] ?? (isMedian(figure) ? null : 0)]
    }),
  )
  for (const name of names) {
    const figure = report.all[name]
    if (figure && isRatio(figure)) all[name] = ratioOf(figure, all)
  }
  return all
}

/**
 * Returns the last `months` months, ending with the month of `day`. `kunci` is the month. `pada` is
 * the last day of the month or, for the month of `day`, `day` itself.
 */
const statesOf = (months: number, day: string): { kunci: string; pada: string }[] =>
  Array.from({ length: months }, (_, i) => {
    const kunci = addMonths(day.slice(0, 7), i + 1 - months)
    return { kunci, pada: i === months - 1 ? day : lastDay(kunci) }
  })
/**
 * Returns the queries to run in sequence. Usually this is one query for the whole range. For a
 * group whose lines show the state at the end of a month, it is one query per line.
 */
const partsOf = (
  { groups }: AnyReport,
  query: ReportQuery,
): readonly { kunci?: string; asked: ReportQuery }[] => {
  const states = groups[query.kelompok]?.states
  return states
    ? statesOf(states, query.sampai).map(({ kunci, pada }) => ({
        kunci,
        asked: { ...query, dari: pada, sampai: pada },
      }))
    : [{ asked: query }]
}

/** Reads every figure of a report by key and in total, including the figures of tiles. */
export const readFigures = async (
  db: Db,
  { report, sources, tiles }: ReportModule,
  query: ReportQuery,
): Promise<Figures> => {
  const names = figuresOf(report, query.kelompok)
  const byKey: ByKey = new Map()
  const total: Values = {}
  const knownNames = new Set<string>()
  for (const { kunci, asked: of } of partsOf(report, query))
    for (const source of sources(of)) {
      const figures = await readSource(db, report, source)
      const lines = kunci === undefined ? figures.byKey : [[kunci, figures.total] as const]
      for (const [key, values] of lines) byKey.set(key, { ...byKey.get(key), ...values })
      // Overwrites the total of the previous query, so that the last query, for the latest day,
      // determines the total.
      Object.assign(total, figures.total)
      for (const name of Object.keys(source.takes)) knownNames.add(name)
    }
  for (const source of tiles?.(query) ?? []) {
    Object.assign(total, (await readSource(db, report, source)).total)
    for (const name of Object.keys(source.takes)) knownNames.add(name)
  }
  // Omits tiles whose figures no source has computed, for example amounts of money while the report
  // is filtered by course.
  const tileNames = Object.entries(report.tiles).flatMap(([name, figure]) => {
    const isKnown = isRatio(figure)
      ? [figure.den, ...figure.num.map(([n]) => n)].every(
          (n) => knownNames.has(n) || names.includes(n),
        )
      : knownNames.has(name)
    return isKnown ? [name] : []
  })
  return {
    byKey: new Map([...byKey].map(([key, values]) => [key, completed(report, names, values)])),
    total: completed(report, [...names, ...tileNames], total),
  }
}

const isKey = (kunci: string) =>
  kunci === noKey ? sql<SqlBool>`f.kunci is null` : sql<SqlBool>`cast(f.kunci as text) = ${kunci}`
/**
 * Returns the query that contains the rows of a key, and the condition that selects the rows of
 * this key. If each line shows the state on a different day, each line has its own query, and the
 * condition selects all rows of this query. Without a key, returns the query for the total. Returns
 * undefined for an unknown key.
 */
const partOf = (
  report: AnyReport,
  query: ReportQuery,
  kunci: string | undefined,
): { asked: ReportQuery; ofKey: Condition } | undefined => {
  const parts = partsOf(report, query)
  const part = kunci === undefined ? parts.at(-1) : parts.find((p) => (p.kunci ?? kunci) === kunci)
  const isWhole = kunci === undefined || part?.kunci !== undefined
  return part && { asked: part.asked, ofKey: isWhole ? always : isKey(kunci) }
}
/**
 * Returns the SQL for the detail rows of a figure, for one key or for the total; undefined for an
 * unknown figure or key.
 */
export const rowsBehind = (
  module: ReportModule,
  query: ReportQuery,
  { ukuran, kunci }: { ukuran: string; kunci: string | undefined },
): Sql | undefined => {
  const part = partOf(module.report, query, kunci)
  if (!part) return undefined
  // Searches the sources of the lines too, because a tile may show a figure from these sources.
  const all = [...module.sources(part.asked), ...(module.tiles?.(part.asked) ?? [])]
  const source = all.find((s) => Object.hasOwn(s.takes, ukuran))
  const figure = module.report.all[ukuran]
  const take = source?.takes[ukuran]
  if (!source || !take || !figure || isRatio(figure)) return undefined
  const { value, when = always } = take
  const ofKey = part.ofKey
  const counts = figure.rows === 'count'
  const isThere = counts ? always : sql<SqlBool>`${value} is not null and ${value} <> 0`
  const where = sql`${when} and ${ofKey} and ${figure.rows === 'median' ? sql`${value} is not null` : isThere}`
  return counts
    ? sql`select f.dok, min(f.entitas) as entitas, min(f.acu) as acu, min(f.item_id) as item_id, min(f.tanggal) as tanggal, 1 as nilai
        from (${source.rows}) f where ${where} group by f.dok`
    : sql`select f.dok, f.entitas, f.acu, f.item_id, f.tanggal, ${value} as nilai from (${source.rows}) f where ${where}`
}
