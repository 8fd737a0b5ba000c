/** Names of the results of `/total`: sums of all rows, and sums by an enumeration column. */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

interface Group {
  by: string
  value: string | number
  label: string
}
/**
 * Returns the groups of rows that `/total` sums separately; empty when the resource declares none.
 */
export const groupsOf = ({ fields, computed, totalsBy: by }: AnyResource): Group[] => {
  const schema = by === undefined ? undefined : (fields[by] ?? computed[by])
  if (by === undefined || schema === undefined) return []
  return (metaOf(schema)?.options ?? []).map(({ value, label }) => ({ by, value, label }))
}
/** Returns the name of the sum of a column over a group: `jumlah_disetujui`. */
export const sumName = (column: string, value: string | number): string => `${column}_${value}`
/** Returns the names of all results of `/total` of a resource. */
export const sumNames = (resource: AnyResource): string[] => {
  const columns = ['jumlah_baris', ...resource.totals]
  const byGroup = groupsOf(resource).flatMap(({ value }) =>
    columns.map((column) => sumName(column, value)),
  )
  return [...columns, ...byGroup]
}
