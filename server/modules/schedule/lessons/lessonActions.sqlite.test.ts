/**
 * Tests the actions on lessons (domain.md 3.8): moving, assigning a substitute, cancelling and
 * adding, with the conflicts that prevent them.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SlotPelatih } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePelatih,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

type Lesson = Row<typeof pertemuan>
const today = currentDay()
const hari = (weekday(today) % 7) + 1
/** Returns the date `n` days after the first lesson, which takes place tomorrow. */
const day = (n: number) => addDays(today, 1 + n)
const alasan = 'Hujan deras'

let s: School
let gedung: number
let pelatih: number
let ruang: number
let kelas: number
let lesson: Lesson
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  gedung = await makeOutlet(s, { jam_buka: '08:00', jam_tutup: '20:00' })
  pelatih = await makePelatih(s)
  ruang = await makeRuang(s, gedung, { kapasitas: 3 })
  kelas = await makeKelas(s, gedung, { pelatih_id: pelatih, ruang_id: ruang, hari, kapasitas: 1 })
  lesson = (await lessonsOf(kelas))[0]!
})

const lessonsOf = async (of: number): Promise<Lesson[]> =>
  must(await s.superadmin.get(`/pertemuan?kursus_pelatih_id=${of}&per-page=100`))
const view = async (id: number): Promise<Lesson> =>
  must(await s.superadmin.get(`/pertemuan/view?id=${id}`))
const move = (body: Body, id = lesson.id) =>
  s.superadmin.post(`/pertemuan/pindah?id=${id}`, { alasan, ...body })
const konflikOf = (data: Body): { jenis: string; tingkat: string }[] =>
  Array.isArray(data.konflik) ? data.konflik : []
const kinds = ({ status, data }: Answer<Body>): unknown =>
  status === 409 ? [...new Set(konflikOf(data).map((k) => `${k.jenis} ${k.tingkat}`))] : status
const free = () => ({ tanggal: day(1), jam_mulai: '10:00' })
const student = async (akun?: number) => makePeserta(s, akun ?? (await makeAkun(s)), gedung)

describe('a move', () => {
  test('keeps the lesson as moved, and makes another one', async () => {
    const old = must(await move(free()))
    expect(old).toMatchObject({ status: 'pindah', alasan, diubah: true })
    expect(await view(old.pindah_ke_id)).toMatchObject({
      jenis: 'pengganti',
      status: 'terjadwal',
      tanggal: day(1),
      jam_mulai: '10:00',
      kursus_pelatih_id: kelas,
      ruang_id: ruang,
      pelatih_id: pelatih,
    })
    // A second move changes the row that the first move created. It creates no further row.
    const again = must(await move({ tanggal: day(2), jam_mulai: '11:00' }, old.pindah_ke_id))
    expect(again).toMatchObject({ id: old.pindah_ke_id, tanggal: day(2), status: 'terjadwal' })
    // The old hour of the moved lesson is free.
    const otherClass = await makeKelas(s, gedung, { hari: weekday(day(3)) })
    expect(
      (
        await move(
          { tanggal: day(0), jam_mulai: '09:00', ruang_id: ruang },
          (await lessonsOf(otherClass))[0]!.id,
        )
      ).status,
    ).toBe(200)
  })
  test.each([
    ['past', -2, 422],
    ['too far', 61, 422],
    ['sixty days ahead', 59, 200],
  ])('checks its day: %s', async (_, n, status) =>
    expect((await move({ tanggal: day(n), jam_mulai: '12:00' })).status).toBe(status),
  )
  test('conflicts with a class on days without lessons yet', async () => {
    const far = 58
    await makeKelas(s, gedung, { pelatih_id: pelatih, hari: weekday(day(far)), jam_mulai: '13:00' })
    expect(kinds(await move({ tanggal: day(far), jam_mulai: '13:00' }))).toEqual(['pelatih keras'])
  })
  test('or a cancellation does not change the bill', async () => {
    await enrol(s, await student(), kelas)
    // The bill stays the same when the second lesson is moved out of its month, and when the third
    // lesson is cancelled.
    const [, second, third] = await lessonsOf(kelas)
    const periode = second!.tanggal.slice(0, 7)
    const bill = async () =>
      must(await s.admin.post<Body>('/billing/pratinjau', { periode, gedung_id: [gedung] })).baris
    const before = await bill()
    expect(before).toHaveLength(1)
    must(await move({ tanggal: day(45), jam_mulai: '10:00' }, second!.id))
    const off = { sebab: 'sekolah', alasan }
    must(await s.superadmin.post(`/pertemuan/batal?id=${third!.id}`, off))
    expect(await bill()).toEqual(before)
  })
  test('is rejected for a moved or a cancelled lesson', async () => {
    must(await move(free()))
    expect((await move({ ...free(), jam_mulai: '15:00' })).status).toBe(409)
    const { id } = (await lessonsOf(kelas)).at(-1)!
    must(await s.superadmin.post(`/pertemuan/batal?id=${id}`, { sebab: 'sekolah', alasan }))
    expect((await move({ ...free(), jam_mulai: '16:00' }, id)).status).toBe(409)
  })
})

describe('a conflict of a move', () => {
  /**
   * Creates a class on the day after tomorrow at 10:00. `more` sets its coach or room, for example
   * to the coach or room of the moved lesson.
   */
  const rival = (more: Body) =>
    makeKelas(s, gedung, { hari: weekday(day(1)), jam_mulai: '10:00', ...more })
  test.each([
    ['the coach teaches', () => rival({ pelatih_id: pelatih }), ['pelatih keras']],
    ['the room is taken', () => rival({ ruang_id: ruang }), ['ruang keras']],
    [
      'coach and room',
      () => rival({ ruang_id: ruang, pelatih_id: pelatih }),
      ['pelatih keras', 'ruang keras'],
    ],
    ['another coach in another room', () => rival({}), 200],
    ['the coach ends as it begins', () => rival({ pelatih_id: pelatih, jam_mulai: '09:00' }), 200],
  ])('is checked against another class: %s', async (_, arrange, expected) => {
    await arrange()
    expect(kinds(await move({ ...free(), jam_mulai: '10:00' }))).toEqual(expected)
  })
  test('is a student in another lesson, until that one is cancelled', async () => {
    const child = await student()
    await enrol(s, child, kelas)
    const otherClass = await rival({})
    await enrol(s, child, otherClass)
    const refused = await move(free())
    expect(kinds(refused)).toEqual(['peserta keras'])
    const [rivalLesson] = await lessonsOf(otherClass)
    expect(refused.data.konflik[0].dengan).toMatchObject({
      resource: 'pertemuan',
      id: rivalLesson!.id,
    })
    must(
      await s.superadmin.post(`/pertemuan/batal?id=${rivalLesson!.id}`, {
        sebab: 'sekolah',
        alasan,
      }),
    )
    expect(kinds(await move(free()))).toBe(200)
  })
  test('is a sibling at another outlet, and can be confirmed', async () => {
    const akun = await makeAkun(s)
    const [child, brother] = [await student(akun), await student(akun)]
    await enrol(s, child, kelas)
    await enrol(
      s,
      brother,
      await makeKelas(s, await makeOutlet(s), { hari: weekday(day(1)), jam_mulai: '10:00' }),
    )
    expect(kinds(await move(free()))).toEqual(['saudara lunak'])
    expect(kinds(await move({ ...free(), konfirmasi: ['saudara'] }))).toBe(200)
  })
  test('is a room with fewer seats than students', async () => {
    const small = await makeRuang(s, gedung, { kapasitas: 1 })
    const group = must(
      await s.superadmin.post('/kursus/create', {
        kode: `G${gedung}`,
        nama: 'Grup',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'group',
        kapasitas_maks: 3,
        biaya_bulanan: 1,
      }),
    ).id
    const many = await makeKelas(s, gedung, { kursus_id: group, kapasitas: 2, hari })
    for (let i = 0; i < 2; i++) await enrol(s, await student(), many)
    const [first] = await lessonsOf(many)
    expect(kinds(await move({ ...free(), ruang_id: small }, first!.id))).toEqual([
      'kapasitas keras',
    ])
    const update = { versi: first!.versi, ruang_id: small }
    expect(kinds(await s.superadmin.post(`/pertemuan/update?id=${first!.id}`, update))).toEqual([
      'kapasitas keras',
    ])
  })
  test('is a holiday, a closed outlet or a leave of the coach', async () => {
    must(
      await s.superadmin.post('/hari-libur/create', {
        nama: 'Nyepi',
        tanggal: day(1),
        gedung_id: gedung,
      }),
    )
    expect(kinds(await move(free()))).toEqual(['libur keras'])
    expect(kinds(await move({ tanggal: day(2), jam_mulai: '19:45' }))).toEqual(['tutup keras'])
    const leave = must(
      await s.superadmin.post('/pelatih-libur/create', {
        pelatih_id: pelatih,
        mulai: day(2),
        selesai: day(3),
        alasan: 'Mudik',
      }),
    )
    expect(kinds(await move({ tanggal: day(4), jam_mulai: '10:00', ruang_id: 0 }))).toBe(422)
    must(await s.superadmin.post(`/pelatih-libur/setujui?id=${leave.id}`))
    expect(kinds(await move({ tanggal: day(3), jam_mulai: '10:00' }))).toEqual(['cuti keras'])
    expect(kinds(await move({ tanggal: day(4), jam_mulai: '10:00' }))).toBe(200)
  })
  test('is an hour in which the coach is not free, allowed with a reason', async () => {
    const slot = [
      { hari: weekday(day(1)), jam: '10:00', status: SlotPelatih.tanyaDulu },
      { hari: weekday(day(1)), jam: '10:30', status: SlotPelatih.kosong },
      { hari: weekday(day(1)), jam: '11:00', status: SlotPelatih.kosong },
      { hari: weekday(day(1)), jam: '11:30', status: SlotPelatih.kosong },
    ]
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${pelatih}`, { versi: 0, slot }))
    expect(kinds(await move(free()))).toEqual(['slot lunak'])
    expect(kinds(await move({ ...free(), jam_mulai: '14:00' }))).toEqual(['slot lunak'])
    expect(kinds(await move({ ...free(), jam_mulai: '14:00', konfirmasi: ['slot'] }))).toBe(200)
  })
  test('is a coach without travel time from another outlet', async () => {
    await makeKelas(s, await makeOutlet(s), {
      pelatih_id: pelatih,
      hari: weekday(day(1)),
      jam_mulai: '09:00',
    })
    const end = must(
      await s.superadmin.get(`/pertemuan?pelatih_id=${pelatih}&tanggal=${day(1)}`),
    )[0].jam_selesai
    expect(kinds(await move({ tanggal: day(1), jam_mulai: end }))).toEqual(['jeda lunak'])
  })
  test('offers three other times, each of them free', async () => {
    await rival({ pelatih_id: pelatih })
    const { data } = await move(free())
    expect(data.alternatif).toHaveLength(3)
    for (const { tanggal, jam_mulai } of data.alternatif)
      expect(
        must(
          await s.superadmin.post('/pertemuan/periksa', {
            id: lesson.id,
            tanggal,
            jam_mulai,
          }),
        ).konflik,
      ).toEqual([])
    const [first] = data.alternatif
    expect(kinds(await move({ tanggal: first.tanggal, jam_mulai: first.jam_mulai }))).toBe(200)
  })
  test('stores nothing in the check', async () => {
    await rival({ ruang_id: ruang })
    const answer = must(await s.superadmin.post('/pertemuan/periksa', { id: lesson.id, ...free() }))
    expect(answer.konflik.map((k: Body) => k.jenis)).toEqual(['ruang'])
    expect(answer.alternatif).toHaveLength(3)
    expect(await view(lesson.id)).toEqual(lesson)
  })
})

describe('a substitute', () => {
  const give = (pelatih_id: number, more: Body = {}) =>
    s.superadmin.post(`/pertemuan/pengganti?id=${lesson.id}`, { pelatih_id, ...more })
  test('gives the lesson until the coach takes it back', async () => {
    const otherCoach = await makePelatih(s)
    expect(must(await give(otherCoach))).toMatchObject({
      pelatih_id: otherCoach,
      pelatih_asli_id: pelatih,
    })
    expect(must(await give(pelatih))).toMatchObject({ pelatih_id: pelatih, pelatih_asli_id: null })
  })
  test('is rejected with a lesson elsewhere', async () => {
    const otherCoach = await makePelatih(s)
    await makeKelas(s, gedung, { pelatih_id: otherCoach, hari })
    expect(kinds(await give(otherCoach))).toEqual(['pelatih keras'])
    expect(kinds(await give(s.ids.sales))).toBe(422)
  })
  test('sees the lesson until the coach takes it back', async () => {
    const otherCoach = await makePelatih(s)
    const me = await s.as(otherCoach)
    expect((await me.get(`/pertemuan/view?id=${lesson.id}`)).status).toBe(404)
    must(await give(otherCoach))
    expect((await me.get(`/pertemuan/view?id=${lesson.id}`)).status).toBe(200)
  })
})

describe('a lesson made by hand', () => {
  const extra = (more: Body = {}) =>
    s.superadmin.post('/pertemuan/create', {
      jenis: 'tambahan',
      kursus_pelatih_id: kelas,
      kursus_id: s.ids.kursus,
      pelatih_id: pelatih,
      ruang_id: ruang,
      ...free(),
      ...more,
    })
  test('is an extra lesson, or a trial outside of any class', async () => {
    expect(must(await extra())).toMatchObject({ status: 'terjadwal', gedung_id: gedung })
    expect(kinds(await extra())).toEqual(['peserta keras', 'pelatih keras', 'ruang keras'])
    expect(
      must(await extra({ jenis: 'trial', kursus_pelatih_id: null, jam_mulai: '12:00' })),
    ).toMatchObject({ jenis: 'trial', kursus_pelatih_id: null })
  })
  test('keeps its coach and its room from a new class', async () => {
    must(await extra())
    const there = { gedung_id: gedung, kursus_id: s.ids.kursus, mulai: '2024-01-01' }
    const classBody = { ...there, hari: weekday(day(1)), jam_mulai: '10:00', kapasitas: 1 }
    const make = (body: Body) =>
      s.superadmin.post('/kursus-pelatih/create', { ...classBody, ...body })
    const [coach, room] = [await makePelatih(s), await makeRuang(s, gedung)]
    expect(kinds(await make({ pelatih_id: pelatih, ruang_id: room }))).toEqual(['pelatih keras'])
    expect(kinds(await make({ pelatih_id: coach, ruang_id: ruang }))).toEqual(['ruang keras'])
    expect(kinds(await make({ pelatih_id: coach, ruang_id: room }))).toBe(201)
  })
  test('is rejected if it is regular, without a class, or of another outlet', async () => {
    expect((await extra({ jenis: 'reguler' })).status).toBe(422)
    expect((await extra({ kursus_pelatih_id: null })).status).toBe(422)
    expect((await extra({ ruang_id: s.ids.ruang2 })).status).toBe(422)
  })
  test('frees its slot when it is cancelled', async () => {
    const extraLesson = must(await extra())
    must(
      await s.superadmin.post(`/pertemuan/batal?id=${extraLesson.id}`, {
        sebab: 'pelatih',
        alasan,
      }),
    )
    expect(await view(extraLesson.id)).toMatchObject({ status: 'batal_pelatih', alasan })
    expect((await extra()).status).toBe(201)
  })
})

describe('simultaneous moves', () => {
  test('give a time to one of several lessons', async () => {
    const otherLessons = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const of = await makeKelas(s, gedung, { hari: weekday(day(3)) })
        return (await lessonsOf(of))[0]!.id
      }),
    )
    const answers = await Promise.all(
      [lesson.id, ...otherLessons].map((id) => move({ ...free(), ruang_id: ruang }, id)),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const there = must(
      await s.superadmin.get(`/pertemuan?ruang_id=${ruang}&tanggal=${day(1)}&status=terjadwal`),
    )
    expect(there).toHaveLength(1)
  })
})
