import { afterAll, beforeAll, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus, SlotPelatih } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
const monday = '2031-03-03'
const span = `mulai=${monday}&selesai=${addDays(monday, 6)}`
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Kalender {
  pertemuan: { id: number; tanggal: string; peserta: number; kapasitas: number; warna: string }[]
  libur: { tanggal: string; nama: string; gedung_id: number | null }[]
  gedung: { nama: string; ruang: { nama: string }[] } | null
  pelatih: { name: string; slot: string; cuti: { mulai: string }[] } | null
}
const read = async (client: School['admin'], query: string) =>
  must(await client.get<Kalender>(`/pertemuan/kalender?${query}`))

test('returns the lessons of a week, with the number of students of that day', async () => {
  const lesson = await storeLesson(s, s.ids.kelas, monday)
  const { pertemuan, gedung } = await read(s.admin, `${span}&gedung_id=${s.ids.gedung}`)
  expect(pertemuan).toMatchObject([{ id: lesson, tanggal: monday, peserta: 2, kapasitas: 50 }])
  expect(gedung).toMatchObject({ nama: 'Nada Jakarta', ruang: [{ nama: 'A1' }] })
  // Puts one of the two students on leave for that day, so that the lesson counts only the other
  // student.
  await s.db
    .updateTable('kursus_peserta')
    .set({ cuti_mulai: monday, cuti_selesai: monday, status: KursusPesertaStatus.cuti })
    .where('id', '=', s.ids.kp)
    .execute()
  const again = await read(s.admin, `${span}&ruang_id=${s.ids.ruang}`)
  expect(again.pertemuan.map((p) => p.peserta)).toEqual([1])
  expect((await read(s.admin, `${span}&peserta_id=${s.ids.peserta2}`)).pertemuan).toEqual([])
})

test('returns holidays, free hours of a coach and approved leave as background', async () => {
  const libur = { nama: 'Nyepi', tanggal: addDays(monday, 1), gedung_id: s.ids.gedung2 }
  must(await s.superadmin.post('/hari-libur/create', libur))
  const free = { hari: Hari.senin, jam: '09:00', status: SlotPelatih.kosong }
  must(
    await s.admin.post(`/user/ubah-jadwal-pelatih?id=${s.ids.pelatih}`, { versi: 0, slot: [free] }),
  )
  const leave = { pelatih_id: s.ids.pelatih, selesai: addDays(monday, 9), alasan: 'Ke luar kota' }
  for (const [mulai, status] of [
    [monday, 'disetujui'],
    [addDays(monday, 2), 'ditolak'],
  ] as const)
    await s.db
      .insertInto('pelatih_libur')
      .values({
        ...leave,
        mulai,
        status,
        cari: '',
        created_at: monday,
        updated_at: monday,
      } as never)
      .execute()
  const ownCalendar = await read(s.pelatih, `${span}&pelatih_id=${s.ids.pelatih}`)
  expect(ownCalendar.pelatih).toMatchObject({ name: 'Citra Guru', cuti: [{ mulai: monday }] })
  expect(ownCalendar.pelatih?.cuti).toHaveLength(1)
  expect(ownCalendar.pelatih?.slot.slice(0, 4)).toBe('3313')
  const of = async (gedung: number) =>
    (await read(s.superadmin, `${span}&gedung_id=${gedung}`)).libur.map((l) => l.nama)
  expect(await of(s.ids.gedung2)).toEqual(['Nyepi'])
  expect(await of(s.ids.gedung)).toEqual([])
})

test('hides lessons, outlets and coaches outside the scope', async () => {
  const ids = async (client: School['admin'], more = '') =>
    (await read(client, `${span}${more}`)).pertemuan.length
  expect(await ids(s.admin2)).toBe(0)
  expect(await ids(s.admin)).toBe(1)
  expect(await ids(s.akun)).toBe(1)
  expect(await ids(s.akun2)).toBe(0)
  const outlet = `/pertemuan/kalender?${span}&gedung_id=${s.ids.gedung}`
  expect((await s.admin2.get(outlet)).status).toBe(404)
  expect((await s.akun.get(`${outlet}9`)).status).toBe(404)
  expect(
    (await s.pelatih.get(`/pertemuan/kalender?${span}&pelatih_id=${s.ids.sales}`)).status,
  ).toBe(404)
})

test('rejects more than a week and an end before the start', async () => {
  const status = async (mulai: string, selesai: string) =>
    (await s.admin.get(`/pertemuan/kalender?mulai=${mulai}&selesai=${selesai}`)).status
  expect(await status(monday, addDays(monday, 7))).toBe(422)
  expect(await status(monday, addDays(monday, -1))).toBe(422)
  expect(await status('2031-02-30', monday)).toBe(422)
})

test('shows the students of a class within the scope of the user', async () => {
  interface Kelas {
    isi: { terisi: number }
    peserta: { name: string }[]
  }
  const view = async (client: School['admin']) => {
    const path = `/kursus-pelatih/view?id=${s.ids.kelas}&expand=isi,peserta`
    const { isi, peserta } = must(await client.get<Kelas>(path))
    return [isi.terisi, peserta.map((p) => p.name)]
  }
  const both = [2, ['Hana Santoso', 'Indra Santoso']]
  expect(await view(s.admin)).toEqual(both)
  expect(await view(s.pelatih)).toEqual(both)
  expect(await view(s.sales)).toEqual(both)
  expect(await view(s.sales2)).toEqual([2, []])
})

test('names the students of a lesson whom the user may see', async () => {
  // Uses Monday of the previous week, when no student is on leave.
  const day = addDays(monday, -7)
  const id = await storeLesson(s, s.ids.kelas, day)
  interface Names {
    pertemuan: { peserta: number; siswa: string[] }[]
  }
  const view = async (client: School['admin']) => {
    const path = `/pertemuan/kalender?mulai=${day}&selesai=${day}`
    const [lesson] = must(await client.get<Names>(path)).pertemuan
    const record = must(
      await client.get<{ siswa: { name: string }[] }>(`/pertemuan/view?id=${id}&expand=siswa`),
    )
    expect(record.siswa.map((student) => student.name)).toEqual(lesson?.siswa)
    return [lesson?.peserta, lesson?.siswa]
  }
  const both = [2, ['Hana Santoso', 'Indra Santoso']]
  expect(await view(s.admin)).toEqual(both)
  expect(await view(s.pelatih)).toEqual(both)
  expect(await view(s.sales)).toEqual(both)
  expect(await view(s.sales2)).toEqual([2, []])
  expect(await view(s.akun)).toEqual(both)
  expect(await view(s.peserta)).toEqual([2, ['Hana Santoso']])
})
