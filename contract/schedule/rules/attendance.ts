/**
 * Meaning of attendance marks (domain.md 2.4, 3.10) for the bill, the make-up and the coach pay, in
 * one table.
 */
import { type KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'

export type AttendanceCode = (typeof KodeAbsensi.options)[number]['value']
type Turnout = (typeof StatusKeberangkatan.options)[number]['value']

export interface AttendanceMeaning {
  /** Whether the student came. */
  status_keberangkatan: Turnout
  /**
   * Whether the lesson is charged. A lesson on a holiday is, unless the holiday reduces the bill.
   */
  ditagih: boolean
  dapat_kredit: boolean
  /**
   * Whether the make-up credit counts against the monthly cap; credits caused by the school are not
   * capped.
   */
  kredit_terbatas: boolean
  honor_dibayar: boolean
  wajib_catatan: boolean
}

const { berangkat, tidakBerangkat } = StatusKeberangkatan
/** Only the student was missing: the lesson is charged, no make-up is earned, the coach is paid. */
const studentAbsence: AttendanceMeaning = {
  status_keberangkatan: tidakBerangkat,
  ditagih: true,
  dapat_kredit: false,
  kredit_terbatas: true,
  honor_dibayar: true,
  wajib_catatan: false,
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
  PELATIH_TIDAK_HADIR: { ...excused, kredit_terbatas: false },
  LIBUR: { ...studentAbsence, honor_dibayar: false },
}

/**
 * Returns the meaning of a mark. `prorata`: the lesson fell on a holiday that reduces the bill, so
 * that LIBUR is not charged. `trial`: the person owes nothing and earns no make-up; the coach is
 * paid as for a student.
 */
export const meaningOf = (
  code: AttendanceCode,
  { prorata = false, trial = false } = {},
): AttendanceMeaning => {
  if (trial) return { ...meanings[code], ditagih: false, dapat_kredit: false, wajib_catatan: false }
  return code === 'LIBUR' && prorata ? { ...meanings.LIBUR, ditagih: false } : meanings[code]
}

/** Whether a student's mark pays the coach, provided that the coach came (amounts: honor.ts). */
export const paysCoach = (code: AttendanceCode): boolean => meanings[code].honor_dibayar
