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

/** Keys sorted, so that the same body in another order is the same body. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([k, v]) => [k, canonical(v)]),
  )
}
/** Hash of a call's body and query, to distinguish a repeated call from another call. */
export const bodyHash = (ctx: Ctx, body: unknown): string =>
  sha256(ctx.url.search + JSON.stringify(canonical(body)))

/** The key of a call that needs one. Throws 400 without. */
export const requireKey = (ctx: Ctx): string => {
  if (!ctx.key) throw new HttpError(400, 'Header Idempotency-Key wajib untuk panggilan ini')
  if (ctx.key.length > 80) throw new HttpError(400, 'Idempotency-Key paling panjang 80 karakter')
  return ctx.key
}

/**
 * Returns the record under a key, if any. Throws 422 when the record is of another call or body.
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

/** A call that may be repeated: its name, its body, and whether it must name a key. */
interface Call {
  call: string
  body: unknown
  idempotent: boolean
}
/**
 * Runs `run` once per user and `Idempotency-Key`, inside the transaction of its effects: a repeated
 * call returns the first result; the same key with another call or body is rejected (422). Calls
 * that are not `idempotent` just run.
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
 * A create that takes a key and does not need one: what it makes, and how the row is read again.
 */
interface Create {
  call: string
  body: unknown
  make: () => Promise<{ id: number; answer: Answer }>
  read: (id: number) => Promise<Answer>
}
/**
 * Creates a row once per user and key, if a key is sent. Only the row's id is stored, so that an
 * erased person leaves no data here. A repeated call returns the present row.
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
