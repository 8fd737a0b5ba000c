/**
 * Runs a monthly generation: reads and plans the month, then stores the drafts in batches of payers
 * with one transaction per batch. A concurrent run causes no duplicates (domain.md 3.2).
 */
import { engineOf } from '#server/db/engine.ts'
import { failureOf } from '#server/db/failure.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { bodyHash, requireKey } from '#server/http/idempotency.ts'
import {
  beginBatch,
  endBatch,
  readCall,
  type GenerateAnswer,
} from '#server/modules/billing/generate/batch.ts'
import { planGeneration } from '#server/modules/billing/generate/planGeneration.ts'
import {
  madeLines,
  type MadeLine,
  type Plan,
} from '#server/modules/billing/generate/plannedLine.ts'
import { readMonth, type GenerateOptions } from '#server/modules/billing/generate/read.ts'
import { storeDrafts, type DraftsOfRun } from '#server/modules/billing/generate/store.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Maximum number of payers per transaction. On SQLite a batch blocks all other requests, for about
 * 25 ms with 250 payers and 50 ms with 500. On PostgreSQL larger batches save round trips.
 */
const payersPerBatch = { sqlite: 250, postgres: 500 }

type PayerLines = readonly [payer: number, lines: readonly MadeLine[]]
interface Failure {
  akun_billing_id: number
  pesan: string
}

const failureText = (error: unknown): string =>
  error instanceof HttpError ? error.message : 'Gagal disimpan'

/**
 * Stores the drafts of each payer of a failed batch in a separate transaction. Returns the payers
 * that fail again.
 */
const storeOneByOne = async (
  ctx: Ctx,
  run: DraftsOfRun,
  part: readonly PayerLines[],
): Promise<Failure[]> => {
  const failed: Failure[] = []
  for (const [payer, lines] of part) {
    try {
      await transaction(ctx.db, (trx) => storeDrafts(trx, run, lines), { long: true })
    } catch (error) {
      if (failureOf(error)) throw error
      ctx.log.error({ err: error, akun_billing_id: payer }, 'generating for an account failed')
      failed.push({ akun_billing_id: payer, pesan: failureText(error) })
    }
  }
  return failed
}

/** Stores all drafts of a plan in batches, and records the progress after each batch. */
const storeInParts = async (
  ctx: Ctx,
  run: DraftsOfRun,
  newLines: readonly MadeLine[],
  jumlah_akun: number,
): Promise<void> => {
  const payers = [...Map.groupBy(newLines, (l) => l.payer.id)]
  // Number of payers whose drafts an interrupted run had already stored. The plan of the retry does
  // not contain these payers.
  const before = Math.max(0, jumlah_akun - payers.length)
  const failed: Failure[] = []
  const size = payersPerBatch[engineOf(ctx.db)]
  for (let start = 0; start < payers.length; start += size) {
    const part = payers.slice(start, start + size)
    const selesai_akun = Math.min(jumlah_akun, before + start + part.length)
    const recordProgress = (trx: Trx) =>
      trx
        .updateTable('generate_batch')
        .set({ selesai_akun, galat: JSON.stringify(failed), updated_at: now() })
        .where('id', '=', run.batch_id)
        .execute()
    const lines = part.flatMap(([, payerLines]) => payerLines)
    try {
      await transaction(
        ctx.db,
        async (trx) => {
          await storeDrafts(trx, run, lines)
          await recordProgress(trx)
        },
        { long: true, step: true },
      )
    } catch (error) {
      // Rethrows a failure of the database, because no single payer has caused it. A retry of the
      // call continues with this batch.
      if (failureOf(error)) throw error
      ctx.log.warn({ err: error, batch: run.batch_id }, 'generate failed, one by one now')
      failed.push(...(await storeOneByOne(ctx, run, part)))
      await transaction(ctx.db, recordProgress, { long: true })
    }
    // Lets other requests run between two batches.
    await yieldToEventLoop()
  }
}

/**
 * Returns the counts for the row that records the generation: number of payers to bill, and number
 * of lines that are not billed.
 */
const countPlan = (plan: Plan, newLines: readonly MadeLine[]) => ({
  jumlah_akun: new Set(newLines.map((l) => l.payer.id)).size,
  // Lines that are already billed are not counted, because with two concurrent runs their number
  // would depend on which run stored a line first.
  dilewati: plan.lines.filter((l) => l.hasil !== 'dibuat' && l.hasil !== 'ada').length,
})

/**
 * Returns the mode in which an interrupted generation was begun, even if the setting has changed
 * since; undefined for a new generation.
 */
const modeOf = (begun: string | undefined): GenerateOptions['mode'] | undefined => {
  if (begun === undefined) return undefined
  return begun === 'per_peserta' ? 'per_peserta' : 'per_akun'
}

/**
 * Generates the bills of a period (domain.md 3.2). The run is first stored under the
 * `Idempotency-Key` of the request, so that a retry completes an interrupted run or returns the
 * result of a completed run. Throws 409 if the setting for the kind of billing of tuition
 * (`jenis_billing_id`) is empty.
 */
export const generate = async (
  ctx: Ctx,
  input: {
    periode: string
    gedung_id?: number[] | undefined
    mode?: GenerateOptions['mode'] | undefined
  },
  body: unknown,
): Promise<GenerateAnswer> => {
  const { db } = ctx
  const call = { key: requireKey(ctx), hash: bodyHash(ctx, body) }
  const settings = await readSettings(db)
  const { jenis_billing_id } = settings
  if (jenis_billing_id === null)
    throw conflict('Setting jenis billing untuk generate bulanan belum diisi')
  const { answer, begun } = await readCall(db, ctx, call)
  if (answer) return answer
  const options: GenerateOptions = {
    periode: input.periode,
    gedung_id: input.gedung_id,
    mode: modeOf(begun?.mode) ?? input.mode ?? settings.mode_tagihan,
  }
  const plan = await planGeneration(await readMonth(ctx.reader, ctx.actor, settings, options))
  const newLines = madeLines(plan)
  const batch = await transaction(db, (trx) =>
    beginBatch(trx, ctx, call, options, countPlan(plan, newLines)),
  )
  const { tanggal_terbit, jatuh_tempo } = plan
  const run: DraftsOfRun = {
    batch_id: batch.id,
    by: ctx.actor.id,
    dates: { tanggal_terbit, jatuh_tempo },
    options,
    jenis_billing_id,
  }
  await storeInParts(ctx, run, newLines, batch.jumlah_akun)
  return transaction(db, (trx) => endBatch(trx, ctx, call, batch))
}
