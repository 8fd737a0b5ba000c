/**
 * Stores the attendance of a lesson in one transaction: coach, students, lesson notes, and the
 * resulting credits and state of the lesson.
 */
import type { CallOutput } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import type { markAttendance } from '#contract/schedule/attendanceCalls.ts'
import { isDone, madeAt } from '#contract/schedule/rules/marking.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, systemAuthor, now, type Ctx } from '#server/http/context.ts'
import type { TrialMark } from '#server/modules/sales/trials/trialLead.ts'
import { coachPayAfter } from '#server/modules/schedule/attendance/coachPay.ts'
import {
  markOfPresentCoach,
  readCoachMark,
  readLesson,
  readStudents,
  type CoachMark,
  type Lesson,
  type LessonStudent,
} from '#server/modules/schedule/attendance/lesson.ts'
import { checkMayMark } from '#server/modules/schedule/attendance/markingPermission.ts'
import {
  auditRemoval,
  markAllMissed,
  removeMark,
  storeAttendanceRow,
  storeStudents,
  type Marking,
  type StudentInput,
} from '#server/modules/schedule/attendance/studentAttendance.ts'
import {
  findTrial,
  markTrial,
  missTrial,
  reopenTrial,
  type TrialInput,
} from '#server/modules/schedule/attendance/trialAttendance.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

type Turnout = (typeof StatusKeberangkatan.options)[number]['value']
interface CoachInput {
  status_keberangkatan: Turnout
  alasan?: string | null | undefined
  terlambat_menit?: number | undefined
}
export interface MarkInput {
  pelatih?: CoachInput | undefined
  peserta?: StudentInput[] | undefined
  calon?: TrialInput | undefined
  catatan_materi?: string | null | undefined
  ditandai_at?: string | undefined
}
const { belum, berangkat, tidakBerangkat } = StatusKeberangkatan

/**
 * Deletes the attendance of the coach who gives the lesson. Returns whether this coach had
 * attendance.
 */
const removeCoach = async (marking: Marking, before: CoachMark | undefined): Promise<boolean> => {
  const ownMark = markOfPresentCoach(marking.lesson, before)
  if (!ownMark) return false
  await marking.trx.deleteFrom('absensi_pelatih').where('id', '=', ownMark.id).execute()
  await auditRemoval(marking, 'absensi-pelatih', ownMark)
  return true
}

/** Stores or removes the attendance of the coach. Returns whether it changed. */
const storeCoach = async (
  marking: Marking,
  before: CoachMark | undefined,
  input: CoachInput,
): Promise<boolean> => {
  const { trx, lesson } = marking
  if (input.status_keberangkatan === belum) return removeCoach(marking, before)
  const absent = input.status_keberangkatan === tidakBerangkat
  if (absent && !input.alasan) throw invalidField('pelatih.alasan', 'Wajib diisi')
  const ownMark = markOfPresentCoach(lesson, before)
  const mark = {
    status_keberangkatan: input.status_keberangkatan,
    alasan: absent ? (input.alasan ?? null) : null,
    terlambat_menit: input.terlambat_menit ?? ownMark?.terlambat_menit ?? 0,
    pengganti_id: lesson.pelatih_asli_id === null ? null : lesson.pelatih_id,
  }
  const isSame =
    ownMark?.status_keberangkatan === mark.status_keberangkatan &&
    ownMark.alasan === mark.alasan &&
    ownMark.terlambat_menit === mark.terlambat_menit
  if (isSame) return false
  await storeAttendanceRow(marking, 'absensi-pelatih', before, (stamp, first) =>
    before
      ? trx
          .updateTable('absensi_pelatih')
          .set({ ...mark, ...stamp })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : trx
          .insertInto('absensi_pelatih')
          .values({ ...mark, ...stamp, ...first, jam_datang: null, jam_selesai: null })
          .returningAll()
          .executeTakeFirstOrThrow(),
  )
  return true
}

/**
 * Deletes the marks that the coach's absence had set, because the coach came after all. The credits
 * that these marks had earned are revoked.
 */
const unmarkMissed = async (
  marking: Marking,
  students: readonly LessonStudent[],
): Promise<void> => {
  for (const student of students)
    if (student.kode_absensi === 'PELATIH_TIDAK_HADIR') await removeMark(marking, student)
}
/** Throws 409 if another lesson has taken the coach or the room since this lesson was cancelled. */
const checkCoachAndRoomFree = async ({ trx, lesson }: Marking): Promise<void> => {
  const otherLesson = await trx
    .selectFrom('pertemuan')
    .select(['id', 'pelatih_id'])
    .where('id', '<>', lesson.id)
    .where('tanggal', '=', lesson.tanggal)
    .where('status', 'in', ['terjadwal', 'selesai'])
    .where('mulai_at', '<', lesson.selesai_at)
    .where('selesai_at', '>', lesson.mulai_at)
    .where((eb) =>
      eb.or([eb('pelatih_id', '=', lesson.pelatih_id), eb('ruang_id', '=', lesson.ruang_id)]),
    )
    .limit(1)
    .executeTakeFirst()
  if (otherLesson)
    throw conflict(
      otherLesson.pelatih_id === lesson.pelatih_id
        ? 'Guru sudah mengajar di pertemuan lain pada jam ini'
        : 'Ruang sudah dipakai pertemuan lain pada jam ini',
    )
}

/**
 * Reopens a lesson whose coach came after all. Throws 409 if another lesson has taken the coach or
 * room, or if a credit earned by the absence is booked or used.
 */
const reopen = async (marking: Marking): Promise<void> => {
  await checkCoachAndRoomFree(marking)
  await unmarkMissed(marking, await readStudents(marking.trx, marking.lesson.id))
  await reopenTrial(marking)
}
/**
 * People whose attendance decides the state of a lesson: its students, and the lead if it is a
 * trial lesson.
 */
interface Attendees {
  students: readonly LessonStudent[]
  trial: TrialMark | undefined
}
/**
 * Returns the state of the lesson after marking. If the coach is absent, the lesson stays scheduled
 * until its start, so that a substitute can be found; from the start on it is cancelled.
 */
const statusAfter = async (
  marking: Marking,
  { students, trial }: Attendees,
  coach: Turnout | undefined,
): Promise<Lesson['status']> => {
  if (coach === tidakBerangkat && now() >= marking.lesson.mulai_at) {
    await markAllMissed(marking, students)
    await missTrial(marking, trial)
    return 'batal_pelatih'
  }
  const marks = [...students, ...(trial ? [trial] : [])].map((s) => s.kode_absensi)
  return isDone(marks, coach === berangkat) ? 'selesai' : 'terjadwal'
}
const storeLesson = async (
  { trx, ctx, lesson }: Marking,
  { students, trial }: Attendees,
  { status, catatan_materi }: Pick<Lesson, 'status' | 'catatan_materi'>,
): Promise<void> => {
  const marks = [...students, ...(trial ? [trial] : [])].flatMap((s) => s.kode_absensi ?? [])
  const after = { status, catatan_materi, ...(await coachPayAfter(trx, lesson, { status, marks })) }
  const { honor_tarif, honor_persen, honor_nominal } = lesson
  const before = {
    status: lesson.status,
    catatan_materi: lesson.catatan_materi,
    honor_tarif,
    honor_persen,
    honor_nominal,
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return
  const { gedung_id, id } = lesson
  await trx
    .updateTable('pertemuan')
    .set({ ...after, versi: lesson.versi + 1, updated_at: now(), updated_by: authorId(ctx) })
    .where('id', '=', id)
    .execute()
  await auditChange(trx, ctx, {
    aksi: 'tandai',
    entitas: 'pertemuan',
    before: { id, versi: lesson.versi, gedung_id, ...before },
    after: { id, versi: lesson.versi + 1, gedung_id, ...after },
  })
}

/**
 * Stores or removes the given attendance, then updates make-up credits and the state of the lesson.
 * If one entry is invalid, nothing is stored. Throws 403, 404, 409 and 422.
 */
export const markLesson = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  input: MarkInput,
): Promise<CallOutput<typeof markAttendance>> => {
  const [lesson, mark, settings] = [
    await readLesson(trx, ctx, id),
    await readCoachMark(trx, id),
    await readSettings(trx),
  ]
  checkMayMark(ctx.actor, lesson, { settings, mark, said: input.ditandai_at })
  const marking = { trx, ctx, lesson, settings, made: madeAt(input.ditandai_at, now()) }
  const wasMissed = lesson.status === 'batal_pelatih'
  if (wasMissed && input.pelatih?.status_keberangkatan !== berangkat)
    throw conflict('Guru tidak hadir: tandai guru berangkat dahulu')
  const coach = input.pelatih ?? markOfPresentCoach(lesson, mark)
  const isCoachNew = input.pelatih ? await storeCoach(marking, mark, input.pelatih) : false
  if (wasMissed) await reopen(marking)
  const marked = await readStudents(trx, id)
  const trial = await findTrial(marking)
  const n = await storeStudents(marking, marked, input.peserta ?? [])
  const isTrialNew = input.calon ? await markTrial(marking, trial, input.calon) : false
  // Reads the students again if a mark was removed. A student who belonged to the lesson only
  // because of that mark no longer belongs to it.
  const isLeft = input.peserta?.some((p) => p.kode_absensi === null) ?? false
  const students = isLeft ? await readStudents(trx, id) : marked
  const present = { students, trial }
  const status = await statusAfter(marking, present, coach?.status_keberangkatan)
  const taught =
    input.catatan_materi === undefined ? lesson.catatan_materi : input.catatan_materi || null
  await storeLesson(marking, present, { status, catatan_materi: taught })
  return { id, status, diubah: n + Number(isCoachNew) + Number(isTrialNew) }
}

/**
 * Cancels a lesson that has started and whose coach has reported an absence. Throws 404 if the
 * lesson does not exist.
 */
export const missLesson = async (trx: Trx, id: number): Promise<void> => {
  const lesson = await readLesson(trx, null, id)
  const marking = { trx, ctx: systemAuthor, lesson, settings: await readSettings(trx), made: now() }
  const students = await readStudents(trx, id)
  const trial = await findTrial(marking)
  await markAllMissed(marking, students)
  await missTrial(marking, trial)
  const { catatan_materi } = lesson
  await storeLesson(marking, { students, trial }, { status: 'batal_pelatih', catatan_materi })
}
