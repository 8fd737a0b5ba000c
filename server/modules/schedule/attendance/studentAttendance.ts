/**
 * Stores and removes the marks of students, and updates the credits that the marks earn. Also marks
 * the students of cancelled lessons.
 */
import { KodeAbsensi } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { excusedUntil, isMarkable, isOvertaken } from '#contract/schedule/rules/marking.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatWaktu } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, now, type Author, type Ctx } from '#server/http/context.ts'
import {
  checkNotRevokedByHand,
  dropCredit,
  settleCredit,
} from '#server/modules/schedule/attendance/creditOfAttendance.ts'
import {
  readLesson,
  readStudents,
  type Lesson,
  type LessonStudent,
} from '#server/modules/schedule/attendance/lesson.ts'
import { auditChange, auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

export interface StudentInput {
  kursus_peserta_id: number
  /** Attendance code; null removes the mark. */
  kode_absensi: AttendanceCode | null
  terlambat_menit?: number | undefined
  catatan?: string | null | undefined
  kode_terlihat?: AttendanceCode | null | undefined
}
type StudentMark = StudentInput & { kode_absensi: AttendanceCode }
const isMark = (input: StudentInput): input is StudentMark => input.kode_absensi !== null
/** Lesson that is being marked, with the transaction, the author and the settings. */
export interface Marking {
  trx: Trx
  ctx: Author
  lesson: Lesson
  settings: Settings
  /** Time at which the marks were made on the device (ISO). */
  made: string
  /**
   * Set to `sekolah` when the school cancels the lesson. Undefined when the coach's absence cancels
   * the lesson, and when the lesson is not cancelled.
   */
  owes?: 'sekolah' | undefined
}

interface MarkStamp {
  versi: number
  ditandai_at: string
  ditandai_oleh: number | null
  updated_at: string
  updated_by: number | null
}
/** Columns that are written only when an attendance row is inserted, with its first mark. */
interface FirstMark {
  pertemuan_id: number
  created_at: string
  created_by: number | null
}
/** Entity under which the audit log stores the mark of a student or of a coach. */
export type MarkEntity = 'absensi' | 'absensi-pelatih'
/**
 * Stores a mark of a coach or student with its time and author, and writes an audit log entry.
 * Returns the stored row.
 */
export const storeAttendanceRow = async <Row extends { id: number; versi: number }>(
  { trx, ctx, lesson, made }: Marking,
  entitas: MarkEntity,
  before: Row | undefined,
  store: (stamp: MarkStamp, first: FirstMark) => Promise<Row>,
): Promise<Row> => {
  const [time, by] = [now(), authorId(ctx)]
  const after = await store(
    {
      versi: (before?.versi ?? 0) + 1,
      ditandai_at: made,
      ditandai_oleh: by,
      updated_at: time,
      updated_by: by,
    },
    { pertemuan_id: lesson.id, created_at: time, created_by: by },
  )
  const { gedung_id } = lesson
  await auditChange(trx, ctx, {
    aksi: 'tandai',
    entitas,
    before: before && { ...before, gedung_id },
    after: { ...after, gedung_id },
  })
  return after
}

/**
 * Writes two audit log entries about a deleted mark: one under the mark, and one under the lesson.
 * `readMarkHistory` finds the deleted mark by the entry under the lesson.
 */
export const auditRemoval = async (
  { trx, ctx, lesson: { id: entitas_id, gedung_id } }: Marking,
  entitas: MarkEntity,
  before: { id: number; versi: number; peserta_id?: number },
): Promise<void> => {
  await auditChange(trx, ctx, { aksi: 'delete', entitas, before: { ...before, gedung_id } })
  const { id: tanda_id, peserta_id } = before
  await auditEvent(trx, ctx, {
    aksi: 'hapus-tanda',
    entitas: 'pertemuan',
    entitas_id,
    sebelum: JSON.stringify({ tanda: entitas, tanda_id, peserta_id }),
    gedung_id,
  })
}

/** Throws 409 with the stored mark if another person has stored a newer mark of the student. */
const checkNotOvertaken = (
  { ctx, lesson, made }: Marking,
  student: LessonStudent,
  input: StudentInput,
): void => {
  const { kode_absensi, ditandai_at, oleh_id, oleh, nama } = student
  if (kode_absensi === null || ditandai_at === null) return
  const stored = { code: kode_absensi, made: ditandai_at, by: oleh_id }
  const mark = { code: input.kode_absensi, made, by: authorId(ctx) }
  if (!isOvertaken(stored, mark, input.kode_terlihat)) return
  throw conflict(
    `${nama} sudah ditandai ${KodeAbsensi.label(kode_absensi)} oleh ${oleh ?? 'sistem'} pada ${formatWaktu(ditandai_at, lesson.zona_waktu)}`,
    { current: { kursus_peserta_id: student.kursus_peserta_id, kode_absensi } },
  )
}
/**
 * Throws 422 for a code that only the system sets, for a missing note, and for a short-notice
 * excuse (`IZIN_MENDADAK`) before the excuse deadline. After the deadline both excuse codes are
 * allowed, because only the person marking knows when the family gave notice.
 */
const checkStudentInput = (
  { lesson, settings, made }: Marking,
  input: StudentMark,
  place: number,
): void => {
  if (!isMarkable(input.kode_absensi))
    throw invalidField(`peserta.${place}.kode_absensi`, 'Kode ini diisi oleh sistem')
  if (meaningOf(input.kode_absensi).wajib_catatan && !input.catatan)
    throw invalidField(`peserta.${place}.catatan`, 'Wajib diisi')
  const until = excusedUntil(lesson.mulai_at, settings.batas_izin_jam)
  if (input.kode_absensi === 'IZIN_MENDADAK' && made < until)
    throw invalidField(
      `peserta.${place}.kode_absensi`,
      `Belum mendadak: batas izin ${formatWaktu(until, lesson.zona_waktu)}. Tandai Izin.`,
    )
}

/** Stores the mark of a student and the credit that it earns. Returns whether the mark changed. */
const storeMark = async (
  marking: Marking,
  student: LessonStudent,
  input: StudentMark,
): Promise<boolean> => {
  const { trx } = marking
  const mark = {
    status_keberangkatan: meaningOf(input.kode_absensi).status_keberangkatan,
    kode_absensi: input.kode_absensi,
    terlambat_menit: input.kode_absensi === 'TERLAMBAT' ? (input.terlambat_menit ?? 0) : 0,
    catatan: input.catatan === undefined ? student.catatan : input.catatan,
  }
  const isSame =
    student.kode_absensi === mark.kode_absensi &&
    student.terlambat_menit === mark.terlambat_menit &&
    student.catatan === mark.catatan
  if (isSame) return false
  const before =
    student.absensi_id === null
      ? undefined
      : await trx
          .selectFrom('absensi')
          .selectAll()
          .where('id', '=', student.absensi_id)
          .executeTakeFirstOrThrow()
  const { kursus_peserta_id, peserta_id } = student
  const after = await storeAttendanceRow(marking, 'absensi', before, (stamp, first) =>
    before
      ? trx
          .updateTable('absensi')
          .set({ ...mark, ...stamp })
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : trx
          .insertInto('absensi')
          .values({ ...mark, ...stamp, ...first, kursus_peserta_id, peserta_id })
          .returningAll()
          .executeTakeFirstOrThrow(),
  )
  const marked = { ...student, absensi_id: after.id }
  if (before?.kode_absensi !== mark.kode_absensi)
    await settleCredit(marking, marked, mark.kode_absensi)
  student.absensi_id = after.id
  student.kode_absensi = mark.kode_absensi
  return true
}

/**
 * Deletes the mark of a student, and undoes its effects on make-up credits. Returns whether there
 * was a mark. Throws 409 if the credit that the mark earned is booked or used.
 */
export const removeMark = async (marking: Marking, student: LessonStudent): Promise<boolean> => {
  const { trx, ctx, lesson } = marking
  if (student.absensi_id === null) return false
  await dropCredit(trx, ctx, lesson, student)
  const before = await trx
    .deleteFrom('absensi')
    .where('id', '=', student.absensi_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await auditRemoval(marking, 'absensi', before)
  student.absensi_id = null
  student.kode_absensi = null
  return true
}

/**
 * Stores or removes the marks of students. Returns the number of marks that changed. Throws 409 and
 * 422.
 */
export const storeStudents = async (
  marking: Marking,
  students: readonly LessonStudent[],
  inputs: readonly StudentInput[],
): Promise<number> => {
  const byEnrolment = new Map(students.map((s) => [s.kursus_peserta_id, s]))
  if (new Set(inputs.map((p) => p.kursus_peserta_id)).size < inputs.length)
    throw invalidField('peserta', 'Satu peserta hanya boleh disebut sekali')
  let n = 0
  for (const [place, input] of inputs.entries()) {
    const student = byEnrolment.get(input.kursus_peserta_id)
    if (!student)
      throw invalidField(`peserta.${place}.kursus_peserta_id`, 'Bukan peserta pertemuan ini')
    if (isMark(input)) checkStudentInput(marking, input, place)
    else await checkNotRevokedByHand(marking.trx, student)
    checkNotOvertaken(marking, student, input)
    const isChanged = isMark(input)
      ? await storeMark(marking, student, input)
      : await removeMark(marking, student)
    if (isChanged) n++
  }
  return n
}

/**
 * Marks every student with the code for an absent coach, overwriting earlier marks. Every student
 * earns a credit.
 */
export const markAllMissed = async (marking: Marking, students: readonly LessonStudent[]) => {
  for (const student of students)
    await storeMark(marking, student, {
      kursus_peserta_id: student.kursus_peserta_id,
      kode_absensi: 'PELATIH_TIDAK_HADIR',
    })
}
/**
 * Marks the students of a lesson that the coach or the school cancels. Every student earns a
 * credit. The lesson stays billed, but its coach is not paid.
 */
export const markCancelled = async (
  trx: Trx,
  ctx: Ctx,
  id: number,
  { sebab, alasan }: { sebab: 'pelatih' | 'sekolah'; alasan: string },
): Promise<void> => {
  const lesson = await readLesson(trx, ctx, id)
  const settings = await readSettings(trx)
  const base = { trx, ctx, lesson, settings, made: now() }
  const students = await readStudents(trx, id)
  if (sebab === 'pelatih') return markAllMissed(base, students)
  for (const student of students)
    await storeMark({ ...base, owes: 'sekolah' }, student, {
      kursus_peserta_id: student.kursus_peserta_id,
      kode_absensi: 'LIBUR',
      catatan: alasan,
    })
}
