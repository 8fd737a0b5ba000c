/** The API document, generated from the contract. */
import * as z from 'zod/mini'
import type { AnyCall } from '#contract/calls.ts'
import { unwrap } from '#contract/fields.ts'
import { semuaCalls as calls } from '#contract/impor.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'

type Json = Record<string, unknown>
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
const ok = (data: Json, status = '200', headers?: Json): Json => ({
  [status]: {
    description: 'Berhasil',
    ...(headers && { headers }),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['success', 'data'],
          properties: { success: { const: true }, data },
        },
      },
    },
  },
  default: { $ref: '#/components/responses/Galat' },
})
const query = (name: string, schema: Json, description?: string, required = false): Json => ({
  name,
  in: 'query',
  required,
  schema,
  ...(description && { description }),
})
const body = (schema: Json): Json => ({
  required: true,
  content: { 'application/json': { schema } },
})
const upload = (schema: Json): Json => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        ...schema,
        required: ['file', ...(Array.isArray(schema.required) ? schema.required : [])],
        properties: { file: { type: 'string', format: 'binary' }, ...(schema.properties as Json) },
      },
    },
  },
})
const file = (...types: string[]): Json => ({
  200: { description: 'Berkas', content: Object.fromEntries(types.map((type) => [type, {}])) },
  default: { $ref: '#/components/responses/Galat' },
})
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', maxLength: 80 },
}
/** A create that does not need a key keeps to one that is sent. */
const honouredKey = {
  ...idempotencyKey,
  required: false,
  description: 'Kiriman ulang dengan kunci yang sama tidak membuat dua',
}
const id = query('id', { type: 'integer', minimum: 1 }, undefined, true)
const int = { type: 'integer' }
const pagination = Object.fromEntries(
  ['Total-Count', 'Page-Count', 'Current-Page', 'Per-Page'].map((h) => [
    `X-Pagination-${h}`,
    { schema: int, required: true },
  ]),
)

const resourcePaths = (r: AnyResource): Json => {
  const ref = { $ref: `#/components/schemas/${r.name}` }
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
  const q =
    r.search.length > 0
      ? [
          query(
            'q',
            { type: 'string' },
            `Mencari di ${r.search.join(', ')}; masing-masing juga filter[…][like]`,
          ),
        ]
      : []
  const expandNames = Object.keys(r.expand)
  const expand =
    expandNames.length > 0
      ? [
          {
            ...query('expand', { type: 'array', items: { enum: expandNames } }),
            style: 'form',
            explode: false,
          },
        ]
      : []
  const sortNames = ['id', ...r.sort]
  const sort = query('sort', {
    enum: sortNames.flatMap((s) => [s, `-${s}`]),
    default: r.defaultSort,
  })
  const list = [
    query('page', { type: 'integer', minimum: 1, default: 1 }),
    query('per-page', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
    sort,
    query('fields', { type: 'string' }),
    ...q,
    ...expand,
    ...filters,
  ]
  const keyed = (operation: string) =>
    r.idempotent.includes(operation)
      ? [idempotencyKey]
      : operation === 'create'
        ? [honouredKey]
        : []
  const op = (operation: string, more: Json): Json => ({
    tags: [r.name],
    'x-access': `${r.name}/${operation}`,
    security: [{ bearer: [] }],
    ...more,
  })
  const offered: [string, string, 'get' | 'post', Json][] = [
    [
      'index',
      '',
      'get',
      op('index', {
        summary: `Daftar ${r.label[1]}`,
        parameters: list,
        responses: ok({ type: 'array', items: ref }, '200', pagination),
      }),
    ],
    ...(r.totals.length > 0
      ? [
          [
            'index',
            '/total',
            'get',
            op('index', {
              parameters: [...q, ...filters],
              responses: ok({
                type: 'object',
                properties: {
                  jumlah_baris: int,
                  ...Object.fromEntries(r.totals.map((t) => [t, int])),
                },
              }),
            }),
          ] as [string, string, 'get', Json],
        ]
      : []),
    ['view', '/view', 'get', op('view', { parameters: [id, ...expand], responses: ok(ref) })],
    [
      'pilihan',
      '/pilihan',
      'get',
      op('pilihan', {
        parameters: [query('q', { type: 'string' }), query('id', { type: 'string' }), ...filters],
        responses: ok({
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: int,
              label: { type: 'string' },
              keterangan: { type: ['string', 'null'] },
            },
          },
        }),
      }),
    ],
    [
      'ekspor',
      '/ekspor',
      'get',
      op('ekspor', {
        parameters: [
          query('format', { enum: ['csv', 'xlsx'], default: 'csv' }),
          sort,
          ...q,
          ...filters,
        ],
        responses: file(
          'text/csv',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        ),
      }),
    ],
    [
      'create',
      '/create',
      'post',
      op('create', {
        parameters: keyed('create'),
        requestBody: body(schemaOf(r.input, 'input')),
        responses: ok(ref, '201'),
      }),
    ],
    [
      'update',
      '/update',
      'post',
      op('update', {
        parameters: [id],
        requestBody: body({
          allOf: [
            schemaOf(r.update, 'input'),
            { type: 'object', required: ['versi'], properties: { versi: int } },
          ],
        }),
        responses: ok(ref),
      }),
    ],
    [
      'delete',
      '/delete',
      'post',
      op('delete', {
        parameters: [id],
        responses: ok({ type: 'object', properties: { id: int } }),
      }),
    ],
    ...Object.entries(r.actions).map(([a, s]): [string, string, 'get' | 'post', Json] => [
      a,
      `/${a}`,
      'post',
      op(a, {
        parameters: [id, ...keyed(a)],
        requestBody: body(schemaOf(s, 'input')),
        responses: ok(ref),
      }),
    ]),
  ]
  const paths: Json = {}
  for (const [operation, path, method, spec] of offered) {
    if (r.access[operation] === null || (operation === 'pilihan' && !r.choice)) continue
    paths[`/${r.name}${path}`] = { [method]: spec }
  }
  return paths
}
const callPath = (call: AnyCall): Json => ({
  [call.method.toLowerCase()]: {
    ...(call.access === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    ...(call.access !== 'public' && call.access !== 'session' && { 'x-access': call.access }),
    parameters: [
      ...Object.entries(call.query!.shape as Record<string, z.ZodMiniType>).map(([name, s]) =>
        query(name, schemaOf(s, 'input'), undefined, !z.safeParse(s, undefined).success),
      ),
      ...(call.idempotent ? [idempotencyKey] : []),
    ],
    ...(call.method === 'POST' && {
      requestBody: (call.upload ? upload : body)(schemaOf(call.input!, 'input')),
    }),
    responses: call.file ? file('*/*') : ok(schemaOf(call.output, 'output')),
  },
})

/** OpenAPI 3.1 of every call; `x-access` is the access code. */
export const openApi = (): Json => {
  const all = Object.values(resources as Record<string, AnyResource>)
  const paths: Json = Object.assign({}, ...all.map(resourcePaths))
  for (const call of Object.values(calls as Record<string, AnyCall>))
    paths[call.path] = { ...(paths[call.path] as Json | undefined), ...callPath(call) }
  return {
    openapi: '3.1.0',
    info: { title: 'Nada', version: '1.0.0' },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        all.map((r) => {
          const expands = Object.fromEntries(
            Object.entries(r.expand).map(([name, e]) => [
              name,
              e.kind === 'many' || e.kind === 'owns'
                ? { type: 'array', items: schemaOf(e.schema, 'output') }
                : { anyOf: [schemaOf(e.schema, 'output'), { type: 'null' }] },
            ]),
          )
          const own = schemaOf(r.entity, 'output')
          return [r.name, { ...own, properties: { ...(own.properties as Json), ...expands } }]
        }),
      ),
      responses: {
        Galat: {
          description: 'Galat',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  success: { const: false },
                  data: {
                    type: 'object',
                    required: ['name', 'message', 'status'],
                    properties: {
                      name: { type: 'string' },
                      message: { type: 'string' },
                      code: int,
                      status: int,
                      errors: {
                        type: 'array',
                        items: {
                          type: 'object',
                          properties: { field: { type: 'string' }, message: { type: 'string' } },
                        },
                      },
                      current: {},
                      // What classes are in the way of (409).
                      konflik: {
                        type: 'array',
                        items: {
                          type: 'object',
                          properties: {
                            jenis: { enum: ['pelatih', 'ruang', 'peserta', 'tutup'] },
                            tingkat: { enum: ['keras'] },
                            pesan: { type: 'string' },
                            mulai: { type: 'string' },
                            selesai: { type: 'string' },
                            dengan: {
                              type: 'object',
                              properties: {
                                resource: { type: 'string' },
                                id: { type: ['integer', 'null'] },
                                label: { type: 'string' },
                              },
                            },
                          },
                        },
                      },
                      dua_langkah: {
                        const: true,
                        description: 'Login: password benar, kode verifikasi dua langkah diminta',
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  }
}
