/**
 * Decides which outlets own a row. An admin limited to certain outlets may only change rows that
 * these outlets own (domain.md 4). The server enforces this rule. The app applies the rule too, to
 * explain to the user why a row cannot be changed.
 */
import { metaOf } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'

type Rows = Pick<AnyResource, 'name' | 'label' | 'fields' | 'computed' | 'personal'>
type Values = Readonly<Record<string, unknown>>

/**
 * Returns the name of the field that holds the outlet (`gedung_id`) or the list of outlets
 * (`gedung`) of a row; undefined for a resource without such a field.
 */
const outletField = ({ fields, computed }: Rows): 'gedung_id' | 'gedung' | undefined =>
  (['gedung_id', 'gedung'] as const).find((name) => {
    const schema = fields[name] ?? computed[name]
    return schema && metaOf(schema)?.resource === 'gedung'
  })

const isId = (value: unknown): value is number => typeof value === 'number'

/**
 * Returns the ids of the outlets that own a row. Empty for a row that belongs to the whole school,
 * such as every row of a resource without an outlet field. Undefined for a resource marked
 * `personal`: the row scope, not an outlet, decides who may change the rows of such a resource.
 */
const outletsOf = (resource: Rows, row: Values): readonly number[] | undefined => {
  if (resource.personal) return undefined
  const field = resource.name === 'gedung' ? 'id' : outletField(resource)
  const value = field && row[field]
  return Array.isArray(value) ? value.filter(isId) : [value].filter(isId)
}

/**
 * Whether an admin limited to certain outlets may create rows of a resource. True when the rows can
 * belong to single outlets, and for resources marked `personal`.
 */
export const hasOwnRows = (resource: Rows): boolean =>
  resource.personal === true || outletField(resource) !== undefined

/**
 * Returns an Indonesian message that says why a user limited to `outlets` may not write a row, or
 * undefined when the user may. An empty `outlets` means no limit. `proposed` is true when `row`
 * holds the values to be stored, and false when it holds the stored values.
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
