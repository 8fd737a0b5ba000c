/**
 * Actions on a make-up credit: booking it into a lesson, releasing the seat, and revoking the
 * credit.
 */
import { sql } from 'kysely'
import { RoleId, StatusKredit } from '#contract/enums.ts'
import type { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import type { Alternative } from '#contract/schedule/rules/conflicts.ts'
import { whyNotBook } from '#contract/schedule/rules/makeUps.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatJam, formatTanggalHari } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, forbidden, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { checkConfirmed } from '#server/modules/schedule/conflicts/conflictError.ts'
import { findBookable, mayHost, whyNoBooking } from '#server/modules/schedule/makeUps/bookable.ts'
import {
  readHosts,
  readOwed,
  type HostLesson,
  type CreditOwner,
} from '#server/modules/schedule/makeUps/hostLessons.ts'
import type { Action, Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Credit = Stored<typeof kreditPengganti>
const hourMs = 3_600_000

const isAdmin = (actor: Actor): boolean => actor.dasar <= RoleId.admin
const set = (
  trx: Trx,
  ctx: Ctx,
  row: Credit,
  to: Partial<Pick<Credit, 'status' | 'pertemuan_id' | 'alasan'>>,
) =>
  trx
    .updateTable('kredit_pengganti')
    .set({ ...to, versi: row.versi + 1, updated_at: now(), updated_by: ctx.actor.id })
    .where('id', '=', row.id)
    .execute()

/** Reads the requested lesson. Throws 422 if the actor may not book into it. */
const readHost = async (
  trx: Trx,
  actor: Actor,
  { owed, settings }: { owed: CreditOwner; settings: Settings },
  id: number,
): Promise<HostLesson> => {
  const which = sql<boolean>`pertemuan.id = ${id} and ${mayHost(actor, owed)}`
  const [host] = await readHosts(trx, actor, { owed, settings, limit: 1 }, which)
  if (!host) throw invalidField('pertemuan_id', 'Pertemuan tidak ditemukan')
  return host
}
/**
 * Checks a booking into a lesson of another level. Throws 403 if the actor is not an admin. Throws
 * 422 if an admin does not allow another level or gives no reason.
 */
const checkLevel = (
  actor: Actor,
  host: HostLesson,
  input: { lintas_level: boolean; alasan: string | null },
): void => {
  if (!host.lintas_level) return
  if (!isAdmin(actor))
    throw forbidden('Hanya pertemuan level yang sama. Minta admin untuk level lain.')
  if (!input.lintas_level)
    throw invalidField('pertemuan_id', 'Pertemuan ini dari level lain: izinkan dan isi alasannya')
  if (!input.alasan) throw invalidField('alasan', 'Isi alasan mengapa level lain')
}
/**
 * Returns alternatives: the three lessons with a free seat that are nearest to the requested
 * lesson.
 */
const nearest = (hosts: readonly HostLesson[], requestedHost: HostLesson): Alternative[] => {
  const distance = (host: HostLesson) =>
    Math.abs(Date.parse(host.mulai_at) - Date.parse(requestedHost.mulai_at))
  return hosts
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .map(({ pelatih_id, ruang_id, tanggal, jam_mulai }) => ({
      pelatih_id,
      ruang_id,
      tanggal,
      jam_mulai,
      label: `${formatTanggalHari(tanggal)} ${formatJam(jam_mulai)}`,
    }))
}

export const bookMakeUp: Action<typeof kreditPengganti, 'pesan'> = async (x) => {
  const { trx, ctx, row, input } = x
  const [owed, settings] = [await readOwed(trx, row), await readSettings(trx)]
  const blocked = await whyNoBooking(trx, owed, settings)
  if (blocked) throw conflict(blocked)
  const host = await readHost(trx, ctx.actor, { owed, settings }, input.pertemuan_id)
  const why = whyNotBook(row, host, now())
  if (why) throw conflict(why, { errors: [{ field: 'pertemuan_id', message: why }] })
  checkLevel(ctx.actor, host, input)
  const { konflik } = host
  const search = { credit: row, owed, settings, every: input.lintas_level }
  const alternatif =
    konflik.length === 0 ? [] : nearest(await findBookable(trx, ctx.actor, search), host)
  checkConfirmed({ konflik, alternatif }, input, {
    fieldOf: () => 'pertemuan_id',
    reasonField: 'alasan',
  })
  await set(trx, ctx, row, { status: 'dipesan', pertemuan_id: host.id })
}

/**
 * Throws 409 if a booked seat is released too late. Families may release a seat until the excuse
 * deadline, `batas_izin_jam` hours before the lesson. Admins and sales persons may release a seat
 * until the lesson starts.
 */
const checkNotice = async (trx: Trx, actor: Actor, lesson: { mulai_at: string }): Promise<void> => {
  if (lesson.mulai_at <= now()) throw conflict('Pertemuannya sudah mulai')
  if (isAdmin(actor) || actor.dasar === RoleId.sales) return
  const { batas_izin_jam } = await readSettings(trx)
  if (Date.parse(lesson.mulai_at) - Date.parse(now()) >= batas_izin_jam * hourMs) return
  throw conflict(`Pembatalan paling lambat ${batas_izin_jam} jam sebelum pertemuan`)
}
export const releaseMakeUp: Action<typeof kreditPengganti, 'batal-pesan'> = async (x) => {
  const { trx, ctx, row } = x
  if (row.status !== 'dipesan') throw conflict('Kelas pengganti ini tidak sedang dipesan')
  const lesson = await trx
    .selectFrom('pertemuan')
    .select('mulai_at')
    .where('id', '=', row.pertemuan_id)
    .executeTakeFirstOrThrow()
  await checkNotice(trx, ctx.actor, lesson)
  await set(trx, ctx, row, { status: 'tersedia', pertemuan_id: null })
}

export const revokeMakeUp: Action<typeof kreditPengganti, 'cabut'> = async (x) => {
  const { trx, ctx, row, input } = x
  if (row.status !== 'tersedia' && row.status !== 'dipesan')
    throw conflict(`Kelas pengganti ini sudah ${StatusKredit.label(row.status).toLowerCase()}`)
  await set(trx, ctx, row, { status: 'dicabut', pertemuan_id: null, alasan: input.alasan })
}
