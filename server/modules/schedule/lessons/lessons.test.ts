/**
 * Tests that lessons are made from classes, and that they are updated when their class changes
 * (domain.md 2.2, 2.4).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '#contract/resource.ts'
import type { pertemuan } from '#contract/schedule/pertemuan.ts'
import { statusOn } from '#contract/schedule/rules/lessons.ts'
import { addDays, currentDay, occurrences, weekday } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makeOutlet, makePelatih, makeRuang, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { makeLessons } from '#server/modules/schedule/lessons/makeLessons.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const today = currentDay()
/**
 * Returns the number (1 to 7) of the weekday that is `n` days after today. Tests avoid today,
 * because a lesson of today may have begun.
 */
const otherDay = (n: number): number => ((weekday(today) + n - 1) % 7) + 1
/** Returns the first date after today that falls on the given weekday (`hari`, 1 to 7). */
const next = (hari: number): string => addDays(today, ((hari - weekday(today) + 6) % 7) + 1)
const weeks = (hari: number, n = 8): string[] =>
  Array.from({ length: n }, (_, i) => addDays(next(hari), 7 * i))

const lessonsOf = async (kelas: number): Promise<Row<typeof pertemuan>[]> =>
  must(await s.superadmin.get(`/pertemuan?kursus_pelatih_id=${kelas}&per-page=100`))
const lessonTexts = async (kelas: number) =>
  (await lessonsOf(kelas)).map((l) => `${l.tanggal} ${l.jam_mulai} ${l.status}`)
const change = async (kelas: number, body: Body) => {
  const { versi } = must(await s.superadmin.get(`/kursus-pelatih/view?id=${kelas}`))
  return must(await s.superadmin.post(`/kursus-pelatih/update?id=${kelas}`, { versi, ...body }))
}
const touch = (id: number) =>
  s.db.updateTable('pertemuan').set({ diubah: 1 }).where('id', '=', id).execute()
const held = (days: string[], jam = '09:00') => days.map((d) => `${d} ${jam} terjadwal`)

describe('a class', () => {
  test('has lessons for eight weeks once it is made, in the time zone of its outlet', async () => {
    const gedung = await makeOutlet(s, { zona_waktu: 'Asia/Jayapura' })
    const kelas = await makeKelas(s, gedung, { hari: otherDay(1) })
    expect(await lessonTexts(kelas)).toEqual(held(weeks(otherDay(1))))
    const [first] = await lessonsOf(kelas)
    expect(first).toMatchObject({
      jenis: 'reguler',
      diubah: false,
      gedung_id: gedung,
      mulai_at: `${first!.tanggal}T00:00:00.000Z`,
      selesai_at: expect.stringMatching(/T00:\d\d:00\.000Z$/),
    })
  })
  test('has no lesson today after its time', async () => {
    const gedung = await makeOutlet(s, { jam_buka: '00:00' })
    const kelas = await makeKelas(s, gedung, { hari: weekday(today), jam_mulai: '00:00' })
    expect((await lessonsOf(kelas)).map((l) => l.tanggal)).toEqual(weeks(weekday(today), 7))
  })
  test('has no lessons before its start, after its end, or while it is inactive', async () => {
    const hari = otherDay(1)
    const [firstWeek, secondWeek, thirdWeek] = weeks(hari)
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung, { hari, mulai: secondWeek, selesai: thirdWeek })
    expect(await lessonTexts(kelas)).toEqual(held([secondWeek!, thirdWeek!]))
    await change(kelas, { mulai: firstWeek, selesai: secondWeek })
    expect(await lessonTexts(kelas)).toEqual(held([firstWeek!, secondWeek!]))
    await change(kelas, { status: 'nonaktif' })
    expect(await lessonTexts(kelas)).toEqual([])
    await change(kelas, { status: 'aktif', selesai: null })
    expect(await lessonTexts(kelas)).toHaveLength(8)
    must(await s.superadmin.post(`/kursus-pelatih/delete?id=${kelas}`))
  })
  test('changes its time from a day on, and keeps lessons changed by hand', async () => {
    const hari = otherDay(1)
    const days = weeks(hari)
    const kelas = await makeKelas(s, await makeOutlet(s), { hari })
    await touch((await lessonsOf(kelas))[4]!.id)
    await change(kelas, { jam_mulai: '14:00', berlaku_mulai: days[2] })
    expect(await lessonTexts(kelas)).toEqual([
      ...held(days.slice(0, 2)),
      ...held(days.slice(2, 4), '14:00'),
      ...held(days.slice(4, 5)),
      ...held(days.slice(5), '14:00'),
    ])
    // After a change that does not affect the hour, the class keeps the old hour until the planned
    // day.
    await change(kelas, { catatan: 'Bawa buku' })
    expect((await lessonTexts(kelas))[0]).toBe(`${days[0]} 09:00 terjadwal`)
  })
  test('changes its weekday from a day on, with one lesson a week', async () => {
    const [from, to] = [otherDay(1), otherDay(2)]
    const kelas = await makeKelas(s, await makeOutlet(s), { hari: from })
    await touch((await lessonsOf(kelas))[1]!.id)
    await change(kelas, { hari: to })
    const lessons = await lessonsOf(kelas)
    expect(new Set(lessons.map((l) => l.minggu)).size).toBe(lessons.length)
    expect(lessons.filter((l) => weekday(l.tanggal) === from).map((l) => l.tanggal)).toEqual([
      weeks(from)[1],
    ])
  })
  test('keeps its lessons in another room or with another coach', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung, { hari: otherDay(1) })
    const before = await lessonsOf(kelas)
    await touch(before[3]!.id)
    const [ruang_id, pelatih_id] = [await makeRuang(s, gedung), await makePelatih(s)]
    await change(kelas, { ruang_id, pelatih_id, berlaku_mulai: before[1]!.tanggal })
    const after = await lessonsOf(kelas)
    expect(after.map((l) => l.id)).toEqual(before.map((l) => l.id))
    expect(after.map((l) => l.ruang_id === ruang_id && l.pelatih_id === pelatih_id)).toEqual(
      before.map((_, i) => i > 0 && i !== 3),
    )
  })
  test('has the current duration of its course', async () => {
    const kursus_id = must(
      await s.superadmin.post('/kursus/create', {
        kode: 'PJG',
        nama: 'Panjang',
        kategori_kursus_id: s.ids.kategori,
        durasi_menit: 30,
        biaya_bulanan: 1,
      }),
    ).id
    const kelas = await makeKelas(s, await makeOutlet(s), { hari: otherDay(1), kursus_id })
    must(await s.superadmin.post(`/kursus/update?id=${kursus_id}`, { versi: 1, durasi_menit: 60 }))
    expect(new Set((await lessonsOf(kelas)).map((l) => l.jam_selesai))).toEqual(new Set(['10:00']))
  })
})

describe('the outlet', () => {
  test('moves its lessons to other moments in another time zone', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung, { hari: otherDay(1) })
    must(
      await s.superadmin.post(`/gedung/update?id=${gedung}`, {
        versi: 1,
        zona_waktu: 'Asia/Makassar',
      }),
    )
    expect((await lessonsOf(kelas)).every((l) => l.mulai_at.endsWith('T01:00:00.000Z'))).toBe(true)
  })
  test('cancels lessons on holidays of its own or of all outlets, not of another one', async () => {
    const hari = otherDay(3)
    const days = weeks(hari)
    const [gedung, otherOutlet] = [await makeOutlet(s), await makeOutlet(s)]
    const kelas = await makeKelas(s, gedung, { hari })
    const statuses = async () => (await lessonsOf(kelas)).map((l) => l.status === 'libur')
    const none = days.map(() => false)
    const off = (...which: number[]) => days.map((_, i) => which.includes(i))
    const libur = async (tanggal: string, gedung_id: number | null) =>
      must(await s.superadmin.post('/hari-libur/create', { nama: 'Libur', tanggal, gedung_id })).id
    const ownHoliday = await libur(days[1]!, gedung)
    const all = await libur(days[2]!, null)
    await libur(days[3]!, otherOutlet)
    expect(await statuses()).toEqual(off(1, 2))
    must(
      await s.superadmin.post(`/hari-libur/update?id=${ownHoliday}`, {
        versi: 1,
        tanggal: days[5],
      }),
    )
    expect(await statuses()).toEqual(off(2, 5))
    for (const id of [ownHoliday, all]) must(await s.superadmin.post(`/hari-libur/delete?id=${id}`))
    expect(await statuses()).toEqual(none)
    await libur(days[6]!, gedung)
    const later = await makeKelas(s, gedung, { hari, jam_mulai: '15:00' })
    expect((await lessonsOf(later)).map((l) => l.status === 'libur')).toEqual(off(6))
  })
  test('rests in the fifth week of a month, except to replace a holiday', async () => {
    const hari = otherDay(1)
    const gedung_id = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung_id, { hari })
    const days = weeks(hari)
    const rest = () => ({ hariLibur: new Set<string>(), mingguKelima: 'libur' as const })
    const fifths = days.filter((d) => statusOn(d, rest()) === 'minggu_5')
    const status = async () =>
      (await lessonsOf(kelas)).filter((l) => l.status === 'minggu_5').map((l) => l.tanggal)
    await setSetting(s, 'minggu_kelima', 'libur')
    expect(await status()).toEqual(fifths)
    await setSetting(s, 'minggu_kelima', 'jalan')
    expect(await status()).toEqual([])
    await setSetting(s, 'minggu_kelima', 'libur')
    for (const fifth of fifths) {
      const beside = occurrences(fifth.slice(0, 7), hari).find((d) => d !== fifth)
      const { id } = must(
        await s.superadmin.post('/hari-libur/create', {
          nama: 'Libur',
          tanggal: beside,
          gedung_id,
        }),
      )
      expect(await status()).toEqual(fifths.filter((f) => f !== fifth))
      must(await s.superadmin.post(`/hari-libur/delete?id=${id}`))
    }
    await setSetting(s, 'minggu_kelima', 'jalan')
  })
})

describe('the job', () => {
  test('makes missing lessons, and none twice', async () => {
    const hari = otherDay(1)
    const kelas = await makeKelas(s, await makeOutlet(s), { hari })
    await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', kelas).execute()
    expect((await makeLessons(s.db)).dibuat).toBeGreaterThanOrEqual(8)
    expect(await lessonTexts(kelas)).toEqual(held(weeks(hari)))
    expect(await makeLessons(s.db)).toMatchObject({ dibuat: 0, diubah: 0 })
    const later = await makeLessons(s.db, new Date(Date.now() + 14 * 86_400_000))
    expect(later.dibuat).toBeGreaterThanOrEqual(2)
    expect(await lessonTexts(kelas)).toEqual(held(weeks(hari, 10)))
  })
  test('makes each lesson once in two simultaneous runs', async () => {
    const kelas = await makeKelas(s, await makeOutlet(s), { hari: otherDay(1) })
    const time = new Date(Date.now() + 21 * 86_400_000)
    await Promise.all([makeLessons(s.db, time), makeLessons(s.db, time)])
    expect(await lessonTexts(kelas)).toEqual(held(weeks(otherDay(1), 11)))
  })
  test('cannot make two lessons of a kind at one time, or two regular ones in a week', async () => {
    const kelas = await makeKelas(s, await makeOutlet(s), { hari: otherDay(1) })
    const [first, second] = await s.db
      .selectFrom('pertemuan')
      .select(['id', 'tanggal', 'minggu'])
      .where('kursus_pelatih_id', '=', kelas)
      .orderBy('tanggal')
      .execute()
    const put = (values: { tanggal?: string; minggu?: string | null }) =>
      s.db.updateTable('pertemuan').set(values).where('id', '=', second!.id).execute()
    await expect(put({ tanggal: first!.tanggal })).rejects.toThrow(/unique/i)
    await expect(put({ minggu: first!.minggu })).rejects.toThrow(/unique/i)
  })
  test('keeps a lesson that was changed by hand', async () => {
    const hari = otherDay(1)
    const kelas = await makeKelas(s, await makeOutlet(s), { hari })
    const [first] = await lessonsOf(kelas)
    await s.db
      .updateTable('pertemuan')
      .set({ status: 'batal_sekolah', diubah: 1 })
      .where('id', '=', first!.id)
      .execute()
    await makeLessons(s.db)
    expect((await lessonTexts(kelas))[0]).toBe(`${next(hari)} 09:00 batal_sekolah`)
    expect(await lessonTexts(kelas)).toHaveLength(8)
  })
})
