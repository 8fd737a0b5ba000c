/**
 * Previews of actions on an enrolment. The action runs in a transaction that is rolled back, so a
 * preview shows exactly the effects of the action and throws exactly its errors.
 */
import type * as z from 'zod/mini'
import { BillingStatus, KursusPesertaStatus } from '#contract/enums.ts'
import type { EnrolmentPreview } from '#contract/schedule/enrolmentCalls.ts'
import type { enrolmentActions } from '#contract/schedule/kursusPeserta.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  outOfScope,
  rebillMonths,
  type ChangedMonth,
} from '#server/modules/billing/corrections/rebill.ts'
import { describeBill } from '#server/modules/billing/lines/tuitionWithoutEnrolment.ts'
import {
  verbs,
  type Effects,
  type EnrolmentRow,
  type VerbInput,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { countBooked } from '#server/modules/schedule/makeUps/bookingRelease.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'
import { rowExists } from '#server/resource/rows.ts'

type Preview = z.output<typeof EnrolmentPreview>
/** Error that `dryRun` throws in its transaction in order to roll it back. */
class DryRunRollback extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('taken back')
    this.answer = answer
  }
}
/** Runs `run` in a transaction that is rolled back, and returns its result. */
export const dryRun = async <T>(ctx: Ctx, run: (trx: Trx) => Promise<T>): Promise<T> => {
  let answer: { of: T } | undefined
  try {
    await transaction(ctx.db, async (trx) => {
      answer = { of: await run(trx) }
      throw new DryRunRollback(answer)
    })
  } catch (error) {
    if (!(error instanceof DryRunRollback) || !answer) throw error
  }
  if (!answer) throw new Error('nothing was tried')
  return answer.of
}

/** Reads an enrolment that must exist, without checking the row scope. */
export const readEnrolment = async (trx: Trx, id: number): Promise<EnrolmentRow> => {
  const stored = await trx
    .selectFrom('kursus_peserta')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const {
    cari: _,
    cuti_lama: _past,
    sebelumnya_selesai: _end,
    peserta_nama_kunci: _key,
    lead_id: _lead,
    tunggu_at: _waits,
    ...row
  } = stored
  return { ...row, bentrok: fromJson<EnrolmentRow['bentrok']>(row.bentrok ?? '[]') }
}
/**
 * Reads an enrolment that the actor may change. Throws 404 for an enrolment out of scope, and 403
 * for an enrolment that the actor may only read.
 */
export const enrolmentInScope = async (trx: Trx, ctx: Ctx, id: number): Promise<EnrolmentRow> => {
  if (!(await rowExists(trx, kursusPesertaModule, ctx.actor, id))) throw notFound('Jadwal')
  const row = await readEnrolment(trx, id)
  checkOutletScope(ctx.actor, kursusPesertaModule.resource, row)
  return row
}

/**
 * Returns the amounts that billed months have after their bills are prorated to the remaining
 * lessons. Writes to the bills, so it must run inside `dryRun`.
 */
export const previewMonths = async (
  trx: Trx,
  ctx: Ctx,
  months: readonly ChangedMonth[],
): Promise<Preview['tagihan']> => {
  const free = months.filter((m) => m.halangan === null)
  await rebillMonths(trx, ctx, free, { pilihan: 'prorata', alasan: 'Pratinjau perubahan' })
  const keys = free.flatMap((m) => m.item.kunci_unik ?? [])
  const rows =
    keys.length === 0
      ? []
      : await trx
          .selectFrom('billing_item')
          .select(['kunci_unik', 'jumlah'])
          .where('kunci_unik', 'in', keys)
          .execute()
  const after = new Map(rows.map((r) => [r.kunci_unik, r.jumlah]))
  return months.map((m) => {
    const isVisible = m.halangan !== outOfScope
    return {
      billing_id: isVisible ? m.bill.id : null,
      tagihan: isVisible ? describeBill(ctx.actor, m.bill) : 'Tagihan lain',
      terbit: m.bill.status === BillingStatus.terbit,
      periode: m.periode,
      pembilang: m.pembilang,
      penyebut: m.penyebut,
      jumlah: m.item.jumlah,
      pembilang_baru: m.pembilang_baru,
      jumlah_baru: m.halangan === null ? (after.get(m.item.kunci_unik) ?? 0) : m.jumlah_baru,
      halangan: m.halangan,
    }
  })
}

/**
 * Returns the warnings of a preview. They state that a stopped enrolment runs until its last day,
 * that a request of the family still waits, or that bills cannot be changed.
 */
const warningsOf = (before: EnrolmentRow, after: EnrolmentRow, { months }: Effects): string[] => {
  const paid = months.filter((m) => m.halangan !== null)
  return [
    ...(after.diakhiri_at !== null &&
    after.status !== KursusPesertaStatus.tidakAktif &&
    after.status !== KursusPesertaStatus.lulus &&
    after.selesai
      ? [`Tetap berjalan dan memegang tempat sampai ${formatTanggal(after.selesai)}`]
      : []),
    ...(before.permintaan_status === 'diajukan' && after.permintaan_status === 'diajukan'
      ? ['Permintaan keluarga masih menunggu']
      : []),
    ...(paid.length > 0 ? [`${paid.length} tagihan tidak dapat diubah dari sini`] : []),
  ]
}

type Verb = keyof typeof enrolmentActions
const preview = <V extends Verb>(ctx: Ctx, id: number, verb: V, input: VerbInput<V>) =>
  dryRun(ctx, async (trx): Promise<Preview> => {
    const row = await enrolmentInScope(trx, ctx, id)
    const booked = await countBooked(trx, row.peserta_id)
    // The dry run uses `biarkan`, which leaves the bills unchanged. The field `tagihan` of the
    // preview shows the effect of prorating the bills.
    const effects = await verbs[verb]({ trx, ctx, row, input: { ...input, tagihan: 'biarkan' } })
    const after = await enrolmentInScope(trx, ctx, id)
    const freed = booked - (await countBooked(trx, row.peserta_id))
    const { status, mulai, selesai, cuti_mulai, cuti_selesai } = after
    return {
      status,
      mulai,
      selesai,
      cuti_mulai,
      cuti_selesai,
      tagihan: await previewMonths(trx, ctx, effects.months),
      biaya: effects.fees,
      peringatan: [
        ...warningsOf(row, after, effects),
        ...(freed > 0 ? [`${freed} kelas pengganti yang dipesan di kelas ini dikembalikan`] : []),
      ],
    }
  })

export const enrolmentPreviews: Pick<
  Handlers,
  'previewActivation' | 'previewLeave' | 'previewReturn' | 'previewStop' | 'previewGraduation'
> = {
  previewActivation: (ctx, input, { id }) => preview(ctx, id, 'aktifkan', input),
  previewLeave: (ctx, input, { id }) => preview(ctx, id, 'cuti', input),
  previewReturn: (ctx, input, { id }) => preview(ctx, id, 'kembali', input),
  previewStop: (ctx, input, { id }) => preview(ctx, id, 'berhenti', input),
  previewGraduation: (ctx, input, { id }) => preview(ctx, id, 'lulus', input),
}
