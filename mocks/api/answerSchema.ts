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
  const own = typeOf(value)
  return own === type || (type === 'number' && own === 'integer')
}
const isObject = (value: unknown): value is Record<string, unknown> => typeOf(value) === 'object'

export type Resolve = (ref: string) => Schema
/** `partial`: fields of the response may be missing, because the request excluded them. */
export interface Options {
  resolve: Resolve
  partial: boolean
}

const objectProblem = (
  value: Record<string, unknown>,
  schema: Schema,
  at: string,
  options: Options,
): string | undefined => {
  const { properties = {}, required = [], additionalProperties: more } = schema
  const missing = options.partial ? undefined : required.find((key) => !Object.hasOwn(value, key))
  if (missing) return `${at}.${missing} is missing`
  for (const [key, own] of Object.entries(value)) {
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!known && more === false) return `${at}.${key} is not documented`
    const rule = known ?? (typeof more === 'object' ? more : undefined)
    const problem = rule && problemOf(own, rule, `${at}.${known ? key : '*'}`, options)
    if (problem) return problem
  }
  return undefined
}

/** Returns the first error of the type and the value itself; undefined without one. */
const plainProblem = (value: unknown, schema: Schema, at: string): string | undefined => {
  const types = [schema.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => typeFits(value, type)))
    return `${at} is ${typeOf(value)}, not ${types.join(' or ')}`
  if ('const' in schema && value !== schema.const) return `${at} is not ${String(schema.const)}`
  if (schema.enum && !schema.enum.includes(value)) return `${at} is none of its values`
  if (typeof value !== 'number') return undefined
  if (value < (schema.minimum ?? -Infinity)) return `${at} is too small`
  return value > (schema.maximum ?? Infinity) ? `${at} is too large` : undefined
}
/** Returns the first error of the `anyOf` and `allOf` schemas; undefined without one. */
const partsProblem = (
  value: unknown,
  schema: Schema,
  at: string,
  options: Options,
): string | undefined => {
  const tried = schema.anyOf?.map((one) => problemOf(value, one, at, options)) ?? []
  if (tried.length > 0 && !tried.includes(undefined)) return tried[0]
  for (const one of schema.allOf ?? []) {
    const problem = problemOf(value, one, at, options)
    if (problem) return problem
  }
  return undefined
}
const itemsProblem = (
  value: unknown,
  { items }: Schema,
  at: string,
  options: Options,
): string | undefined => {
  if (!Array.isArray(value) || !items) return undefined
  for (const item of value) {
    const problem = problemOf(item, items, `${at}[]`, options)
    if (problem) return problem
  }
  return undefined
}

/** Returns the first error of a value in words; undefined when the value matches its schema. */
export const problemOf = (
  value: unknown,
  schema: Schema,
  at: string,
  options: Options,
): string | undefined => {
  if (schema.$ref) return problemOf(value, options.resolve(schema.$ref), at, options)
  return (
    plainProblem(value, schema, at) ??
    partsProblem(value, schema, at, options) ??
    itemsProblem(value, schema, at, options) ??
    (isObject(value) ? objectProblem(value, schema, at, options) : undefined)
  )
}
