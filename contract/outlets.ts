/**
 * Whose a row is: its outlets, or the whole school. Who is limited to outlets changes the rows of
 * those only (domain.md section 4); the server refuses by it, and the app says why beforehand.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

type Rows = Pick<AnyResource, 'name' | 'label' | 'fields' | 'computed' | 'personal'>
type Values = Readonly<Record<string, unknown>>

/** The field that names a row's outlets: one (`gedung_id`) or a list (`gedung`). */
const outletField = ({ fields, computed }: Rows): 'gedung_id' | 'gedung' | undefined =>
  (['gedung_id', 'gedung'] as const).find((name) => {
    const schema = fields[name] ?? computed[name]
    return schema && metaOf(schema)?.resource === 'gedung'
  })

const isId = (value: unknown): value is number => typeof value === 'number'

/**
 * Outlets that a row is of; empty: the whole school's. Undefined where rows are people's, whom
 * scope alone decides on. A resource that names no outlet is the school's until its declaration
 * says more.
 */
const outletsOf = (resource: Rows, row: Values): readonly number[] | undefined => {
  if (resource.personal) return undefined
  const field = resource.name === 'gedung' ? 'id' : outletField(resource)
  const value = field && row[field]
  return Array.isArray(value) ? value.filter(isId) : [value].filter(isId)
}

/**
 * Whether rows of a resource can belong to some outlets only, so that who is limited may add some.
 */
export const hasOwnRows = (resource: Rows): boolean =>
  resource.personal === true || outletField(resource) !== undefined

/**
 * Why somebody limited to `outlets` (none: to nothing) may not write such a row; undefined when
 * they may. `proposed`: it is what is to be stored, not what is there.
 */
export const whyNotYours = (
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
