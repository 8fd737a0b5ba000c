/**
 * Adjusts the bills of an enrolment after a leave or an end has reduced its lessons, or a return
 * has restored them (domain.md 2.4). A published bill is never changed: it is voided and replaced
 * by a draft with the remaining lessons.
 */
import { isProrated } from '#contract/billing/rules/prorata.ts'
import { computeItem } from '#contract/billing/rules/tagihan.ts'
import { BillingStatus } from '#contract/enums.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import {
  auditNewBill,
  itemsOf,
  readBill,
  withBillAudit,
  type Item,
} from '#server/modules/billing/bills/billAudit.ts'
import { insertDraftFromBill, type Bill } from '#server/modules/billing/bills/payerOfBill.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { voidBill } from '#server/modules/billing/corrections/voidBill.ts'
import { recomputePromos } from '#server/modules/billing/lines/draftLines.ts'
import {
  readEnrolments,
  tuitionOfMonth,
  type Enrolment,
  type Tuition,
} from '#server/modules/billing/lines/tuition.ts'
import { isVisible } from '#server/modules/scope.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

/** Month that was billed for an enrolment, and whose number of lessons has changed since then. */
export interface ChangedMonth {
  item: Item
  bill: Bill
  periode: string
  pembilang: number
  penyebut: number
  pembilang_baru: number
  /** New amount of the line before promos; 0 if the month has no lessons left. */
  jumlah_baru: number
  deskripsi: string
  halangan: string | null
}

/**
 * Returns the tuition lines of an enrolment on drafts and on published bills that are not void.
 * Each line has its bill, and `tampak` is 1 if the actor may see the bill.
 */
const readTuitionLines = async (trx: Trx, ctx: Ctx, id: number) => {
  const rows = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .selectAll('billing_item')
    .select(isVisible(billingScope(ctx.actor)))
    .where('billing_item.kursus_peserta_id', '=', id)
    .where('billing_item.kunci_unik', 'is not', null)
    .where('billing_item.periode', 'is not', null)
    .orderBy('billing_item.periode')
    .execute()
  const bills =
    rows.length === 0
      ? []
      : await trx
          .selectFrom('billing')
          .selectAll()
          .where(
            'id',
            'in',
            rows.map((r) => r.billing_id),
          )
          .execute()
  const byId = new Map(bills.map((b) => [b.id, b]))
  return rows.flatMap(({ tampak, ...item }) => {
    const bill = byId.get(item.billing_id)
    return bill && item.periode !== null ? [{ item, bill, periode: item.periode, tampak }] : []
  })
}

export const outOfScope = 'Tagihan di luar wilayah Anda'
/**
 * Returns the reason why the actor may not change a bill; null if the actor may change the bill.
 */
const obstacleOf = (
  ctx: Ctx,
  bill: Bill,
  isInScope: boolean,
  locked: string | null,
): string | null => {
  if (!isInScope) return outOfScope
  const isDraft = bill.status === BillingStatus.draft
  if (!allows(ctx.actor, isDraft ? 'billing/update' : 'billing/batalkan'))
    return 'Hanya admin yang mengubah tagihan'
  if (isDraft) return null
  if (bill.terbayar > 0) return 'Sudah dibayar: batalkan pembayarannya dahulu'
  if (locked !== null && (bill.tanggal_terbit ?? '9') <= locked) return 'Bukunya sudah dikunci'
  return null
}

const shareOf = (tuition: Tuition, pmb: number): number => {
  if (tuition.noLessons) return 0
  return tuition.prorata ? tuition.prorata.pembilang : pmb
}
const amountOf = (item: Item, share: number, penyebut: number, pembulatan: number): number => {
  if (share === 0) return 0
  const { qty, harga_satuan, ppn_persen } = item
  const prorata = share < penyebut ? { pembilang: share, penyebut } : null
  return computeItem({ qty, harga_satuan, prorata, pembulatan, diskon: 0, ppn_persen }).jumlah
}

/**
 * Returns the billed months of an enrolment whose present number of lessons differs from the billed
 * number.
 */
const readChangedMonths = async (trx: Trx, ctx: Ctx, id: number): Promise<ChangedMonth[]> => {
  const enrolment: Enrolment | undefined = (await readEnrolments(trx, [id])).get(id)
  if (!enrolment) return []
  const settings = await readSettings(trx)
  const months: ChangedMonth[] = []
  for (const { item, bill, periode, tampak } of await readTuitionLines(trx, ctx, id)) {
    const tuition = (await tuitionOfMonth(trx, settings, periode))(enrolment)
    const penyebut = item.prorata_penyebut ?? enrolment.pmb
    const pembilang = item.prorata_pembilang ?? penyebut
    const pembilang_baru = Math.min(shareOf(tuition, penyebut), penyebut)
    if (pembilang_baru === pembilang) continue
    months.push({
      item,
      bill,
      periode,
      pembilang,
      penyebut,
      pembilang_baru,
      jumlah_baru: amountOf(item, pembilang_baru, penyebut, settings.pembulatan),
      deskripsi: tuition.deskripsi,
      halangan: obstacleOf(ctx, bill, tampak === 1, settings.kunci_buku_sampai),
    })
  }
  return months
}
/** Returns the billed months that now have fewer lessons than billed. */
export const readOverbilledMonths = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
): Promise<ChangedMonth[]> =>
  (await readChangedMonths(trx, ctx, id)).filter((m) => m.pembilang_baru < m.pembilang)
/**
 * Returns the billed months that now have more lessons than billed. A month on a draft within the
 * actor's scope has no obstacle (`halangan` is null), even if the actor has no right to edit bills.
 */
export const readUnderbilledMonths = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
): Promise<ChangedMonth[]> =>
  (await readChangedMonths(trx, ctx, id))
    .filter((m) => m.pembilang_baru > m.pembilang)
    .map((m) =>
      m.bill.status === BillingStatus.draft && m.halangan !== outOfScope
        ? { ...m, halangan: null }
        : m,
    )

/**
 * Updates the lines of a draft to the present number of lessons, and recomputes the amounts and
 * promos of the draft. Deletes lines without lessons, and deletes the draft if no line remains.
 */
const recountDraft = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  months: readonly ChangedMonth[],
): Promise<void> => {
  const { pembulatan } = await readSettings(trx)
  for (const { item, penyebut, pembilang_baru, deskripsi } of months) {
    const line = trx.updateTable('billing_item').where('kunci_unik', '=', item.kunci_unik)
    if (pembilang_baru === 0) {
      await trx.deleteFrom('billing_item').where('kunci_unik', '=', item.kunci_unik).execute()
      continue
    }
    const prorata = { pembilang: pembilang_baru, penyebut }
    const part = isProrated(prorata) ? prorata : null
    const { qty, harga_satuan, ppn_persen } = item
    const { jumlah_bruto } = computeItem({
      qty,
      harga_satuan,
      prorata: part,
      pembulatan,
      diskon: 0,
      ppn_persen,
    })
    await line
      .set({ prorata_pembilang: part?.pembilang ?? null, prorata_penyebut: part?.penyebut ?? null })
      .set({ jumlah_bruto, deskripsi, diskon: Math.min(item.diskon, jumlah_bruto) })
      .execute()
  }
  const remainingItems = await itemsOf(trx, bill.id)
  if (remainingItems.length > 0) return recomputePromos(trx, bill, remainingItems, ctx.actor.id)
  await trx.deleteFrom('billing').where('id', '=', bill.id).execute()
}

/**
 * Updates a draft to the present number of lessons, or deletes the draft if no line would remain.
 * Adds an audit log entry.
 */
const changeDraft = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  months: readonly ChangedMonth[],
  alasan: string,
): Promise<void> => {
  const items = await itemsOf(trx, bill.id)
  const goes = items.every((i) => months.some((m) => m.item.id === i.id && !m.pembilang_baru))
  const run = () => recountDraft(trx, ctx, bill, months)
  if (!goes) {
    await withBillAudit(trx, ctx, { aksi: 'update', id: bill.id, alasan }, run)
    return
  }
  const sebelum = JSON.stringify(await readBill(trx, ctx, bill.id))
  await run()
  const { id: entitas_id, gedung_id } = bill
  await auditEvent(trx, ctx, {
    aksi: 'delete',
    entitas: 'billing',
    entitas_id,
    gedung_id,
    sebelum,
    alasan,
  })
}

/** Voids a published bill and makes a draft of the lines that remain. */
const replacePublished = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  months: readonly ChangedMonth[],
  alasan: string,
): Promise<void> => {
  const items = await itemsOf(trx, bill.id)
  await withBillAudit(trx, ctx, { aksi: 'batalkan', id: bill.id, alasan }, () =>
    voidBill(trx, bill, alasan, ctx.actor.id),
  )
  const keptItems = items.filter(
    (i) => !months.some((m) => m.item.id === i.id && !m.pembilang_baru),
  )
  if (keptItems.length === 0) return
  const payer = {
    id: bill.akun_billing_id,
    nama_tagihan: bill.nama_tagihan,
    alamat: bill.alamat,
  }
  const head = {
    jatuh_tempo: bill.jatuh_tempo,
    tanggal_terbit: null,
    catatan: `Pengganti ${bill.nomor}`,
    menggantikan_id: bill.id,
    by: ctx.actor.id,
  }
  const id = await insertDraftFromBill(trx, bill, payer, keptItems, head)
  await insertMany(
    trx,
    'billing_item',
    keptItems.map(({ id: _, stok_diambil: _taken, ...item }) => ({ ...item, billing_id: id })),
  )
  const draft = { ...bill, id, versi: 1, status: BillingStatus.draft }
  const changed = months.filter((m) => m.pembilang_baru > 0)
  if (changed.length > 0) await recountDraft(trx, ctx, draft, changed)
  await auditNewBill(trx, ctx, id)
}

/**
 * Adjusts drafts to the present number of lessons. Does not change published bills. The actor's
 * rights are not checked, because drafts follow the schedule automatically, as in the monthly
 * generation.
 */
export const updateDraftsToLessons = async (
  trx: Trx,
  ctx: Ctx,
  months: readonly ChangedMonth[],
  alasan: string,
): Promise<void> => {
  const drafts = months.filter((m) => m.bill.status === BillingStatus.draft)
  for (const [, billMonths] of Map.groupBy(drafts, (m) => m.bill.id))
    if (billMonths[0]) await changeDraft(trx, ctx, billMonths[0].bill, billMonths, alasan)
}

/**
 * Adjusts the bills of the given months to the present number of lessons. The choice `prorata`
 * adjusts all given months. The choice `batalkan` only removes the lines of months without lessons.
 * Throws 409 if one of the bills to adjust cannot be changed.
 */
export const rebillMonths = async (
  trx: Trx,
  ctx: Ctx,
  all: readonly ChangedMonth[],
  { pilihan, alasan }: { pilihan: 'batalkan' | 'prorata'; alasan: string },
): Promise<void> => {
  const months = all.filter((m) => pilihan === 'prorata' || m.pembilang_baru === 0)
  const hindered = months.find((m) => m.halangan !== null)
  if (hindered)
    throw conflict(`${hindered.bill.nomor ?? 'Draft'}: ${hindered.halangan}`, {
      errors: [{ field: 'tagihan', message: hindered.halangan ?? '' }],
    })
  for (const [, billMonths] of Map.groupBy(months, (m) => m.bill.id)) {
    const bill = billMonths[0]?.bill
    if (!bill) continue
    const change = bill.status === BillingStatus.draft ? changeDraft : replacePublished
    await change(trx, ctx, bill, billMonths, alasan)
  }
}
