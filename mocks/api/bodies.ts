/**
 * Generates request bodies from the contract (the shared declarations of resources): finds valid
 * values of fields, and fields that refer to rows of other resources.
 */
import * as z from 'zod/mini'
import { metaOf, unwrap } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Shape } from '#contract/resource.ts'
import type { Body } from '#mocks/api/api.ts'

/** Returns values of many kinds, from which `valuesOf` takes the first that a field accepts. */
const candidates = (n: number): unknown[] => [
  `Uji ${n}`,
  `UJI-${n}`,
  `uji.${n}`,
  `uji.${n}@contoh.id`,
  `0817${10_000_000 + n}`,
  '2026-06-01',
  '2020-01',
  '10:30',
  '12345',
  '7371012345678901',
  `#1020${String(10 + (n % 80))}`,
  7,
  12_345,
  1,
  true,
  false,
  [],
  [`Uji ${n}`],
  [{ nama: `Uji ${n}` }],
]
/**
 * Returns at most six valid values of a field. These are its choices, or the first accepted
 * candidate if the field has no choices. If the field accepts null, null follows.
 */
export const valuesOf = (schema: z.ZodMiniType, n: number): unknown[] => {
  const meta = metaOf(schema)
  const fits = (value: unknown) => z.safeParse(schema, value).success
  const choices = meta?.options
    ? meta.options.map((o) => o.value)
    : candidates(n).filter(fits).slice(0, 1)
  return [...choices, ...(fits(null) ? [null] : [])].slice(0, 6)
}

/**
 * Maps the name of a field to the resource or table to which the field refers. Contains only fields
 * whose schema does not name the resource.
 */
const plainReferences: Readonly<Record<string, string>> = {
  billing_id: 'billing',
  ids: 'billing',
  generate_batch_id: 'generate_batch',
}
const referenceOf = (name: string, schema: z.ZodMiniType | undefined): string | undefined => {
  const named = schema && metaOf(schema)?.resource
  if (named) return named
  if (plainReferences[name]) return plainReferences[name]
  return name === 'gedung_id' ? 'gedung' : undefined
}

export interface Reference {
  /** Path of the field in the body. */
  path: readonly (string | number)[]
  to: string
  list: boolean
}
const isList = (schema: z.ZodMiniType): boolean => unwrap(schema) instanceof z.ZodMiniArray
/**
 * Returns the fields of a shape that refer to other rows. Includes fields of the list entries in
 * `body`, such as the lines of a bill.
 */
export const referencesIn = (shape: Shape, body: Body): Reference[] =>
  Object.entries(shape).flatMap(([name, schema]): Reference[] => {
    const to = referenceOf(name, schema)
    if (to) return [{ path: [name], to, list: isList(schema) }]
    const inner = unwrap(schema)
    const element = inner instanceof z.ZodMiniArray ? inner.def.element : undefined
    const rows = body[name]
    if (!(element instanceof z.ZodMiniObject) || !Array.isArray(rows)) return []
    return rows.flatMap((row: Body, i) =>
      referencesIn(element.def.shape as Shape, row).map((r) => ({
        ...r,
        path: [name, i, ...r.path],
      })),
    )
  })
/** Returns a copy of a body with another value at a path. */
export const withValue = (body: Body, path: readonly (string | number)[], value: unknown): Body => {
  const copy = structuredClone(body)
  let target = copy as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) target = target[step] as Record<string | number, unknown>
  target[path.at(-1) ?? ''] = value
  return copy
}

/** Returns all input fields of a resource. */
export const inputsOf = ({ fields, extra }: AnyResource): Shape => ({ ...fields, ...extra })
export const declared = Object.values<AnyResource>(resources)
