/**
 * Approval of the hour of a class by a coach who marked the hour as "ask first" (domain.md 3.8).
 */
import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import { missingApprovalOf, type kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readPlan } from '#server/modules/schedule/classes/classVersions.ts'
import type { Action, Stored } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Kelas = Stored<typeof kursusPelatih>
/** Values of the answer columns before the coach has answered. */
export const emptyApproval = {
  tanya_dulu_disetujui_at: null,
  tanya_dulu_disetujui_oleh: null,
  tanya_dulu_ditolak_at: null,
  alasan_tanya_dulu: null,
}
const store = (
  trx: Trx,
  ctx: Ctx,
  row: Kelas,
  answer: Partial<Pick<Kelas, keyof typeof emptyApproval>>,
) =>
  trx
    .updateTable('kursus_pelatih')
    .set({
      ...emptyApproval,
      ...answer,
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
    })
    .where('id', '=', row.id)
    .execute()

/**
 * Throws 409 for a coach who may not approve or decline the hour. If a change is planned, only the
 * coach of the planned version may answer.
 */
const checkMayAnswer = async (trx: Trx, ctx: Ctx, row: Kelas): Promise<void> => {
  if (ctx.actor.dasar !== RoleId.pelatih) return
  const plan = await readPlan(trx, row.id)
  if (plan && plan.pelatih_id !== ctx.actor.id)
    throw conflict('Jam yang baru dijawab oleh guru yang akan mengajarnya')
}
/**
 * Approves the hour of a class. Before the approval, the class holds its hour and room but takes no
 * students. A declined hour can still be approved. Throws 409 if the class needs no approval.
 */
export const approveSlot: Action<typeof kursusPelatih, 'setujui-slot'> = async ({
  trx,
  ctx,
  row,
}) => {
  if (!missingApprovalOf(row)) throw conflict('Kelas ini tidak menunggu persetujuan guru')
  await checkMayAnswer(trx, ctx, row)
  const by = { tanya_dulu_disetujui_at: now(), tanya_dulu_disetujui_oleh: ctx.actor.id }
  await store(trx, ctx, row, by)
}
/**
 * Declines the hour of a class. The class keeps its hour until an admin moves or ends the class.
 * Throws 409 unless the class waits for an answer.
 */
export const declineSlot: Action<typeof kursusPelatih, 'tolak-slot'> = async ({
  trx,
  ctx,
  row,
  input,
}) => {
  if (missingApprovalOf(row) !== 'menunggu')
    throw conflict('Kelas ini tidak menunggu persetujuan guru')
  await checkMayAnswer(trx, ctx, row)
  await store(trx, ctx, row, { tanya_dulu_ditolak_at: now(), alasan_tanya_dulu: input.alasan })
}

/**
 * SQL condition for active classes that their coach has not answered (`menunggu`) or has declined
 * (`ditolak`). The rule is the same as in `missingApprovalOf`.
 */
export const isUnanswered = (
  answer: NonNullable<ReturnType<typeof missingApprovalOf>>,
): Condition => {
  const open = sql`kursus_pelatih.tanya_dulu = 1 and kursus_pelatih.tanya_dulu_disetujui_at is null and kursus_pelatih.status = 'aktif'`
  return answer === 'menunggu'
    ? sql`(${open} and kursus_pelatih.tanya_dulu_ditolak_at is null)`
    : sql`(${open} and kursus_pelatih.tanya_dulu_ditolak_at is not null)`
}
