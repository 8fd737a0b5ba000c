/** Queries of reports. The URL of a report screen holds all parameters of the query. */
import { queryOptions } from '@tanstack/react-query'
import {
  goesWith,
  isRatio,
  reportParametersOf,
  type AnyReport,
  type ReportAnswer,
  type ReportDetail,
} from '#contract/report/report.ts'
import { call, callList, download } from '#src/data/api/http.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import type { ListParams } from '#src/data/search.ts'

/** Search parameters of the URL of a report. */
export type ReportSearch = Readonly<Record<string, string | number | undefined>>
type Params = Record<string, string | number | undefined>

const day = /^(19|20)\d\d-\d\d-\d\d$/
const month = /^(19|20)\d\d-\d\d$/
const numbered = /^[1-9]\d{0,8}$/
const isKnown = (of: AnyReport, name: string, value: string): boolean => {
  switch (name) {
    case 'dari':
    case 'sampai':
    case 'pada':
      return name in of.query && day.test(value)
    case 'bulan':
      return name in of.query && month.test(value)
    case 'basis':
      return Object.hasOwn(of.bases, value)
    case 'kelompok':
      return Object.hasOwn(of.groups, value)
    case 'banding':
      return !of.columnsAreTimes && (value === 'bulan' || value === 'tahun')
    default:
      return Object.hasOwn(of.filters, name) && (numbered.test(value) || /^[a-z_0]+$/.test(value))
  }
}
/**
 * Returns the valid parameters of a URL. Invalid ones are omitted, so that any pasted URL opens.
 */
export const reportParams = (of: AnyReport, search: ReportSearch): Record<string, string> => {
  const validParams = Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value !== undefined && isKnown(of, name, String(value)) ? [[name, String(value)]] : [],
    ),
  )
  const { basis, kelompok } = reportParametersOf(of, validParams)
  // Omits a group (`kelompok`) that does not exist for the basis (cash or accrual).
  if (!goesWith(of.groups[kelompok], basis)) delete validParams.kelompok
  return validParams
}
const keyOf = (of: AnyReport, verb: string, params: Params) => ['laporan', of.name, verb, params]

/** Query of the lines of a report. */
export const reportQuery = (of: AnyReport, params: Params) =>
  queryOptions({
    queryKey: keyOf(of, 'baris', params),
    queryFn: ({ signal }) => call<ReportAnswer>('get', `/laporan/${of.name}`, { params, signal }),
  })
/**
 * Returns the figure and the report line whose underlying rows the URL requests. Returns undefined
 * if the URL requests no rows. `kunci` (the line) is undefined if the URL names no line.
 */
export const figureAsked = (
  of: AnyReport,
  { ukuran, kunci }: ReportSearch,
): { ukuran: string; kunci: string | undefined } | undefined => {
  const name = String(ukuran ?? '')
  const figure = Object.hasOwn(of.all, name) ? of.all[name] : undefined
  if (!figure || isRatio(figure)) return undefined
  return { ukuran: name, kunci: kunci === undefined ? undefined : String(kunci) }
}
/** Query of a page of the rows from which a figure is computed. */
export const rowsQuery = (
  of: AnyReport,
  params: Params,
  page: { page?: number; 'per-page'?: number },
) =>
  queryOptions({
    queryKey: keyOf(of, 'rincian', { ...params, ...page }),
    queryFn: ({ signal }) => {
      const { banding: _, ...rest } = params
      return callList<ReportDetail>(`/laporan/${of.name}/rincian`, {
        params: { ...rest, ...page },
        signal,
      })
    },
  })
/** Saves a report as a CSV or Excel file. */
export const exportReport = (of: AnyReport, params: Params, format: 'csv' | 'xlsx') =>
  download(`/laporan/${of.name}/ekspor`, { ...params, format }, `laporan-${of.name}.${format}`)

/** Fetches a report for the loader of a route. */
export const loadReport = (of: AnyReport, search: ListParams): Promise<unknown> =>
  queryClient.ensureQueryData({
    ...reportQuery(of, reportParams(of, search)),
    revalidateIfStale: true,
  })
