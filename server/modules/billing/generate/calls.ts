/** Calls of the monthly generation: preview, run, and progress of a run. */
import type { previewBills } from '#contract/billing/generateCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { invalidField, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { jsonInTurns } from '#server/http/routes.ts'
import { checkPeriod } from '#server/modules/billing/bills/formCalls.ts'
import { readBatch } from '#server/modules/billing/generate/batch.ts'
import { planGeneration } from '#server/modules/billing/generate/planGeneration.ts'
import {
  draftKey,
  madeLines,
  type Plan,
  type PlannedLine,
} from '#server/modules/billing/generate/plannedLine.ts'
import {
  readMonth,
  readOpenDrafts,
  type GenerateOptions,
} from '#server/modules/billing/generate/read.ts'
import { generate } from '#server/modules/billing/generate/run.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import { rowExists } from '#server/resource/rows.ts'
import { readSettings } from '#server/settings.ts'

const checkOutlets = async (ctx: Ctx, ids: readonly number[] | undefined): Promise<void> => {
  for (const id of ids ?? [])
    if (!(await rowExists(ctx.db, gedungModule, ctx.actor, id)))
      throw invalidField('gedung_id', 'Outlet tidak ditemukan')
}
type Preview = CallOutput<typeof previewBills>
/**
 * Returns the counts and sums of a preview: new bills, new lines, skipped lines and lines that are
 * billed already.
 */
const summaryOf = async (
  ctx: Ctx,
  plan: Plan,
  options: GenerateOptions,
): Promise<Preview['ringkasan']> => {
  const newLines = madeLines(plan)
  const ada = plan.lines.filter((l) => l.hasil === 'ada').length
  const keys = [...new Set(newLines.map((l) => draftKey(l, options)))]
  return {
    tagihan: keys.length - (await readOpenDrafts(ctx.reader, keys)).size,
    baris: newLines.length,
    total: newLines.reduce((sum, l) => sum + l.jumlah, 0),
    dilewati: plan.lines.length - newLines.length - ada,
    ada,
  }
}
/** Returns a line for the preview, without the fields that are needed only for storing it. */
const previewLine = ({
  kursus_id: _k,
  harga_satuan: _h,
  ppn_persen: _p,
  ppn: _n,
  jumlah_bruto: _b,
  payer: _y,
  jenis_billing_id: _j,
  promo_id: _1,
  promo_diskon: _2,
  promo_kedua_id: _3,
  promo_kedua_diskon: _4,
  promo_alasan: _5,
  ...line
}: PlannedLine): Preview['baris'][number] => line

/**
 * Returns the preview of the generation of a month, planned from the present data. Stores nothing.
 */
const preview = async (ctx: Ctx, settings: Settings, options: GenerateOptions) => {
  const plan = await planGeneration(await readMonth(ctx.reader, ctx.actor, settings, options))
  const head: Omit<Preview, 'baris'> = {
    periode: options.periode,
    tanggal_terbit: plan.tanggal_terbit,
    jatuh_tempo: plan.jatuh_tempo,
    ringkasan: await summaryOf(ctx, plan, options),
  }
  // Serializes the response in chunks, because the lines of all enrolments are several megabytes.
  return jsonInTurns(head, 'baris', plan.lines, previewLine)
}

export const generateCalls: Pick<Handlers, 'previewBills' | 'generate' | 'generateBatch'> = {
  previewBills: async (ctx, { periode, gedung_id, mode }) => {
    await checkPeriod(ctx, { periode })
    await checkOutlets(ctx, gedung_id)
    const settings = await readSettings(ctx.db)
    return preview(ctx, settings, { periode, gedung_id, mode: mode ?? settings.mode_tagihan })
  },
  generate: async (ctx, input, _, body) => {
    await checkPeriod(ctx, input)
    await checkOutlets(ctx, input.gedung_id)
    return generate(ctx, input, body)
  },
  generateBatch: async (ctx, _, { id, kunci }) => {
    if (id === undefined && kunci === undefined) throw invalidField('id', 'Isi id atau kunci')
    const batch = await ctx.db
      .selectFrom('generate_batch')
      .selectAll()
      .where((eb) =>
        id !== undefined
          ? eb('id', '=', id)
          : eb.and([eb('kunci', '=', kunci ?? ''), eb('oleh', '=', ctx.actor.id)]),
      )
      .executeTakeFirst()
    // Throws 404 unless the actor started the run or sees all outlets, because the progress
    // contains payers and sums of all outlets of the run.
    if (!batch || (batch.oleh !== ctx.actor.id && !seesAllOutlets(ctx.actor)))
      throw notFound('Proses generate')
    return readBatch(ctx.db, batch)
  },
}
