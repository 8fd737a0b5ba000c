/** Leave of coaches (domain.md 2.4): a coach requests it, and an admin decides. */
import { sql, type SqlBool } from 'kysely'
import { RoleId, StatusLibur } from '#contract/enums.ts'
import { pelatihLibur } from '#contract/schedule/pelatihLibur.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { isAwaited } from '#server/modules/schedule/coaches/uncoveredLessons.ts'
import { byRole, coachesOfOutlets, pertemuanScope } from '#server/modules/scope.ts'
import { module, type Module, type Stored } from '#server/resource/module.ts'

type Leave = Stored<typeof pelatihLibur>
type LeaveExpands = Module<typeof pelatihLibur>['expands']

/** Throws 409 if the leave is already decided. */
const checkUndecided = (row: Leave): void => {
  if (row.status === 'diajukan') return
  throw conflict(`Libur ini sudah ${StatusLibur.label(row.status).toLowerCase()}`)
}
/** Throws 422 if a coach requests the leave of another coach. */
const checkCoach = (actor: Actor, pelatih_id: number): void => {
  if (actor.dasar === RoleId.pelatih && pelatih_id !== actor.id)
    throw invalidField('pelatih_id', 'Guru mengajukan liburnya sendiri')
}
type Days = Pick<Leave, 'mulai' | 'selesai'>
/**
 * Returns today's date in the westernmost zone, where a day ends last, so that a date counts as
 * past only when it is past in every zone.
 */
const today = (): string => currentDay('Asia/Jakarta')
/**
 * Throws 422 if a changed first or last day is in the past. Past absences are stored as attendance,
 * not as leave.
 */
const checkDaysNotPast = (days: Days, current: Days | undefined): void => {
  for (const field of ['mulai', 'selesai'] as const)
    if (days[field] < today() && days[field] !== current?.[field])
      throw invalidField(field, 'Tanggal sudah lewat: catat ketidakhadiran di absensi')
}
/** Throws 409 if another leave of the coach has one of the given states and overlaps this leave. */
const checkNoOverlap = async (
  trx: Trx,
  leave: Days & { id: number | undefined; pelatih_id: number },
  states: readonly Leave['status'][] = ['diajukan', 'disetujui'],
): Promise<void> => {
  const otherLeave = await trx
    .selectFrom('pelatih_libur')
    .select(['mulai', 'selesai'])
    .where('pelatih_id', '=', leave.pelatih_id)
    .where('status', 'in', states)
    .where('mulai', '<=', leave.selesai)
    .where('selesai', '>=', leave.mulai)
    .where('id', '<>', leave.id ?? 0)
    .limit(1)
    .executeTakeFirst()
  if (!otherLeave) return
  const message = `Sudah ada libur ${formatTanggal(otherLeave.mulai)} sampai ${formatTanggal(otherLeave.selesai)}`
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

/**
 * Counts, for each leave, the future lessons during the leave that are still assigned to the coach
 * on leave.
 */
const readOpenCounts: LeaveExpands['terbuka'] = async ({ db, actor, ids }) => {
  const rows = await db
    .selectFrom('pelatih_libur as l')
    .innerJoin('pertemuan', 'pertemuan.pelatih_id', 'l.pelatih_id')
    .select((eb) => ['l.id', eb.fn.countAll<number>().as('jumlah')])
    .where('l.id', 'in', ids)
    .whereRef('pertemuan.tanggal', '>=', 'l.mulai')
    .whereRef('pertemuan.tanggal', '<=', 'l.selesai')
    .where(isAwaited())
    .where(pertemuanScope(actor) ?? sql<SqlBool>`1 = 1`)
    .groupBy('l.id')
    .execute()
  const counts = new Map(rows.map((r) => [r.id, Number(r.jumlah)]))
  return new Map(ids.map((id) => [id, { jumlah: counts.get(id) ?? 0 }]))
}

export const pelatihLiburModule = module(pelatihLibur, {
  expands: { terbuka: readOpenCounts },
  scope: (actor) =>
    byRole(actor, {
      admin: sql`pelatih_libur.pelatih_id in (${coachesOfOutlets(actor)})`,
      pelatih: sql`pelatih_libur.pelatih_id = ${actor.id}`,
    }),
  displayName: ({ mulai, selesai }) => `${formatTanggal(mulai)} – ${formatTanggal(selesai)}`,
  before: async ({ trx, ctx, input, current }) => {
    checkCoach(ctx.actor, input.pelatih_id)
    if (current) checkUndecided(current)
    checkDaysNotPast(input, current)
    await checkNoOverlap(trx, { ...input, id: current?.id })
    return { status: current?.status ?? 'diajukan' }
  },
  beforeDelete: async ({ ctx, row }) => {
    if (ctx.actor.dasar === RoleId.pelatih) checkUndecided(row)
  },
  actions: {
    setujui: async ({ trx, ctx, row }) => {
      checkUndecided(row)
      if (row.selesai < today()) throw conflict('Hari-hari libur ini sudah lewat: tolak atau hapus')
      await checkNoOverlap(trx, row, ['disetujui'])
      await decide(trx, ctx, row, { status: 'disetujui' })
    },
    tolak: async ({ trx, ctx, row, input }) => {
      checkUndecided(row)
      await decide(trx, ctx, row, { status: 'ditolak', alasan_tolak: input.alasan })
    },
  },
})
