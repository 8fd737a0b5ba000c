import type { Db, Trx } from '#server/db/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { sha256 } from '#server/http/auth.ts'
import { json } from '#server/http/routes.ts'

export interface Answer { status: number; data: unknown; headers?: Record<string, string> }

/** Keys sorted, so that the same body in another order is the same body. */
const canonical = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(canonical) : value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, canonical(v)])) : value
/** Hash of a call's body and query, to tell a repeated call from another one. */
export const bodyHash = (ctx: Ctx, body: unknown): string => sha256(ctx.url.search + JSON.stringify(canonical(body)))

/** The key of a call that needs one. Throws 400 without. */
export const requireKey = (ctx: Ctx): string => {
  if (!ctx.key) throw new HttpError(400, 'Header Idempotency-Key wajib untuk panggilan ini')
  if (ctx.key.length > 80) throw new HttpError(400, 'Idempotency-Key paling panjang 80 karakter')
  return ctx.key
}

/** What is recorded under a key, if anything. Throws 422 when that was another call or body. */
export const sameCall = async (db: Db | Trx, ctx: Ctx, kunci: string, panggilan: string, body_hash: string) => {
  const known = await db.selectFrom('idempotensi').selectAll().where('user_id', '=', ctx.actor.id).where('kunci', '=', kunci).executeTakeFirst()
  if (known && (known.panggilan !== panggilan || known.body_hash !== body_hash)) throw invalidField('Idempotency-Key', 'Idempotency-Key ini sudah dipakai untuk permintaan lain')
  return known
}

/**
 * Runs `run` once per user and `Idempotency-Key`, inside the transaction of its effects: a repeated call answers the first result,
 * the same key with another call or body is refused (422). Calls that are not `idempotent` just run.
 */
export const once = async (trx: Trx, ctx: Ctx, idempotent: boolean, panggilan: string, body: unknown, run: () => Promise<Answer>): Promise<Response> => {
  if (!idempotent) {
    const answer = await run()
    return json(answer.data, answer.status, answer.headers)
  }
  const kunci = requireKey(ctx)
  const body_hash = bodyHash(ctx, body)
  const known = await sameCall(trx, ctx, kunci, panggilan, body_hash)
  if (known) {
    const answer = JSON.parse(known.jawaban ?? 'null') as Answer
    return json(answer.data, answer.status, { ...answer.headers, 'Idempotent-Replay': 'true' })
  }
  const answer = await run()
  await trx.insertInto('idempotensi').values({ user_id: ctx.actor.id, kunci, panggilan, body_hash, jawaban: JSON.stringify(answer), created_at: now() }).execute()
  return json(answer.data, answer.status, answer.headers)
}
