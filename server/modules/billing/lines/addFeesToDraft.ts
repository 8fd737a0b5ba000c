/**
 * Fees that an event of an enrolment triggers, such as a leave or a level up (domain.md 2.2). The
 * fees are added to the family's draft of the month. The monthly generation later adds its lines to
 * the same draft.
 */
import { sql } from 'kysely'
import { computeItem, generateDates, totalTagihan } from '#contract/billing/rules/tagihan.ts'
import { BillingStatus, UserStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { auditNewBill, itemsOf, withBillAudit } from '#server/modules/billing/bills/billAudit.ts'
import { insertDraft, insertDraftLines } from '#server/modules/billing/bills/insertDraft.ts'
import { eventFeeKey, readEventFees, type Biaya } from '#server/modules/billing/lines/biaya.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { readSettings } from '#server/settings.ts'

/** Student, payer, outlet and month that identify the family's draft. */
interface OnDraft {
  peserta_id: number
  akun_billing_id: number
  gedung_id: number
  periode: string
}
export interface FeeEvent extends OnDraft {
  pemicu: 'cuti' | 'kenaikan_level'
  /**
   * Enrolment for which the fee is charged. Each fee is charged at most once per enrolment and
   * month.
   */
  kursus_peserta_id: number
  kursus_id: number
}
export interface AddedFee {
  nama: string
  nominal: number
}

/**
 * Returns the current payer of the student. Returns undefined if the payer is inactive or blocked
 * from billing.
 */
const readPayerOfEnrolment = async (trx: Trx, event: OnDraft) => {
  const student = await trx
    .selectFrom('user')
    .select(['akun_billing_id', 'name'])
    .where('id', '=', event.peserta_id)
    .executeTakeFirstOrThrow()
  const payer = await trx
    .selectFrom('user')
    .innerJoin('akun_billing_profil as ab', 'ab.user_id', 'user.id')
    .select(['user.id', 'user.status', 'user.alamat'])
    .select(['ab.nama_tagihan', 'ab.alamat_tagihan', 'ab.blokir_tagihan'])
    .where('user.id', '=', student.akun_billing_id ?? event.akun_billing_id)
    .executeTakeFirst()
  const may = payer?.status === UserStatus.aktif && Number(payer.blokir_tagihan) === 0
  return may ? { ...payer, peserta: student.name } : undefined
}
type Payer = NonNullable<Awaited<ReturnType<typeof readPayerOfEnrolment>>>

interface Pricing {
  persen: number
  pembulatan: number
  key: string
}
type Fee = Pick<Biaya, 'id' | 'nama' | 'nominal' | 'jenis_billing_id' | 'ppn_kena'>
const lineOf = (event: OnDraft, biaya: Fee, { persen, pembulatan, key }: Pricing) => {
  const ppn_persen = biaya.ppn_kena ? persen : 0
  const amounts = computeItem({
    qty: 1,
    harga_satuan: biaya.nominal,
    pembulatan,
    diskon: 0,
    ppn_persen,
  })
  return {
    jenis_billing_id: biaya.jenis_billing_id,
    biaya_id: biaya.id,
    peserta_id: event.peserta_id,
    deskripsi: biaya.nama,
    qty: 1,
    harga_satuan: biaya.nominal,
    ...amounts,
    ppn_persen,
    kunci_unik: key,
  }
}
type FeeLine = ReturnType<typeof lineOf>

/**
 * Creates the family's draft of the month with `kunci_generate`, the key by which the monthly
 * generation finds the draft. Returns the id of the draft.
 */
const makeDraft = async (
  trx: Trx,
  ctx: Ctx,
  event: OnDraft,
  payer: Payer,
  kunci_generate: string,
): Promise<number> => {
  const { hari_terbit, jatuh_tempo_hari } = await readSettings(trx)
  const dates = generateDates({
    periode: event.periode,
    hari_terbit,
    jatuh_tempo_hari,
    today: currentDay(),
  })
  const { nama_tagihan } = payer
  const named = { id: payer.id, nama_tagihan, alamat: payer.alamat_tagihan ?? payer.alamat }
  return insertDraft(trx, ctx.actor.id, named, [], {
    gedung_id: event.gedung_id,
    periode: event.periode,
    tanggal_terbit: dates.tanggal_terbit,
    jatuh_tempo: dates.jatuh_tempo,
    cari: fold(`${nama_tagihan} ${payer.peserta}`),
    sumber: 'generate',
    kunci_generate,
  })
}

/** Recomputes and stores the sums of a draft. */
const updateDraftTotals = async (trx: Trx, ctx: Ctx, id: number): Promise<void> => {
  const sums = totalTagihan(await itemsOf(trx, id))
  await trx
    .updateTable('billing')
    .set((eb) => ({ ...sums, sisa: sums.total, versi: eb('versi', '+', 1) }))
    .set({ updated_at: now(), updated_by: ctx.actor.id })
    .where('id', '=', id)
    .execute()
}

const appendLines = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  lines: readonly FeeLine[],
): Promise<void> => {
  const last = (await itemsOf(trx, id)).at(-1)?.urutan ?? 0
  await insertDraftLines(trx, id, lines, last)
  await updateDraftTotals(trx, ctx, id)
}

/** Returns the lines whose unique key does not occur on any bill. */
const unbilled = async (trx: Trx, lines: readonly FeeLine[]): Promise<FeeLine[]> => {
  const keys = lines.map((l) => l.kunci_unik)
  if (keys.length === 0) return []
  const billed = await trx
    .selectFrom('billing_item')
    .select('kunci_unik')
    .where('kunci_unik', 'in', keys)
    .execute()
  return lines.filter((l) => !billed.some((b) => b.kunci_unik === l.kunci_unik))
}
/**
 * Appends lines to the draft to which the monthly generation adds its lines for the month. Creates
 * the draft if there is none. Returns the id of the draft.
 */
const putOnDraft = async (
  trx: Trx,
  ctx: Ctx,
  event: OnDraft,
  payer: Payer,
  fresh: readonly FeeLine[],
): Promise<number> => {
  const { mode_tagihan } = await readSettings(trx)
  const studentSuffix = mode_tagihan === 'per_peserta' ? `:${event.peserta_id}` : ''
  const key = `ab:${payer.id}:${event.gedung_id}:${event.periode}${studentSuffix}`
  const open = await trx
    .selectFrom('billing')
    .select('id')
    .where('kunci_generate', '=', key)
    .executeTakeFirst()
  if (open) {
    await withBillAudit(trx, ctx, { aksi: 'update', id: open.id }, () =>
      appendLines(trx, ctx, open.id, fresh),
    )
    return open.id
  }
  const id = await makeDraft(trx, ctx, event, payer, key)
  await appendLines(trx, ctx, id, fresh)
  await auditNewBill(trx, ctx, id)
  return id
}

/**
 * Adds the fees of an event to the family's draft, and returns the added fees. Skips fees that are
 * already billed. Adds nothing if the payer is inactive or blocked from billing.
 */
export const addFeesToDraft = async (trx: Trx, ctx: Ctx, event: FeeEvent): Promise<AddedFee[]> => {
  const { pembulatan, ppn_persen: persen } = await readSettings(trx)
  const fees = await readEventFees(trx, event)
  const payer = fees.length === 0 ? undefined : await readPayerOfEnrolment(trx, event)
  if (!payer) return []
  const { kursus_peserta_id, periode } = event
  const lines = fees.map((biaya) => {
    const key = eventFeeKey(biaya.id, kursus_peserta_id, periode)
    return lineOf(event, biaya, { persen, pembulatan, key })
  })
  const fresh = await unbilled(trx, lines)
  if (fresh.length === 0) return []
  await putOnDraft(trx, ctx, event, payer, fresh)
  return fresh.map((l) => ({ nama: l.deskripsi, nominal: l.harga_satuan }))
}

/**
 * Removes the lines that match a condition from drafts, and deletes drafts that have no lines left.
 * Lines of published bills stay.
 */
export const dropDraftLines = async (trx: Trx, ctx: Ctx, which: Condition): Promise<void> => {
  const lines = await trx
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['billing_item.id', 'billing_id', 'billing.gedung_id'])
    .where(which)
    .where('billing.status', '=', BillingStatus.draft)
    .orderBy('billing_item.id')
    .execute()
  for (const { id, billing_id, gedung_id } of lines) {
    const hasOtherLines = (await itemsOf(trx, billing_id)).length > 1
    const drop = () => trx.deleteFrom('billing_item').where('id', '=', id).execute()
    if (hasOtherLines)
      await withBillAudit(trx, ctx, { aksi: 'update', id: billing_id }, async () => {
        await drop()
        await updateDraftTotals(trx, ctx, billing_id)
      })
    else {
      await drop()
      await trx.deleteFrom('billing').where('id', '=', billing_id).execute()
      const event = { aksi: 'delete', entitas: 'billing', entitas_id: billing_id, gedung_id }
      await auditEvent(trx, ctx, event)
    }
  }
}
/** Removes from drafts the fees that events of an enrolment triggered in the given month. */
export const dropAddedFees = (
  trx: Trx,
  ctx: Ctx,
  kursus_peserta_id: number,
  periode: string,
): Promise<void> =>
  dropDraftLines(
    trx,
    ctx,
    sql`billing_item.kunci_unik like ${`be:%:${kursus_peserta_id}:${periode}`}`,
  )
