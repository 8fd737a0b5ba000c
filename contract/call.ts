/**
 * Declares calls with path, access code, input and output. The calls that are generated from
 * resources (resource.ts) need no such declaration.
 */
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access/access.ts'
import { id } from '#contract/fields.ts'
import type { Shape } from '#contract/resource.ts'

/**
 * Returns the default limit of a JSON body in bytes for an access code: 16 KiB for `public`, 64 KiB
 * for `session`, and 1 MiB for all other codes. Public calls have the smallest limit, because
 * anybody can send them.
 */
export const maxBodyOf = (access: string): number =>
  ({ public: 16, session: 64 }[access] ?? 1024) * 1024
/** Declaration of a call. */
export interface CallDef {
  method: 'GET' | 'POST'
  path: string
  /**
   * Required access code; `public` for calls without a token, `session` for calls with any valid
   * token.
   */
  access: AccessCode | 'public' | 'session'
  /** Set when the call requires an `Idempotency-Key`. */
  idempotent?: true
  /** Limit of the JSON body in bytes; `maxBodyOf` gives the default. */
  maxBody?: number
  /**
   * Set when the request body is multipart: the field `file` contains a file, and the inputs are
   * text fields.
   */
  upload?: true
  /** Set when the response is a file instead of JSON. */
  file?: true
  query?: z.ZodMiniObject
  input?: z.ZodMiniObject
  output: z.ZodMiniType
}
/** Declares a call. `CallDef` explains the properties; `query` and `input` default to no fields. */
export const call = <
  const Path extends string,
  O extends z.ZodMiniType,
  Q extends Shape = {},
  I extends Shape = {},
  U extends true | undefined = undefined,
  F extends true | undefined = undefined,
>(def: {
  method: 'GET' | 'POST'
  path: Path
  access: CallDef['access']
  idempotent?: true
  maxBody?: number
  upload?: U
  file?: F
  query?: Q
  input?: I
  output: O
}) => ({ ...def, query: z.object((def.query ?? {}) as Q), input: z.object((def.input ?? {}) as I) })

export type AnyCall = CallDef
export type CallInput<C extends AnyCall> = C['input'] extends z.ZodMiniType
  ? z.input<C['input']>
  : never
export type CallQuery<C extends AnyCall> = C['query'] extends z.ZodMiniType
  ? z.input<C['query']>
  : never
export type CallOutput<C extends AnyCall> = z.output<C['output']>

export const byId = { id: id() }
/** Returns a schema for partial updates: an omitted field keeps its value, null clears it. */
export const nullish = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))
