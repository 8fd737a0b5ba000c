/**
 * Trial lessons of leads (domain.md 2.3, 3.10): what a coach marks of one, and where that brings
 * the lead. What a mark means for bill, fee and make-up is in schedule/rules/attendance.ts.
 */
import { StatusKeberangkatan } from '#contract/enums.ts'
import { isTitle } from '#contract/sales/rules/similar.ts'
import { isOpen, type Tahap } from '#contract/sales/rules/stages.ts'
import { type AttendanceCode, meaningOf } from '#contract/schedule/rules/attendance.ts'
import { addDays } from '#contract/values/tanggal.ts'

/** Attendance of a trial by the coach: sales move or cancel a trial after notice. */
export const trialMarks = [
  ['HADIR', 'Hadir'],
  ['ALPA', 'Tidak hadir'],
] as const satisfies readonly (readonly [AttendanceCode, string])[]
export const isTrialMark = (code: AttendanceCode): boolean =>
  trialMarks.some(([mark]) => mark === code)

/** How somebody who tries is called where their name is nobody's business. */
export const hiddenCalon = 'calon peserta'
/** The first name without what stands before it: `Ibu Rina Wati` is Rina. */
export const firstNameOf = (nama: string): string => {
  const words = nama.trim().split(/\s+/)
  while (words.length > 1 && isTitle(words[0] ?? '')) words.shift()
  return words[0] ?? nama
}

/** Consequence for a lead: stage, and the next step with its due day. */
export interface Following {
  tahap: Tahap
  tindak_lanjut_at: string
  tindak_lanjut: string
}
/** A trial on a day is reminded of on that day. */
export const afterBooking = (tanggal: string, jam: string): Following => ({
  tahap: 'trial_dijadwalkan',
  tindak_lanjut_at: tanggal,
  tindak_lanjut: `Ingatkan trial jam ${jam.replace(':', '.')}`,
})
/**
 * After a mark: the stage follows who came, and the next day somebody asks. Of a lead that is won
 * or lost nothing follows.
 */
export const afterMark = (
  tahap: Tahap,
  code: AttendanceCode,
  today: string,
): Following | undefined => {
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
/** After a trial that does not take place: another has to be arranged. */
export const afterCancel = (tahap: Tahap, today: string): Following | undefined =>
  isOpen(tahap)
    ? {
        tahap: tahap === 'trial_dijadwalkan' ? 'dihubungi' : tahap,
        tindak_lanjut_at: addDays(today, 1),
        tindak_lanjut: 'Jadwalkan trial lagi',
      }
    : undefined
