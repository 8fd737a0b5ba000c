/** What a lesson pays (domain.md 2.4, 3.10): kept with it as its attendance closes it. */
import { type AttendanceCode, feeOf } from '#contract/schedule/rules/attendance.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Lesson } from '#server/modules/schedule/attendance/lesson.ts'

/** The rate of who gives a lesson, a substitute's own; null where it is not paid by lessons. */
const readRate = async (trx: Trx, pelatih_id: number): Promise<number | null> => {
  const row = await trx
    .selectFrom('pelatih_profil')
    .select('tarif_honor')
    .where('user_id', '=', pelatih_id)
    .where('jenis_honor', '=', 'per_pertemuan')
    .executeTakeFirst()
  return row?.tarif_honor ?? null
}

/**
 * The fee of a lesson in a state. The rate is taken once, as the lesson is first done, and stays;
 * what it comes to follows the marks. One that has fallen out pays nobody.
 */
export const feeAfter = async (
  trx: Trx,
  lesson: Lesson,
  { status, marks }: { status: Lesson['status']; marks: readonly AttendanceCode[] },
): Promise<Pick<Lesson, 'honor_tarif' | 'honor_nominal'>> => {
  if (status === 'terjadwal') return { honor_tarif: lesson.honor_tarif, honor_nominal: null }
  if (status !== 'selesai') return { honor_tarif: null, honor_nominal: null }
  const isFirst = lesson.status !== 'selesai' && lesson.honor_tarif === null
  const honor_tarif = isFirst ? await readRate(trx, lesson.pelatih_id) : lesson.honor_tarif
  return { honor_tarif, honor_nominal: feeOf(honor_tarif, marks) }
}
