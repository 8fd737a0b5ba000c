/**
 * Table of the attendance marks and their meaning for bill, make-up and coach pay (domain.md 2.4,
 * 3.10).
 */
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'

export type AttendanceCode = (typeof KodeAbsensi.options)[number]['value']
type Turnout = (typeof StatusKeberangkatan.options)[number]['value']

export interface AttendanceMeaning {
  /** Turnout of the student. */
  status_keberangkatan: Turnout
  /**
   * Whether the lesson is charged. A lesson on a holiday is charged unless the holiday reduces the
   * bill.
   */
  ditagih: boolean
  dapat_kredit: boolean
  /**
   * Whether the make-up credit counts for the maximum number of credits per month. Credits caused
   * by the school do not count.
   */
  kredit_terbatas: boolean
  honor_dibayar: boolean
  wajib_catatan: boolean
  /**
   * Whether the turnout depended on the student. False when the coach was absent, and on a holiday.
   */
  oleh_peserta: boolean
}

const { berangkat, tidakBerangkat } = StatusKeberangkatan
/**
 * Meaning of an unexcused absence, on which the other meanings are based: the lesson is charged, no
 * make-up is earned, and the coach is paid.
 */
const studentAbsence: AttendanceMeaning = {
  status_keberangkatan: tidakBerangkat,
  ditagih: true,
  dapat_kredit: false,
  kredit_terbatas: true,
  honor_dibayar: true,
  wajib_catatan: false,
  oleh_peserta: true,
}
const here: AttendanceMeaning = { ...studentAbsence, status_keberangkatan: berangkat }
const excused: AttendanceMeaning = { ...studentAbsence, dapat_kredit: true, honor_dibayar: false }

const meanings: Readonly<Record<AttendanceCode, AttendanceMeaning>> = {
  HADIR: here,
  TERLAMBAT: here,
  IZIN: excused,
  SAKIT: excused,
  ALPA: studentAbsence,
  IZIN_MENDADAK: { ...studentAbsence, wajib_catatan: true },
  PELATIH_TIDAK_HADIR: { ...excused, kredit_terbatas: false, oleh_peserta: false },
  LIBUR: { ...studentAbsence, honor_dibayar: false, oleh_peserta: false },
}

/**
 * Returns the meaning of a mark. `prorata` is for a lesson on a holiday that reduces the bill:
 * LIBUR (holiday) is then not charged. `trial` is for the participant of a trial lesson, who pays
 * nothing and earns no make-up; the coach is paid as for a student.
 */
export const meaningOf = (
  code: AttendanceCode,
  { prorata = false, trial = false } = {},
): AttendanceMeaning => {
  if (trial) return { ...meanings[code], ditagih: false, dapat_kredit: false, wajib_catatan: false }
  return code === 'LIBUR' && prorata ? { ...meanings.LIBUR, ditagih: false } : meanings[code]
}

/** Marks whose turnout depended on the student, from which a rate of attendance is computed. */
export const studentMarks: readonly AttendanceCode[] = KodeAbsensi.options
  .map((option) => option.value)
  .filter((code) => meanings[code].oleh_peserta)

/**
 * Whether the mark of a student leads to coach pay, provided that the coach came. honor.ts computes
 * the amount.
 */
export const paysCoach = (code: AttendanceCode): boolean => meanings[code].honor_dibayar
