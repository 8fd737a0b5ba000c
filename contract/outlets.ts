/**
 * Outlets that own a row. An admin limited to outlets changes only the rows of those outlets
 * (domain.md 4): the server enforces it, and the app shows the reason beforehand.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

type Rows = Pick<AnyResource, 'name' | 'label' | 'fields' | 'computed' | 'personal'>
type Values = Readonly<Record<string, unknown>>

/** The field that holds a row's outlets: one (`gedung_id`) or a list (`gedung`). */
const outletField = ({ fields, computed }: Rows): 'gedung_id' | 'gedung' | undefined =>
  (['gedung_id', 'gedung'] as const).find((name) => {
    const schema = fields[name] ?? computed[name]
    return schema && metaOf(schema)?.resource === 'gedung'
  })

const isId = (value: unknown): value is number => typeof value === 'number'

/**
 * Returns the outlets that own a row; empty when the row belongs to the whole school. Undefined for
 * rows about people, which row scope alone protects. Rows of a resource without an outlet field
 * belong to the whole school.
 */
const outletsOf = (resource: Rows, row: Values): readonly number[] | undefined => {
  if (resource.personal) return undefined
  const field = resource.name === 'gedung' ? 'id' : outletField(resource)
  const value = field && row[field]
  return Array.isArray(value) ? value.filter(isId) : [value].filter(isId)
}

/**
 * Whether rows of a resource can belong to single outlets, so that an admin limited to outlets may
 * add some.
 */
export const hasOwnRows = (resource: Rows): boolean =>
  resource.personal === true || outletField(resource) !== undefined

/**
 * Returns why a user limited to `outlets` (empty: not limited) may not write a row; undefined when
 * the write is allowed. `proposed`: `row` holds the values to store rather than the stored ones.
 */
export const outletWriteError = (
  outlets: readonly number[],
  resource: Rows,
  row: Values,
  proposed = false,
): string | undefined => {
  const of = outletsOf(resource, row)
  if (outlets.length === 0 || of === undefined) return undefined
  if (of.length > 0 && of.every((id) => outlets.includes(id))) return undefined
  const [label] = resource.label
  if (resource.name === 'gedung' && of.length === 0) return 'Outlet baru dibuat admin semua outlet.'
  if (resource.name !== 'gedung' && !hasOwnRows(resource))
    return `${label} berlaku di semua outlet: hanya admin semua outlet yang mengubahnya.`
  if (of.length > 0)
    return `${label} ini milik outlet lain juga: hanya admin yang memegang semua outletnya yang mengubahnya.`
  return `${label} semua outlet diatur admin semua outlet.${proposed ? ' Pilih outlet Anda.' : ''}`
}
