/** Tests that the API document has the shape of OpenAPI 3.1 and describes every call. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { AnyCall } from '#contract/call.ts'
import { allCalls as calls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { openApi, type TestApi } from '#mocks/api/api.ts'
import { walk } from '#mocks/walk.ts'
import { addCalls } from '#server/http/calls.ts'
import type { Routes } from '#server/http/routes.ts'
import { handlers } from '#server/modules/calls.ts'
import { moduleOf, modules } from '#server/modules/registry.ts'
import { addResource } from '#server/resource/addResource.ts'
import { openApi as document, openApiInTurns } from '#server/resource/openapi/openapi.ts'

vi.mock('#server/resource/openapi/openapi.ts', { spy: true })

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  $ref?: string
  required?: string[]
  [key: string]: unknown
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
}
interface Operation {
  'x-access'?: string
  security: object[]
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: Schema }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

const doc = document() as unknown as Document
const routes: Routes = new Map()
for (const module of Object.values(modules)) addResource(routes, module, moduleOf)
addCalls(routes, handlers)
const declared = Object.entries(resources as Record<string, AnyResource>)
const operations = Object.entries(doc.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)
const parameter = (path: string, name: string) =>
  doc.paths[path]!.get!.parameters!.find((p) => p.name === name)

let api: TestApi
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

test('is served without a token', async () => {
  const response = await api.app.request('/api/openapi.json')
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ])
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(doc)))
})
test('is made and compressed once, and sent again only for another version', async () => {
  const ask = (headers: Record<string, string>) => api.app.request('/api/openapi.json', { headers })
  await ask({})
  vi.mocked(openApiInTurns).mockClear()
  // Detects that the middleware `compress`, which uses `CompressionStream`, compresses a response.
  // All responses must reuse the document that the request above has compressed.
  const compress = vi.spyOn(globalThis, 'CompressionStream')
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => ask({ 'accept-encoding': 'gzip, br' })),
  )
  const bodies = await Promise.all(answers.map(async (a) => Buffer.from(await a.arrayBuffer())))
  const [first] = answers
  const [body] = bodies
  expect(first!.headers.get('content-encoding')).toBe('gzip')
  expect(Number(first!.headers.get('content-length'))).toBe(body!.length)
  expect(JSON.parse(gunzipSync(body!).toString())).toEqual(JSON.parse(JSON.stringify(doc)))
  expect(openApiInTurns).not.toHaveBeenCalled()
  expect(compress).not.toHaveBeenCalled()
  const etag = first!.headers.get('etag') ?? ''
  expect([etag, first!.headers.get('cache-control')]).toEqual([
    expect.stringMatching(/^W\/"/),
    'public, no-cache',
  ])
  const again = await ask({ 'if-none-match': etag, 'accept-encoding': 'gzip' })
  expect([again.status, await again.text()]).toEqual([304, ''])
  for (const encoding of ['', 'br', 'gzip;q=0', 'identity']) {
    const plain = await ask({ 'accept-encoding': encoding })
    expect([encoding, plain.headers.get('content-encoding')]).toEqual([encoding, null])
    expect(await plain.json()).toHaveProperty('openapi')
  }
})
test('has every route of the server, and no other', () => {
  const served = [...routes].flatMap(([path, methods]) =>
    Object.keys(methods).map((m) => `${m} ${path}`),
  )
  expect(
    operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted(),
  ).toEqual(served.toSorted())
})
test('states the access code of each call', () => {
  for (const { path, method, operation } of operations) {
    const route = routes.get(path)![method.toUpperCase() as 'GET']!
    expect(operation['x-access'], path).toBe(route.access === 'code' ? route.codes[0] : undefined)
    expect(operation.security, path).toEqual(route.access === 'public' ? [] : [{ bearer: [] }])
  }
})
describe('the 3.1 document', () => {
  test('has head and components', () => {
    expect(doc).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d$/),
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    })
    expect(Object.keys(doc.components.schemas).toSorted()).toEqual(
      declared.map(([n]) => n).toSorted(),
    )
    for (const name of Object.keys(doc.components.schemas)) expect(name).toMatch(/^[\w.-]+$/)
  })
  test('has a target for every reference', () => {
    for (const [, ref] of JSON.stringify(doc).matchAll(/"\$ref":"([^"]+)"/g)) {
      const target = ref!
        .replace('#/', '')
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], doc)
      expect(target, ref).toBeDefined()
    }
  })
  test('has paths, parameters, bodies and responses', () => {
    for (const { path, method, operation } of operations) {
      expect(path).toMatch(/^\/[\w/-]+(\{token\}\.ics)?$/)
      expect(['get', 'post']).toContain(method)
      const names = (operation.parameters ?? []).map((p) => `${p.in} ${p.name}`)
      expect(new Set(names).size, path).toBe(names.length)
      for (const p of operation.parameters ?? [])
        expect([p.in, typeof p.required, typeof p.schema], `${path} ${p.name}`).toEqual([
          expect.stringMatching(path.includes('{') ? /^path$/ : /^(query|header)$/),
          'boolean',
          'object',
        ])
      expect(Object.keys(operation.responses), path).toEqual([
        expect.stringMatching(/^20[01]$/),
        'default',
      ])
      expect(operation.responses.default, path).toEqual({ $ref: '#/components/responses/Galat' })
      const body = operation.requestBody?.content['application/json']?.schema
      expect(
        method === 'get' || body === undefined || 'properties' in body || 'allOf' in body,
        path,
      ).toBe(true)
      expect(method === 'get' && operation.requestBody !== undefined, path).toBe(false)
    }
  })
  test('serialises every part of a schema', () => {
    expect(JSON.stringify(doc)).not.toMatch(/"\$schema"|"~standard"|undefined/)
  })
})
describe('every resource', () => {
  walk(declared)('lists sort orders, expands, filters and search', (name, resource) => {
    expect(parameter(`/${name}`, 'sort')!.schema.enum).toEqual(
      ['id', ...resource.sort].flatMap((s) => [s, `-${s}`]),
    )
    expect(parameter(`/${name}`, 'expand')?.schema.items?.enum ?? []).toEqual(
      Object.keys(resource.expand),
    )
    for (const filter of [...resource.filters, ...Object.keys(resource.customFilters)])
      expect(parameter(`/${name}`, filter), filter).toBeDefined()
    expect(parameter(`/${name}`, 'q') !== undefined).toBe(resource.search.length > 0)
    expect([
      parameter(`/${name}`, 'page')!.schema.default,
      parameter(`/${name}`, 'per-page')!.schema,
    ]).toEqual([1, expect.objectContaining({ default: 20, maximum: 100 })])
  })
  walk(declared)('has rows with the declared fields', (name, resource) => {
    const schema = doc.components.schemas[name]!
    expect(Object.keys(schema.properties!).toSorted()).toEqual(
      [...Object.keys(resource.entity.shape), ...Object.keys(resource.expand)].toSorted(),
    )
    for (const expand of Object.keys(resource.expand)) expect(schema.required).not.toContain(expand)
  })
})
test('marks calls that require an Idempotency-Key', () => {
  const keyed = operations
    .filter(({ operation }) =>
      operation.parameters?.some(
        (p) => p.in === 'header' && p.name === 'Idempotency-Key' && p.required,
      ),
    )
    .map(({ path }) => path)
  const expectedPaths = [
    ...declared.flatMap(([n, r]) => r.idempotent.map((verb) => `/${n}/${verb}`)),
    ...Object.values(calls as Record<string, AnyCall>)
      .filter((c) => c.idempotent)
      .map((c) => c.path),
  ]
  expect(keyed.toSorted()).toEqual(expectedPaths.toSorted())
})
test('requires the version in every update, and the id in every call on a row', () => {
  for (const { path, operation } of operations.filter(
    ({ path: p }) =>
      /\/(update|view|delete|terbitkan|batalkan|pakai-saldo)$/.test(p) &&
      !['/setting/update', '/profile/update'].includes(p),
  )) {
    expect(
      operation.parameters!.find((p) => p.name === 'id'),
      path,
    ).toMatchObject({ in: 'query', required: true })
    expect(
      JSON.stringify(operation.requestBody?.content ?? {}).includes('"required":["versi"]'),
      path,
    ).toBe(path.endsWith('/update'))
  }
})
