/** Converts the filters in the query of a list to SQL conditions, and rejects unknown filters. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import * as z from 'zod/mini'
import { isNullable, metaOf, unwrap } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { phoneForms } from '#contract/values/phone.ts'
import { invalidField } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import { column, contains, joined, type Condition } from '#server/resource/query/conditions.ts'

/** Converts the value of a declared custom filter to a condition on the table of the resource. */
export type CustomFilter = (value: never, actor: Actor) => Condition
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
const reserved = new Set(['page', 'per-page', 'sort', 'q', 'expand', 'fields', 'count'])
/** Splits a text at its commas. Removes blanks around the parts, and removes empty parts. */
export const list = (text: string | null): string[] =>
  (text ?? '')
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean)
/** Maximum number of values of one filter, and of ids in one query. */
export const maxValues = 200
/**
 * Converts a text of the URL to a value that the schema accepts. Tries the text itself, then the
 * number and then the boolean that the text represents. Throws 422 when the schema accepts none of
 * them.
 */
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
/**
 * Returns a value as SQL. Booleans and values of a fixed enumeration become literals instead of
 * parameters, so that the database can use partial indexes.
 */
const bind = (schema: z.ZodMiniType, value: string | number | boolean) => {
  if (typeof value === 'boolean') return sql.lit(Number(value))
  const isLiteral = (unwrap(schema) as z.ZodMiniType)._zod.def.type === 'literal'
  return isLiteral ? sql.lit(value) : sql`${value}`
}

/**
 * Returns the condition that a column contains a text, ignoring case. If the column has a sort key,
 * as the name of a person has, the condition compares the sort key, so that accents are ignored
 * too. In a column of phone numbers, it matches a phone number in any notation.
 */
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
  const number = meta?.control === 'phone' ? phoneForms(text) : []
  // Compares the column itself and not a sort key, so accents must match.
  const forms = [...new Set([text, ...number])].map(
    (form) =>
      sql<SqlBool>`${target} like ${`%${form.toLowerCase().replace(/[\\%_]/g, (c) => `\\${c}`)}%`} escape '\\'`,
  )
  return forms.length === 1 && forms[0] ? forms[0] : joined(forms, 'or')
}

/**
 * Compares a column of instants with a whole day in Jakarta. For example, `gt` means after the end
 * of the day. Returns undefined for an operator that is not a comparison.
 */
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

/** Filter on a column, from `filter[name][operator]=text`. */
interface Comparison {
  resource: AnyResource
  name: string
  operator: string
  text: string
}
const schemaOf = ({ resource, name }: Comparison): z.ZodMiniType => {
  const shape = { ...resource.fields, ...resource.computed, ...resource.entity.shape }
  return shape[name] as z.ZodMiniType
}
/**
 * Returns the condition that a column has one of several values (operator `in`) or none of them
 * (`nin`). Throws 422 for an empty list and for more than `maxValues` values.
 */
const isOneOf = (filter: Comparison, schema: z.ZodMiniType): Condition => {
  const { resource, name, operator, text } = filter
  const values = list(text)
    .slice(0, maxValues + 1)
    .map((t) => bind(schema, decode(schema, t, name)))
  if (values.length === 0 || values.length > maxValues)
    throw invalidField(name, `Isi 1 sampai ${maxValues} nilai`)
  const word = sql.raw(operator === 'in' ? 'in' : 'not in')
  return sql<SqlBool>`${column(resource, name)} ${word} (${sql.join(values)})`
}
const comparison = (filter: Comparison): Condition => {
  const { resource, name, operator, text } = filter
  const schema = schemaOf(filter)
  const target = column(resource, name)
  const isEquality = operator === 'eq' || operator === 'neq'
  if (text === 'NULL' && isEquality && isNullable(schema))
    return sql<SqlBool>`${target} ${sql.raw(operator === 'eq' ? 'is null' : 'is not null')}`
  if (operator === 'in' || operator === 'nin') return isOneOf(filter, schema)
  if (operator === 'like') {
    if (typeof decode(z.string(), text, name) !== 'string')
      throw invalidField(name, 'Harus berupa teks')
    return like(resource, name, schema, text)
  }
  const isDayOfInstant = metaOf(schema)?.control === 'instant' && /^\d{4}-\d\d-\d\d$/.test(text)
  const ofDay = isDayOfInstant ? onDay(target, operator, text, name) : undefined
  if (ofDay) return ofDay
  const symbol = operators.get(operator)
  if (!symbol) throw invalidField(name, `Operator "${operator}" tidak dikenal`)
  return sql<SqlBool>`${target} ${sql.raw(symbol)} ${bind(schema, decode(schema, text, name))}`
}

/**
 * Filters of a query as nested objects: `filter[or][0][status]=1` becomes `{ or: { 0: { status: '1'
 * } } }`. Empty brackets `[]` become a numeric key: the number of keys that the object already has.
 */
export interface FilterTree {
  [key: string]: string | FilterTree
}
const isTree = (node: string | FilterTree): node is FilterTree => typeof node === 'object'
const junctions = new Set(['and', 'or', 'not'])
/** Returns the names of all filters in a tree, with those inside `and`, `or` and `not`. */
export const filterNames = (tree: FilterTree): string[] =>
  Object.entries(tree).flatMap(([name, node]) => {
    if (!junctions.has(name)) return [name]
    if (!isTree(node)) return []
    const groups = name === 'not' ? [node] : Object.values(node).filter(isTree)
    return groups.flatMap(filterNames)
  })
const maxDepth = 8
const maxFilters = 100
/**
 * Parses the filters of a query string to a tree. Throws 422 when there are too many filters or
 * when they are nested too deeply.
 */
export const treeOf = (params: URLSearchParams): FilterTree => {
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

/**
 * Data needed to convert filters to conditions: the resource, the custom filters of its module, and
 * the caller.
 */
interface FilterRequest {
  resource: AnyResource
  filters: Record<string, CustomFilter>
  actor: Actor
}
export type Refuse = (field: string, message: string) => void

/**
 * Returns the condition of a node `and`, `or` or `not` of the filter tree; undefined when the node
 * contains no conditions.
 */
const junction = (
  word: string,
  node: string | FilterTree,
  conditionsOf: (tree: FilterTree) => Condition[],
): Condition | undefined => {
  if (!isTree(node)) return undefined
  const groups = word === 'not' ? [node] : Object.values(node)
  const parts = groups
    .map((group) => (isTree(group) ? conditionsOf(group) : []))
    .filter((part) => part.length > 0)
    .map((part) => joined(part, 'and'))
  if (parts.length === 0) return undefined
  const condition = joined(parts, word === 'or' ? 'or' : 'and')
  return word === 'not' ? sql<SqlBool>`not ${condition}` : condition
}

/**
 * Returns the conditions of a filter on a column, one for each operator. Without an operator, the
 * filter means `eq`.
 */
const columnFilter = (
  resource: AnyResource,
  name: string,
  node: string | FilterTree,
): Condition[] => {
  const byOperator = isTree(node) ? Object.entries(node) : [['eq', node] as const]
  return byOperator.map(([operator, value]) => {
    const texts = isTree(value) ? Object.values(value).filter((v) => !isTree(v)) : [value]
    return comparison({ resource, name, operator, text: texts.join(',') })
  })
}

/**
 * Returns the conditions of a filter tree. Throws 422 for invalid values. Passes unknown filters to
 * `refuse`, so that the caller can report all of them.
 */
export const filterConditions = (
  { resource, filters, actor }: FilterRequest,
  tree: FilterTree,
  refuse: Refuse,
): Condition[] => {
  const customCondition = (name: string, node: string | FilterTree): Condition | undefined => {
    const isEquality = isTree(node) && Object.keys(node).join() === 'eq'
    const value = isEquality ? node.eq : node
    if (!Object.hasOwn(filters, name) || typeof value !== 'string') return undefined
    return filters[name]!(decode(resource.customFilters[name]!, value, name) as never, actor)
  }
  const conditionOf = ([name, node]: [string, string | FilterTree]): Condition[] => {
    if (junctions.has(name)) {
      const condition = junction(name, node, conditionsOf)
      if (!condition) refuse(name, `Filter "${name}" memerlukan syarat`)
      return condition ? [condition] : []
    }
    const isLike = isTree(node) && Object.keys(node).join() === 'like'
    if (resource.filters.includes(name) || (isLike && resource.search.includes(name)))
      return columnFilter(resource, name, node)
    const condition = customCondition(name, node)
    if (!condition) refuse(name, `Filter "${name}" tidak dikenal`)
    return condition ? [condition] : []
  }
  const conditionsOf = (part: FilterTree): Condition[] => Object.entries(part).flatMap(conditionOf)
  return conditionsOf(tree)
}
