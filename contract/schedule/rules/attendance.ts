/**
 * What attendance means (domain.md 2.4, 3.10): for the bill, for the make-up and for the coach's
 * fee. The one table that all three ask.
 */
import { type KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'

export type AttendanceCode = (typeof KodeAbsensi.options)[number]['value']
type Turnout = (typeof StatusKeberangkatan.options)[number]['value']

export interface AttendanceMeaning {
  /** Whether the student came. */
  status_keberangkatan: Turnout
  /** The lesson is charged. That of a holiday is, unless the holiday lowers the bill. */
  ditagih: boolean
  dapat_kredit: boolean
  /** The credit counts against the cap of a month: what the school owes is never capped. */
  kredit_terbatas: boolean
  honor_dibayar: boolean
  wajib_catatan: boolean
}

const { berangkat, tidakBerangkat } = StatusKeberangkatan
/** Nobody but the student was missing: charged, no make-up, the coach is paid. */
const away: AttendanceMeaning = {
  status_keberangkatan: tidakBerangkat,
  ditagih: true,
  dapat_kredit: false,
  kredit_terbatas: true,
  honor_dibayar: true,
  wajib_catatan: false,
}
const here: AttendanceMeaning = { ...away, status_keberangkatan: berangkat }
const excused: AttendanceMeaning = { ...away, dapat_kredit: true, honor_dibayar: false }

const meanings: Readonly<Record<AttendanceCode, AttendanceMeaning>> = {
  HADIR: here,
  TERLAMBAT: here,
  IZIN: excused,
  SAKIT: excused,
  ALPA: away,
  IZIN_MENDADAK: { ...away, wajib_catatan: true },
  PELATIH_TIDAK_HADIR: { ...excused, kredit_terbatas: false },
  LIBUR: { ...away, honor_dibayar: false },
}

/**
 * What a mark means. `prorata`: the lesson fell on a holiday that lowers the bill, so that LIBUR is
 * not charged. `trial`: of who tries a lesson, who owes nothing and is owed nothing; the coach is
 * paid as for a student.
 */
export const meaningOf = (
  code: AttendanceCode,
  { prorata = false, trial = false } = {},
): AttendanceMeaning => {
  if (trial) return { ...meanings[code], ditagih: false, dapat_kredit: false, wajib_catatan: false }
  return code === 'LIBUR' && prorata ? { ...meanings.LIBUR, ditagih: false } : meanings[code]
}

/** Whether the mark of a student pays the coach, who came (honor.ts says how much). */
export const paysCoach = (code: AttendanceCode): boolean => meanings[code].honor_dibayar
