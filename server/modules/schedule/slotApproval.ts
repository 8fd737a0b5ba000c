/** A coach who wants to be asked first answers for the hour of a class (domain.md 3.8). */
import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import { unansweredOf, type kursusPelatih } from '#contract/schedule/kursusPelatih.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readPlan } from '#server/modules/schedule/classVersions.ts'
import type { Condition } from '#server/resource/conditions.ts'
import type { Action, Stored } from '#server/resource/module.ts'

type Kelas = Stored<typeof kursusPelatih>
/** The columns of an answer, before there is one. */
export const unanswered = {
  tanya_dulu_disetujui_at: null,
  tanya_dulu_disetujui_oleh: null,
  tanya_dulu_ditolak_at: null,
  alasan_tanya_dulu: null,
}
const store = (
  trx: Trx,
  ctx: Ctx,
  row: Kelas,
  answer: Partial<Pick<Kelas, keyof typeof unanswered>>,
) =>
  trx
    .updateTable('kursus_pelatih')
    .set({
      ...unanswered,
      ...answer,
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
    })
    .where('id', '=', row.id)
    .execute()

/** A coach answers for the hour that lasts: of a planned change its own coach does (409). */
const refuseOthers = async (trx: Trx, ctx: Ctx, row: Kelas): Promise<void> => {
  if (ctx.actor.dasar !== RoleId.pelatih) return
  const plan = await readPlan(trx, row.id)
  if (plan && plan.pelatih_id !== ctx.actor.id)
    throw conflict('Jam yang baru dijawab oleh guru yang akan mengajarnya')
}
/**
 * Until then the class holds its hour and room, and takes no students. Who has said no may still
 * agree. Throws 409.
 */
export const approveSlot: Action<typeof kursusPelatih, 'setujui-slot'> = async ({
  trx,
  ctx,
  row,
}) => {
  if (!unansweredOf(row)) throw conflict('Kelas ini tidak menunggu persetujuan guru')
  await refuseOthers(trx, ctx, row)
  const by = { tanya_dulu_disetujui_at: now(), tanya_dulu_disetujui_oleh: ctx.actor.id }
  await store(trx, ctx, row, by)
}
/** The class keeps its hour until an admin, who reads why, moves or ends it. Throws 409. */
export const declineSlot: Action<typeof kursusPelatih, 'tolak-slot'> = async ({
  trx,
  ctx,
  row,
  input,
}) => {
  if (unansweredOf(row) !== 'menunggu') throw conflict('Kelas ini tidak menunggu persetujuan guru')
  await refuseOthers(trx, ctx, row)
  await store(trx, ctx, row, { tanya_dulu_ditolak_at: now(), alasan_tanya_dulu: input.alasan })
}

/** Active classes by what their coach has not agreed to, as unansweredOf says it of one. */
export const isUnanswered = (answer: NonNullable<ReturnType<typeof unansweredOf>>): Condition => {
  const open = sql`kursus_pelatih.tanya_dulu = 1 and kursus_pelatih.tanya_dulu_disetujui_at is null and kursus_pelatih.status = 'aktif'`
  return answer === 'menunggu'
    ? sql`(${open} and kursus_pelatih.tanya_dulu_ditolak_at is null)`
    : sql`(${open} and kursus_pelatih.tanya_dulu_ditolak_at is not null)`
}
