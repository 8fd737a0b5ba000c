/**
 * Names of the results of the `/total` call of a list. The results are sums over all rows, and for
 * some lists also sums over the rows with each value of an enumeration column (`totalsBy`).
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

interface Group {
  by: string
  value: string | number
  label: string
}
/**
 * Returns the values of the enumeration column `totalsBy`. For each value, `/total` returns sums
 * over the rows with this value. Returns an empty list for a resource without `totalsBy`.
 */
export const groupsOf = ({ fields, computed, totalsBy: by }: AnyResource): Group[] => {
  const schema = by === undefined ? undefined : (fields[by] ?? computed[by])
  if (by === undefined || schema === undefined) return []
  return (metaOf(schema)?.options ?? []).map(({ value, label }) => ({ by, value, label }))
}
/**
 * Returns the result name of the sum of `column` over the rows with a value of `totalsBy`:
 * `('jumlah', 'disetujui')` → `jumlah_disetujui`.
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
