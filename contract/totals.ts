/**
 * Names of the results of `/total`: sums of all rows, and sums for each value of an enumeration
 * column.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

interface Group {
  by: string
  value: string | number
  label: string
}
/**
 * Returns the values of the column `totalsBy`, for each of which `/total` sums separately; empty
 * when the resource declares no such column.
 */
export const groupsOf = ({ fields, computed, totalsBy: by }: AnyResource): Group[] => {
  const schema = by === undefined ? undefined : (fields[by] ?? computed[by])
  if (by === undefined || schema === undefined) return []
  return (metaOf(schema)?.options ?? []).map(({ value, label }) => ({ by, value, label }))
}
/** Returns the name of the sum of a column over the rows with a value: `jumlah_disetujui`. */
export const sumName = (column: string, value: string | number): string => `${column}_${value}`
/** Returns the names of all results of `/total` for a resource. */
export const sumNames = (resource: AnyResource): string[] => {
  const columns = ['jumlah_baris', ...resource.totals]
  const byGroup = groupsOf(resource).flatMap(({ value }) =>
    columns.map((column) => sumName(column, value)),
  )
  return [...columns, ...byGroup]
}
