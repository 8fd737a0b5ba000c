/** Stores the marks of students and the credits that the marks earn, also for cancelled lessons. */
import { KodeAbsensi } from '#contract/enums.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { excusedUntil, isMarkable, isOvertaken } from '#contract/schedule/rules/marking.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatWaktu } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { authorId, now, type Author, type Ctx } from '#server/http/context.ts'
import { settleCredit } from '#server/modules/schedule/attendance/creditOfAttendance.ts'
import {
  readLesson,
  readStudents,
  type Lesson,
  type LessonStudent,
} from '#server/modules/schedule/attendance/lesson.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

export interface StudentInput {
  kursus_peserta_id: number
  kode_absensi: AttendanceCode
  terlambat_menit?: number | undefined
  catatan?: string | null | undefined
  kode_terlihat?: AttendanceCode | null | undefined
}
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
   * it, and for an ordinary mark.
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
/**
 * Stores a mark of a coach or student with its time and author, and writes an audit log entry.
 * Returns the stored row.
 */
export const storeAttendanceRow = async <Row extends { id: number; versi: number }>(
  { trx, ctx, lesson, made }: Marking,
  entitas: 'absensi' | 'absensi-pelatih',
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
 * Throws 409 with the stored mark if another user has stored a different mark that is newer, or
 * that the author of the given mark has not seen.
 */
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
  input: StudentInput,
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
  input: StudentInput,
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
    checkStudentInput(marking, input, place)
    checkNotOvertaken(marking, student, input)
    if (await storeMark(marking, student, input)) n++
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
