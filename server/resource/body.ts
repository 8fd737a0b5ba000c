/** Parses and cleans the body of a write according to the schemas of its resource. */
import * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import { invalid } from '#server/errors.ts'
import { checkPhones } from '#server/http/body/phone.ts'
import { issuesOf } from '#server/resource/query/query.ts'

/** Parses a body by a schema. Throws 422 that names the invalid fields. */
export const parseBody = (schema: z.ZodMiniType, body: unknown): Record<string, unknown> => {
  const result = z.safeParse(schema, body)
  if (!result.success) throw invalid(issuesOf(result.error))
  const data = result.data as Record<string, unknown>
  const phones = checkPhones(schema, data)
  if (phones.length > 0) throw invalid(phones)
  return data
}
/** Returns a body with empty texts replaced by null in the fields that accept null. */
export const emptyToNull = (shape: Record<string, z.ZodMiniType>, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([k, v]) => [
      k,
      v === '' && Object.hasOwn(shape, k) && z.safeParse(shape[k]!, null).success ? null : v,
    ]),
  )

/**
 * Returns a body without passwords and other secrets, such as numbers of identity documents and
 * bank accounts. The server stores a hash of the body to recognize repeated calls; no secret may be
 * part of the hashed text.
 */
export const withoutSecrets = (
  shape: Record<string, z.ZodMiniType>,
  body: Record<string, unknown>,
) =>
  Object.fromEntries(
    Object.entries(body).filter(([k]) => {
      const schema = Object.hasOwn(shape, k) ? shape[k] : undefined
      const meta = schema && metaOf(schema)
      return !meta?.secret && meta?.control !== 'password'
    }),
  )
