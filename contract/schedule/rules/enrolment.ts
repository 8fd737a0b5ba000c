/**
 * State machine of an enrolment (domain.md 2.4): the allowed actions in each state, the allowed
 * days of each action, and the state after each action. App and server use the same functions, so
 * that the app offers exactly the actions that the server accepts.
 */
import type * as z from 'zod/mini'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import { addDays, addMonths, firstDay, formatTanggal, lastDay } from '#contract/values/tanggal.ts'

type Status = z.output<typeof KursusPesertaStatus.schema>
/** Columns of an enrolment that decide which actions are allowed. */
export interface EnrolmentState {
  status: Status
  mulai: string
  selesai: string | null
  cuti_mulai: string | null
  cuti_selesai: string | null
  diakhiri_at: string | null
}
export interface Leave {
  mulai: string
  selesai: string | null
}
export type EnrolmentAction =
  | 'aktifkan'
  | 'cuti'
  | 'kembali'
  | 'berhenti'
  | 'lulus'
  | 'kelas-selanjutnya'

const { tidakAktif, aktif, cuti, lulus } = KursusPesertaStatus
const words: Record<EnrolmentAction, { from: readonly Status[]; why: string }> = {
  aktifkan: { from: [tidakAktif], why: 'Sudah berjalan' },
  cuti: { from: [aktif], why: 'Hanya yang aktif dapat cuti' },
  kembali: { from: [aktif, cuti], why: 'Tidak sedang cuti' },
  berhenti: { from: [aktif, cuti], why: 'Tidak sedang berjalan' },
  lulus: { from: [aktif], why: 'Hanya yang aktif dapat lulus' },
  'kelas-selanjutnya': { from: [aktif], why: 'Hanya yang aktif dapat naik kelas' },
}
/** Whether the end of an enrolment is recorded, but the last lesson is still in the future. */
export const hasNotice = (row: EnrolmentState): boolean =>
  (row.status === aktif || row.status === cuti) && row.diakhiri_at !== null

/** Returns why an enrolment does not allow an action now; undefined when the action is allowed. */
export const whyNotNow = (row: EnrolmentState, action: EnrolmentAction): string | undefined => {
  if (row.status === lulus) return 'Peserta sudah lulus dari kelas ini. Buat jadwal baru.'
  const { from, why } = words[action]
  if (!from.includes(row.status)) return why
  if (action === 'kembali' && row.status === aktif && !hasNotice(row))
    return 'Tidak sedang cuti dan tidak akan berhenti'
  if ((action === 'cuti' || action === 'kelas-selanjutnya') && hasNotice(row))
    return 'Sudah akan berhenti: lanjutkan dahulu'
  return undefined
}

/**
 * Returns why a coach cannot propose that a student graduates; undefined when the proposal is
 * allowed.
 */
export const whyNoProposal = (
  row: Pick<EnrolmentState, 'status' | 'diakhiri_at'> & { usulan_status: string | null },
): string | undefined => {
  if (row.usulan_status === 'diajukan') return 'Sudah diusulkan'
  if (row.status !== aktif) return words.lulus.why
  return row.diakhiri_at === null ? undefined : 'Sudah akan berhenti'
}

interface LeaveRule {
  /** Maximum number of months of a leave (`cuti_maks_bulan`). */
  maks: number
  today: string
}
/**
 * Returns the last allowed day of a leave that begins on `mulai` and lasts at most `maks` months.
 */
export const lastLeaveDay = (mulai: string, maks: number): string =>
  lastDay(addMonths(mulai.slice(0, 7), maks - 1))
/**
 * Validates the first and last day of a leave and returns the issues. A leave begins on the first
 * day of the current month or of a later month.
 */
export const leaveIssues = (
  row: EnrolmentState,
  { mulai, selesai }: Leave,
  { maks, today }: LeaveRule,
): Issue[] => {
  const last = lastLeaveDay(mulai, maks)
  const from = (message: string): Issue => ({ field: 'cuti_mulai', message })
  const to = (message: string): Issue => ({ field: 'cuti_selesai', message })
  const issues: Issue[] = []
  if (mulai.slice(8) !== '01') issues.push(from('Cuti dimulai tanggal 1 sebuah bulan'))
  if (mulai < firstDay(today.slice(0, 7))) issues.push(from('Bulan ini yang paling awal'))
  if (mulai < row.mulai) issues.push(from(`Kursus baru dimulai ${formatTanggal(row.mulai)}`))
  if (row.selesai && mulai > row.selesai)
    issues.push(from(`Kursus selesai ${formatTanggal(row.selesai)}`))
  if (row.cuti_selesai && mulai <= row.cuti_selesai)
    issues.push(from(`Cuti sebelumnya sampai ${formatTanggal(row.cuti_selesai)}`))
  if (selesai !== null && selesai < mulai) issues.push(to('Tidak boleh sebelum mulai cuti'))
  if (selesai !== null && selesai > last)
    issues.push(to(`Paling lama ${maks} bulan: sampai ${formatTanggal(last)}`))
  return issues
}
/**
 * Returns the leave of a student, shortened so that it ends before `back`, the day of the return.
 * Returns null without a leave, and when `back` is on or before the first day of the leave.
 */
export const leaveUntilReturn = (
  { cuti_mulai, cuti_selesai }: Pick<EnrolmentState, 'cuti_mulai' | 'cuti_selesai'>,
  back: string,
): Leave | null => {
  if (cuti_mulai === null || back <= cuti_mulai) return null
  const before = addDays(back, -1)
  return {
    mulai: cuti_mulai,
    selesai: cuti_selesai !== null && cuti_selesai < before ? cuti_selesai : before,
  }
}

/**
 * Validates the date of the last lesson and returns the issues. The date must not be before the
 * start of the enrolment, and must be at most 366 days before or after today.
 */
export const endIssues = (row: EnrolmentState, selesai: string, today: string): Issue[] => {
  const issue = (message: string): Issue[] => [{ field: 'selesai', message }]
  if (selesai < row.mulai) return issue(`Kursus baru dimulai ${formatTanggal(row.mulai)}`)
  if (selesai < addDays(today, -366) || selesai > addDays(today, 366))
    return issue('Paling jauh setahun dari hari ini')
  return []
}
/**
 * Returns the status of an enrolment after a stop: the present status while the day of the last
 * lesson (`selesai`) is in the future, otherwise inactive.
 */
export const statusAfterStop = (row: EnrolmentState, selesai: string, today: string): Status =>
  selesai > today ? row.status : tidakAktif

/** Returns the leaves with at least one day in the month `periode`. */
export const leavesOfMonth = (leaves: readonly Leave[], periode: string): Leave[] =>
  leaves.filter((l) => l.mulai <= lastDay(periode) && (l.selesai ?? '9') >= firstDay(periode))

/**
 * Returns the absences of a student who stopped on `selesai` and returns on the day `back`. The
 * returned `past` holds the leaves before the stop, which end at the latest on `selesai`. `between`
 * holds the days between the stop and the return; null without such days. Returns undefined when
 * stop and return are in different months: the absences then do not affect the bill of the month of
 * the return.
 */
export const daysAway = (
  { selesai, cuti_mulai, cuti_selesai }: EnrolmentState,
  past: readonly Leave[],
  back: string,
): { past: Leave[]; between: Leave | null } | undefined => {
  if (selesai === null || selesai.slice(0, 7) !== back.slice(0, 7)) return undefined
  const currentLeaves = cuti_mulai === null ? [] : [{ mulai: cuti_mulai, selesai: cuti_selesai }]
  const between = { mulai: addDays(selesai, 1), selesai: addDays(back, -1) }
  return {
    past: [...past, ...currentLeaves]
      .filter((l) => l.mulai <= selesai)
      .map((l) => (l.selesai !== null && l.selesai < selesai ? l : { ...l, selesai })),
    between: between.mulai <= between.selesai ? between : null,
  }
}
