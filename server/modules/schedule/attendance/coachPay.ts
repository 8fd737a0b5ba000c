/**
 * Calculates the coach pay of a lesson (domain.md 2.4, 3.19). The pay is stored on the lesson when
 * its attendance closes it.
 */
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Lesson } from '#server/modules/schedule/attendance/lesson.ts'
import { readHonor, readRateOf } from '#server/modules/schedule/honor/rates.ts'

type Fee = Pick<Lesson, 'honor_tarif' | 'honor_persen' | 'honor_nominal'>
const noFee = { honor_tarif: null, honor_persen: null }

/** Whether a final payslip has paid the lesson to its coach. */
const isPaid = async (trx: Trx, { id, pelatih_id }: Lesson): Promise<boolean> => {
  const line = await trx
    .selectFrom('honor_baris')
    .select('id')
    .where('pertemuan_id', '=', id)
    .where('pelatih_id', '=', pelatih_id)
    .limit(1)
    .executeTakeFirst()
  return line !== undefined
}

/**
 * Returns the coach pay of a lesson that gets the given state. The rate is read once, when the
 * lesson first becomes done, and kept until the coach's rates change (honor/rates.ts). A lesson
 * that is no longer done keeps its rate only if a final payslip has paid it. The amount follows the
 * attendance codes, and a cancelled lesson pays nothing.
 */
export const coachPayAfter = async (
  trx: Trx,
  lesson: Lesson,
  { status, marks }: { status: Lesson['status']; marks: readonly AttendanceCode[] },
): Promise<Fee> => {
  const { honor_tarif, honor_persen } = lesson
  if (status === 'terjadwal') {
    const keeps = lesson.status === 'terjadwal' || (await isPaid(trx, lesson))
    return { ...(keeps ? { honor_tarif, honor_persen } : noFee), honor_nominal: null }
  }
  if (status !== 'selesai') return { ...noFee, honor_nominal: null }
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
