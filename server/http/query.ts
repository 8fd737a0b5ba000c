/** Query parameters of a list to what SQL needs; unknown names are refused, pages clamped (api.md, Lists). */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { isNullable, maxId, unwrap } from '#contract/fields.ts'
import type { AnyResource, Issue } from '#contract/resource.ts'
import { tableOf } from '#server/db/tables.ts'
import { fold } from '#server/db/fold.ts'
import { invalid, invalidField, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

export type Condition = Expression<SqlBool>
/** Answers a declared custom filter with a condition on the resource's table. */
export type CustomFilter = (value: never, actor: Actor) => Condition
export interface ListQuery { page: number; perPage: number; sort: string; descending: boolean; conditions: Condition[]; expand: string[]; fields: string[] | undefined; filtered: boolean }

const operators = new Map([['eq', '='], ['neq', '<>'], ['lt', '<'], ['lte', '<='], ['gt', '>'], ['gte', '>=']])
const booleans = new Map([['true', true], ['false', false], ['1', true], ['0', false]])
const reserved = new Set(['page', 'per-page', 'sort', 'q', 'expand', 'fields'])
const whole = (text: string | null, fallback: number, max: number): number => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= 1 ? Math.min(value, max) : fallback
}
const list = (text: string | null): string[] => (text ?? '').split(',').map((s) => s.trim()).filter(Boolean)
/** Column of a resource, quoted. */
export const column = (resource: { name: string }, name: string): RawBuilder<unknown> => sql.ref(`${tableOf(resource.name)}.${name}`)

/** Text of a URL to a value of the schema: number and boolean schemas take their text. */
export const decode = (schema: z.ZodMiniType, text: string, field: string): string | number | boolean => {
  const inner = unwrap(schema)
  const candidates: unknown[] = [text, ...(text.trim() !== '' && Number.isFinite(Number(text)) ? [Number(text)] : []), ...(booleans.has(text) ? [booleans.get(text)] : [])]
  for (const candidate of candidates) {
    const result = z.safeParse(inner, candidate)
    if (result.success) return result.data as string | number | boolean
  }
  throw invalidField(field, `Nilai "${text}" tidak dikenal untuk ${field}`)
}
// A value of a fixed enumeration stands in the statement itself, so that the planner sees that a partial index covers it.
const bind = (schema: z.ZodMiniType, value: string | number | boolean) =>
  typeof value === 'boolean' ? sql.lit(Number(value)) : (unwrap(schema) as z.ZodMiniType)._zod.def.type === 'literal' ? sql.lit(value) : sql`${value}`

/** `%` and `_` of the user are text, not patterns. */
export const contains = (target: RawBuilder<unknown>, text: string): Condition =>
  sql<SqlBool>`${target} like ${`%${fold(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`

const comparison = (resource: AnyResource, name: string, operator: string, text: string): Condition => {
  const schema = { ...resource.fields, ...resource.computed, ...resource.entity.shape }[name] as z.ZodMiniType
  const target = column(resource, name)
  if (text === 'NULL' && isNullable(schema) && (operator === 'eq' || operator === 'neq')) return operator === 'eq' ? sql<SqlBool>`${target} is null` : sql<SqlBool>`${target} is not null`
  if (operator === 'in' || operator === 'nin') {
    const values = list(text).map((t) => bind(schema, decode(schema, t, name)))
    if (values.length === 0 || values.length > 200) throw invalidField(name, 'Isi 1 sampai 200 nilai')
    return operator === 'in' ? sql<SqlBool>`${target} in (${sql.join(values)})` : sql<SqlBool>`${target} not in (${sql.join(values)})`
  }
  if (operator === 'like') {
    if (typeof decode(z.string(), text, name) !== 'string') throw invalidField(name, 'Harus berupa teks')
    return sql<SqlBool>`lower(cast(${target} as text)) like ${`%${text.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`
  }
  const symbol = operators.get(operator)
  if (!symbol) throw invalidField(name, `Operator "${operator}" tidak dikenal`)
  return sql<SqlBool>`${target} ${sql.raw(symbol)} ${bind(schema, decode(schema, text, name))}`
}

const unknownExpands = (resource: AnyResource, names: string[]): Issue[] =>
  names.filter((e) => !Object.hasOwn(resource.expand, e)).map((e) => ({ field: 'expand', message: `Expand "${e}" tidak dikenal` }))
/** The `expand` of a view. Throws 422 naming what is unknown. */
export const parseExpand = (resource: AnyResource, params: URLSearchParams): string[] => {
  const names = list(params.get('expand'))
  const issues = unknownExpands(resource, names)
  if (issues.length > 0) throw invalid(issues)
  return names
}

/** The parameters in pairs; `filter[x][in][]=1&filter[x][in][]=2` is one list. */
const pairsOf = (params: URLSearchParams): [string, string][] =>
  [...Map.groupBy(params, ([key]) => key.replace(/^(filter\[\w+\]\[n?in\])\[\d*\]$/, '$1'))]
    .flatMap(([key, pairs]): [string, string][] => (/^filter\[\w+\]\[n?in\]$/.test(key) ? [[key, pairs.map(([, v]) => v).join(',')]] : pairs))

/** Parses and checks a list's query. Throws 422 naming each unknown filter, sort, field or expand. */
export const parseList = (resource: AnyResource, custom: Record<string, CustomFilter>, params: URLSearchParams, actor: Actor): ListQuery => {
  const issues: Issue[] = []
  const conditions: Condition[] = []
  for (const [key, value] of pairsOf(params)) {
    if (reserved.has(key) || value === '') continue
    const [, name = key, operator = 'eq'] = /^filter\[(\w+)\](?:\[(\w+)\])?$/.exec(key) ?? []
    if (resource.filters.includes(name)) conditions.push(comparison(resource, name, operator, value))
    else if (Object.hasOwn(custom, name) && operator === 'eq') conditions.push(custom[name]!(decode(resource.customFilters[name]!, value, name) as never, actor))
    else issues.push({ field: name, message: `Filter "${name}" tidak dikenal` })
  }
  const q = params.get('q')?.trim()
  if (q && resource.search.length > 0) for (const word of q.slice(0, 100).split(/\s+/)) conditions.push(contains(column(resource, 'cari'), word))
  else if (q) issues.push({ field: 'q', message: 'Daftar ini tidak dapat dicari' })
  const sort = (params.get('sort') || resource.defaultSort).split(',')[0]!.trim()
  const name = sort.replace(/^-/, '')
  if (name !== 'id' && !resource.sort.includes(name)) issues.push({ field: 'sort', message: `Tidak dapat diurutkan menurut "${name}"` })
  const expand = list(params.get('expand'))
  issues.push(...unknownExpands(resource, expand))
  const fields = params.get('fields') ? list(params.get('fields')) : undefined
  for (const f of fields ?? []) if (!Object.hasOwn(resource.entity.shape, f)) issues.push({ field: 'fields', message: `Field "${f}" tidak dikenal` })
  if (issues.length > 0) throw invalid(issues)
  return {
    page: whole(params.get('page'), 1, maxId), perPage: whole(params.get('per-page'), 20, 100), sort: name, descending: sort.startsWith('-'), conditions, expand, fields,
    filtered: conditions.length > 0,
  }
}

/** The id of the query string. Throws 422 when it is none, 404 when no row can have it. */
export const parseId = (url: URL): number => {
  const text = url.searchParams.get('id') ?? ''
  if (!/^\d{1,20}$/.test(text)) throw invalidField('id', 'id wajib berupa bilangan bulat')
  const value = Number(text)
  if (value < 1 || value > maxId) throw notFound()
  return value
}

/** Issues of a failed parse, one a field, the path joined by dots. */
export const issuesOf = (error: z.core.$ZodError): Issue[] => {
  const seen = new Map<string, string>()
  for (const issue of error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const key of keys) if (!seen.has(key)) seen.set(key, issue.code === 'unrecognized_keys' ? 'Tidak dikenal' : issue.message === 'Invalid input' ? 'Tidak valid' : issue.message)
  }
  return [...seen].map(([field, message]) => ({ field, message }))
}
