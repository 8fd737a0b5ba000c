/** Runs a generation: drafts from the plan, some hundred payers a transaction, safe against a second run at the same moment (domain.md 3.2). */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { generateBatch } from '#contract/calls.ts'
import { totalTagihan } from '#contract/rules/tagihan.ts'
import { engineOf } from '#server/db/engine.ts'
import { failureOf } from '#server/db/failure.ts'
import { fold } from '#server/db/fold.ts'
import { insertCounted, insertMany } from '#server/db/insertMany.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { bodyHash, requireKey, sameCall } from '#server/http/idempotency.ts'
import { auditEvent } from '#server/http/rows.ts'
import { kunciBulanan } from '#server/modules/billing/biaya.ts'
import {
  draftKey,
  madeLines,
  openDrafts,
  planGeneration,
  type MadeLine,
  type Plan,
  type PlanOptions,
} from '#server/modules/billing/plan.ts'
import { tuitionKey } from '#server/modules/billing/tuition.ts'
import { present } from '#server/present.ts'
import { readSettings } from '#server/settings.ts'
import { turn } from '#server/turns.ts'

/** Payers a transaction. Everything else waits for SQLite's: 150 hold it for some 15 ms, 500 for 50; PostgreSQL is asked less often. */
const accountsPerBatch = { sqlite: 150, postgres: 500 }

interface Run {
  db: Db
  ctx: Ctx
  id: number
  jumlah_akun: number
  plan: Plan
  options: PlanOptions
  jenis_billing_id: number
}

/** Stores the drafts of some payers. Lines that another run has made in the meantime are left out, and so are bills left without lines. */
const storeDrafts = async (
  trx: Trx,
  { ctx, id: batch, plan, options, jenis_billing_id }: Run,
  lines: readonly MadeLine[],
): Promise<void> => {
  const time = now()
  const groups = Map.groupBy(lines, (l) => draftKey(l, options))
  const common = {
    versi: 1,
    created_at: time,
    created_by: ctx.actor.id,
    updated_at: time,
    updated_by: ctx.actor.id,
    nomor: null,
    periode: options.periode,
    tanggal_terbit: plan.tanggal_terbit,
    jatuh_tempo: plan.jatuh_tempo,
    catatan: null,
    status: 0,
    payment_status: 0,
    terbayar: 0,
    sumber: 'generate',
    generate_batch_id: batch,
  }
  const headers = [...groups].map(([kunci_generate, own]) => {
    const { payer, gedung_id } = present(own[0], 'baris tagihan')
    const sums = totalTagihan(own)
    return {
      akun_billing_id: payer.id,
      gedung_id,
      alamat: payer.alamat,
      ...sums,
      sisa: sums.total,
      nama_tagihan: payer.nama_tagihan,
      nama_tagihan_kunci: fold(payer.nama_tagihan),
      kunci_generate,
      cari: fold([payer.nama_tagihan, ...new Set(own.map((l) => l.peserta))].join(' ')),
    }
  })
  const made = await insertMany<{ id: number; kunci_generate: string }>(trx, 'billing', headers, {
    common,
    skipConflicts: true,
    returning: ['id', 'kunci_generate'],
  })
  const idOf = new Map(made.map((m) => [m.kunci_generate, m.id]))
  const fresh = new Set(idOf.values())
  const missing = [...groups.keys()].filter((k) => !idOf.has(k))
  // A draft of the same payer and period is still open: its new lines join it.
  for (const [key, id] of await openDrafts(trx, missing)) idOf.set(key, id)
  const appended = new Map<number, number>()
  for (const key of missing) {
    const id = present(idOf.get(key), `draft ${key}`)
    const { n } = await trx
      .selectFrom('billing_item')
      .select((eb) => eb.fn.coalesce(eb.fn.max('urutan'), sql<number>`0`).as('n'))
      .where('billing_id', '=', id)
      .executeTakeFirstOrThrow()
    appended.set(id, n)
  }
  const items = [...groups].flatMap(([key, own]) => {
    const billing_id = present(idOf.get(key), `draft ${key}`)
    const before = appended.get(billing_id) ?? 0
    // Tuition first, then the fees (domain.md 2.5).
    const sorted = own.some((l) => l.biaya_id !== null)
      ? own.toSorted((a, b) => Number(a.biaya_id !== null) - Number(b.biaya_id !== null))
      : own
    return sorted.map((l, i) => ({
      billing_id,
      urutan: before + i + 1,
      jenis_billing_id: l.jenis_billing_id ?? jenis_billing_id,
      biaya_id: l.biaya_id,
      peserta_id: l.peserta_id,
      kursus_peserta_id: l.biaya_id === null ? l.kursus_peserta_id : null,
      kursus_id: l.biaya_id === null ? l.kursus_id : null,
      deskripsi: l.deskripsi,
      periode: options.periode,
      qty: 1,
      harga_satuan: l.harga_satuan,
      jumlah_bruto: l.jumlah_bruto,
      prorata_pembilang: l.prorata_pembilang,
      prorata_penyebut: l.prorata_penyebut,
      diskon: l.diskon,
      diskon_alasan: l.promo,
      promo_id: l.promo_id,
      promo_diskon: l.promo_diskon,
      promo_kedua_id: l.promo_kedua_id,
      promo_kedua_diskon: l.promo_kedua_diskon,
      promo_alasan: l.promo_alasan,
      ppn_persen: l.ppn_persen,
      ppn: l.ppn,
      jumlah: l.jumlah,
      kunci_unik:
        l.biaya_id === null
          ? tuitionKey(l.kursus_peserta_id, options.periode)
          : kunciBulanan(l.biaya_id, l.peserta_id, options.periode),
    }))
  })
  for (const id of appended.size === 0
    ? await storeFresh(trx, items)
    : await storeAppended(trx, items, appended, fresh))
    await sumUp(trx, id, ctx.actor.id)
}

interface Line extends Record<string, unknown> {
  billing_id: number
  kunci_unik: string
}
/** Stores the lines of new drafts; answers the drafts that did not get all of theirs, because another run had them already. */
const storeFresh = async (trx: Trx, items: readonly Line[]): Promise<Iterable<number>> => {
  if ((await insertCounted(trx, 'billing_item', items)) === items.length) return []
  const ids = [...new Set(items.map((i) => i.billing_id))]
  const kept = new Map(
    (
      await trx
        .selectFrom('billing_item')
        .select((eb) => ['billing_id', eb.fn.countAll<number>().as('n')])
        .where('billing_id', 'in', ids)
        .groupBy('billing_id')
        .execute()
    ).map((r) => [r.billing_id, r.n]),
  )
  const wanted = Map.groupBy(items, (i) => i.billing_id)
  return ids.filter((id) => kept.get(id) !== wanted.get(id)?.length)
}
/** Stores lines of which some join open drafts; answers the drafts whose sums changed, and the new ones that did not get all of theirs. */
const storeAppended = async (
  trx: Trx,
  items: readonly Line[],
  appended: ReadonlyMap<number, number>,
  fresh: ReadonlySet<number>,
): Promise<Iterable<number>> => {
  const stored = await insertMany<{ kunci_unik: string; billing_id: number }>(
    trx,
    'billing_item',
    items,
    { skipConflicts: true, returning: ['kunci_unik', 'billing_id'] },
  )
  const kept = new Set(stored.map((s) => s.kunci_unik))
  return new Set(
    [
      ...stored.filter((s) => appended.has(s.billing_id)),
      ...items.filter((i) => !kept.has(i.kunci_unik) && fresh.has(i.billing_id)),
    ].map((i) => i.billing_id),
  )
}

/** Writes a draft's sums and search text anew from its lines; a draft that got none goes. */
const sumUp = async (trx: Trx, id: number, by: number): Promise<void> => {
  const total = await trx
    .selectFrom('billing_item')
    .select((eb) => [
      eb.fn.countAll<number>().as('n'),
      eb.fn.sum<number>('jumlah_bruto').as('subtotal'),
      eb.fn.sum<number>('diskon').as('total_diskon'),
      eb.fn.sum<number>('ppn').as('total_ppn'),
      eb.fn.sum<number>('jumlah').as('total'),
    ])
    .where('billing_id', '=', id)
    .executeTakeFirstOrThrow()
  if (total.n === 0) {
    await trx.deleteFrom('billing').where('id', '=', id).execute()
    return
  }
  const { n: _, ...sums } = total
  const { nama_tagihan } = await trx
    .selectFrom('billing')
    .select('nama_tagihan')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const students = await trx
    .selectFrom('billing_item')
    .innerJoin('user', 'user.id', 'billing_item.peserta_id')
    .select('user.name')
    .distinct()
    .where('billing_id', '=', id)
    .execute()
  await trx
    .updateTable('billing')
    .set((eb) => ({
      ...sums,
      sisa: sums.total,
      cari: fold([nama_tagihan, ...students.map((s) => s.name)].join(' ')),
      versi: eb('versi', '+', 1),
      updated_at: now(),
      updated_by: by,
    }))
    .where('id', '=', id)
    .execute()
}

const message = (error: unknown): string =>
  error instanceof HttpError ? error.message : 'Gagal disimpan'

const runBatches = async (run: Run): Promise<void> => {
  const { db, ctx, plan, jumlah_akun } = run
  const payers = [...Map.groupBy(madeLines(plan), (l) => l.payer.id)]
  // A run that goes on where a stopped one ended has that much behind it.
  const before = Math.max(0, jumlah_akun - payers.length)
  const galat: { akun_billing_id: number; pesan: string }[] = []
  const size = accountsPerBatch[engineOf(db)]
  for (let start = 0; start < payers.length; start += size) {
    const part = payers.slice(start, start + size)
    const progress = (trx: Trx) =>
      trx
        .updateTable('generate_batch')
        .set({
          selesai_akun: Math.min(jumlah_akun, before + start + part.length),
          galat: JSON.stringify(galat),
          updated_at: now(),
        })
        .where('id', '=', run.id)
        .execute()
    try {
      await transaction(
        db,
        async (trx) => {
          await storeDrafts(
            trx,
            run,
            part.flatMap(([, lines]) => lines),
          )
          await progress(trx)
        },
        { long: true, step: true },
      )
    } catch (error) {
      // The database's trouble is no payer's: a repeated call goes on from here.
      if (failureOf(error)) throw error
      ctx.log.warn({ err: error, batch: run.id }, 'kelompok generate gagal, diulang per akun')
      for (const [payer, lines] of part) {
        try {
          await transaction(db, (trx) => storeDrafts(trx, run, lines), { long: true })
        } catch (reason) {
          if (failureOf(reason)) throw reason
          ctx.log.error({ err: reason, akun_billing_id: payer }, 'generate akun gagal')
          galat.push({ akun_billing_id: payer, pesan: message(reason) })
        }
      }
      await transaction(db, progress, { long: true })
    }
    // Other requests get their turn between two batches.
    await turn()
  }
}

type Batch = z.output<(typeof generateBatch)['output']>
/** How a run stands: its bills and their sum are counted, never remembered. */
export const readBatch = async (
  db: Db | Trx,
  batch: Omit<Batch, 'status' | 'dibuat' | 'total' | 'galat'> & { status: string; galat: string },
): Promise<Batch> => {
  const made = await db
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
    status:
      batch.status === 'selesai' ? 'selesai' : batch.status === 'gagal' ? 'gagal' : 'berjalan',
    jumlah_akun,
    selesai_akun,
    dilewati,
    ...made,
    galat: fromJson<Batch['galat']>(batch.galat),
  }
}

interface GenerateAnswer {
  generate_batch_id: number
  dibuat: number
  dilewati: number
}
const batchOf = (db: Db | Trx, ctx: Ctx, kunci: string) =>
  db
    .selectFrom('generate_batch')
    .selectAll()
    .where('oleh', '=', ctx.actor.id)
    .where('kunci', '=', kunci)
    .executeTakeFirst()

/**
 * Generates a period. The run is recorded first, under the caller's `Idempotency-Key`: a repeated call finishes what a stopped one
 * left, and otherwise answers the same result.
 */
export const generate = async (
  ctx: Ctx,
  input: {
    periode: string
    gedung_id?: number[] | undefined
    mode?: PlanOptions['mode'] | undefined
  },
  body: unknown,
): Promise<GenerateAnswer> => {
  const { db } = ctx
  const kunci = requireKey(ctx)
  const hash = bodyHash(ctx, body)
  const settings = await readSettings(db)
  if (settings.jenis_billing_id === null)
    throw conflict('Setting jenis billing untuk generate bulanan belum diisi')
  const options: PlanOptions = {
    periode: input.periode,
    gedung_id: input.gedung_id,
    mode: input.mode ?? settings.mode_tagihan,
  }
  const known = await sameCall(db, ctx, kunci, 'billing/generate', hash)
  if (known?.jawaban) return fromJson<GenerateAnswer>(known.jawaban)
  const begun = known && (await batchOf(db, ctx, kunci))
  if (begun) options.mode = begun.mode === 'per_peserta' ? 'per_peserta' : 'per_akun'
  const plan = await planGeneration(ctx.reader, ctx.actor, settings, options)
  const accounts = new Set(madeLines(plan).map((l) => l.payer.id)).size
  // What is there already is not counted: two runs at the same moment would each call the other's lines so, or not, by chance.
  const dilewati = plan.lines.filter((l) => l.hasil !== 'dibuat' && l.hasil !== 'ada').length
  const { id, jumlah_akun } = await transaction(db, async (trx) => {
    const again =
      (await sameCall(trx, ctx, kunci, 'billing/generate', hash)) &&
      (await batchOf(trx, ctx, kunci))
    if (again) return again
    await trx
      .insertInto('idempotensi')
      .values({
        user_id: ctx.actor.id,
        kunci,
        panggilan: 'billing/generate',
        body_hash: hash,
        jawaban: null,
        created_at: now(),
      })
      .execute()
    const made = await trx
      .insertInto('generate_batch')
      .values({
        kunci,
        oleh: ctx.actor.id,
        periode: options.periode,
        gedung: JSON.stringify(options.gedung_id ?? []),
        mode: options.mode,
        status: 'berjalan',
        jumlah_akun: accounts,
        selesai_akun: 0,
        dilewati,
        galat: '[]',
        created_at: now(),
        updated_at: now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return made
  })
  await runBatches({
    db,
    ctx,
    id,
    jumlah_akun,
    plan,
    options,
    jenis_billing_id: settings.jenis_billing_id,
  })
  return transaction(db, async (trx) => {
    // The same call may have been repeated while this one ran: the first to end has answered for both.
    const ended = await sameCall(trx, ctx, kunci, 'billing/generate', hash)
    if (ended?.jawaban) return fromJson<GenerateAnswer>(ended.jawaban)
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
      .where('kunci', '=', kunci)
      .execute()
    await auditEvent(trx, ctx, {
      aksi: 'generate',
      entitas: 'billing',
      sesudah: JSON.stringify({ periode: options.periode, dibuat, total, generate_batch_id: id }),
    })
    return answer
  })
}
