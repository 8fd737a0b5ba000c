/**
 * Declaration of a report (domain.md 5), from which calls, table, charts, export and access are
 * derived. A figure is a column of numbers. A group combines database rows into lines, such as one
 * line per outlet. A basis decides which records count, for example bills by their issue date.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { withMeta } from '#contract/fieldMeta.ts'
import { id, periode, tanggal, unwrap, metaOf } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'
import { currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'

/** Formats of a figure: whole rupiah, a number, hundredths of a percent, or days. */
export type FigureKind = 'rupiah' | 'angka' | 'persen' | 'hari'
interface Named {
  label: string
  /** Explanation, if the label is not sufficient. */
  hint?: string
}
/**
 * A figure computed from database rows: the `sum` of their amounts, the `count` of distinct
 * documents or people, or the `median` of their values.
 */
interface Counted extends Named {
  kind: FigureKind
  rows: 'sum' | 'count' | 'median'
}
/**
 * Figure computed from other figures: `times` (default 1) × (signed sum of `num`) / `den`. The user
 * cannot open the rows behind a ratio, because a ratio is not computed from database rows.
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
/** Computes a `Ratio`. Returns null if the denominator is 0 or all figures in `num` are null. */
export const ratioOf = ({ kind, num, den, times = 1 }: Ratio, values: Values): number | null => {
  const by = values[den] ?? 0
  if (by === 0 || num.every(([name]) => values[name] == null)) return null
  const over = num.reduce((sum, [name, sign]) => sum + sign * (values[name] ?? 0), 0)
  return Math.round((over * times * (kind === 'persen' ? 10_000 : 1)) / by)
}

interface Group extends Named {
  /** Names of the bases with which the group can be chosen; all bases when omitted. */
  bases?: readonly string[]
  /** Names of the figures that cannot be computed for this group. */
  without?: readonly string[]
  /** Set when the lines are sorted by their key, such as the month, instead of the main figure. */
  ordered?: true
  /**
   * Number of months; set for a group with one line per month. A line shows the amounts at the end
   * of its month. The total line shows the amounts on the day of the report, not sums of the lines.
   */
  states?: number
}
/** A chart that shows the figures of a group, with the same values as the table of the group. */
export interface Chart {
  id: string
  title: string
  kind: 'bar' | 'bars' | 'line' | 'donut' | 'stack' | 'funnel'
  group: string
  figures: readonly string[]
  /** Maximum number of bars; the smaller bars are omitted. */
  top?: number
  /** Set when the chart covers the whole year of the report, compared with the previous year. */
  year?: true
  bases?: readonly string[]
}
/** Kinds of time spans: a range of days, one day, or a month compared with other months. */
export type Span = 'rentang' | 'tanggal' | 'bulan'
const spans = {
  rentang: { dari: z.optional(tanggal('Dari')), sampai: z.optional(tanggal('Sampai')) },
  tanggal: { pada: z.optional(tanggal('Per Tanggal')) },
  bulan: { bulan: z.optional(periode('Bulan')) },
} as const

/** Returns the schema of a filter's query parameter: an option of the filter, or an id as text. */
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
/** Schema of `page` and `per-page`. Accepts any short text; the server replaces invalid numbers. */
const pageParameter = () => z.optional(z.string().check(z.maxLength(20, 'Maksimal 20 karakter')))

const values = () => z.record(z.string(), z.nullable(z.number()))
/** Key of the line for rows without a group value, such as bills without a sales person. */
export const noKey = '-'
const line = z.object({
  /** Key of the line. The call `rincian` returns the database rows of the line with this key. */
  kunci: z.nullable(z.string()),
  label: z.string(),
  /** Heading of the line's section; null in a report without sections. */
  bagian: z.nullable(z.string()),
  /** Additional texts by column, such as a phone number; null without such columns. */
  keterangan: z.nullable(z.record(z.string(), z.nullable(z.string()))),
  nilai: values(),
  /** Figures of the comparison period; null without a comparison. */
  banding: z.nullable(values()),
})
export type ReportLine = z.infer<typeof line>
/** An active filter: its label, and its value as text. */
const filterWords = z.object({ label: z.string(), teks: z.string() })
export type FilterWords = z.infer<typeof filterWords>
const answer = z.object({
  kelompok: z.string(),
  basis: z.nullable(z.object({ kode: z.string(), label: z.string() })),
  /** Active filters of the report, with their values as text. */
  saring: z.array(filterWords),
  /** First and last day of the report. In a report about a single day, both are that day. */
  periode: z.object({ dari: z.string(), sampai: z.string() }),
  banding: z.nullable(z.object({ dari: z.string(), sampai: z.string() })),
  /** Time at which the report was computed. */
  per: z.string(),
  baris: z.array(line),
  /** Number and sums of the lines that `baris` omits; null when `baris` contains all lines. */
  lainnya: z.nullable(z.object({ jumlah: z.int(), nilai: values() })),
  total: z.object({ nilai: values(), banding: z.nullable(values()) }),
  /** Lines below the total, such as a margin; `nilai` maps each figure to its value. */
  akhir: z.array(z.object({ label: z.string(), kind: z.literal('persen'), nilai: values() })),
})
export type ReportAnswer = z.infer<typeof answer>
/** A database row behind a figure, and the record to which it links. */
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

/** Returns the calls of a report: its lines, the database rows behind a figure, and its export. */
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
      /** Figure whose database rows are requested; defaults to the main figure. */
      ukuran: oneWord(
        'Ukuran',
        Object.keys(all).filter((name) => !isRatio(all[name]!)),
      ),
      /** Key of the line whose rows are requested; defaults to the rows behind the total. */
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
 * Declares a report. The first of `bases` is the default. `tiles` are figures that exist only for
 * the whole report, not for its lines. `sections` are headings above lines, each with a sum.
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
  /** Set when the columns already are periods, so that no comparison period can be chosen. */
  columnsAreTimes?: true
  charts: readonly Chart[]
  /** Main figure; lines are sorted by the main figure, the largest first. */
  main: keyof NoInfer<M> & string
  sections?: Readonly<Record<string, string>>
  /** Text columns in addition to the figures, each with the groups that show it. */
  facts?: Readonly<Record<string, { label: string; groups: readonly string[] }>>
  /** Label of the total line; defaults to `Total`. */
  totalLabel?: string
  /** Note that is printed below the report. */
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
/** Type of any report, for code that works with all reports. */
export interface AnyReport {
  name: string
  title: string
  span: Span
  bases: Readonly<Record<string, string>>
  filters: Shape
  groups: Readonly<Record<string, Group>>
  figures: Readonly<Record<string, Figure>>
  tiles: Readonly<Record<string, Figure>>
  /** All figures, including the tiles, by name. */
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

/** Parameters of a report, read from the address of its page and completed with defaults. */
export interface ReportParameters {
  dari: string
  sampai: string
  basis: string
  kelompok: string
  /** Values of the active filters, by name of the filter. */
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
/** Whether a group or chart is available with a basis. */
export const goesWith = (of: { bases?: readonly string[] } | undefined, basis: string): boolean =>
  of !== undefined && (of.bases === undefined || of.bases.includes(basis))
/** Returns the parameters in `search`, with defaults for parameters that are missing or empty. */
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
/** Returns the names of the figures that can be computed for a group. */
export const figuresOf = (of: AnyReport, kelompok: string): string[] =>
  Object.keys(of.figures).filter((name) => !of.groups[kelompok]?.without?.includes(name))
/** Returns the label of the total line for a group. */
export const totalLabelOf = (
  { totalLabel = 'Total', groups }: Pick<AnyReport, 'totalLabel' | 'groups'>,
  kelompok: string,
): string => (groups[kelompok]?.states ? 'Pada tanggal laporan' : totalLabel)
/** Returns the metadata of a filter; undefined for an unknown filter. */
export const filterMeta = (of: AnyReport, name: string) => {
  const schema = of.filters[name]
  return schema && metaOf(unwrap(schema))
}
