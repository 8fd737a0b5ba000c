/** Functions and constants from which the API document is built. */
import * as z from 'zod/mini'
import { codeDescriptions } from '#contract/access/groups/accessGroups.ts'

export type Json = Record<string, unknown>
/** Converts a schema to JSON Schema, without the property `$schema`. */
export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
/**
 * Returns the tag of an operation, which is the first part of its path, and its access code with
 * the sentence of the code. Calls without a token or with any session (`access`) have no code.
 */
export const described = (path: string, access: string): Json => {
  const description = codeDescriptions.get(access)
  return {
    tags: [path.split('/')[1]],
    ...(description && { 'x-access': access, summary: description.nama }),
  }
}
/** Describes the responses of a call that returns `data`, including the error response. */
export const ok = (data: Json, status = '200', headers?: Json): Json => ({
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
/** Describes a parameter of the query string. */
export const query = (
  name: string,
  schema: Json,
  description?: string,
  required = false,
): Json => ({
  name,
  in: 'query',
  required,
  schema,
  ...(description && { description }),
})
/** Describes a JSON body. */
export const body = (schema: Json): Json => ({
  required: true,
  content: { 'application/json': { schema } },
})
/** Describes a multipart body with a file and the fields of the schema. */
export const upload = (schema: Json): Json => ({
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
/** Describes the responses of a call that returns a file of one of the media types. */
export const file = (...types: string[]): Json => ({
  200: { description: 'Berkas', content: Object.fromEntries(types.map((type) => [type, {}])) },
  default: { $ref: '#/components/responses/Galat' },
})
/** Required header with the key by which the server recognizes a repeated call. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', maxLength: 80 },
}
/**
 * Optional header with the idempotency key of a create. When the client sends a key, a repeated
 * request does not create a second row.
 */
export const honouredKey = {
  ...idempotencyKey,
  required: false,
  description: 'Kiriman ulang dengan kunci yang sama tidak membuat dua',
}
/** Parameter with the id of the row to which a call applies. */
export const id = query('id', { type: 'integer', minimum: 1 }, undefined, true)
/** Schema of a whole number. */
export const int = { type: 'integer' }
/**
 * Response headers of a list: number of rows, number of pages, page number and page size, and
 * whether there are more rows than counted.
 */
export const pagination = {
  ...Object.fromEntries(
    ['Total-Count', 'Page-Count', 'Current-Page', 'Per-Page'].map((h) => [
      `X-Pagination-${h}`,
      { schema: int, required: true },
    ]),
  ),
  'X-Pagination-Total-More': {
    schema: { enum: ['true'] },
    description: 'Ada jika count=bounded dan barisnya lebih banyak dari Total-Count',
  },
}
