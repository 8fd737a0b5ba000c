/** Creates make-up credits, and lessons with free seats into which they can be booked. */
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { enrol, makeAkun, makeKelas, makePeserta } from '#mocks/people/family.ts'
import { must, type School } from '#mocks/school/school.ts'

/**
 * Creates a class without students, whose lessons have free seats. Returns its id and the ids of
 * its lessons, the first of which is the day after tomorrow.
 */
export const makeHost = async (
  s: School,
  gedung: number,
  more: Body = {},
): Promise<{ kelas: number; lessons: number[] }> => {
  const hari = weekday(addDays(currentDay(), 2))
  const kelas = await makeKelas(s, gedung, { hari, ...more })
  const rows = await s.db
    .selectFrom('pertemuan')
    .select('id')
    .where('kursus_pelatih_id', '=', kelas)
    .where('status', '=', 'terjadwal')
    .orderBy('mulai_at')
    .execute()
  return { kelas, lessons: rows.map((row) => row.id) }
}

interface MakeUp {
  credit: number
  peserta: number
  akun: number
  /** Id of the student's enrolment in `kelas`. */
  kp: number
  /** Id of the student's regular class. */
  kelas: number
}
/** Creates a student in an evening class, and grants the student a make-up credit by hand. */
export const makeMakeUp = async (
  s: School,
  gedung: number,
  more: { akun?: number; kelas?: Body } = {},
): Promise<MakeUp> => {
  const akun = more.akun ?? (await makeAkun(s))
  const peserta = await makePeserta(s, akun, gedung)
  const kelas = await makeKelas(s, gedung, { jam_mulai: '19:00', ...more.kelas })
  const kp = await enrol(s, peserta, kelas)
  const kursus_id = more.kelas?.kursus_id ?? s.ids.kursus
  const body = { peserta_id: peserta, kursus_id, alasan: 'Listrik padam' }
  const { id } = must(await s.superadmin.post<{ id: number }>('/kredit-pengganti/create', body))
  return { credit: id, peserta, akun, kp, kelas }
}
/** Creates a make-up credit that is booked into a lesson, and returns its id. */
export const makeBooked = async (s: School, gedung: number): Promise<number> => {
  const { credit } = await makeMakeUp(s, gedung)
  const { lessons } = await makeHost(s, gedung)
  must(
    await s.superadmin.post(`/kredit-pengganti/pesan?id=${credit}`, { pertemuan_id: lessons[0] }),
  )
  return credit
}
