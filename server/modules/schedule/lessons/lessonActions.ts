/** Actions on a lesson (domain.md 3.10): moving it, assigning a substitute, and cancelling it. */
import { sql } from 'kysely'
import { RoleId, StatusPertemuan, UserStatus } from '#contract/enums.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import {
  readTrial,
  recordTrialCancelled,
  recordTrialMoved,
} from '#server/modules/sales/trials/trialLead.ts'
import { markCancelled } from '#server/modules/schedule/attendance/studentAttendance.ts'
import {
  checkLessonFree,
  farthestDays,
  newOf,
} from '#server/modules/schedule/conflicts/checkLesson.ts'
import { moveBookings, releaseBookings } from '#server/modules/schedule/makeUps/bookingRelease.ts'
import { hasBaseRole } from '#server/modules/scope.ts'
import type { Action, Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Lesson = Stored<typeof pertemuan>

/**
 * Throws 409 if a lesson is in none of the given states, or if a student or trial lead already has
 * attendance in it.
 */
export const checkLessonState = async (
  trx: Trx,
  row: Lesson,
  states: readonly Lesson['status'][],
): Promise<void> => {
  if (!states.includes(row.status))
    throw conflict(`Pertemuan ini ${StatusPertemuan.label(row.status).toLowerCase()}`)
  const marked = await trx
    .selectFrom('absensi')
    .select('id')
    .where('pertemuan_id', '=', row.id)
    .limit(1)
    .executeTakeFirst()
  const tried = row.jenis === 'trial' ? await readTrial(trx, row.id) : undefined
  if (marked || (tried && tried.kode_absensi !== null))
    throw conflict('Absensi pertemuan ini sudah diisi')
}

const readZone = async (trx: Trx, gedung_id: number): Promise<string> => {
  const { zona_waktu } = await trx
    .selectFrom('gedung')
    .select('zona_waktu')
    .where('id', '=', gedung_id)
    .executeTakeFirstOrThrow()
  return zona_waktu
}
/** Throws 422 if a day is past or too far in the future, or if the start time has passed. */
const checkDay = (tanggal: string, mulai_at: string, zona: string): void => {
  const today = currentDay(zona)
  if (tanggal < today) throw invalidField('tanggal', 'Tanggal sudah lewat')
  if (mulai_at <= now()) throw invalidField('jam_mulai', 'Jam sudah lewat')
  if (tanggal > addDays(today, farthestDays))
    throw invalidField('tanggal', `Paling jauh ${farthestDays} hari dari hari ini`)
}
/**
 * Returns the day and hours of a lesson in outlet time, and its start and end in UTC. Throws 422
 * for a day or hour that is not allowed.
 */
export const whenOf = async (
  trx: Trx,
  place: { gedung_id: number; tanggal: string; jam_mulai: string },
  minutes: number,
) => {
  const { gedung_id, tanggal, jam_mulai } = place
  const zona = await readZone(trx, gedung_id)
  const jam_selesai = classEnd(jam_mulai, minutes)
  if (!jam_selesai) throw invalidField('jam_mulai', 'Pertemuan melewati tengah malam')
  const when = { tanggal, jam_mulai, jam_selesai }
  const instants = lessonInstants(when, zona)
  checkDay(tanggal, instants.mulai_at, zona)
  return { ...when, ...instants }
}
/** Throws 422 unless a room belongs to the outlet and is active. */
export const checkRoom = async (trx: Trx, ruang_id: number, gedung_id: number): Promise<void> => {
  const room = await trx
    .selectFrom('ruang')
    .select(['gedung_id', 'status'])
    .where('id', '=', ruang_id)
    .executeTakeFirst()
  if (room?.gedung_id !== gedung_id) throw invalidField('ruang_id', 'Ruang ini milik outlet lain')
  if (room.status !== 'aktif') throw invalidField('ruang_id', 'Ruang ini tidak aktif')
}
/** Throws 422 unless a user is an active coach. */
export const checkCoach = async (trx: Trx, actor: Actor, pelatih_id: number): Promise<void> => {
  const coach = await trx
    .selectFrom('user')
    .select('status')
    .where('id', '=', pelatih_id)
    .where(hasBaseRole(actor, [RoleId.pelatih]))
    .executeTakeFirst()
  if (!coach) throw invalidField('pelatih_id', 'Bukan guru')
  if (coach.status !== UserStatus.aktif) throw invalidField('pelatih_id', 'Guru tidak aktif')
}

const minutesOf = (jam: string): number => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))
const stamp = (ctx: Ctx, row: Lesson) => ({
  diubah: 1,
  versi: row.versi + 1,
  updated_at: now(),
  updated_by: ctx.actor.id,
})
const set = (
  trx: Trx,
  ctx: Ctx,
  row: Lesson,
  values: Partial<Omit<Lesson, 'id' | 'diubah' | 'untuk_pengganti' | 'versi'>>,
) =>
  trx
    .updateTable('pertemuan')
    .set({ ...values, ...stamp(ctx, row) })
    .where('id', '=', row.id)
    .execute()

/**
 * Stores the new row of a moved regular lesson. Moves booked make-ups from the old row to the new
 * row.
 */
const storeMoved = async (
  trx: Trx,
  ctx: Ctx,
  row: Lesson,
  place: Pick<Lesson, 'tanggal' | 'jam_mulai' | 'jam_selesai' | 'mulai_at' | 'selesai_at'> & {
    ruang_id: number
  },
  alasan: string,
): Promise<number> => {
  const { id } = await trx
    .insertInto('pertemuan')
    .values({
      kursus_pelatih_id: row.kursus_pelatih_id,
      kursus_id: row.kursus_id,
      gedung_id: row.gedung_id,
      pelatih_id: row.pelatih_id,
      pelatih_asli_id: row.pelatih_asli_id,
      ...place,
      jenis: 'pengganti',
      status: 'terjadwal',
      minggu: null,
      diubah: 1,
      untuk_pengganti: 0,
      pindah_ke_id: null,
      alasan: null,
      catatan: row.catatan,
      catatan_materi: null,
      honor_tarif: row.honor_tarif,
      honor_persen: row.honor_persen,
      honor_nominal: null,
      versi: 1,
      created_at: now(),
      created_by: ctx.actor.id,
      updated_at: now(),
      updated_by: ctx.actor.id,
      cari: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await moveBookings(trx, ctx, { from: row.id, to: id, alasan })
  return id
}

export const moveLesson: Action<typeof pertemuan, 'pindah'> = async ({ trx, ctx, row, input }) => {
  await checkLessonState(trx, row, ['terjadwal', 'libur'])
  const ruang_id = input.ruang_id ?? row.ruang_id
  await checkRoom(trx, ruang_id, row.gedung_id)
  const minutes = minutesOf(row.jam_selesai) - minutesOf(row.jam_mulai)
  const when = await whenOf(trx, { ...input, gedung_id: row.gedung_id }, minutes)
  if (when.mulai_at === row.mulai_at && ruang_id === row.ruang_id)
    throw invalidField('tanggal', 'Pertemuan ini sudah di sana')
  const jenis = row.jenis === 'reguler' ? 'pengganti' : row.jenis
  const wish = { ...row, ...when, ruang_id, jenis, kelas: row.kursus_pelatih_id }
  // A cancelled lesson does not occupy its coach, room and students, so all conflicts are checked.
  // For a scheduled lesson, only the changed parts are checked.
  const parts = row.status === 'terjadwal' ? newOf(row, wish) : undefined
  await checkLessonFree(trx, ctx, wish, input, parts)
  if (row.jenis !== 'reguler')
    await set(trx, ctx, row, { ...when, ruang_id, alasan: input.alasan, status: 'terjadwal' })
  else {
    // The old hour is freed first, because the new hour may overlap with the old hour.
    await set(trx, ctx, row, { status: 'pindah', alasan: input.alasan })
    const pindah_ke_id = await storeMoved(trx, ctx, row, { ...when, ruang_id }, input.alasan)
    await set(trx, ctx, row, { pindah_ke_id })
  }
  if (row.jenis === 'trial') await recordTrialMoved(trx, ctx, row.id)
}

export const substitute: Action<typeof pertemuan, 'pengganti'> = async (x) => {
  const { trx, ctx, row, input } = x
  await checkLessonState(trx, row, ['terjadwal'])
  const { pelatih_id } = input
  if (pelatih_id === row.pelatih_id) throw invalidField('pelatih_id', 'Guru ini sudah mengajarnya')
  await checkCoach(trx, ctx.actor, pelatih_id)
  const wish = { ...row, pelatih_id, kelas: row.kursus_pelatih_id }
  await checkLessonFree(trx, ctx, wish, input, newOf(row, wish))
  // Does not delete the attendance record of the previous coach. The column `pengganti_id` of the
  // record states to which coach the record belongs.
  const ownCoachId = row.pelatih_asli_id ?? row.pelatih_id
  await set(trx, ctx, row, {
    pelatih_id,
    pelatih_asli_id: ownCoachId === pelatih_id ? null : ownCoachId,
    alasan: input.alasan,
    // Clears the stored rate, because it is the rate of the previous coach.
    honor_tarif: null,
    honor_persen: null,
  })
  if (row.jenis === 'trial') await recordTrialMoved(trx, ctx, row.id)
}

/** Throws 409 if the books of the month of a lesson are closed. */
const checkBooksOpen = async (trx: Trx, row: Lesson): Promise<void> => {
  const { kunci_buku_sampai } = await readSettings(trx)
  if (kunci_buku_sampai && row.tanggal <= kunci_buku_sampai)
    throw conflict(`Buku sudah dikunci sampai ${formatTanggal(kunci_buku_sampai)}`)
}
/**
 * Cancels a lesson (domain.md 3.10). Its students earn a make-up credit, and the lesson stays
 * billed.
 */
export const cancelLesson: Action<typeof pertemuan, 'batal'> = async ({ trx, ctx, row, input }) => {
  await checkLessonState(trx, row, ['terjadwal'])
  await checkBooksOpen(trx, row)
  // Releases the make-ups booked into this lesson. The students of the class get their credits in
  // `markCancelled`.
  const making = { at: new Date(), by: ctx }
  await releaseBookings(trx, sql`pertemuan.id = ${row.id}`, making, input.alasan)
  await markCancelled(trx, ctx, row.id, input)
  if (row.jenis === 'trial') await recordTrialCancelled(trx, ctx, row.id, input.alasan)
  const status = input.sebab === 'pelatih' ? 'batal_pelatih' : 'batal_sekolah'
  await set(trx, ctx, row, { status, alasan: input.alasan })
}
