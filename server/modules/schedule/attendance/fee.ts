/** What a lesson pays (domain.md 2.4, 3.10): kept with it as its attendance closes it. */
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Lesson } from '#server/modules/schedule/attendance/lesson.ts'
import { readHonor, readRateOf } from '#server/modules/schedule/honor/rates.ts'

type Fee = Pick<Lesson, 'honor_tarif' | 'honor_persen' | 'honor_nominal'>

/**
 * The fee of a lesson in a state. The rate is taken once, as the lesson is first done, and stays
 * until the coach's rates are changed (honor/rates.ts); what it comes to follows the marks. One
 * that has fallen out pays nobody.
 */
export const feeAfter = async (
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
