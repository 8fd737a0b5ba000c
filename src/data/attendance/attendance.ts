/**
 * Attendance of a lesson and of the lessons of a day. Applies the attendance marks that this device
 * has not sent yet to the data from the server.
 */
import type { CallInput, CallOutput } from '#contract/call.ts'
import { StatusKeberangkatan } from '#contract/enums.ts'
import {
  attendance,
  attendanceHistory,
  dayBoard,
  markAttendance,
} from '#contract/schedule/attendanceCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { createCall } from '#src/data/api/createCall.ts'

export const Attendance = createCall(attendance)
export const AttendanceHistory = createCall(attendanceHistory)
export const DayBoard = createCall(dayBoard)
export const MarkAttendance = createCall(markAttendance)
export type AttendanceData = CallOutput<typeof attendance>
export type AttendanceRow = AttendanceData['peserta'][number]
export type BoardData = CallOutput<typeof dayBoard>
export type BoardLesson = BoardData['pertemuan'][number]
export type MarkInput = CallInput<typeof markAttendance>

type Coach = AttendanceData['pelatih']
const withCoachMark = (
  coach: Coach,
  mark: NonNullable<MarkInput['pelatih']>,
  time: string | null,
): Coach => ({
  status_keberangkatan: mark.status_keberangkatan,
  ditandai_at: mark.status_keberangkatan === StatusKeberangkatan.belum ? null : time,
  alasan: mark.alasan ?? null,
  terlambat_menit: mark.terlambat_menit ?? coach.terlambat_menit,
})
/** Attendance values of a student or lead after the mark has been removed. */
const unmarked = { kode_absensi: null, catatan: null, ditandai_at: null, ditandai_oleh: null }

const withStudentMark = (
  row: AttendanceRow,
  mark: NonNullable<MarkInput['peserta']>[number],
  time: string | null,
): AttendanceRow =>
  mark.kode_absensi === null
    ? { ...row, ...unmarked, terlambat_menit: 0, kredit: null }
    : {
        ...row,
        kode_absensi: mark.kode_absensi,
        terlambat_menit: mark.kode_absensi === 'TERLAMBAT' ? (mark.terlambat_menit ?? 0) : 0,
        catatan: mark.catatan === undefined ? row.catatan : mark.catatan,
        ditandai_at: time,
      }

type Candidate = AttendanceData['calon']
const withTrialMark = (
  calon: Candidate,
  mark: MarkInput['calon'],
  time: string | null,
): Candidate => {
  if (!calon || !mark) return calon
  return mark.kode_absensi === null
    ? { ...calon, ...unmarked }
    : { ...calon, kode_absensi: mark.kode_absensi, ditandai_at: time }
}

/** Returns the attendance as it will be once the server has accepted the mark. */
export const withMark = (data: AttendanceData, mark: MarkInput): AttendanceData => {
  const time = mark.ditandai_at ?? null
  const marks = new Map(mark.peserta?.map((p) => [p.kursus_peserta_id, p]))
  return {
    ...data,
    pertemuan: {
      ...data.pertemuan,
      catatan_materi:
        mark.catatan_materi === undefined ? data.pertemuan.catatan_materi : mark.catatan_materi,
    },
    pelatih: mark.pelatih ? withCoachMark(data.pelatih, mark.pelatih, time) : data.pelatih,
    calon: withTrialMark(data.calon, mark.calon, time),
    peserta: data.peserta.map((row) => {
      const newMark = marks.get(row.kursus_peserta_id)
      return newMark ? withStudentMark(row, newMark, time) : row
    }),
  }
}

/** Query of the board of the current day, for one outlet or all. For the loader of the board. */
export const boardQuery = (gedung_id: string | undefined) =>
  DayBoard.query({ tanggal: currentDay(), gedung_id })

const withBoardMark = (lesson: BoardLesson, mark: MarkInput): BoardLesson => {
  const marks = new Map(mark.peserta?.map((p) => [p.kursus_peserta_id, p]))
  const status = mark.pelatih?.status_keberangkatan ?? lesson.pelatih.status_keberangkatan
  return {
    ...lesson,
    pelatih: { ...lesson.pelatih, status_keberangkatan: status },
    calon: lesson.calon && {
      ...lesson.calon,
      kode_absensi: mark.calon ? mark.calon.kode_absensi : lesson.calon.kode_absensi,
    },
    peserta: lesson.peserta.map((row) => {
      const newMark = marks.get(row.kursus_peserta_id)
      return newMark
        ? {
            ...row,
            kode_absensi: newMark.kode_absensi,
            terlambat_menit: newMark.terlambat_menit ?? 0,
          }
        : row
    }),
  }
}
/** Returns the board as it will be once the server has accepted the mark in the lesson `id`. */
export const withMarkOnBoard = (data: BoardData, id: number, mark: MarkInput): BoardData => ({
  pertemuan: data.pertemuan.map((lesson) =>
    lesson.id === id ? withBoardMark(lesson, mark) : lesson,
  ),
})
