/** The figures of a report, by the keys of its group, and of the whole. */
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
import type { Db } from '#server/db/tables.ts'
import {
  always,
  type Asked,
  type Source,
  type Sql,
  type Take,
} from '#server/modules/report/asked.ts'
import type { ReportModule } from '#server/modules/report/module.ts'

/** Figures by key, `Values` of every figure that is known by the group. */
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
/** The middle of values, which are in order; of an even number the mean of the two. */
const medianOf = (values: readonly number[]): number | null => {
  const middle = values.length / 2
  if (values.length === 0) return null
  const [a = 0, b = 0] = Number.isInteger(middle)
    ? [values[middle - 1], values[middle]]
    : [values[Math.floor(middle)], values[Math.floor(middle)]]
  return (a + b) / 2
}
const keyOf = (key: string | number | null): string => (key === null ? noKey : String(key))

/** Medians are not sums: their values are read. They are few, as people are. */
const readMedians = async (
  db: Db,
  name: string,
  { rows }: Source,
  { value, when = always }: Take,
): Promise<{ byKey: Map<string, number | null>; total: number | null }> => {
  const found = await sql<{ kunci: string | number | null; nilai: number }>`
    select f.kunci, ${value} as nilai from (${rows}) f where ${when} and ${value} is not null order by 2`.execute(
    db,
  )
  const groups = Map.groupBy(found.rows, (r) => keyOf(r.kunci))
  return {
    byKey: new Map(
      [...groups].map(([key, list]) => [key, medianOf(list.map((r) => Number(r.nilai)))]),
    ),
    total: medianOf(found.rows.map((r) => Number(r.nilai))),
  }
}

/** What one set of rows says. */
const readSource = async (db: Db, report: AnyReport, source: Source): Promise<Figures> => {
  const figures = Object.entries(source.takes).map(([name, take]) => ({
    name,
    take,
    figure: report.all[name],
  }))
  const summed = figures.flatMap(({ name, take, figure }) =>
    figure && !isMedian(figure) ? [{ name, take, figure }] : [],
  )
  const select = (list: typeof summed) =>
    sql.join(
      list.map(({ name, take, figure }) => sql`${aggregate(figure, take)} as ${sql.ref(name)}`),
    )
  const byKey: ByKey = new Map()
  const total: Values = {}
  if (summed.length > 0) {
    const { rows } = await sql<Rows>`
      select f.kunci, ${select(summed)} from (${source.rows}) f group by f.kunci`.execute(db)
    for (const { kunci, ...values } of rows)
      byKey.set(
        keyOf(kunci),
        Object.fromEntries(Object.entries(values).map(([k, v]) => [k, Number(v)])),
      )
    for (const { name } of summed)
      total[name] = [...byKey.values()].reduce((sum, v) => sum + (v[name] ?? 0), 0)
    // One paper may stand under several keys: of the whole it is one.
    const counted = summed.filter(({ figure }) => !isRatio(figure) && figure.rows === 'count')
    if (source.splits && byKey.size > 1 && counted.length > 0) {
      const whole = await sql<Rows>`select ${select(counted)} from (${source.rows}) f`.execute(db)
      for (const { name } of counted) total[name] = Number(whole.rows[0]?.[name] ?? 0)
    }
  }
  for (const { name, take, figure } of figures) {
    if (!isMedian(figure)) continue
    const medians = await readMedians(db, name, source, take)
    total[name] = medians.total
    for (const [key, value] of medians.byKey) byKey.set(key, { ...byKey.get(key), [name]: value })
  }
  return { byKey, total }
}

/** Figures that are known but that no row has are nothing, or no median. */
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

/** Every figure of a report by its keys and of the whole, tiles too. */
export const readFigures = async (
  db: Db,
  { report, sources, tiles }: ReportModule,
  asked: Asked,
): Promise<Figures> => {
  const names = figuresOf(report, asked.kelompok)
  const byKey: ByKey = new Map()
  const total: Values = {}
  for (const source of sources(asked)) {
    const found = await readSource(db, report, source)
    for (const [key, values] of found.byKey) byKey.set(key, { ...byKey.get(key), ...values })
    Object.assign(total, found.total)
  }
  const known = new Set<string>()
  for (const source of tiles?.(asked) ?? []) {
    Object.assign(total, (await readSource(db, report, source)).total)
    for (const name of Object.keys(source.takes)) known.add(name)
  }
  // A tile that was not asked for, such as money under a filter by courses, is not known.
  const shown = Object.entries(report.tiles).flatMap(([name, figure]) => {
    const isKnown = isRatio(figure)
      ? [figure.den, ...figure.num.map(([n]) => n)].every((n) => known.has(n) || names.includes(n))
      : known.has(name)
    return isKnown ? [name] : []
  })
  return {
    byKey: new Map([...byKey].map(([key, values]) => [key, completed(report, names, values)])),
    total: completed(report, [...names, ...shown], total),
  }
}

const isKey = (kunci: string) =>
  kunci === noKey ? sql<SqlBool>`f.kunci is null` : sql<SqlBool>`cast(f.kunci as text) = ${kunci}`
/** The rows behind a figure: of one key, or of the whole. */
export const rowsBehind = (
  module: ReportModule,
  asked: Asked,
  { ukuran, kunci }: { ukuran: string; kunci: string | undefined },
): Sql | undefined => {
  const isTile = Object.hasOwn(module.report.tiles, ukuran)
  const all = (isTile ? module.tiles : module.sources)?.(asked) ?? []
  const source = all.find((s) => Object.hasOwn(s.takes, ukuran))
  const figure = module.report.all[ukuran]
  const take = source?.takes[ukuran]
  if (!source || !take || !figure || isRatio(figure)) return undefined
  const { value, when = always } = take
  const ofKey = kunci === undefined ? always : isKey(kunci)
  const counts = figure.rows === 'count'
  const isThere = counts ? always : sql<SqlBool>`${value} is not null and ${value} <> 0`
  const where = sql`${when} and ${ofKey} and ${figure.rows === 'median' ? sql`${value} is not null` : isThere}`
  return counts
    ? sql`select f.dok, min(f.entitas) as entitas, min(f.acu) as acu, min(f.item_id) as item_id, min(f.tanggal) as tanggal, 1 as nilai
        from (${source.rows}) f where ${where} group by f.dok`
    : sql`select f.dok, f.entitas, f.acu, f.item_id, f.tanggal, ${value} as nilai from (${source.rows}) f where ${where}`
}
