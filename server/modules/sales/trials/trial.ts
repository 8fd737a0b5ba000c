/**
 * Booking, moving and cancelling trial lessons of leads (domain.md 2.3, 3.8). A trial belongs to no
 * class. The conflict check of lessons prevents double use of its coach and room.
 */
import type { lead } from '#contract/sales/lead.ts'
import { whyNotStage } from '#contract/sales/rules/stages.ts'
import { afterBooking } from '#contract/sales/rules/trial.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { kursusModule } from '#server/modules/catalog/kursus.ts'
import { ruangModule } from '#server/modules/catalog/ruang.ts'
import { changeLead, noteActivity } from '#server/modules/sales/leads/leadRow.ts'
import {
  followingColumns,
  inWords,
  readTrialLesson,
  applyCancellation,
} from '#server/modules/sales/trials/trialLead.ts'
import {
  checkLessonFree,
  examineLesson,
  newOf,
} from '#server/modules/schedule/conflicts/checkLesson.ts'
import { checkCoach, checkRoom, whenOf } from '#server/modules/schedule/lessons/lessonActions.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { Action } from '#server/resource/module.ts'
import { rowExists } from '#server/resource/rows.ts'

type TrialInput = Parameters<Handlers['examineTrial']>[1]
type Place = Omit<TrialInput, 'lead_id'>

/**
 * Reads the lead's upcoming trial: it is scheduled, has not begun and has no attendance. Only an
 * upcoming trial can be moved or cancelled. The result of a trial that has begun depends on its
 * attendance.
 */
const readUpcomingTrial = (trx: Trx, lead_id: number) =>
  trx
    .selectFrom('lead')
    .innerJoin('pertemuan', 'pertemuan.id', 'lead.trial_pertemuan_id')
    .innerJoin('trial_lead', 'trial_lead.pertemuan_id', 'pertemuan.id')
    .selectAll('pertemuan')
    .where('lead.id', '=', lead_id)
    .where('pertemuan.status', '=', 'terjadwal')
    .where('pertemuan.mulai_at', '>', now())
    .where('trial_lead.kode_absensi', 'is', null)
    .executeTakeFirst()
type UpcomingTrial = NonNullable<Awaited<ReturnType<typeof readUpcomingTrial>>>

const trialResources = {
  kursus_id: kursusModule,
  pelatih_id: userModule,
  ruang_id: ruangModule,
} as const
/** Throws 422 for a course, a coach or a room outside the actor's scope. */
const checkScope = async (trx: Trx, { actor }: Ctx, place: Place): Promise<void> => {
  for (const field of ['kursus_id', 'pelatih_id', 'ruang_id'] as const)
    if (!(await rowExists(trx, trialResources[field], actor, place[field])))
      throw invalidField(field, 'Tidak ditemukan')
}

/** Returns the id of the slot held for the lead, which causes no conflict with the lead's trial. */
const readHold = async (trx: Trx, lead_id: number): Promise<number | undefined> => {
  const hold = await trx
    .selectFrom('slot_ditahan')
    .select('id')
    .where('lead_id', '=', lead_id)
    .executeTakeFirst()
  return hold?.id
}

/**
 * Returns the lesson to store and the request for the conflict check. Throws 422 for an inactive
 * course, coach or room, and for a day or hour that is not allowed.
 */
const plannedLesson = async (
  trx: Trx,
  ctx: Ctx,
  { lead_id, place, ahead }: { lead_id: number; place: Place; ahead: UpcomingTrial | undefined },
) => {
  const { gedung_id } = await trx
    .selectFrom('ruang')
    .select('gedung_id')
    .where('id', '=', place.ruang_id)
    .executeTakeFirstOrThrow()
  await checkRoom(trx, place.ruang_id, gedung_id)
  await checkCoach(trx, ctx.actor, place.pelatih_id)
  const course = await trx
    .selectFrom('kursus')
    .select(['durasi_menit', 'status'])
    .where('id', '=', place.kursus_id)
    .executeTakeFirstOrThrow()
  if (course.status !== 'aktif') throw invalidField('kursus_id', 'Kursus ini tidak aktif')
  const when = await whenOf(trx, { ...place, gedung_id }, course.durasi_menit)
  const ditahan = await readHold(trx, lead_id)
  const { kursus_id, pelatih_id, ruang_id } = place
  const lesson = { ...when, kursus_id, pelatih_id, ruang_id, gedung_id }
  const row = { ...lesson, id: ahead?.id ?? null, kelas: null }
  return { wanted: lesson, wish: ditahan === undefined ? row : { ...row, ditahan } }
}
/**
 * Returns which of time, coach and room change when a trial is moved. Only these parts are checked
 * for conflicts. Returns undefined for a new trial, and for a trial whose end changes; then all
 * parts are checked. The end can change without the start, because another course may last longer.
 */
const changedResources = (
  ahead: UpcomingTrial | undefined,
  lesson: Parameters<typeof newOf>[1] & { selesai_at: string },
) => (ahead?.selesai_at === lesson.selesai_at ? newOf(ahead, lesson) : undefined)

const blank = {
  kursus_pelatih_id: null,
  pelatih_asli_id: null,
  jenis: 'trial' as const,
  status: 'terjadwal' as const,
  minggu: null,
  diubah: 1,
  untuk_pengganti: 0,
  pindah_ke_id: null,
  alasan: null,
  catatan: null,
  catatan_materi: null,
  honor_tarif: null,
  honor_persen: null,
  honor_nominal: null,
  cari: '',
}
/** Stores the lesson of a trial and links it to the lead. */
const store = async (
  trx: Trx,
  ctx: Ctx,
  lead_id: number,
  lesson: Awaited<ReturnType<typeof plannedLesson>>['wanted'],
): Promise<number> => {
  const by = ctx.actor.id
  const stamp = { created_at: now(), created_by: by, updated_at: now(), updated_by: by, versi: 1 }
  const after = await trx
    .insertInto('pertemuan')
    .values({ ...blank, ...lesson, ...stamp })
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi: 'create', entitas: 'pertemuan', after })
  const mark = { kode_absensi: null, catatan: null, ditandai_at: null, ditandai_oleh: null }
  await trx
    .insertInto('trial_lead')
    .values({ pertemuan_id: after.id, lead_id, ...mark, ...stamp })
    .execute()
  return after.id
}
/** Changes the lead's upcoming trial. */
const change = async (
  trx: Trx,
  ctx: Ctx,
  before: UpcomingTrial,
  { aksi, columns }: { aksi: string; columns: Partial<Omit<UpcomingTrial, 'id'>> },
): Promise<void> => {
  const after = await trx
    .updateTable('pertemuan')
    .set({ ...columns, versi: before.versi + 1, updated_at: now(), updated_by: ctx.actor.id })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditChange(trx, ctx, { aksi, entitas: 'pertemuan', before, after })
}

const isSame = (ahead: UpcomingTrial, place: Place): boolean =>
  (['kursus_id', 'pelatih_id', 'ruang_id', 'tanggal', 'jam_mulai'] as const).every(
    (key) => ahead[key] === place[key],
  )
/** Books a trial, or moves the upcoming one. Throws 404, 409 or 422. */
export const bookTrial: Action<typeof lead, 'trial'> = async ({ trx, ctx, row, input }) => {
  await checkScope(trx, ctx, input)
  const why = row.tahap === 'trial_dijadwalkan' ? undefined : whyNotStage(row, 'trial_dijadwalkan')
  if (why) throw conflict(why)
  const ahead = await readUpcomingTrial(trx, row.id)
  // Does nothing for a repeated call: the trial is already booked at this time and place.
  if (ahead && isSame(ahead, input)) return
  const { wanted, wish } = await plannedLesson(trx, ctx, { lead_id: row.id, place: input, ahead })
  await checkLessonFree(trx, ctx, wish, input, changedResources(ahead, wanted))
  if (ahead) {
    const columns = { ...wanted, pelatih_asli_id: null }
    await change(trx, ctx, ahead, { aksi: 'pindah', columns })
  }
  const id = ahead?.id ?? (await store(trx, ctx, row.id, wanted))
  const lesson = await readTrialLesson(trx, id)
  const isi = `${ahead ? 'Trial dipindahkan' : 'Trial dijadwalkan'}: ${inWords(lesson)}`
  await noteActivity(trx, ctx, { lead_id: row.id, jenis: 'trial', isi })
  await changeLead(trx, ctx, row.id, {
    ...followingColumns(row, afterBooking(wanted.tanggal, wanted.jam_mulai)),
    aktivitas_at: now(),
    trial_pertemuan_id: id,
  })
}

/** Cancels the upcoming trial of a lead, which frees its time. Returns false when there is none. */
export const dropTrial = async (
  trx: Trx,
  ctx: Ctx,
  lead_id: number,
  { why, alasan }: { why: string; alasan: string },
): Promise<boolean> => {
  const ahead = await readUpcomingTrial(trx, lead_id)
  if (!ahead) return false
  const columns = { status: 'batal_sekolah' as const, alasan }
  await change(trx, ctx, ahead, { aksi: 'batal', columns })
  const lesson = await readTrialLesson(trx, ahead.id)
  await applyCancellation(trx, ctx, lesson, { lead_id, why, isLogged: false })
  return true
}
export const cancelTrial: Action<typeof lead, 'batal-trial'> = async ({ trx, ctx, row, input }) => {
  const { alasan } = input
  if (!(await dropTrial(trx, ctx, row.id, { why: alasan, alasan: `Trial dibatalkan: ${alasan}` })))
    throw conflict('Lead ini tidak punya trial yang masih akan datang')
}

/** Returns the conflicts of booking a trial or moving the upcoming trial. Writes nothing. */
export const examineTrial = async (trx: Trx, ctx: Ctx, { lead_id, ...place }: TrialInput) => {
  await checkScope(trx, ctx, place)
  const ahead = await readUpcomingTrial(trx, lead_id)
  const { wanted, wish } = await plannedLesson(trx, ctx, { lead_id, place, ahead })
  return examineLesson(trx, ctx, wish, changedResources(ahead, wanted))
}
