/**
 * Trial lessons of leads (domain.md 2.3, 3.10): the marks of a coach, and their effect on the lead.
 * The effect of marks on bill, coach pay and make-up is in schedule/rules/attendance.ts.
 */
import { StatusKeberangkatan } from '#contract/enums.ts'
import { isTitle } from '#contract/sales/rules/similar.ts'
import { isOpen, type Tahap } from '#contract/sales/rules/stages.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays } from '#contract/values/tanggal.ts'

/**
 * Marks that a coach can give for a trial. With notice, sales people move or cancel the trial
 * instead.
 */
export const trialMarks = [
  ['HADIR', 'Hadir'],
  ['ALPA', 'Tidak hadir'],
] as const satisfies readonly (readonly [AttendanceCode, string])[]
export const isTrialMark = (code: AttendanceCode): boolean =>
  trialMarks.some(([mark]) => mark === code)

/** Placeholder for the name of an applicant that the reader may not see. */
export const hiddenCalon = 'calon peserta'
/** Returns the first name without titles: `Rina` for `Ibu Rina Wati`. */
export const firstNameOf = (nama: string): string => {
  const words = nama.trim().split(/\s+/)
  while (words.length > 1 && isTitle(words[0] ?? '')) words.shift()
  return words[0] ?? nama
}

/** Effect on a lead: stage, and the next step with its due day. */
export interface TrialEffect {
  tahap: Tahap
  tindak_lanjut_at: string
  tindak_lanjut: string
}
/** Effect of booking a trial: a reminder on the day of the trial. */
export const afterBooking = (tanggal: string, jam: string): TrialEffect => ({
  tahap: 'trial_dijadwalkan',
  tindak_lanjut_at: tanggal,
  tindak_lanjut: `Ingatkan trial jam ${jam.replace(':', '.')}`,
})
/**
 * Effect of a mark: the stage depends on attendance, and a follow-up is due the next day. None for
 * a won or lost lead.
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
/** Effect of a cancelled trial: a new one has to be arranged. */
export const afterCancel = (tahap: Tahap, today: string): TrialEffect | undefined =>
  isOpen(tahap)
    ? {
        tahap: tahap === 'trial_dijadwalkan' ? 'dihubungi' : tahap,
        tindak_lanjut_at: addDays(today, 1),
        tindak_lanjut: 'Jadwalkan trial lagi',
      }
    : undefined
