/**
 * Names of the results of a list's `/total` call: sums over all rows, and for some lists also sums
 * for each value of an enumeration column.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

interface Group {
  by: string
  value: string | number
  label: string
}
/**
 * Returns the values of the enumeration column `totalsBy`; `/total` also sums the rows with each of
 * these values. Empty when the resource declares no such column.
 */
export const groupsOf = ({ fields, computed, totalsBy: by }: AnyResource): Group[] => {
  const schema = by === undefined ? undefined : (fields[by] ?? computed[by])
  if (by === undefined || schema === undefined) return []
  return (metaOf(schema)?.options ?? []).map(({ value, label }) => ({ by, value, label }))
}
/**
 * Returns the result name for the sum of `column` over the rows whose `totalsBy` column has
 * `value`: `jumlah_disetujui`.
 */
export const sumName = (column: string, value: string | number): string => `${column}_${value}`
/** Returns the names of all `/total` results of a resource; `jumlah_baris` is the row count. */
export const sumNames = (resource: AnyResource): string[] => {
  const columns = ['jumlah_baris', ...resource.totals]
  const byGroup = groupsOf(resource).flatMap(({ value }) =>
    columns.map((column) => sumName(column, value)),
  )
  return [...columns, ...byGroup]
}
