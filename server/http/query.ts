/** Query parameters of a list to what SQL needs; unknown names are refused, pages clamped (api.md, Lists). */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { isNullable, maxId, metaOf, unwrap } from '#contract/fields.ts'
import type { AnyResource, Issue } from '#contract/resource.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf } from '#server/db/tables.ts'
import { invalid, invalidField, maxIssues, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'

export type Condition = Expression<SqlBool>
/** Answers a declared custom filter with a condition on the resource's table. */
export type CustomFilter = (value: never, actor: Actor) => Condition
export interface ListQuery {
  page: number
  perPage: number
  sort: string
  descending: boolean
  conditions: Condition[]
  expand: string[]
  fields: string[] | undefined
  filtered: boolean
}

const operators = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['lt', '<'],
  ['lte', '<='],
  ['gt', '>'],
  ['gte', '>='],
])
const booleans = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])
const reserved = new Set(['page', 'per-page', 'sort', 'q', 'expand', 'fields'])
const whole = (text: string | null, fallback: number, max: number): number => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= 1 ? Math.min(value, max) : fallback
}
/** Rows of a page, clamped to what there may be; the usual number where none is named. */
const rowsOf = (text: string | null): number => {
  const value = Number(text)
  return text === null || text.trim() === '' || !Number.isInteger(value)
    ? 20
    : Math.min(Math.max(value, 1), 100)
}
const list = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
/** Names, each once: a thousand times the same expand is one. */
const names = (text: string | null): string[] => [...new Set(list(text))]
/** Values that a list of a filter, or of a picker's ids, takes. */
const maxValues = 200
/** Column of a resource, quoted. */
export const column = (resource: { name: string }, name: string): RawBuilder<unknown> =>
  sql.ref(`${tableOf(resource.name)}.${name}`)

/** Text of a URL to a value of the schema: number and boolean schemas take their text. */
export const decode = (
  schema: z.ZodMiniType,
  text: string,
  field: string,
): string | number | boolean => {
  const inner = unwrap(schema)
  const candidates: unknown[] = [
    text,
    ...(text.trim() !== '' && Number.isFinite(Number(text)) ? [Number(text)] : []),
    ...(booleans.has(text) ? [booleans.get(text)] : []),
  ]
  for (const candidate of candidates) {
    const result = z.safeParse(inner, candidate)
    if (result.success) return result.data as string | number | boolean
  }
  throw invalidField(field, `Nilai "${text}" tidak dikenal untuk ${field}`)
}
// A value of a fixed enumeration stands in the statement itself, so that the planner sees that a partial index covers it.
const bind = (schema: z.ZodMiniType, value: string | number | boolean) =>
  typeof value === 'boolean'
    ? sql.lit(Number(value))
    : (unwrap(schema) as z.ZodMiniType)._zod.def.type === 'literal'
      ? sql.lit(value)
      : sql`${value}`

const joined = (parts: readonly Condition[], word: 'and' | 'or'): Condition =>
  sql<SqlBool>`(${sql.join(parts, sql.raw(` ${word} `))})`

/** `%` and `_` of the user are text, not patterns. */
export const contains = (target: RawBuilder<unknown>, text: string): Condition =>
  sql<SqlBool>`${target} like ${`%${fold(text).replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`

/** What else finds a row by a word of `q` (server/http/module.ts). */
export type FoundThrough = ((matches: Condition, actor: Actor) => Condition) | undefined
/** Two letters of another row would bring half of a list. */
const shortest = 3
/** A word of `q`, in the row itself or in one that it is found through. */
export const sought = (
  resource: AnyResource,
  word: string,
  actor: Actor,
  through: FoundThrough,
): Condition => {
  const own = found(resource, word)
  return through && word.length >= shortest ? sql<SqlBool>`(${own} or ${through(own, actor)})` : own
}
/** A word that `q` finds: a phone number as people type it (`0812…`, `+62 812…`), too. */
export const found = (resource: AnyResource, word: string): Condition => {
  const plain = contains(column(resource, 'cari'), word)
  const digits =
    resource.search.includes('phone') && /^\+?[\d-]{5,}$/.test(word) ? normalizePhone(word) : word
  return digits === word
    ? plain
    : sql<SqlBool>`(${plain} or ${contains(column(resource, 'cari'), digits)})`
}

/** A column that contains a text: a name by its key, as `q` compares; a phone number however it is written. */
const like = (
  resource: AnyResource,
  name: string,
  schema: z.ZodMiniType,
  text: string,
): Condition => {
  const meta = metaOf(schema)
  if (meta?.folded && resource.sort.includes(name))
    return contains(column(resource, `${name}_kunci`), text)
  const target = sql`lower(cast(${column(resource, name)} as text))`
  const number =
    meta?.control === 'phone' && /^\+?[\d\s().-]{3,}$/.test(text)
      ? [normalizePhone(text), text.replace(/\D/g, '')]
      : []
  // Without its accents only where the column stands without them too.
  const forms = [...new Set([text, ...number])].map(
    (form) =>
      sql<SqlBool>`${target} like ${`%${form.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`,
  )
  return forms.length === 1 && forms[0] ? forms[0] : joined(forms, 'or')
}

/** A day of Jakarta, where an instant is asked for: all of it. */
const onDay = (
  target: RawBuilder<unknown>,
  operator: string,
  day: string,
  field: string,
): Condition | undefined => {
  const begin = Date.parse(`${day}T00:00:00+07:00`)
  if (Number.isNaN(begin)) throw invalidField(field, `Tanggal "${day}" tidak dikenal`)
  const [from, until] = [new Date(begin).toISOString(), new Date(begin + 86_400_000).toISOString()]
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`(${target} >= ${from} and ${target} < ${until})`
    case 'neq':
      return sql<SqlBool>`(${target} < ${from} or ${target} >= ${until})`
    case 'gte':
      return sql<SqlBool>`${target} >= ${from}`
    case 'gt':
      return sql<SqlBool>`${target} >= ${until}`
    case 'lt':
      return sql<SqlBool>`${target} < ${from}`
    case 'lte':
      return sql<SqlBool>`${target} < ${until}`
    default:
      return undefined
  }
}

const comparison = (
  resource: AnyResource,
  name: string,
  operator: string,
  text: string,
): Condition => {
  const schema = { ...resource.fields, ...resource.computed, ...resource.entity.shape }[
    name
  ] as z.ZodMiniType
  const target = column(resource, name)
  if (text === 'NULL' && isNullable(schema) && (operator === 'eq' || operator === 'neq'))
    return operator === 'eq' ? sql<SqlBool>`${target} is null` : sql<SqlBool>`${target} is not null`
  if (operator === 'in' || operator === 'nin') {
    const values = list(text)
      .slice(0, maxValues + 1)
      .map((t) => bind(schema, decode(schema, t, name)))
    if (values.length === 0 || values.length > maxValues)
      throw invalidField(name, `Isi 1 sampai ${maxValues} nilai`)
    return operator === 'in'
      ? sql<SqlBool>`${target} in (${sql.join(values)})`
      : sql<SqlBool>`${target} not in (${sql.join(values)})`
  }
  if (operator === 'like') {
    if (typeof decode(z.string(), text, name) !== 'string')
      throw invalidField(name, 'Harus berupa teks')
    return like(resource, name, schema, text)
  }
  const ofDay =
    metaOf(schema)?.control === 'instant' && /^\d{4}-\d\d-\d\d$/.test(text)
      ? onDay(target, operator, text, name)
      : undefined
  if (ofDay) return ofDay
  const symbol = operators.get(operator)
  if (!symbol) throw invalidField(name, `Operator "${operator}" tidak dikenal`)
  return sql<SqlBool>`${target} ${sql.raw(symbol)} ${bind(schema, decode(schema, text, name))}`
}

const unknownExpands = (resource: AnyResource, expand: string[]): Issue[] =>
  expand
    .filter((e) => !Object.hasOwn(resource.expand, e))
    .map((e) => ({ field: 'expand', message: `Expand "${e}" tidak dikenal` }))
/** The `expand` of a view. Throws 422 naming what is unknown. */
export const parseExpand = (resource: AnyResource, params: URLSearchParams): string[] => {
  const expand = names(params.get('expand'))
  const issues = unknownExpands(resource, expand)
  if (issues.length > 0) throw invalid(issues)
  return expand
}

/** Filters as nested parameters give them: `filter[or][0][status]=1` is { or: { 0: { status: '1' } } }; `[]` counts up. */
interface FilterTree {
  [key: string]: string | FilterTree
}
const isTree = (node: string | FilterTree): node is FilterTree => typeof node === 'object'
const maxDepth = 8
const maxFilters = 100
const treeOf = (params: URLSearchParams): FilterTree => {
  const tree: FilterTree = Object.create(null) as FilterTree
  let count = 0
  for (const [key, value] of params) {
    if (value === '') continue
    const path = [...key.matchAll(/\[(\w*)\]/g)].map((m) => m[1]!)
    if (!/^filter(\[\w*\])+$/.test(key)) {
      if (!reserved.has(key)) tree[key] = value
      continue
    }
    if (path.length > maxDepth || ++count > maxFilters)
      throw invalidField('filter', 'Filter terlalu banyak atau terlalu dalam')
    let node = tree
    for (const [i, step] of path.entries()) {
      const name = step === '' ? String(Object.keys(node).length) : step
      const next = node[name]
      if (i === path.length - 1) node[name] = value
      else if (next !== undefined && isTree(next)) node = next
      else node = node[name] = Object.create(null) as FilterTree
    }
  }
  return tree
}

/** Parses and checks a list's query. Throws 422 naming each unknown filter, sort, field or expand. */
export const parseList = (
  resource: AnyResource,
  custom: Record<string, CustomFilter>,
  params: URLSearchParams,
  actor: Actor,
  through?: FoundThrough,
): ListQuery => {
  const issues: Issue[] = []
  const conditions: Condition[] = []
  const conditionsOf = (tree: FilterTree): Condition[] =>
    Object.entries(tree).flatMap(([name, node]): Condition[] => {
      if (name === 'and' || name === 'or' || name === 'not') {
        const parts = isTree(node)
          ? (name === 'not'
              ? [conditionsOf(node)]
              : Object.values(node).map((part) => (isTree(part) ? conditionsOf(part) : []))
            ).filter((part) => part.length > 0)
          : []
        if (parts.length === 0) {
          issues.push({ field: name, message: `Filter "${name}" memerlukan syarat` })
          return []
        }
        const condition = joined(
          parts.map((part) => joined(part, 'and')),
          name === 'or' ? 'or' : 'and',
        )
        return [name === 'not' ? sql<SqlBool>`not ${condition}` : condition]
      }
      const isLike = isTree(node) && Object.keys(node).join() === 'like'
      if (resource.filters.includes(name) || (isLike && resource.search.includes(name)))
        return (isTree(node) ? Object.entries(node) : [['eq', node] as const]).map(
          ([operator, value]) =>
            comparison(
              resource,
              name,
              operator,
              isTree(value)
                ? Object.values(value)
                    .filter((v) => !isTree(v))
                    .join(',')
                : value,
            ),
        )
      const only = isTree(node) ? (Object.keys(node).join() === 'eq' ? node.eq : undefined) : node
      if (Object.hasOwn(custom, name) && typeof only === 'string')
        return [custom[name]!(decode(resource.customFilters[name]!, only, name) as never, actor)]
      issues.push({ field: name, message: `Filter "${name}" tidak dikenal` })
      return []
    })
  conditions.push(...conditionsOf(treeOf(params)))
  const q = params.get('q')?.trim()
  if (q && resource.search.length > 0)
    for (const word of q.slice(0, 100).split(/\s+/))
      conditions.push(sought(resource, word, actor, through))
  else if (q) issues.push({ field: 'q', message: 'Daftar ini tidak dapat dicari' })
  const sort = (params.get('sort') || resource.defaultSort).split(',')[0]!.trim()
  const name = sort.replace(/^-/, '')
  if (name !== 'id' && !resource.sort.includes(name))
    issues.push({ field: 'sort', message: `Tidak dapat diurutkan menurut "${name}"` })
  const expand = names(params.get('expand'))
  issues.push(...unknownExpands(resource, expand))
  // Commas alone name none: that is no list without columns.
  const wanted = names(params.get('fields'))
  const fields = wanted.length > 0 ? wanted : undefined
  for (const f of fields ?? [])
    if (!Object.hasOwn(resource.entity.shape, f))
      issues.push({ field: 'fields', message: `Field "${f}" tidak dikenal` })
  if (issues.length > 0) throw invalid(issues)
  return {
    page: whole(params.get('page'), 1, maxId),
    perPage: rowsOf(params.get('per-page')),
    sort: name,
    descending: sort.startsWith('-'),
    conditions,
    expand,
    fields,
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

/** The ids that a picker asks for: `1,2,3`. Throws 422 naming them when one is none, or they are more than a list shows. */
export const parseIds = (
  schema: z.ZodMiniType,
  params: URLSearchParams,
): (string | number | boolean)[] => {
  const texts = list(params.get('id'))
  if (texts.length > maxValues) throw invalidField('id', `Isi 1 sampai ${maxValues} nilai`)
  return texts.map((text) => decode(schema, text, 'id'))
}

/** Issues of a failed parse, one a field, the path joined by dots; no more than a person reads. */
export const issuesOf = (error: z.core.$ZodError): Issue[] => {
  const seen = new Map<string, string>()
  for (const issue of error.issues) {
    if (seen.size >= maxIssues) break
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const key of keys)
      if (!seen.has(key))
        seen.set(
          key,
          issue.code === 'unrecognized_keys'
            ? 'Tidak dikenal'
            : issue.message === 'Invalid input'
              ? 'Tidak valid'
              : issue.message,
        )
  }
  return [...seen].map(([field, message]) => ({ field, message }))
}
