/**
 * Validates a JSON value against the API document, for the subset of JSON Schema that the document
 * uses.
 */
import type { Schema } from './apiDocument.ts'

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
const typeFits = (value: unknown, type: string): boolean => {
  const valueType = typeOf(value)
  return valueType === type || (type === 'number' && valueType === 'integer')
}
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object'

export type Resolve = (ref: string) => Schema
export interface Options {
  /** Returns the schema for a `$ref`. */
  resolve: Resolve
  /** Whether fields may be missing, because the request asked for only some fields. */
  partial: boolean
}

const objectProblem = (
  value: Record<string, unknown>,
  schema: Schema,
  path: string,
  options: Options,
): string | undefined => {
  const { properties = {}, required = [], additionalProperties: more } = schema
  const missing = options.partial ? undefined : required.find((key) => !Object.hasOwn(value, key))
  if (missing) return `${path}.${missing} is missing`
  for (const [key, fieldValue] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!property && more === false) return `${path}.${key} is not documented`
    const rule = property ?? (typeof more === 'object' ? more : undefined)
    const problem = rule && problemOf(fieldValue, rule, `${path}.${property ? key : '*'}`, options)
    if (problem) return problem
  }
  return undefined
}

/**
 * Checks type, `const`, `enum`, `minimum` and `maximum` of a value. Does not check nested values.
 * Returns the first error; undefined if none exists.
 */
const plainProblem = (value: unknown, schema: Schema, path: string): string | undefined => {
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => typeFits(value, type)))
    return `${path} is ${typeOf(value)}, not ${types.join(' or ')}`
  if ('const' in schema && value !== schema.const) return `${path} is not ${String(schema.const)}`
  if (schema.enum && !schema.enum.includes(value)) return `${path} is none of its values`
  if (typeof value !== 'number') return undefined
  if (value < (schema.minimum ?? -Infinity)) return `${path} is too small`
  return value > (schema.maximum ?? Infinity) ? `${path} is too large` : undefined
}
/**
 * Checks a value against `anyOf` and `allOf`. Returns the first error; undefined if none exists.
 */
const partsProblem = (
  value: unknown,
  schema: Schema,
  path: string,
  options: Options,
): string | undefined => {
  const tried = schema.anyOf?.map((part) => problemOf(value, part, path, options)) ?? []
  if (tried.length > 0 && !tried.includes(undefined)) return tried[0]
  for (const part of schema.allOf ?? []) {
    const problem = problemOf(value, part, path, options)
    if (problem) return problem
  }
  return undefined
}
const itemsProblem = (
  value: unknown,
  { items }: Schema,
  path: string,
  options: Options,
): string | undefined => {
  if (!Array.isArray(value) || !items) return undefined
  for (const item of value) {
    const problem = problemOf(item, items, `${path}[]`, options)
    if (problem) return problem
  }
  return undefined
}

/**
 * Returns a message about the first error in a value; undefined when the value matches its schema.
 * The message begins with `path` and the path of the wrong field in the value.
 */
export const problemOf = (
  value: unknown,
  schema: Schema,
  path: string,
  options: Options,
): string | undefined => {
  if (schema.$ref) return problemOf(value, options.resolve(schema.$ref), path, options)
  return (
    plainProblem(value, schema, path) ??
    partsProblem(value, schema, path, options) ??
    itemsProblem(value, schema, path, options) ??
    (isObject(value) ? objectProblem(value, schema, path, options) : undefined)
  )
}
