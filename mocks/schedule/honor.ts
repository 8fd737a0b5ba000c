/**
 * Creates the pay of a coach for one month. The pay contains one lesson that the coach has given.
 */
import { currentDay, firstDay } from '#contract/values/tanggal.ts'
import { makeKelas } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { must, type School } from '#mocks/school/school.ts'

/**
 * Stores a completed lesson for which the coach is paid 50,000 rupiah, by default on the first of
 * this month. Creates a new class for the lesson, and a new coach unless `pelatih_id` is passed.
 */
export const makeGiven = async (
  s: School,
  gedung_id: number,
  {
    tanggal = firstDay(currentDay().slice(0, 7)),
    pelatih_id,
  }: { tanggal?: string; pelatih_id?: number } = {},
): Promise<{ lesson: number; pelatih_id: number; kelas: number }> => {
  const kelas = await makeKelas(s, gedung_id)
  const row = await s.db
    .selectFrom('kursus_pelatih')
    .select('pelatih_id')
    .where('id', '=', kelas)
    .executeTakeFirstOrThrow()
  const by = pelatih_id ?? row.pelatih_id
  const lesson = await storeLesson(s, kelas, tanggal, {
    pelatih_id: by,
    // A coach passed by the caller may already have a lesson at the usual hour of that day. The
    // lesson of such a coach is therefore stored at another hour.
    ...(pelatih_id !== undefined && { jam_mulai: '13:00', jam_selesai: '14:00' }),
    status: 'selesai',
    honor_tarif: 50_000,
    honor_nominal: 50_000,
  })
  return { lesson, kelas, pelatih_id: by }
}
/** Creates a coach's draft pay for this month; returns its id. */
export const makeDraftHonor = async (
  s: School,
  gedung_id: number,
  coach?: number,
): Promise<number> => {
  const { pelatih_id } = await makeGiven(
    s,
    gedung_id,
    coach === undefined ? {} : { pelatih_id: coach },
  )
  const periode = currentDay().slice(0, 7)
  must(await s.superadmin.post('/honor-periode/hitung', { periode, gedung_id }))
  const { id } = await s.db
    .selectFrom('honor_periode')
    .select('id')
    .where('pelatih_id', '=', pelatih_id)
    .where('periode', '=', periode)
    .executeTakeFirstOrThrow()
  return id
}
/** Creates a coach's pay of 50,000 rupiah that is final but not paid yet; returns its id. */
export const makeFinalHonor = async (
  s: School,
  gedung_id: number,
  coach?: number,
): Promise<number> => {
  const id = await makeDraftHonor(s, gedung_id, coach)
  must(await s.superadmin.post(`/honor-periode/finalkan?id=${id}`, { total: 50_000 }))
  return id
}
/** Returns the input that marks a coach's pay as paid in cash today. */
export const cash = () => ({ tanggal_bayar: currentDay(), metode: 0 })
export const makePaidHonor = async (s: School, gedung_id: number): Promise<number> => {
  const id = await makeFinalHonor(s, gedung_id)
  must(await s.superadmin.post(`/honor-periode/bayar?id=${id}`, cash()))
  return id
}
