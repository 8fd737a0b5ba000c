/**
 * First bill of an enrolment (domain.md 3.11): tuition of the first month as the monthly generation
 * computes it, and the registration fee. Both lines go to the draft to which the monthly generation
 * would add them.
 */
import type { CallOutput } from '#contract/call.ts'
import { HasilGenerate } from '#contract/enums.ts'
import type { addEnrolment } from '#contract/sales/activationCalls.ts'
import { addMonths, nextWeekday } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditNewBill, itemsOf, withBillAudit } from '#server/modules/billing/bills/billAudit.ts'
import { planGeneration } from '#server/modules/billing/generate/planGeneration.ts'
import { draftKey, madeLines, type Plan } from '#server/modules/billing/generate/plannedLine.ts'
import {
  readMonth,
  readOpenDrafts,
  type GenerateOptions,
} from '#server/modules/billing/generate/read.ts'
import { storeDrafts } from '#server/modules/billing/generate/store.ts'
import { recomputePromos } from '#server/modules/billing/lines/draftLines.ts'
import { readSettings } from '#server/settings.ts'

export type FirstBill = CallOutput<typeof addEnrolment>['tagihan']
interface NewEnrolment {
  id: number
  peserta_id: number
  akun_billing_id: number
  gedung_id: number
  mulai: string
  /** Weekday of the lessons, from 1 (Monday) to 7 (Sunday). */
  hari: number
}

/**
 * Maximum number of months that are searched for the first month with tuition to bill. The search
 * begins with the month of the first lesson.
 */
const monthsTried = 3

export interface Planned {
  plan: Plan
  options: GenerateOptions
}
/**
 * Plans the first month that has tuition to bill. If none of the tried months has tuition to bill,
 * returns the plan of the month of the first lesson.
 */
const planFirstMonth = async (trx: Trx, ctx: Ctx, row: NewEnrolment): Promise<Planned> => {
  const settings = await readSettings(trx)
  const month = nextWeekday(row.mulai, row.hari).slice(0, 7)
  let first: Planned | undefined
  for (let n = 0; n < monthsTried; n++) {
    const family = { mode: settings.mode_tagihan, akun: row.akun_billing_id }
    const options = { periode: addMonths(month, n), ...family }
    // Plans all lines of the family, because promos depend on them. Then keeps only the lines of
    // this enrolment.
    const all = await planGeneration(await readMonth(trx, ctx.actor, settings, options))
    const plan = { ...all, lines: all.lines.filter((l) => l.kursus_peserta_id === row.id) }
    const planned = { plan, options }
    if (plan.lines.some((l) => l.hasil === 'dibuat' && l.jenis === 'kursus')) return planned
    first ??= planned
  }
  return first ?? Promise.reject(new Error('no month was tried'))
}
/**
 * Returns the reason why the plan does not bill the tuition line of the enrolment. Null if the plan
 * bills the line, or has no tuition line.
 */
const skipReason = ({ plan }: Planned): string | null => {
  const tuition = plan.lines.find((l) => l.jenis === 'kursus')
  if (!tuition || tuition.hasil === 'dibuat') return null
  return HasilGenerate.label(tuition.hasil)
}

/**
 * Stores the planned lines on the family's draft of the month, which is created if there is none.
 * Returns the id of the draft; undefined if there are no lines to store.
 */
export const storeLines = async (
  trx: Trx,
  ctx: Ctx,
  { plan, options }: Planned,
): Promise<number | undefined> => {
  const newLines = madeLines(plan)
  const [first] = newLines
  if (!first) return undefined
  const { jenis_billing_id } = await readSettings(trx)
  if (jenis_billing_id === null)
    throw conflict('Setting jenis billing untuk generate bulanan belum diisi')
  const { tanggal_terbit, jatuh_tempo } = plan
  const dates = { tanggal_terbit, jatuh_tempo }
  const run = { batch_id: null, by: ctx.actor.id, dates, options, jenis_billing_id }
  const key = draftKey(first, options)
  const open = (await readOpenDrafts(trx, [key])).get(key)
  if (open !== undefined) {
    await withBillAudit(trx, ctx, { aksi: 'update', id: open }, () =>
      storeDrafts(trx, run, newLines),
    )
    return open
  }
  await storeDrafts(trx, run, newLines)
  const id = (await readOpenDrafts(trx, [key])).get(key)
  if (id !== undefined) await auditNewBill(trx, ctx, id)
  return id
}

/**
 * Sets a promo code on a draft and recomputes the promos of the whole draft. Throws 422 if the code
 * has no effect.
 */
const applyPromoCode = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  kode_promo: string,
): Promise<void> => {
  const bill = await trx
    .selectFrom('billing')
    .select(['id', 'akun_billing_id', 'gedung_id', 'periode', 'tanggal_terbit'])
    .select(['sumber', 'versi'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await withBillAudit(trx, ctx, { aksi: 'hitung-ulang-promo', id }, async () =>
    recomputePromos(trx, { ...bill, kode_promo }, await itemsOf(trx, id), ctx.actor.id, true),
  )
}

/**
 * Reads a draft in the shape that the activation wizard shows: its month, payer name, due date and
 * total, and only the lines of the enrolled student.
 */
const readFirstBill = async (
  trx: Trx,
  id: number,
  { peserta_id }: NewEnrolment,
  halangan: string | null,
): Promise<FirstBill> => {
  const bill = await trx
    .selectFrom('billing')
    .select(['periode', 'nama_tagihan', 'jatuh_tempo', 'total'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = (await itemsOf(trx, id)).filter((l) => l.peserta_id === peserta_id)
  return {
    billing_id: id,
    periode: bill.periode ?? '',
    nama_tagihan: bill.nama_tagihan,
    jatuh_tempo: bill.jatuh_tempo,
    baris: lines.map((l) => ({
      deskripsi: l.deskripsi,
      qty: l.qty,
      harga_satuan: l.harga_satuan,
      prorata_pembilang: l.prorata_pembilang,
      prorata_penyebut: l.prorata_penyebut,
      diskon: l.diskon,
      diskon_alasan: l.diskon_alasan,
      ppn: l.ppn,
      jumlah: l.jumlah,
    })),
    total: lines.reduce((sum, l) => sum + l.jumlah, 0),
    total_tagihan: bill.total,
    halangan,
  }
}

/**
 * Makes the draft of the first month of an enrolment and returns it for display. The enrolment must
 * already be active. Throws 422 if the promo code has no effect.
 */
export const draftFirstBill = async (
  trx: Trx,
  ctx: Ctx,
  row: NewEnrolment,
  kode: string | null,
): Promise<FirstBill> => {
  const planned = await planFirstMonth(trx, ctx, row)
  const { periode } = planned.options
  const id = await storeLines(trx, ctx, planned)
  const halangan = skipReason(planned)
  if (id === undefined) {
    const nothing = { billing_id: null, nama_tagihan: null, jatuh_tempo: null, baris: [] }
    return { ...nothing, periode, total: 0, total_tagihan: 0, halangan }
  }
  if (kode !== null) await applyPromoCode(trx, ctx, id, kode)
  return readFirstBill(trx, id, row, halangan)
}
