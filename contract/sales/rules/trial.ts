/**
 * Rules for trial lessons of leads (domain.md 2.3, 3.10): the attendance marks that a coach can
 * give, and the effect of a mark on the lead. contract/schedule/rules/attendance.ts decides the
 * effects of marks on bills, coach pay and make-up lessons.
 */
import { StatusKeberangkatan } from '#contract/enums.ts'
import { isTitle } from '#contract/sales/rules/similar.ts'
import { isOpen, type Tahap } from '#contract/sales/rules/stages.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays } from '#contract/values/tanggal.ts'

/**
 * Attendance marks that a coach can give in a trial lesson: present or absent. There is no mark for
 * an excused absence, because sales people move or cancel the lesson of a lead who cannot come.
 */
export const trialMarks = [
  ['HADIR', 'Hadir'],
  ['ALPA', 'Tidak hadir'],
] as const satisfies readonly (readonly [AttendanceCode, string])[]
export const isTrialMark = (code: AttendanceCode): boolean =>
  trialMarks.some(([mark]) => mark === code)

/** Text that replaces the name of a trial participant whom the reader may not see. */
export const hiddenCalon = 'calon peserta'
/** Returns the first word of a name after its titles: `Rina` for `Ibu Rina Wati`. */
export const firstNameOf = (nama: string): string => {
  const words = nama.trim().split(/\s+/)
  while (words.length > 1 && isTitle(words[0] ?? '')) words.shift()
  return words[0] ?? nama
}

/** New values of a lead: stage, due day of the next step, and the next step (a task for sales). */
export interface TrialEffect {
  tahap: Tahap
  tindak_lanjut_at: string
  tindak_lanjut: string
}
/**
 * Returns the new values of a lead whose trial lesson was booked. The next step is to remind the
 * lead on the day of the trial lesson.
 */
export const afterBooking = (tanggal: string, jam: string): TrialEffect => ({
  tahap: 'trial_dijadwalkan',
  tindak_lanjut_at: tanggal,
  tindak_lanjut: `Ingatkan trial jam ${jam.replace(':', '.')}`,
})
/**
 * Returns the new values of a lead after attendance was marked in the trial lesson. Presence
 * changes the stage `trial_dijadwalkan` (booked) to `trial_hadir` (attended). Absence changes the
 * stage `trial_hadir` back to `trial_dijadwalkan`. All other stages remain. The next step is due on
 * the day after `today`. Undefined for a won or lost lead.
 */
export const afterMark = (
  tahap: Tahap,
  code: AttendanceCode,
  today: string,
): TrialEffect | undefined => {
  if (!isOpen(tahap)) return undefined
  const came =
    meaningOf(code, { trial: true }).status_keberangkatan === StatusKeberangkatan.berangkat
  const from: Tahap = came ? 'trial_dijadwalkan' : 'trial_hadir'
  const to: Tahap = came ? 'trial_hadir' : 'trial_dijadwalkan'
  return {
    tahap: tahap === from ? to : tahap,
    tindak_lanjut_at: addDays(today, 1),
    tindak_lanjut: came ? 'Tanyakan kesan trial' : 'Tidak hadir trial: tawarkan waktu lain',
  }
}
/**
 * Returns the new values of a lead after the attendance mark of the trial lesson was removed. The
 * stage `trial_hadir` (attended) changes back to `trial_dijadwalkan` (booked); other stages remain.
 * The next step is due on the day of the trial lesson. Undefined for a won or lost lead.
 */
export const afterUnmark = (tahap: Tahap, tanggal: string): TrialEffect | undefined =>
  isOpen(tahap)
    ? {
        tahap: tahap === 'trial_hadir' ? 'trial_dijadwalkan' : tahap,
        tindak_lanjut_at: tanggal,
        tindak_lanjut: 'Tunggu absensi trial',
      }
    : undefined
/**
 * Returns the new values of a lead after the trial lesson was cancelled. The stage
 * `trial_dijadwalkan` (booked) changes to `dihubungi` (contacted); other stages remain. The next
 * step is to arrange another trial lesson and is due on the day after `today`. Undefined for a won
 * or lost lead.
 */
export const afterCancel = (tahap: Tahap, today: string): TrialEffect | undefined =>
  isOpen(tahap)
    ? {
        tahap: tahap === 'trial_dijadwalkan' ? 'dihubungi' : tahap,
        tindak_lanjut_at: addDays(today, 1),
        tindak_lanjut: 'Jadwalkan trial lagi',
      }
    : undefined
