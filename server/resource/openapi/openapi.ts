/** Generates the API document (OpenAPI 3.1) from the contract. */
import * as z from 'zod/mini'
import { TahapPendaftar } from '#contract/access/rules/applicant.ts'
import type { AnyCall } from '#contract/call.ts'
import { allCalls as calls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { conflictKinds } from '#contract/schedule/rules/conflicts.ts'
import {
  body,
  described,
  file,
  idempotencyKey,
  int,
  ok,
  query,
  schemaOf,
  upload,
  type Json,
} from '#server/resource/openapi/openapiParts.ts'
import { resourcePaths } from '#server/resource/openapi/openapiResource.ts'
import { mapInTurns } from '#server/runtime/yieldToEventLoop.ts'

const callPath = (call: AnyCall): Json => ({
  [call.method.toLowerCase()]: {
    ...(call.access === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    ...described(call.path, call.access),
    parameters: [
      ...Object.entries(call.query!.shape as Record<string, z.ZodMiniType>).map(([name, s]) =>
        call.path.includes(`{${name}}`)
          ? { name, in: 'path', required: true, schema: schemaOf(s, 'input') }
          : query(name, schemaOf(s, 'input'), undefined, !z.safeParse(s, undefined).success),
      ),
      ...(call.idempotent ? [idempotencyKey] : []),
    ],
    ...(call.method === 'POST' && {
      requestBody: (call.upload ? upload : body)(schemaOf(call.input!, 'input')),
    }),
    responses: call.file ? file('*/*') : ok(schemaOf(call.output, 'output')),
  },
})

/** Returns the schema of a row, with the schemas of all expands of the resource. */
const rowSchema = (r: AnyResource): Json => {
  const expands = Object.entries(r.expand).map(([name, e]) => [
    name,
    e.kind === 'many' || e.kind === 'owns'
      ? { type: 'array', items: schemaOf(e.schema, 'output') }
      : { anyOf: [schemaOf(e.schema, 'output'), { type: 'null' }] },
  ])
  const entitySchema = schemaOf(r.entity, 'output')
  return {
    ...entitySchema,
    properties: { ...(entitySchema.properties as Json), ...Object.fromEntries(expands) },
  }
}

/** Description of the error response that every call may return. */
const galat: Json = {
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
              // Reasons why a class or lesson cannot take place at the requested time, such as
              // another lesson in the room. Only some errors 409 contain `konflik`. Some of them
              // also contain `alternatif`: other times, coaches or rooms that are free.
              konflik: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    jenis: { enum: conflictKinds },
                    tingkat: { enum: ['keras', 'lunak'] },
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
              alternatif: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: {
                    pelatih_id: { type: 'integer' },
                    ruang_id: { type: 'integer' },
                    hari: { type: 'integer' },
                    tanggal: { type: 'string' },
                    jam_mulai: { type: 'string' },
                    label: { type: 'string' },
                  },
                },
              },
              dua_langkah: {
                const: true,
                description: 'Login: password benar, kode verifikasi dua langkah diminta',
              },
              pendaftar: {
                enum: TahapPendaftar.options.map((o) => o.value),
                description: 'Login: password benar, akun masih pendaftar pada tahap ini',
              },
            },
          },
        },
      },
    },
  },
}

/**
 * Function that generates the paths or schemas of one resource or call. `openApiInTurns` lets other
 * requests run between two such functions, because generating the whole document takes long.
 */
type Part = () => { paths?: Json; schemas?: Json }
const partsOf = (): Part[] => [
  ...Object.values(resources as Record<string, AnyResource>).flatMap((r): Part[] => [
    () => ({ paths: resourcePaths(r) }),
    () => ({ schemas: { [r.name]: rowSchema(r) } }),
  ]),
  ...Object.values(calls as Record<string, AnyCall>).map((call): Part => () => ({
    paths: { [call.path]: callPath(call) },
  })),
]
const documentOf = (parts: readonly ReturnType<Part>[]): Json => {
  const paths: Json = {}
  const schemas: Json = {}
  for (const part of parts) {
    Object.assign(schemas, part.schemas)
    for (const [path, methods] of Object.entries(part.paths ?? {}))
      paths[path] = { ...(paths[path] as Json | undefined), ...(methods as Json) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Nada', version: '1.0.0' },
    servers: [{ url: '/api' }],
    tags: Object.values(resources as Record<string, AnyResource>).map(({ name, label }) => ({
      name,
      description: label[0],
    })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas,
      responses: { Galat: galat },
    },
  }
}

/**
 * Returns the OpenAPI 3.1 document of all calls. The property `x-access` of a call is its access
 * code.
 */
export const openApi = (): Json => documentOf(partsOf().map((make) => make()))
/**
 * Returns the same document as `openApi`, but generates it in slices and lets other requests run in
 * between.
 */
export const openApiInTurns = async (): Promise<Json> =>
  documentOf(await mapInTurns(partsOf(), (make) => make()))
