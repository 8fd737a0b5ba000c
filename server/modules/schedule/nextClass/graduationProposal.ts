/**
 * Graduation proposals (domain.md 2.4). A coach proposes that a student of one of the coach's
 * classes graduates, and an admin decides.
 */
import { whyNoProposal } from '#contract/schedule/rules/enrolment.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, notFound } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import {
  changeEnrolment,
  type EnrolmentRow,
} from '#server/modules/schedule/enrolments/enrolmentActions.ts'
import { readEnrolment } from '#server/modules/schedule/enrolments/enrolmentPreviews.ts'
import { auditChange } from '#server/resource/auditLog.ts'

/** Reads an enrolment in a class that the actor teaches. Throws 404 for any other enrolment. */
const readOwnEnrolment = async (trx: Trx, ctx: Ctx, id: number): Promise<EnrolmentRow> => {
  const ownRow = await trx
    .selectFrom('kursus_peserta')
    .innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'kursus_peserta.kursus_pelatih_id')
    .select('kursus_peserta.id')
    .where('kursus_peserta.id', '=', id)
    .where('kursus_pelatih.pelatih_id', '=', ctx.actor.id)
    .executeTakeFirst()
  if (!ownRow) throw notFound('Peserta')
  return readEnrolment(trx, id)
}
type Change = Parameters<typeof changeEnrolment>[3]
const change = async (trx: Trx, ctx: Ctx, before: EnrolmentRow, aksi: string, columns: Change) => {
  await changeEnrolment(trx, ctx, before, columns)
  const after = await readEnrolment(trx, before.id)
  await auditChange(trx, ctx, { aksi, entitas: 'kursus-peserta', before, after })
  return {}
}

export const proposalCalls: Pick<Handlers, 'proposeGraduation' | 'withdrawProposal'> = {
  proposeGraduation: (ctx, { catatan }, { id }) =>
    transaction(ctx.db, async (trx) => {
      const row = await readOwnEnrolment(trx, ctx, id)
      const why = whyNoProposal(row)
      if (why) throw conflict(why)
      return change(trx, ctx, row, 'usulkan-lulus', {
        usulan_status: 'diajukan',
        usulan_catatan: catatan,
        usulan_at: now(),
        usulan_oleh: ctx.actor.id,
        usulan_jawaban: null,
      })
    }),
  withdrawProposal: (ctx, _, { id }) =>
    transaction(ctx.db, async (trx) => {
      const row = await readOwnEnrolment(trx, ctx, id)
      if (row.usulan_status !== 'diajukan') throw conflict('Tidak ada usulan yang menunggu')
      return change(trx, ctx, row, 'tarik-usulan', { usulan_status: 'ditarik' })
    }),
}
