/**
 * Attendance of a lesson: the server's data, changed by the attendance marks that this device has
 * not sent yet.
 */
import type { CallInput, CallOutput } from '#contract/call.ts'
import { attendance, markAttendance } from '#contract/schedule/attendanceCalls.ts'
import { createCall } from '#src/data/api/createCall.ts'

export const Attendance = createCall(attendance)
export const MarkAttendance = createCall(markAttendance)
export type AttendanceData = CallOutput<typeof attendance>
export type AttendanceRow = AttendanceData['peserta'][number]
export type MarkInput = CallInput<typeof markAttendance>

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
    pelatih: mark.pelatih
      ? {
          status_keberangkatan: mark.pelatih.status_keberangkatan,
          ditandai_at: time,
          alasan: mark.pelatih.alasan ?? null,
          terlambat_menit: mark.pelatih.terlambat_menit ?? data.pelatih.terlambat_menit,
        }
      : data.pelatih,
    calon:
      data.calon && mark.calon
        ? { ...data.calon, kode_absensi: mark.calon.kode_absensi, ditandai_at: time }
        : data.calon,
    peserta: data.peserta.map((row) => {
      const newMark = marks.get(row.kursus_peserta_id)
      if (!newMark) return row
      return {
        ...row,
        kode_absensi: newMark.kode_absensi,
        terlambat_menit: newMark.kode_absensi === 'TERLAMBAT' ? (newMark.terlambat_menit ?? 0) : 0,
        catatan: newMark.catatan === undefined ? row.catatan : newMark.catatan,
        ditandai_at: time,
      }
    }),
  }
}
