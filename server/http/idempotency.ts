import type { Db, Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { sha256 } from '#server/http/auth.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { json } from '#server/http/routes.ts'

export interface Answer {
  status: number
  data: unknown
  headers?: Record<string, string>
}

/**
 * Returns a copy of a JSON value with sorted keys, so that bodies that differ only in the order of
 * their keys are equal.
 */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, canonical(v)]),
  )
}
/**
 * Returns the hash of the body and query of a call, which distinguishes a repeated call from a
 * different call with the same key.
 */
export const bodyHash = (ctx: Ctx, body: unknown): string =>
  sha256(ctx.url.search + JSON.stringify(canonical(body)))

/**
 * Returns the idempotency key of a call that requires one. Throws 400 without a key or for a key
 * that is too long.
 */
export const requireKey = (ctx: Ctx): string => {
  if (!ctx.key) throw new HttpError(400, 'Header Idempotency-Key wajib untuk panggilan ini')
  if (ctx.key.length > 80) throw new HttpError(400, 'Idempotency-Key paling panjang 80 karakter')
  return ctx.key
}

/**
 * Returns the record of an earlier call with the same key, if any. Throws 422 when the earlier call
 * or its body differs.
 */
export const sameCall = async (
  db: Db | Trx,
  ctx: Ctx,
  idempotencyKey: string,
  call: string,
  body_hash: string,
) => {
  const earlierCall = await db
    .selectFrom('idempotensi')
    .selectAll()
    .where('user_id', '=', ctx.actor.id)
    .where('kunci', '=', idempotencyKey)
    .executeTakeFirst()
  if (earlierCall && (earlierCall.panggilan !== call || earlierCall.body_hash !== body_hash))
    throw invalidField('Idempotency-Key', 'Idempotency-Key ini sudah dipakai untuk permintaan lain')
  return earlierCall
}

const respond = (answer: Answer, more: Record<string, string> = {}): Response =>
  json(answer.data, answer.status, { ...answer.headers, ...more })
const replay = { 'Idempotent-Replay': 'true' }
const record = (
  trx: Trx,
  ctx: Ctx,
  idempotencyKey: string,
  row: { panggilan: string; body_hash: string; jawaban: unknown },
) =>
  trx
    .insertInto('idempotensi')
    .values({
      ...row,
      user_id: ctx.actor.id,
      kunci: idempotencyKey,
      jawaban: JSON.stringify(row.jawaban),
      created_at: now(),
    })
    .execute()

/** Call with its name, its body, and whether it must have an idempotency key. */
interface Call {
  call: string
  body: unknown
  idempotent: boolean
}
/**
 * Runs `run` once per user and `Idempotency-Key`, in the transaction of its effects. A repeated
 * call returns the first result; throws 422 when the key was used for another call or body. Calls
 * that are not `idempotent` run every time.
 */
export const once = async (
  trx: Trx,
  ctx: Ctx,
  { call, body, idempotent }: Call,
  run: () => Promise<Answer>,
): Promise<Response> => {
  if (!idempotent) return respond(await run())
  const idempotencyKey = requireKey(ctx)
  const body_hash = bodyHash(ctx, body)
  const earlierCall = await sameCall(trx, ctx, idempotencyKey, call, body_hash)
  if (earlierCall) return respond(JSON.parse(earlierCall.jawaban ?? 'null') as Answer, replay)
  const answer = await run()
  await record(trx, ctx, idempotencyKey, { panggilan: call, body_hash, jawaban: answer })
  return respond(answer)
}

/**
 * Create with an optional idempotency key: `make` inserts the row, `read` reads an existing row
 * again.
 */
interface Create {
  call: string
  body: unknown
  make: () => Promise<{ id: number; answer: Answer }>
  read: (id: number) => Promise<Answer>
}
/**
 * Creates a row once per user and key, if the client sends a key. Only the id of the row is stored,
 * so that no data of a person remains after an erasure. A repeated call returns the present state
 * of the row.
 */
export const onceCreated = async (
  trx: Trx,
  ctx: Ctx,
  { call, body, make, read }: Create,
): Promise<Response> => {
  if (!ctx.key) return respond((await make()).answer)
  const idempotencyKey = requireKey(ctx)
  const body_hash = bodyHash(ctx, body)
  const earlierCall = await sameCall(trx, ctx, idempotencyKey, call, body_hash)
  if (earlierCall)
    return respond(
      await read((JSON.parse(earlierCall.jawaban ?? '{}') as { id: number }).id),
      replay,
    )
  const { id, answer } = await make()
  await record(trx, ctx, idempotencyKey, { panggilan: call, body_hash, jawaban: { id } })
  return respond(answer)
}
