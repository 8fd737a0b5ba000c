/** Schemas nested in the schemas of requests, for tests of all fields. */
import type * as z from 'zod/mini'
import { unwrap } from '#contract/fields.ts'

export type Schema = z.core.$ZodType
/**
 * A schema inside a request. `name` is the path of the schema, which begins with a resource, a call
 * or a setting: `billing/create.items[]`.
 */
export interface Place {
  name: string
  schema: Schema
}
interface Def {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  options?: Schema[]
  valueType?: Schema
  in?: Schema
  out?: Schema
}
/** Returns the definition of a schema without its default, nullable and optional wrappers. */
export const defOf = (schema: Schema): Def =>
  (unwrap(schema) as unknown as { _zod: { def: Def } })._zod.def
/** Returns a schema and all schemas nested in it, with their paths. */
export const within = ({ name, schema }: Place): Place[] => {
  const { shape = {}, element, options = [], valueType, in: before, out } = defOf(schema)
  const inner: Place[] = [
    ...Object.entries(shape).map(([key, s]) => ({ name: `${name}.${key}`, schema: s })),
    ...[element, valueType, before, out, ...options].flatMap((s) =>
      s ? [{ name: `${name}[]`, schema: s }] : [],
    ),
  ]
  return [{ name, schema }, ...inner.flatMap(within)]
}
