/**
 * Parses the query parameters of a list. Rejects unknown filters, columns and expands. Limits page
 * numbers and page sizes to their allowed range.
 */
import type * as z from 'zod/mini'
import { maxId } from '#contract/fields.ts'
import type { AnyResource, Issue } from '#contract/resource.ts'
import { invalid, invalidField, maxIssues, notFound } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import {
  decode,
  filterConditions,
  filterNames,
  list,
  maxValues,
  treeOf,
  type CustomFilter,
  type Refuse,
} from '#server/resource/query/filters.ts'
import type { SearchIndex } from '#server/resource/query/searchIndex.ts'
import { wordsOf } from '#server/resource/query/searchWords.ts'
import { sought, type FoundThrough } from '#server/resource/query/sought.ts'

/** Maximum number of rows that a bounded total counts. */
const mostCounted = 10_000

export interface ListQuery {
  page: number
  perPage: number
  /** Maximum number of rows to count for the total; undefined to count all. */
  mostCounted: number | undefined
  sort: string
  descending: boolean
  conditions: Condition[]
  expand: string[]
  fields: string[] | undefined
  /** Names of all filters; undefined if the query has other conditions, such as a search. */
  filters: readonly string[] | undefined
  filtered: boolean
}

export const whole = (text: string | null, fallback: number, max: number): number => {
  const value = Number(text)
  return text !== null && Number.isInteger(value) && value >= 1 ? Math.min(value, max) : fallback
}
/**
 * Parses the number of rows per page. Limits it to 1–100; returns 20 when it is absent or not a
 * whole number.
 */
export const rowsOf = (text: string | null): number => {
  const value = Number(text)
  return text === null || text.trim() === '' || !Number.isInteger(value)
    ? 20
    : Math.min(Math.max(value, 1), 100)
}
/** Splits a list of names at commas. Removes duplicates, so that no expand is read twice. */
const names = (text: string | null): string[] => [...new Set(list(text))]
const unknownExpands = (resource: AnyResource, expand: string[]): Issue[] =>
  expand
    .filter((e) => !Object.hasOwn(resource.expand, e))
    .map((e) => ({ field: 'expand', message: `Expand "${e}" tidak dikenal` }))
/**
 * Parses the parameter `expand` of a view. Throws 422 if there are unknown expands; the error names
 * each of them.
 */
export const parseExpand = (resource: AnyResource, params: URLSearchParams): string[] => {
  const expand = names(params.get('expand'))
  const issues = unknownExpands(resource, expand)
  if (issues.length > 0) throw invalid(issues)
  return expand
}

/**
 * Query parameters of a list (`params`), and everything needed to parse them: the resource, the
 * custom filters and `foundThrough` of its module, and the actor.
 */
interface ListRequest {
  resource: AnyResource
  filters: Record<string, CustomFilter>
  params: URLSearchParams
  actor: Actor
  foundThrough?: FoundThrough
  /** Rows that contain the words of the search text; undefined to compare every row. */
  index?: SearchIndex | undefined
}

/** Returns the text that a list is searched for; empty without one. */
export const searchTextOf = (params: URLSearchParams): string =>
  (params.get('q') ?? '').trim().slice(0, 100)

/** Returns a condition for each word of the search text `q`; a row must match all of them. */
const searchConditions = (
  { resource, params, actor, foundThrough: through, index }: ListRequest,
  refuse: Refuse,
): Condition[] => {
  const q = searchTextOf(params)
  if (!q) return []
  if (resource.search.length === 0) {
    refuse('q', 'Daftar ini tidak dapat dicari')
    return []
  }
  return wordsOf(resource, q).map((word) => sought(word, { resource, actor, through, index }))
}

/**
 * Whether the total of a list may be incomplete (`count=bounded`), so that the page does not wait
 * for it.
 */
const isBounded = (params: URLSearchParams, refuse: Refuse): boolean => {
  const count = params.get('count') ?? ''
  if (count !== '' && count !== 'bounded') refuse('count', `Nilai "${count}" tidak dikenal`)
  return count === 'bounded'
}

/**
 * Parses and checks the query of a list. Throws 422 if a filter, sort, field or expand is unknown;
 * the error names each unknown one.
 */
export const parseList = (request: ListRequest): ListQuery => {
  const { resource, params } = request
  const issues: Issue[] = []
  const refuse: Refuse = (field, message) => issues.push({ field, message })
  const tree = treeOf(params)
  const searched = searchConditions(request, refuse)
  const conditions = [...filterConditions(request, tree, refuse), ...searched]
  const sort = (params.get('sort') || resource.defaultSort).split(',')[0]!.trim()
  const name = sort.replace(/^-/, '')
  if (name !== 'id' && !resource.sort.includes(name))
    refuse('sort', `Tidak dapat diurutkan menurut "${name}"`)
  const expand = names(params.get('expand'))
  issues.push(...unknownExpands(resource, expand))
  // Returns all columns (`fields` undefined) if the parameter contains no name, as in `fields=,`.
  const fields = names(params.get('fields'))
  for (const f of fields)
    if (!Object.hasOwn(resource.entity.shape, f)) refuse('fields', `Field "${f}" tidak dikenal`)
  const bounded = isBounded(params, refuse)
  if (issues.length > 0) throw invalid(issues)
  return {
    page: whole(params.get('page'), 1, maxId),
    perPage: rowsOf(params.get('per-page')),
    mostCounted: bounded ? mostCounted : undefined,
    sort: name,
    descending: sort.startsWith('-'),
    conditions,
    expand,
    fields: fields.length > 0 ? fields : undefined,
    filters: searched.length > 0 ? undefined : filterNames(tree),
    filtered: conditions.length > 0,
  }
}

/**
 * Parses the id in the query string. Throws 422 when it is not a whole number, 404 when it is
 * outside the range of ids.
 */
export const parseId = (url: URL): number => {
  const text = url.searchParams.get('id') ?? ''
  if (!/^\d{1,20}$/.test(text)) throw invalidField('id', 'id wajib berupa bilangan bulat')
  const value = Number(text)
  if (value < 1 || value > maxId) throw notFound()
  return value
}

/**
 * Parses the ids that a picker requests, such as `1,2,3`. Throws 422 when an id is invalid, or when
 * there are more than `maxValues` ids.
 */
export const parseIds = (
  schema: z.ZodMiniType,
  params: URLSearchParams,
): (string | number | boolean)[] => {
  const texts = list(params.get('id'))
  if (texts.length > maxValues) throw invalidField('id', `Isi 1 sampai ${maxValues} nilai`)
  return texts.map((text) => decode(schema, text, 'id'))
}

const messageOf = ({ code, message }: z.core.$ZodIssue): string => {
  if (code === 'unrecognized_keys') return 'Tidak dikenal'
  return message === 'Invalid input' ? 'Tidak valid' : message
}
/**
 * Returns the issues of a failed parse: only the first issue of each field, and at most `maxIssues`
 * issues. A field inside a list or object is named by its path, joined by dots.
 */
export const issuesOf = (error: z.core.$ZodError): Issue[] => {
  const messageByField = new Map<string, string>()
  for (const issue of error.issues) {
    if (messageByField.size >= maxIssues) break
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    for (const key of keys) if (!messageByField.has(key)) messageByField.set(key, messageOf(issue))
  }
  return [...messageByField].map(([field, message]) => ({ field, message }))
}
