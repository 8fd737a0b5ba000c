/**
 * Calculates the coach pay of a lesson (domain.md 2.4, 3.19). The pay is stored on the lesson when
 * its attendance closes it.
 */
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Lesson } from '#server/modules/schedule/attendance/lesson.ts'
import { readHonor, readRateOf } from '#server/modules/schedule/honor/rates.ts'

type Fee = Pick<Lesson, 'honor_tarif' | 'honor_persen' | 'honor_nominal'>

/**
 * Returns the coach pay of a lesson that is about to get the state `status`. The coach's rate is
 * read when the lesson first becomes done. It is then kept until the coach's rates change
 * (honor/rates.ts). The amount depends on the attendance codes; a cancelled lesson pays nothing.
 */
export const coachPayAfter = async (
  trx: Trx,
  lesson: Lesson,
  { status, marks }: { status: Lesson['status']; marks: readonly AttendanceCode[] },
): Promise<Fee> => {
  const { honor_tarif, honor_persen } = lesson
  if (status === 'terjadwal') return { honor_tarif, honor_persen, honor_nominal: null }
  if (status !== 'selesai') return { honor_tarif: null, honor_persen: null, honor_nominal: null }
  const isFirst = lesson.status !== 'selesai' && honor_tarif === null && honor_persen === null
  const rate = isFirst
    ? await readRateOf(trx, lesson)
    : { tarif: honor_tarif, persen: honor_persen }
  return {
    honor_tarif: rate.tarif,
    honor_persen: rate.persen,
    honor_nominal: await readHonor(trx, lesson, rate, marks),
  }
}
