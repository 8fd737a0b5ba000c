/** Contents of the portal pages of coaches and students, and their row scope. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { enrol, makeAkun, makeKelas, makePelatih, makePeserta } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const day = (n: number) => addDays(currentDay(), n)
const base = () => ({
  versi: 1,
  created_at: now(),
  created_by: null,
  updated_at: now(),
  updated_by: null,
})
const mark = async (pertemuan_id: number, kursus_peserta_id: number, peserta_id: number) =>
  (
    await s.db
      .insertInto('absensi')
      .values({
        ...base(),
        pertemuan_id,
        kursus_peserta_id,
        peserta_id,
        status_keberangkatan: 1,
        kode_absensi: 'TERLAMBAT',
        terlambat_menit: 7,
        catatan: 'Catatan guru',
        ditandai_at: now(),
        ditandai_oleh: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
/** Creates a coach with a class of two students. */
const makeClass = async () => {
  const pelatih = await makePelatih(s)
  const kelas = await makeKelas(s, s.ids.gedung, { pelatih_id: pelatih })
  const akun = await makeAkun(s)
  const firstStudent = await makePeserta(s, akun, s.ids.gedung, { nama_panggilan: 'Satu' })
  const secondStudent = await makePeserta(s, akun, s.ids.gedung)
  const kp = await enrol(s, firstStudent, kelas)
  const kp2 = await enrol(s, secondStudent, kelas)
  // Deletes the lessons that the server generated, because each test stores its own lessons.
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', kelas).execute()
  const portal = async (id: number, path: string) => must(await (await s.as(id)).get(path))
  return {
    pelatih,
    kelas,
    one: firstStudent,
    two: secondStudent,
    kp,
    kp2,
    coach: () => portal(pelatih, '/portal/pelatih'),
    student: (id = firstStudent) => portal(id, '/portal/peserta'),
  }
}
const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id)

describe('a coach', () => {
  test('sees today and the next six days, with the students who come', async () => {
    const { kelas, kp2, coach } = await makeClass()
    await s.db
      .updateTable('kursus_peserta')
      .set({ status: 2, cuti_mulai: day(3), cuti_selesai: day(30) })
      .where('id', '=', kp2)
      .execute()
    const lessonByDay = new Map<number, number>()
    for (const n of [-1, 0, 4, 6, 7]) lessonByDay.set(n, await storeLesson(s, kelas, day(n)))
    const { hari_ini, pertemuan } = await coach()
    expect(hari_ini).toBe(day(0))
    expect(idsOf(pertemuan)).toEqual([lessonByDay.get(0), lessonByDay.get(4), lessonByDay.get(6)])
    expect(pertemuan.map((p: { siswa: string[] }) => p.siswa.length)).toEqual([2, 1, 1])
  })
  test('sees lessons without attendance until it is stored, except without students', async () => {
    const { kelas, kp, one, coach } = await makeClass()
    const behind = await storeLesson(s, kelas, day(-3))
    await storeLesson(s, kelas, day(-4), { status: 'batal_sekolah' })
    await storeLesson(s, kelas, day(-20))
    await storeLesson(s, kelas, day(2))
    expect(idsOf((await coach()).belum_ditandai)).toEqual([behind])
    await mark(behind, kp, one)
    expect((await coach()).belum_ditandai).toEqual([])
  })
  test('sees own classes with names and nicknames, and none of others', async () => {
    const ownClass = await makeClass()
    const otherClass = await makeClass()
    await storeLesson(s, otherClass.kelas, day(1))
    const portal = await ownClass.coach()
    expect(portal.pertemuan).toEqual([])
    expect(idsOf(portal.kelas)).toEqual([ownClass.kelas])
    expect(idsOf(portal.kelas[0].peserta).toSorted((a, b) => a - b)).toEqual([
      ownClass.one,
      ownClass.two,
    ])
    expect(Object.keys(portal.kelas[0].peserta[0]).toSorted()).toEqual([
      'cuti',
      'id',
      'kursus_peserta_id',
      'nama_panggilan',
      'name',
      'tanpa_usulan',
      'usulan',
    ])
    expect(JSON.stringify(portal)).not.toMatch(/@contoh|0813|honor|wali/)
  })
  test('sees substituted lessons, and the coach whom a lesson belongs to', async () => {
    const ownClass = await makeClass()
    const otherClass = await makeClass()
    const id = await storeLesson(s, ownClass.kelas, day(1), {
      pelatih_id: otherClass.pelatih,
      pelatih_asli_id: ownClass.pelatih,
    })
    expect((await ownClass.coach()).pertemuan).toMatchObject([{ id, digantikan: true }])
    expect((await otherClass.coach()).pertemuan).toMatchObject([{ id, digantikan: false }])
  })
  test('sees empty lists without any data', async () => {
    const id = await makePelatih(s)
    const portal = must(await (await s.as(id)).get('/portal/pelatih'))
    expect(portal).toMatchObject({ pertemuan: [], belum_ditandai: [], kelas: [] })
  })
})

describe('a student', () => {
  test('sees own future lessons, attendance, make-ups and courses', async () => {
    const { kelas, kp, kp2, one, two, student } = await makeClass()
    const past = await storeLesson(s, kelas, day(-3), { catatan_materi: 'Tangga nada C' })
    const next = await storeLesson(s, kelas, day(2), { catatan: 'Untuk staf' })
    await mark(past, kp, one)
    await mark(past, kp2, two)
    const credit = (berlaku_sampai: string, peserta_id: number) =>
      s.db
        .insertInto('kredit_pengganti')
        .values({
          ...base(),
          peserta_id,
          kursus_id: s.ids.kursus,
          kursus_peserta_id: null,
          gedung_id: s.ids.gedung,
          asal_absensi_id: null,
          asal_pertemuan_id: past,
          jumlah_menit: 30,
          sebab: 'pelatih',
          diberikan_oleh: null,
          alasan: null,
          berlaku_sampai,
          status: 'tersedia',
          cari: '',
          pertemuan_id: null,
        })
        .execute()
    await credit(day(9), one)
    await credit(day(-1), one)
    await credit(day(9), two)
    const portal = await student()
    expect(idsOf(portal.pertemuan)).toEqual([next])
    expect(portal.kehadiran).toEqual([{ kode_absensi: 'TERLAMBAT', jumlah: 1 }])
    expect(portal.absensi).toMatchObject([
      { tanggal: day(-3), terlambat_menit: 7, catatan_materi: 'Tangga nada C' },
    ])
    expect(portal.kredit).toMatchObject([{ berlaku_sampai: day(9), sebab: 'pelatih' }])
    expect(portal.kursus).toMatchObject([
      { id: kp, kursus: 'Piano Grade 1', hari: 1, ruang: expect.any(String) },
    ])
    expect(portal.tagihan).toBeNull()
    expect(JSON.stringify(portal)).not.toMatch(/Untuk staf|Catatan guru/)
  })
  test('sees no lesson on leave, before the first or after the last day', async () => {
    const { kelas, kp, student } = await makeClass()
    for (const n of [1, 5, 9]) await storeLesson(s, kelas, day(n))
    const set = (more: object) =>
      s.db.updateTable('kursus_peserta').set(more).where('id', '=', kp).execute()
    await set({ mulai: day(2), selesai: day(8) })
    expect((await student()).pertemuan).toMatchObject([{ tanggal: day(5) }])
    await set({ cuti_mulai: day(4), cuti_selesai: day(6) })
    expect((await student()).pertemuan).toEqual([])
  })
})
