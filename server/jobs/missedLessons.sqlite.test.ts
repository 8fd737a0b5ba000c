/**
 * Tests that a lesson is cancelled automatically when its coach has reported an absence and has no
 * substitute.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { StatusKeberangkatan } from '#contract/enums.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

/** Time before the lesson: Monday 08:30 in Jakarta. */
const before = '2026-03-09T01:30:00.000Z'
/** Beginning of the lesson: 09:00 in Jakarta. */
const begun = '2026-03-09T02:00:00.000Z'
/** Date of the lesson. */
const day = '2026-03-09'
const { berangkat, tidakBerangkat } = StatusKeberangkatan

let s: School
let pelatih: number
let lesson: number
let kp: number[]
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(before) })
  s = await makeSchool()
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})
beforeEach(async () => {
  vi.setSystemTime(new Date(before))
  const gedung = await makeOutlet(s)
  pelatih = await makePelatih(s)
  const kelas = await makeKelas(s, gedung, { pelatih_id: pelatih, jam_mulai: '15:00' })
  const akun = await makeAkun(s)
  kp = []
  for (let n = 0; n < 2; n++) kp.push(await enrol(s, await makePeserta(s, akun, gedung), kelas))
  lesson = await storeLesson(s, kelas, day, { jam_mulai: '09:00', jam_selesai: '10:00' })
  must(
    await s.superadmin.post(`/pertemuan/tandai?id=${lesson}`, {
      pelatih: { status_keberangkatan: tidakBerangkat, alasan: 'Demam' },
    }),
  )
})

/** Runs the job at a given time. Returns its summary. */
const run = async (time: string): Promise<string> => {
  vi.setSystemTime(new Date(time))
  const body = { nama: 'guru-tidak-hadir' }
  const { terakhir } = must(await s.superadmin.post('/pekerjaan/jalankan', body))
  expect(terakhir).toMatchObject({ hasil: 'berhasil' })
  return terakhir.ringkasan
}
const status = async () =>
  must(await s.superadmin.get(`/pertemuan/view?id=${lesson}`)).status as string
const credits = () =>
  s.db
    .selectFrom('kredit_pengganti')
    .select(['kursus_peserta_id', 'sebab', 'status'])
    .where('asal_pertemuan_id', '=', lesson)
    .orderBy('kursus_peserta_id')
    .execute()
const owed = () =>
  kp.map((kursus_peserta_id) => ({ kursus_peserta_id, sebab: 'pelatih', status: 'tersedia' }))

test('cancels a missed lesson with all its effects once, not before it begins', async () => {
  expect(await run(before)).toBe('Tidak ada.')
  expect(await status()).toBe('terjadwal')
  expect(await run(begun)).toBe('1 pertemuan dibatalkan.')
  expect(await status()).toBe('batal_pelatih')
  expect(await credits()).toEqual(owed())
  const { peserta } = must(await s.superadmin.get(`/pertemuan/absensi?id=${lesson}`))
  expect(peserta.map((p: any) => [p.kode_absensi, p.ditandai_oleh])).toEqual([
    ['PELATIH_TIDAK_HADIR', null],
    ['PELATIH_TIDAK_HADIR', null],
  ])
  expect(await brokenSchedule(s.db, { at: new Date(begun) })).toEqual([])
  expect(await run(begun)).toBe('Tidak ada.')
  expect(await credits()).toEqual(owed())
})
test('skips a lesson with a substitute', async () => {
  const pelatih_id = await makePelatih(s)
  const body = { pelatih_id, alasan: 'Demam' }
  must(await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, body))
  expect(await run(begun)).toBe('Tidak ada.')
  expect(await status()).toBe('terjadwal')
})
test('cancels a lesson whose substitute is absent too', async () => {
  const pelatih_id = await makePelatih(s)
  must(
    await s.superadmin.post(`/pertemuan/pengganti?id=${lesson}`, { pelatih_id, alasan: 'Demam' }),
  )
  must(
    await s.superadmin.post(`/pertemuan/tandai?id=${lesson}`, {
      pelatih: { status_keberangkatan: tidakBerangkat, alasan: 'Ban bocor' },
    }),
  )
  expect(await run(begun)).toBe('1 pertemuan dibatalkan.')
  expect(await credits()).toEqual(owed())
})
test('keeps a lesson open after a late coach reopens it', async () => {
  await run(begun)
  must(
    await s.superadmin.post(`/pertemuan/tandai?id=${lesson}`, {
      pelatih: { status_keberangkatan: berangkat },
    }),
  )
  expect(await run(begun)).toBe('Tidak ada.')
  expect(await status()).toBe('terjadwal')
})
test('skips a month with closed books', async () => {
  await setSetting(s, 'kunci_buku_sampai', day)
  expect(await run(begun)).toBe('Tidak ada.')
  await setSetting(s, 'kunci_buku_sampai', null)
  expect(await run(begun)).toBe('1 pertemuan dibatalkan.')
})
