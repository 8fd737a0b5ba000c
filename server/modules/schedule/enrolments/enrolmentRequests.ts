/**
 * Requests about an enrolment (domain.md 2.4). The family requests a leave or an end; the coach
 * proposes graduation (graduationProposal.ts). A request is granted by running the action itself
 * (enrolmentActions.ts).
 */
import type { JenisPermintaan } from '#contract/enums.ts'
import { RoleId } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import { endIssues, leaveIssues } from '#contract/schedule/rules/enrolment.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import {
  changeEnrolment,
  checkArrears,
  checkIssues,
  checkState,
  todayAt,
  type EnrolmentRow,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { readSettings } from '#server/settings.ts'

interface Request {
  permintaan: (typeof JenisPermintaan.options)[number]['value']
  mulai: string
  selesai: string | null
  alasan: string
}
const requestIssues = async (trx: Trx, row: EnrolmentRow, input: Request): Promise<Issue[]> => {
  const today = await todayAt(trx, row.gedung_id)
  if (input.permintaan === 'berhenti')
    return endIssues(row, input.mulai, today).map((i) => ({ ...i, field: 'mulai' }))
  const { cuti_maks_bulan: maks } = await readSettings(trx)
  return leaveIssues(row, input, { maks, today }).map((i) => ({
    ...i,
    field: i.field === 'cuti_mulai' ? 'mulai' : 'selesai',
  }))
}

interface Acting<I> {
  trx: Trx
  ctx: Ctx
  row: EnrolmentRow
  input: I
}
/**
 * Stores a request of the family, which waits until an admin or a sales person grants or declines
 * it.
 */
const ask = async ({ trx, ctx, row, input }: Acting<Request>): Promise<void> => {
  if (row.permintaan_status === 'diajukan')
    throw conflict('Masih ada permintaan yang menunggu. Tarik dahulu yang itu.')
  checkState(row, input.permintaan)
  if (input.permintaan === 'cuti') await checkArrears(trx, row)
  checkIssues(await requestIssues(trx, row, input))
  await changeEnrolment(trx, ctx, row, {
    permintaan: input.permintaan,
    permintaan_status: 'diajukan',
    permintaan_mulai: input.mulai,
    permintaan_selesai: input.permintaan === 'cuti' ? input.selesai : null,
    permintaan_alasan: input.alasan,
    permintaan_at: now(),
    permintaan_jawaban: null,
  })
}
/**
 * Ends a waiting request. The request becomes withdrawn (`ditarik`) if the payer ends it, otherwise
 * declined (`ditolak`).
 */
const endRequest = async (x: Acting<{ alasan: string | null }>): Promise<void> => {
  const { trx, ctx, row, input } = x
  if (row.permintaan_status !== 'diajukan') throw conflict('Tidak ada permintaan yang menunggu')
  const isPayer = ctx.actor.dasar === RoleId.akunBilling
  await changeEnrolment(trx, ctx, row, {
    permintaan_status: isPayer ? 'ditarik' : 'ditolak',
    permintaan_jawaban: input.alasan,
  })
}
/** Declines the proposal of a coach with a reason that the coach can read. */
const declineProposal = async (x: Acting<{ alasan: string | null }>): Promise<void> => {
  const { trx, ctx, row, input } = x
  if (row.usulan_status !== 'diajukan') throw conflict('Tidak ada usulan yang menunggu')
  await changeEnrolment(trx, ctx, row, {
    usulan_status: 'ditolak',
    usulan_jawaban: input.alasan,
  })
}

export const requestHandlers = {
  ajukan: ask,
  'batal-permintaan': endRequest,
  'tolak-usulan': declineProposal,
}
