/** Preview, generation and its progress, publishing many. */
import type { CallOutput, pratinjau } from '#contract/calls.ts'
import { engineOf } from '#server/db/engine.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField, notFound } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { jsonInTurns } from '#server/http/routes.ts'
import { rowExists } from '#server/http/rows.ts'
import { biayaUntuk } from '#server/modules/billing/biaya.ts'
import { billingModule } from '#server/modules/billing/billing.ts'
import { checkPeriod } from '#server/modules/billing/formCalls.ts'
import { generate, readBatch } from '#server/modules/billing/generate.ts'
import { draftKey, madeLines, openDrafts, planGeneration } from '#server/modules/billing/plan.ts'
import { publishBills } from '#server/modules/billing/publish.ts'
import { gedungModule } from '#server/modules/master/gedung.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import { userModule } from '#server/modules/user/user.ts'
import { readSettings } from '#server/settings.ts'
import { turn } from '#server/turns.ts'

const auditPublished = async (trx: Trx, ctx: Ctx, ids: readonly number[]): Promise<void> => {
  const bills =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('billing')
          .select(['id', 'nomor', 'gedung_id', 'terbayar'])
          .where('id', 'in', ids)
          .orderBy('id')
          .execute()
  const stamp = {
    created_at: now(),
    created_by: ctx.actor.id,
    updated_at: now(),
    updated_by: ctx.actor.id,
    user_nama: ctx.actor.name,
    ip: ctx.ip,
    agen: ctx.agent.slice(0, 200),
  }
  await insertMany(
    trx,
    'audit',
    bills.map(({ id, gedung_id, ...sesudah }) => ({
      ...stamp,
      aksi: 'terbitkan',
      entitas: 'billing',
      entitas_id: id,
      gedung_id,
      sebelum: JSON.stringify({ status: 0 }),
      sesudah: JSON.stringify({ status: 1, ...sesudah }),
    })),
  )
}
/** The database has too much to do just now: nothing that a bill could be blamed for. */
const isBusy = (error: unknown): boolean => error instanceof HttpError && error.status === 503
const checkOutlets = async (ctx: Ctx, ids: readonly number[] | undefined): Promise<void> => {
  for (const id of ids ?? [])
    if (!(await rowExists(ctx.db, gedungModule, ctx.actor, id)))
      throw invalidField('gedung_id', 'Outlet tidak ditemukan')
}
/** Bills that are published together: everything else waits for SQLite's transaction. */
const billsAtOnce = { sqlite: 25, postgres: 200 }
const publishedACall = 200

interface Published {
  published: number[]
  failed: { id: number; pesan: string }[]
}
/** Publishes bills in one transaction, those of them that are in the actor's scope still. */
const publishTogether = (ctx: Ctx, ids: readonly number[]): Promise<Published> =>
  transaction(
    ctx.db,
    async (trx) => {
      const rows =
        ids.length === 0
          ? []
          : await trx
              .selectFrom('billing')
              .select('id')
              .where('id', 'in', ids)
              .where(scopeOf(ctx, billingModule))
              .execute()
      const { published, failed } = await publishBills(
        trx,
        rows.map((r) => r.id),
        await readSettings(trx),
        ctx.actor.id,
      )
      await auditPublished(trx, ctx, published)
      const found = new Set(rows.map((r) => r.id))
      const gone = ids
        .filter((id) => !found.has(id))
        .map((id) => ({ id, pesan: 'Tagihan tidak ditemukan' }))
      return {
        published,
        failed: [...gone, ...failed.map(({ id, error }) => ({ id, pesan: error.message }))],
      }
    },
    { antre: ['penghitung'], long: true },
  )
/** Publishes bills together; where one of them breaks the whole, each by itself, so that it is told which one, and the others are published. */
const publishMany = async (ctx: Ctx, ids: readonly number[]): Promise<Published> => {
  try {
    return await publishTogether(ctx, ids)
  } catch (error) {
    if (isBusy(error)) throw error
    ctx.log.warn({ err: error }, 'penerbitan bersama gagal, diulang satu per satu')
  }
  const result: Published = { published: [], failed: [] }
  for (const id of ids) {
    try {
      const { published, failed } = await publishTogether(ctx, [id])
      result.published.push(...published)
      result.failed.push(...failed)
    } catch (error) {
      if (isBusy(error)) throw error
      if (!(error instanceof HttpError))
        ctx.log.error({ err: error, billing_id: id }, 'penerbitan tagihan gagal')
      result.failed.push({
        id,
        pesan: error instanceof HttpError ? error.message : 'Gagal diterbitkan',
      })
    }
  }
  return result
}

export const billingCalls: Pick<
  Handlers,
  'biayaTawaran' | 'pratinjau' | 'generate' | 'generateBatch' | 'terbitkanBanyak'
> = {
  biayaTawaran: async (ctx, _, { id }) => {
    await inScope(ctx, userModule, id)
    const students = await ctx.db
      .selectFrom('user')
      .select(['user.id', 'user.name'])
      .where('user.akun_billing_id', '=', id)
      .where('user.status', 'in', [1, 10])
      .where(scopeOf(ctx, userModule))
      .execute()
    const names = new Map(students.map((s) => [s.id, s.name]))
    return (await biayaUntuk(ctx.db, 'pendaftaran', [...names.keys()])).map((t) => ({
      ...t,
      gedung: [...t.gedung],
      peserta: names.get(t.peserta_id) ?? '',
    }))
  },
  pratinjau: async (ctx, { periode, gedung_id, mode }) => {
    await checkPeriod(ctx, { periode })
    await checkOutlets(ctx, gedung_id)
    const settings = await readSettings(ctx.db)
    const options = { periode, gedung_id, mode: mode ?? settings.mode_tagihan }
    const plan = await planGeneration(ctx.reader, ctx.actor, settings, options)
    const made = madeLines(plan)
    const ada = plan.lines.filter((l) => l.hasil === 'ada').length
    const keys = [...new Set(made.map((l) => draftKey(l, options)))]
    const tagihan = keys.length - (await openDrafts(ctx.reader, keys)).size
    const head = {
      periode,
      tanggal_terbit: plan.tanggal_terbit,
      jatuh_tempo: plan.jatuh_tempo,
      ringkasan: {
        tagihan,
        baris: made.length,
        total: made.reduce((sum, l) => sum + l.jumlah, 0),
        dilewati: plan.lines.length - made.length - ada,
        ada,
      },
    } satisfies Omit<CallOutput<typeof pratinjau>, 'baris'>
    // Every enrolment of the school, some megabytes.
    return jsonInTurns(
      head,
      'baris',
      plan.lines,
      ({
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
      }): CallOutput<typeof pratinjau>['baris'][number] => line,
    )
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
    // A run names payers and sums of every outlet that it covered.
    if (!batch || (batch.oleh !== ctx.actor.id && !seesAllOutlets(ctx.actor)))
      throw notFound('Proses generate')
    return readBatch(ctx.db, batch)
  },
  terbitkanBanyak: async (ctx, { ids, generate_batch_id, setelah_id = 0 }) => {
    if ((ids === undefined) === (generate_batch_id === undefined))
      throw invalidField('ids', 'Isi ids atau generate_batch_id')
    const drafts = (db: Db | Trx, after: number) =>
      db
        .selectFrom('billing')
        .where(scopeOf(ctx, billingModule))
        .where('generate_batch_id', '=', generate_batch_id ?? 0)
        .where('status', '=', 0)
        .where('id', '>', after)
    const asked = [...new Set(ids)].toSorted((a, b) => a - b)
    const found = new Set<number>()
    const failed: { id: number; pesan: string }[] = []
    const some = billsAtOnce[engineOf(ctx.db)]
    let [berhasil, terakhir_id] = [0, setelah_id]
    for (let start = 0; start < publishedACall; start += some) {
      const part = asked.slice(start, start + some)
      if (ids !== undefined && part.length === 0) break
      const chosen =
        ids === undefined
          ? drafts(ctx.db, terakhir_id)
          : ctx.db.selectFrom('billing').where(scopeOf(ctx, billingModule)).where('id', 'in', part)
      const rows = (await chosen.select('id').orderBy('id').limit(some).execute()).map((r) => r.id)
      const { published, failed: left } = await publishMany(ctx, rows)
      berhasil += published.length
      failed.push(...left)
      for (const id of rows) found.add(id)
      terakhir_id = rows.at(-1) ?? terakhir_id
      if (ids === undefined && rows.length < some) break
      await turn()
    }
    const tersisa =
      ids === undefined
        ? (
            await drafts(ctx.db, terakhir_id)
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
          ).n
        : 0
    const unknown = (ids ?? [])
      .filter((id) => !found.has(id))
      .map((id) => ({ id, pesan: 'Tagihan tidak ditemukan' }))
    return { berhasil, gagal: [...unknown, ...failed], tersisa, terakhir_id }
  },
}
