/** Coaches' leave: asked for by the coach, decided by an admin (domain.md 2.4). */
import { sql } from 'kysely'
import { RoleId, StatusLibur } from '#contract/enums.ts'
import { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { byRole, coachesHere } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'

type Leave = Stored<typeof pelatihLibur>

/** Refuses what is decided already. Throws 409. */
const demandOpen = (row: Leave): void => {
  if (row.status === 'diajukan') return
  throw conflict(`Libur ini sudah ${StatusLibur.label(row.status).toLowerCase()}`)
}
/** A coach asks for the own leave only. Throws 422. */
const checkCoach = (actor: Actor, pelatih_id: number): void => {
  if (actor.dasar === RoleId.pelatih && pelatih_id !== actor.id)
    throw invalidField('pelatih_id', 'Guru mengajukan liburnya sendiri')
}
/** Refuses days for which the coach has asked already. Throws 409. */
const refuseOverlap = async (
  trx: Trx,
  wanted: { id: number | undefined; pelatih_id: number; mulai: string; selesai: string },
): Promise<void> => {
  const other = await trx
    .selectFrom('pelatih_libur')
    .select(['mulai', 'selesai'])
    .where('pelatih_id', '=', wanted.pelatih_id)
    .where('status', '<>', 'ditolak')
    .where('mulai', '<=', wanted.selesai)
    .where('selesai', '>=', wanted.mulai)
    .where('id', '<>', wanted.id ?? 0)
    .limit(1)
    .executeTakeFirst()
  if (!other) return
  const message = `Sudah ada libur ${formatTanggal(other.mulai)} sampai ${formatTanggal(other.selesai)}`
  throw conflict(message, { errors: [{ field: 'mulai', message }] })
}

const decide = (
  trx: Trx,
  ctx: Ctx,
  row: Leave,
  decision: { status: Leave['status']; alasan_tolak?: string },
) =>
  trx
    .updateTable('pelatih_libur')
    .set({
      ...decision,
      diputuskan_oleh: ctx.actor.id,
      diputuskan_at: now(),
      versi: row.versi + 1,
      updated_at: now(),
      updated_by: ctx.actor.id,
    })
    .where('id', '=', row.id)
    .execute()

export const pelatihLiburModule = module(pelatihLibur, {
  scope: (actor) =>
    byRole(actor, {
      [RoleId.admin]: sql`pelatih_libur.pelatih_id in (${coachesHere(actor)})`,
      [RoleId.pelatih]: sql`pelatih_libur.pelatih_id = ${actor.id}`,
    }),
  called: ({ mulai, selesai }) => `${formatTanggal(mulai)} – ${formatTanggal(selesai)}`,
  before: async ({ trx, ctx, input, current }) => {
    checkCoach(ctx.actor, input.pelatih_id)
    if (current) demandOpen(current)
    await refuseOverlap(trx, { ...input, id: current?.id })
    return { status: current?.status ?? 'diajukan' }
  },
  beforeDelete: async ({ ctx, row }) => {
    if (ctx.actor.dasar === RoleId.pelatih) demandOpen(row)
  },
  actions: {
    setujui: async ({ trx, ctx, row }) => {
      demandOpen(row)
      await decide(trx, ctx, row, { status: 'disetujui' })
    },
    tolak: async ({ trx, ctx, row, input }) => {
      demandOpen(row)
      await decide(trx, ctx, row, { status: 'ditolak', alasan_tolak: input.alasan })
    },
  },
})
