/**
 * Finds the rate of a lesson, and recalculates the pay of lessons after rates have changed. A
 * lesson pays the coach who gave it (`pelatih_id`) at the rate of that coach, even if the coach is
 * a substitute for another one (`pelatih_asli_id`).
 */
import { sql } from 'kysely'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import {
  honorOf,
  noRate,
  rateFor,
  type DatedRate,
  type HonorRate,
} from '#contract/schedule/rules/honor.ts'
import type { Trx, Db } from '#server/db/schema/tables.ts'
import { authorId, now, type Author } from '#server/http/context.ts'
import { readHargaPeriode } from '#server/modules/catalog/kursusHarga.ts'

interface GivenLesson {
  pelatih_id: number
  kursus_id: number
  gedung_id: number
  tanggal: string
}

/** Reads the dated rates of a coach. */
export const readRates = (db: Db | Trx, pelatih_id: number): Promise<DatedRate[]> =>
  db
    .selectFrom('tarif_honor')
    .select(['kursus_id', 'gedung_id', 'berlaku_mulai', 'jenis', 'tarif', 'persen'])
    .where('pelatih_id', '=', pelatih_id)
    .execute()
/** Reads the rate in the profile of a coach. This rate applies if no dated rate applies. */
const readOwnRate = async (trx: Trx, pelatih_id: number): Promise<HonorRate> => {
  const row = await trx
    .selectFrom('pelatih_profil')
    .select('tarif_honor')
    .where('user_id', '=', pelatih_id)
    .where('jenis_honor', '=', 'per_pertemuan')
    .executeTakeFirst()
  return { tarif: row?.tarif_honor ?? null, persen: null }
}
const chooseRate = (
  rates: readonly DatedRate[],
  ownRate: HonorRate,
  lesson: GivenLesson,
): HonorRate => {
  const dated = rateFor(rates, lesson)
  if (!dated) return ownRate
  // A coach with a salary is not paid per lesson.
  return dated.jenis === 'tetap' ? noRate : { tarif: dated.tarif, persen: dated.persen }
}
/**
 * Returns the rate of the coach who gives the lesson. If the coach is a substitute, this is the
 * substitute's own rate (domain.md 3.19).
 */
export const readRateOf = async (trx: Trx, lesson: GivenLesson): Promise<HonorRate> =>
  chooseRate(
    await readRates(trx, lesson.pelatih_id),
    await readOwnRate(trx, lesson.pelatih_id),
    lesson,
  )

/**
 * Returns a function that returns the price of one lesson of a course in the month of the lesson,
 * in rupiah. A rate in percent is a share of this price.
 */
const readLessonPrices = async (trx: Trx, lessons: readonly GivenLesson[]) => {
  const ids = [...new Set(lessons.map((l) => l.kursus_id))]
  const courses = await trx
    .selectFrom('kursus')
    .select(['id', 'biaya_bulanan', 'pertemuan_per_bulan'])
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(courses.map((course) => [course.id, course]))
  const months = new Map<string, Awaited<ReturnType<typeof readHargaPeriode>>>()
  for (const month of new Set(lessons.map((l) => l.tanggal.slice(0, 7))))
    months.set(month, await readHargaPeriode(trx, month, ids))
  return ({ kursus_id, gedung_id, tanggal }: GivenLesson): number => {
    const course = byId.get(kursus_id)
    const price = course && months.get(tanggal.slice(0, 7))?.(course, gedung_id)
    return price ? Math.round(price.biaya_bulanan / course.pertemuan_per_bulan) : 0
  }
}
/**
 * Returns the pay of a lesson at a rate, depending on the attendance codes, in rupiah; null if
 * there is no rate.
 */
export const readHonor = async (
  trx: Trx,
  lesson: GivenLesson,
  rate: HonorRate,
  marks: readonly AttendanceCode[],
): Promise<number | null> =>
  honorOf(rate, marks, rate.persen === null ? 0 : (await readLessonPrices(trx, [lesson]))(lesson))

/** Reads the lessons that a coach gave since a day and that no final payslip has paid. */
const readUnpaid = (trx: Trx, pelatih_id: number, from: string) =>
  trx
    .selectFrom('pertemuan')
    .select([
      'id',
      'pelatih_id',
      'kursus_id',
      'gedung_id',
      'tanggal',
      'honor_tarif',
      'honor_persen',
      'honor_nominal',
    ])
    .where('pelatih_id', '=', pelatih_id)
    .where('tanggal', '>=', from)
    .where('status', '=', 'selesai')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('honor_baris')
            .select('honor_baris.id')
            .whereRef('honor_baris.pertemuan_id', '=', 'pertemuan.id')
            .whereRef('honor_baris.pelatih_id', '=', 'pertemuan.pelatih_id'),
        ),
      ),
    )
    .orderBy('id')
    .execute()
/** Reads the attendance codes of students and trial leads in the lessons of a coach since a day. */
const readMarks = async (trx: Trx, pelatih_id: number, from: string) => {
  const { rows } = await sql<{ id: number; kode: AttendanceCode }>`
    select p.id, a.kode_absensi as kode from pertemuan p join absensi a on a.pertemuan_id = p.id
      where p.pelatih_id = ${pelatih_id} and p.tanggal >= ${from}
    union all select p.id, t.kode_absensi from pertemuan p join trial_lead t on t.pertemuan_id = p.id
      where p.pelatih_id = ${pelatih_id} and p.tanggal >= ${from} and t.kode_absensi is not null`.execute(
    trx,
  )
  return Map.groupBy(rows, (row) => row.id)
}

/**
 * Recalculates the pay of the lessons of a coach on or after the day from which rates changed.
 * Skips lessons that a final payslip has paid.
 */
export const repriceLessons = async (
  trx: Trx,
  author: Author,
  pelatih_id: number,
  from: string,
): Promise<void> => {
  const lessons = await readUnpaid(trx, pelatih_id, from)
  if (lessons.length === 0) return
  const [rates, ownRate, marks, prices] = [
    await readRates(trx, pelatih_id),
    await readOwnRate(trx, pelatih_id),
    await readMarks(trx, pelatih_id, from),
    await readLessonPrices(trx, lessons),
  ]
  for (const lesson of lessons) {
    const rate = chooseRate(rates, ownRate, lesson)
    const codes = (marks.get(lesson.id) ?? []).map((m) => m.kode)
    const after = {
      honor_tarif: rate.tarif,
      honor_persen: rate.persen,
      honor_nominal: honorOf(rate, codes, prices(lesson)),
    }
    const isSame =
      after.honor_tarif === lesson.honor_tarif &&
      after.honor_persen === lesson.honor_persen &&
      after.honor_nominal === lesson.honor_nominal
    if (isSame) continue
    await trx
      .updateTable('pertemuan')
      .set((eb) => ({
        ...after,
        versi: eb('versi', '+', 1),
        updated_at: now(),
        updated_by: authorId(author),
      }))
      .where('id', '=', lesson.id)
      .execute()
  }
}
