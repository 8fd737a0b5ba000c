/**
 * Table of the attendance marks: the effect of each mark on the bill, the make-up credit and the
 * coach pay (domain.md 2.4, 3.10).
 */
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'

export type AttendanceCode = (typeof KodeAbsensi.options)[number]['value']
type Turnout = (typeof StatusKeberangkatan.options)[number]['value']

export interface AttendanceMeaning {
  /** Whether the student came. */
  status_keberangkatan: Turnout
  /** Whether the student pays for the lesson. */
  ditagih: boolean
  dapat_kredit: boolean
  /**
   * Whether the make-up credit counts towards the maximum number of credits per month. A credit for
   * an absence of the coach does not count.
   */
  kredit_terbatas: boolean
  honor_dibayar: boolean
  wajib_catatan: boolean
  /**
   * Whether the student decided about the presence or absence. False for an absence of the coach
   * and for a holiday.
   */
  oleh_peserta: boolean
}

const { berangkat, tidakBerangkat } = StatusKeberangkatan
/**
 * Meaning of an unexcused absence: the student pays for the lesson and earns no make-up credit, and
 * the coach is paid. All other meanings copy this object and change some of its properties.
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
 * Returns the meaning of a mark. `prorata` is true if holidays reduce the bill; the student then
 * does not pay for the mark LIBUR (holiday). `trial` is true for the participant of a trial lesson,
 * who pays nothing and earns no make-up credit. The mark of this participant leads to coach pay
 * like the mark of any student.
 */
export const meaningOf = (
  code: AttendanceCode,
  { prorata = false, trial = false } = {},
): AttendanceMeaning => {
  if (trial) return { ...meanings[code], ditagih: false, dapat_kredit: false, wajib_catatan: false }
  return code === 'LIBUR' && prorata ? { ...meanings.LIBUR, ditagih: false } : meanings[code]
}

/**
 * Attendance codes from which the attendance rate of a student is computed. Excludes the codes for
 * an absence of the coach and for a holiday.
 */
export const studentMarks: readonly AttendanceCode[] = KodeAbsensi.options
  .map((option) => option.value)
  .filter((code) => meanings[code].oleh_peserta)

/**
 * Whether a student with this mark counts for the coach pay of the lesson. honor.ts computes the
 * amount.
 */
export const paysCoach = (code: AttendanceCode): boolean => meanings[code].honor_dibayar
