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
 * Returns a copy of a JSON value with sorted keys, so that two bodies with a different order of
 * keys get the same hash.
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
 * Returns a hash of the body and query string of a call. Two calls with the same idempotency key
 * but different hashes are different calls, not a repetition.
 */
export const bodyHash = (ctx: Ctx, body: unknown): string =>
  sha256(ctx.url.search + JSON.stringify(canonical(body)))

/**
 * Returns the request's idempotency key. Throws 400 when it is missing or longer than 80
 * characters.
 */
export const requireKey = (ctx: Ctx): string => {
  if (!ctx.key) throw new HttpError(400, 'Header Idempotency-Key wajib untuk panggilan ini')
  if (ctx.key.length > 80) throw new HttpError(400, 'Idempotency-Key paling panjang 80 karakter')
  return ctx.key
}

/**
 * Returns the record of an earlier call of the user with the same key; undefined if there is none.
 * Throws 422 when that call had another name, body or query.
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

/** Name and body of a call. */
interface Call {
  call: string
  body: unknown
  /** Whether the call must have an idempotency key and runs only once per key. */
  idempotent: boolean
}
/**
 * Runs `run` once per user and `Idempotency-Key`. Stores the result in the transaction `trx`, in
 * which `run` also makes its changes. A repeated call gets the stored result. Throws 422 when the
 * key was used for another call or body. Calls that are not `idempotent` run every time.
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
 * Call that creates a row. `make` inserts the row. If an earlier call with the same idempotency key
 * has already created the row, `read` returns the response for this row instead.
 */
interface Create {
  call: string
  body: unknown
  make: () => Promise<{ id: number; answer: Answer }>
  read: (id: number) => Promise<Answer>
}
/**
 * Creates a row. If the client sends an idempotency key, creates only one row per user and key, and
 * a repeated call gets the current data of this row. Stores only the id of the row with the key and
 * not the response, because a response may contain data of a person, which would remain stored
 * after the person is erased.
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
