/**
 * Row that records one run of the monthly generation (`generate_batch`): its start, progress and
 * end.
 */
import { sql, type Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { generateBatch } from '#contract/billing/generateCalls.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { sameCall } from '#server/http/idempotency.ts'
import type { GenerateOptions } from '#server/modules/billing/generate/read.ts'
import { auditEvent } from '#server/resource/auditLog.ts'

/** Name of the call `generate` in the table that stores the calls with an `Idempotency-Key`. */
const callName = 'billing/generate'
type BatchRow = Selectable<Tables['generate_batch']>
type Batch = z.output<(typeof generateBatch)['output']>
export interface GenerateAnswer {
  generate_batch_id: number
  dibuat: number
  dilewati: number
}
/** Idempotency key of the request, and the hash of its body. */
export interface CallKey {
  key: string
  hash: string
}

const batchStatus = (status: string): Batch['status'] =>
  status === 'selesai' || status === 'gagal' ? status : 'berjalan'

/**
 * Returns the progress of a run. The number and the total amount of the run's bills are computed
 * from the stored bills.
 */
export const readBatch = async (db: Db | Trx, batch: BatchRow): Promise<Batch> => {
  const totals = await db
    .selectFrom('billing')
    .select((eb) => [
      eb.fn.countAll<number>().as('dibuat'),
      eb.fn.coalesce(eb.fn.sum<number>('total'), sql<number>`0`).as('total'),
    ])
    .where('generate_batch_id', '=', batch.id)
    .executeTakeFirstOrThrow()
  const { id, periode, jumlah_akun, selesai_akun, dilewati } = batch
  return {
    id,
    periode,
    status: batchStatus(batch.status),
    jumlah_akun,
    selesai_akun,
    dilewati,
    ...totals,
    galat: fromJson<Batch['galat']>(batch.galat),
  }
}

/**
 * Finds an earlier request with the same idempotency key. `begun` is the run that the request
 * began; `answer` is the stored response, absent while the run is not completed.
 */
export const readCall = async (
  db: Db | Trx,
  ctx: Ctx,
  { key, hash }: CallKey,
): Promise<{ answer?: GenerateAnswer; begun?: BatchRow | undefined }> => {
  const earlierCall = await sameCall(db, ctx, key, callName, hash)
  if (!earlierCall) return {}
  const begun = await db
    .selectFrom('generate_batch')
    .selectAll()
    .where('oleh', '=', ctx.actor.id)
    .where('kunci', '=', key)
    .executeTakeFirst()
  return earlierCall.jawaban
    ? { answer: fromJson<GenerateAnswer>(earlierCall.jawaban), begun }
    : { begun }
}

/**
 * Stores the row of a run before any draft is made. If the request is a retry, returns the row of
 * the existing run, so that the caller continues that run.
 */
export const beginBatch = async (
  trx: Trx,
  ctx: Ctx,
  call: CallKey,
  options: GenerateOptions,
  counts: { jumlah_akun: number; dilewati: number },
): Promise<BatchRow> => {
  const { begun } = await readCall(trx, ctx, call)
  if (begun) return begun
  const time = now()
  await trx
    .insertInto('idempotensi')
    .values({
      user_id: ctx.actor.id,
      kunci: call.key,
      panggilan: callName,
      body_hash: call.hash,
      jawaban: null,
      created_at: time,
    })
    .execute()
  return trx
    .insertInto('generate_batch')
    .values({
      kunci: call.key,
      oleh: ctx.actor.id,
      periode: options.periode,
      gedung: JSON.stringify(options.gedung_id ?? []),
      mode: options.mode,
      status: 'berjalan',
      selesai_akun: 0,
      ...counts,
      galat: '[]',
      created_at: time,
      updated_at: time,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends a run. Stores its answer under the idempotency key and adds an audit log entry. */
export const endBatch = async (
  trx: Trx,
  ctx: Ctx,
  call: CallKey,
  { id, periode, jumlah_akun }: Pick<BatchRow, 'id' | 'periode' | 'jumlah_akun'>,
): Promise<GenerateAnswer> => {
  // A retry may run at the same time as the original request. The first of the two requests to end
  // stores the answer, and the other request returns the stored answer.
  const ended = await readCall(trx, ctx, call)
  if (ended.answer) return ended.answer
  const batch = await trx
    .updateTable('generate_batch')
    .set({ status: 'selesai', selesai_akun: jumlah_akun, updated_at: now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { dibuat, total } = await readBatch(trx, batch)
  const answer = { generate_batch_id: id, dibuat, dilewati: batch.dilewati }
  await trx
    .updateTable('idempotensi')
    .set({ jawaban: JSON.stringify(answer) })
    .where('user_id', '=', ctx.actor.id)
    .where('kunci', '=', call.key)
    .execute()
  await auditEvent(trx, ctx, {
    aksi: 'generate',
    entitas: 'billing',
    sesudah: JSON.stringify({ periode, dibuat, total, generate_batch_id: id }),
  })
  return answer
}
