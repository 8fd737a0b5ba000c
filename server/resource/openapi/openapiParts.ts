/** Pieces that the API document is put together from. */
import * as z from 'zod/mini'

export type Json = Record<string, unknown>
/** Schema as JSON Schema, without the line with its version. */
export const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
/** Responses of a call that returns `data`. */
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
/** A parameter of the query string. */
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
/** A body of JSON. */
export const body = (schema: Json): Json => ({
  required: true,
  content: { 'application/json': { schema } },
})
/** A body with a file beside its fields. */
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
/** Responses of a call that returns a file. */
export const file = (...types: string[]): Json => ({
  200: { description: 'Berkas', content: Object.fromEntries(types.map((type) => [type, {}])) },
  default: { $ref: '#/components/responses/Galat' },
})
/** Key that distinguishes a repeated call from a second call. */
export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  schema: { type: 'string', maxLength: 80 },
}
/** A create that does not need a key keeps to one that is sent. */
export const honouredKey = {
  ...idempotencyKey,
  required: false,
  description: 'Kiriman ulang dengan kunci yang sama tidak membuat dua',
}
/** The id of the row that a call is about. */
export const id = query('id', { type: 'integer', minimum: 1 }, undefined, true)
/** A whole number. */
export const int = { type: 'integer' }
/** Headers with the page number and size of a list. */
export const pagination = Object.fromEntries(
  ['Total-Count', 'Page-Count', 'Current-Page', 'Per-Page'].map((h) => [
    `X-Pagination-${h}`,
    { schema: int, required: true },
  ]),
)
