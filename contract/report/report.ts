/**
 * report(): one declaration of a report (domain.md 5), from which its calls, validation, query,
 * table, charts, totals, export, print and access follow.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { withMeta } from '#contract/fieldMeta.ts'
import { id, periode, tanggal, unwrap, metaOf } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'
import { currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'

/** Format of a figure: whole rupiah, a count, hundredths of a percent, days. */
export type FigureKind = 'rupiah' | 'angka' | 'persen' | 'hari'
interface Named {
  label: string
  /** Explanation of the figure, where its name is not sufficient. */
  hint?: string
}
/**
 * A figure computed from database rows: `sum` of their amounts, `count` of distinct documents or
 * people, or `median` of their values.
 */
interface Counted extends Named {
  kind: FigureKind
  rows: 'sum' | 'count' | 'median'
}
/**
 * Sums of other figures divided by another figure, times `times`. A ratio has no rows of its own.
 */
export interface Ratio extends Named {
  kind: FigureKind
  num: readonly (readonly [name: string, sign: 1 | -1])[]
  den: string
  times?: number
}
export type Figure = Counted | Ratio
export const isRatio = (figure: Figure): figure is Ratio => 'den' in figure
export type Values = Record<string, number | null>
/** Computes a ratio from known figures; null where the denominator is 0. */
export const ratioOf = ({ kind, num, den, times = 1 }: Ratio, values: Values): number | null => {
  const by = values[den] ?? 0
  if (by === 0 || num.every(([name]) => values[name] == null)) return null
  const over = num.reduce((sum, [name, sign]) => sum + sign * (values[name] ?? 0), 0)
  return Math.round((over * times * (kind === 'persen' ? 10_000 : 1)) / by)
}

interface Group extends Named {
  /** Bases with which the group is available; omitted: all. */
  bases?: readonly string[]
  /** Figures that are unknown for this group. */
  without?: readonly string[]
  /** Rows are ordered by key rather than by figure. */
  ordered?: true
  /**
   * Rows are states of other days: the ends of this many months up to the day. The total is the
   * state of the day itself, not a sum of the rows.
   */
  states?: number
}
/** A chart of a figure by a group, with the values of that group's table. */
export interface Chart {
  id: string
  title: string
  kind: 'bar' | 'bars' | 'line' | 'donut' | 'stack' | 'funnel'
  group: string
  figures: readonly string[]
  /** Maximum number of bars, the largest first. */
  top?: number
  /** Shows the whole year of the range, beside the year before. */
  year?: true
  bases?: readonly string[]
}
/** Time span of a report: a range, the state of a day, or a month compared with others. */
export type Span = 'rentang' | 'tanggal' | 'bulan'
const spans = {
  rentang: { dari: z.optional(tanggal('Dari')), sampai: z.optional(tanggal('Sampai')) },
  tanggal: { pada: z.optional(tanggal('Per Tanggal')) },
  bulan: { bulan: z.optional(periode('Bulan')) },
} as const

/** Returns the query parameter of a field, as text; an enumeration as one of its texts. */
const queryOf = (name: string, schema: z.ZodMiniType): z.ZodMiniType => {
  const meta = metaOf(schema)
  const words = meta?.options?.map((o) => String(o.value))
  const text = words
    ? z.literal(words, `${meta?.label ?? name} tidak dikenal`)
    : z.string().check(z.regex(/^[1-9]\d{0,8}$/, `${meta?.label ?? name} tidak dikenal`))
  return withMeta(z.optional(text), { label: name, control: 'text', ...meta })
}
const oneWord = (label: string, words: readonly string[]) =>
  withMeta(z.optional(z.literal(words, `${label} tidak dikenal`)), { label, control: 'text' })
/** Page number as in lists: a value that is not a number means the first page. */
const pageParameter = () => z.optional(z.string().check(z.maxLength(20, 'Maksimal 20 karakter')))

const values = () => z.record(z.string(), z.nullable(z.number()))
/** Key of the row that collects all entries without one. */
export const noKey = '-'
const line = z.object({
  /** Key for requesting the rows behind the figures; null: the line has none. */
  kunci: z.nullable(z.string()),
  label: z.string(),
  /** Section heading of the line, in reports with sections. */
  bagian: z.nullable(z.string()),
  /** Additional facts: a phone number, the dates of the latest documents. */
  keterangan: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  nilai: values(),
  /** Figures of the comparison period. */
  banding: z.nullable(values()),
})
export type ReportLine = z.infer<typeof line>
/** An active filter and its value as text. */
const filterWords = z.object({ label: z.string(), teks: z.string() })
export type FilterWords = z.infer<typeof filterWords>
const answer = z.object({
  kelompok: z.string(),
  basis: z.nullable(z.object({ kode: z.string(), label: z.string() })),
  /** Active filters of the report in words. */
  saring: z.array(filterWords),
  /** Days of the report; for the state of a day, `sampai` is that day. */
  periode: z.object({ dari: z.string(), sampai: z.string() }),
  banding: z.nullable(z.object({ dari: z.string(), sampai: z.string() })),
  /** Time at which the report was computed. */
  per: z.string(),
  baris: z.array(line),
  /** Sums of the remaining rows, where not all rows are returned. */
  lainnya: z.nullable(z.object({ jumlah: z.int(), nilai: values() })),
  total: z.object({ nilai: values(), banding: z.nullable(values()) }),
  /** Lines below the total, such as a margin, by the columns of the figures. */
  akhir: z.array(z.object({ label: z.string(), kind: z.literal('persen'), nilai: values() })),
})
export type ReportAnswer = z.infer<typeof answer>
/** A row behind a figure, and the record that it links to. */
const detail = z.object({
  entitas: z.string(),
  id: id(),
  tanggal: z.nullable(z.string()),
  nomor: z.nullable(z.string()),
  nama: z.nullable(z.string()),
  uraian: z.nullable(z.string()),
  nilai: z.nullable(z.number()),
})
export type ReportDetail = z.infer<typeof detail>

/** Calls of a report: its lines, the rows behind a figure, and its file. */
const callsOf = ({
  path,
  access,
  query,
  kelompok,
  banding,
  figures: all,
}: {
  path: string
  access: string
  query: Shape
  kelompok: z.ZodMiniType
  banding: z.ZodMiniType
  figures: Readonly<Record<string, Figure>>
}) => ({
  baris: call({
    method: 'GET',
    path,
    access: access as 'laporan/pendapatan',
    query: { ...query, kelompok, banding } as Shape,
    output: answer,
  }),
  rincian: call({
    method: 'GET',
    path: `${path}/rincian`,
    access: access as 'laporan/pendapatan',
    query: {
      ...query,
      kelompok,
      /** Omitted: the main figure. */
      ukuran: oneWord(
        'Ukuran',
        Object.keys(all).filter((name) => !isRatio(all[name]!)),
      ),
      /** Key of a row of the report; omitted for its total. */
      kunci: z.optional(z.string().check(z.maxLength(80, 'Maksimal 80 karakter'))),
      page: pageParameter(),
      'per-page': pageParameter(),
    } as Shape,
    output: z.array(detail),
  }),
  ekspor: call({
    method: 'GET',
    path: `${path}/ekspor`,
    access: 'laporan/ekspor',
    file: true,
    query: {
      ...query,
      kelompok,
      banding,
      format: z.optional(z.literal(['csv', 'xlsx'], 'Isi csv atau xlsx')),
    } as Shape,
    output: z.unknown(),
  }),
})

/**
 * Declares a report. `bases`: how dates are assigned, the first one is the default. `tiles` are
 * figures of the whole report, not of its rows. `sections`: headings of rows with a sum of each.
 */
export const report = <
  const Name extends string,
  const M extends Record<string, Figure>,
  const G extends Record<string, Group>,
  const T extends Record<string, Figure> = {},
>(def: {
  name: Name
  title: string
  span: Span
  bases: Readonly<Record<string, string>>
  filters: Shape
  groups: G
  figures: M
  tiles?: T
  /** The columns already compare periods, so that no comparison period is offered. */
  columnsAreTimes?: true
  charts: readonly Chart[]
  /** Figure by which rows are sorted, the largest first. */
  main: keyof NoInfer<M> & string
  sections?: Readonly<Record<string, string>>
  /** Additional text columns. */
  facts?: Readonly<Record<string, { label: string; groups: readonly string[] }>>
  /** Label of the total line. */
  totalLabel?: string
  /** Note printed below the report. */
  note?: string
}) => {
  const { tiles = {} as T } = def
  const all = { ...def.figures, ...tiles }
  const query: Shape = {
    ...spans[def.span],
    ...Object.fromEntries(
      Object.entries(def.filters).map(([name, schema]) => [name, queryOf(name, schema)]),
    ),
    basis: oneWord('Basis', Object.keys(def.bases)),
  }
  const kelompok = oneWord('Kelompok', Object.keys(def.groups))
  const banding = oneWord('Pembanding', ['bulan', 'tahun'])
  const access = `laporan/${def.name}` as `laporan/${Name}`
  const path = `/laporan/${def.name}`
  return {
    ...def,
    tiles,
    all,
    access,
    query,
    calls: callsOf({ path, access, query, kelompok, banding, figures: all }),
  }
}
/** Any report, as far as shared code needs it. */
export interface AnyReport {
  name: string
  title: string
  span: Span
  bases: Readonly<Record<string, string>>
  filters: Shape
  groups: Readonly<Record<string, Group>>
  figures: Readonly<Record<string, Figure>>
  tiles: Readonly<Record<string, Figure>>
  /** Figures and tiles. */
  all: Readonly<Record<string, Figure>>
  columnsAreTimes?: true
  charts: readonly Chart[]
  main: string
  sections?: Readonly<Record<string, string>>
  facts?: Readonly<Record<string, { label: string; groups: readonly string[] }>>
  totalLabel?: string
  note?: string
  access: string
  query: Shape
  calls: ReturnType<typeof report<string, Record<string, Figure>, Record<string, Group>>>['calls']
}

/** Parameters of a report from a URL, with defaults filled in. */
export interface ReportParameters {
  dari: string
  sampai: string
  basis: string
  kelompok: string
  /** Active filters by name. */
  saring: Readonly<Record<string, string>>
}
type Search = Readonly<Record<string, unknown>>
const textOf = (search: Search, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const usualSpan = (span: Span, search: Search, today: string) => {
  const month = today.slice(0, 7)
  switch (span) {
    case 'rentang': {
      const dari = textOf(search, 'dari')
      const sampai = textOf(search, 'sampai')
      return {
        dari: dari ?? firstDay((sampai ?? today).slice(0, 7)),
        sampai: sampai ?? lastDay((dari ?? today).slice(0, 7)),
      }
    }
    case 'tanggal': {
      const pada = textOf(search, 'pada') ?? today
      return { dari: pada, sampai: pada }
    }
    case 'bulan': {
      const bulan = textOf(search, 'bulan') ?? month
      return { dari: firstDay(bulan), sampai: lastDay(bulan) }
    }
  }
}
/** Whether a group is available with a basis. */
export const goesWith = (of: { bases?: readonly string[] } | undefined, basis: string): boolean =>
  of !== undefined && (of.bases === undefined || of.bases.includes(basis))
/** Returns the requested parameters, with defaults for missing ones. */
export const reportParametersOf = (
  of: AnyReport,
  search: Search,
  today = currentDay(),
): ReportParameters => {
  const basis = textOf(search, 'basis') ?? Object.keys(of.bases)[0] ?? ''
  const groups = Object.keys(of.groups).filter((name) => goesWith(of.groups[name], basis))
  return {
    ...usualSpan(of.span, search, today),
    basis,
    kelompok: textOf(search, 'kelompok') ?? groups[0] ?? '',
    saring: Object.fromEntries(
      Object.keys(of.filters).flatMap((name) => {
        const value = textOf(search, name)
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  }
}
/** Returns the figures of a group, except those unknown for it. */
export const figuresOf = (of: AnyReport, kelompok: string): string[] =>
  Object.keys(of.figures).filter((name) => !of.groups[kelompok]?.without?.includes(name))
/** Returns the label of the total line. */
export const totalLabelOf = (
  { totalLabel = 'Total', groups }: Pick<AnyReport, 'totalLabel' | 'groups'>,
  kelompok: string,
): string => (groups[kelompok]?.states ? 'Pada tanggal laporan' : totalLabel)
/** Returns label and control of a filter. */
export const filterMeta = (of: AnyReport, name: string) => {
  const schema = of.filters[name]
  return schema && metaOf(unwrap(schema))
}
