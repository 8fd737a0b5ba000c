/** Describes the routes of a resource in the API document. */
import type * as z from 'zod/mini'
import { unwrap } from '#contract/fields.ts'
import { Paper, paperSizes } from '#contract/print/paper.ts'
import type { AnyResource } from '#contract/resource.ts'
import { sumNames } from '#contract/totals.ts'
import {
  body,
  described,
  file,
  honouredKey,
  id,
  idempotencyKey,
  int,
  ok,
  pagination,
  query,
  schemaOf,
  type Json,
} from '#server/resource/openapi/openapiParts.ts'

/**
 * Returns the query parameters of a list, grouped by kind. The routes for list, totals, picker and
 * export each accept some of these groups.
 */
const listParameters = (r: AnyResource) => {
  const shape = { ...r.fields, ...r.computed, ...r.entity.shape } as Record<string, z.ZodMiniType>
  const filters = [
    ...r.filters.map((f) =>
      query(
        f,
        schemaOf(unwrap(shape[f]!) as z.ZodMiniType, 'input'),
        'Juga filter[…][eq|neq|lt|lte|gt|gte|in|nin|like]',
      ),
    ),
    ...Object.entries(r.customFilters).map(([f, s]) =>
      query(f, schemaOf(unwrap(s) as z.ZodMiniType, 'input')),
    ),
  ]
  const sought = `Mencari di ${r.search.join(', ')}; masing-masing juga filter[…][like]`
  const q = r.search.length > 0 ? [query('q', { type: 'string' }, sought)] : []
  const expandNames = Object.keys(r.expand)
  const named = query('expand', { type: 'array', items: { enum: expandNames } })
  const expand = expandNames.length > 0 ? [{ ...named, style: 'form', explode: false }] : []
  const sort = query('sort', {
    enum: ['id', ...r.sort].flatMap((s) => [s, `-${s}`]),
    default: r.defaultSort,
  })
  const page = [
    query('page', { type: 'integer', minimum: 1, default: 1 }),
    query('per-page', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    query('count', { enum: ['bounded'] }, 'Menghitung baris paling banyak sampai 10.000'),
  ]
  return { filters, q, expand, sort, page }
}

/** Route of a resource. */
interface Route {
  /** Name of the operation, which is also the second part of the access code. */
  operation: string
  /** Path after `/<name>`. */
  path: string
  method: 'get' | 'post'
  /** Description of the route as an OpenAPI operation object. */
  spec: Json
}
const routeOf = (
  operation: string,
  method: Route['method'],
  spec: Json,
  path = `/${operation}`,
) => ({
  operation,
  path,
  method,
  spec,
})

const choicesAnswer = ok({
  type: 'array',
  items: {
    type: 'object',
    properties: {
      id: int,
      label: { type: 'string' },
      keterangan: { type: ['string', 'null'] },
      tutup: {
        type: ['string', 'null'],
        description: 'Alasan baris ini tidak dapat dipilih; hanya dengan parameter `untuk`',
      },
    },
  },
})
const totalAnswer = (r: AnyResource): Json =>
  ok({
    type: 'object',
    properties: Object.fromEntries(sumNames(r).map((name) => [name, int])),
  })

/** Returns the routes that read: list, totals, view, choices of a picker, and files. */
const readingRoutes = (r: AnyResource, ref: Json): Route[] => {
  const { filters, q, expand, sort, page } = listParameters(r)
  const list = {
    summary: `Daftar ${r.label[1]}`,
    parameters: [...page, sort, query('fields', { type: 'string' }), ...q, ...expand, ...filters],
    responses: ok({ type: 'array', items: ref }, '200', pagination),
  }
  const total = { parameters: [...q, ...filters], responses: totalAnswer(r) }
  const choices = {
    parameters: [
      query('q', { type: 'string' }),
      query('id', { type: 'string' }),
      query('per-page', { type: 'integer', minimum: 1, maximum: 50, default: 50 }),
      ...(r.choice?.untuk
        ? [query('untuk', { type: 'integer', minimum: 0 }, `Id ${r.choice.untuk} yang memilih`)]
        : []),
      ...filters,
    ],
    responses: choicesAnswer,
  }
  const sheet = {
    parameters: [
      query('format', { enum: ['csv', 'xlsx'], default: 'csv' }),
      query('kolom', { type: 'string' }),
      sort,
      ...q,
      ...filters,
    ],
    responses: file(
      'text/csv',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ),
  }
  const paper = {
    summary: 'Satu lembar (id), atau semua yang cocok dengan filter',
    parameters: [
      query('id', { type: 'integer', minimum: 1 }),
      query('ukuran', { enum: paperSizes, default: 'A4' }),
      sort,
      ...q,
      ...filters,
    ],
    responses: file('application/pdf'),
  }
  const kertas = {
    summary: 'Satu lembar sebagai data',
    parameters: [id, query('ukuran', { enum: paperSizes, default: 'A4' })],
    responses: ok(schemaOf(Paper, 'output')),
  }
  return [
    routeOf('index', 'get', list, ''),
    ...(r.totals.length > 0 ? [routeOf('index', 'get', total, '/total')] : []),
    routeOf('view', 'get', { parameters: [id, ...expand], responses: ok(ref) }),
    ...(r.choice ? [routeOf('pilihan', 'get', choices)] : []),
    routeOf('ekspor', 'get', sheet),
    ...(r.paper
      ? [routeOf(r.paper, 'get', paper, '/pdf'), routeOf(r.paper, 'get', kertas, '/kertas')]
      : []),
  ]
}

/**
 * Returns a list with the idempotency key header of an operation; an empty list if the operation
 * accepts no key.
 */
const keyOf = (r: AnyResource, operation: string): Json[] => {
  if (r.idempotent.includes(operation)) return [idempotencyKey]
  return operation === 'create' ? [honouredKey] : []
}
/** Returns the routes that write: create, update, delete, and the actions of the resource. */
const writingRoutes = (r: AnyResource, ref: Json): Route[] => {
  const update = {
    allOf: [
      schemaOf(r.update, 'input'),
      { type: 'object', required: ['versi'], properties: { versi: int } },
    ],
  }
  return [
    routeOf('create', 'post', {
      parameters: keyOf(r, 'create'),
      requestBody: body(schemaOf(r.input, 'input')),
      responses: ok(ref, '201'),
    }),
    routeOf('update', 'post', {
      parameters: [id],
      requestBody: body(update),
      responses: ok(ref),
    }),
    routeOf('delete', 'post', {
      parameters: [id],
      responses: ok({ type: 'object', properties: { id: int } }),
    }),
    ...Object.entries(r.actions).map(([action, schema]) =>
      routeOf(action, 'post', {
        parameters: [id, ...keyOf(r, action)],
        requestBody: body(schemaOf(schema, 'input')),
        responses: ok(ref),
      }),
    ),
  ]
}

/**
 * Describes the paths of a resource. Omits operations whose access is null, because the resource
 * does not offer them.
 */
export const resourcePaths = (r: AnyResource): Json => {
  const ref = { $ref: `#/components/schemas/${r.name}` }
  const paths: Json = {}
  for (const { operation, path, method, spec } of [
    ...readingRoutes(r, ref),
    ...writingRoutes(r, ref),
  ]) {
    if (r.access[operation] === null) continue
    paths[`/${r.name}${path}`] = {
      [method]: {
        ...described(`/${r.name}`, `${r.name}/${operation}`),
        security: [{ bearer: [] }],
        ...spec,
      },
    }
  }
  return paths
}
