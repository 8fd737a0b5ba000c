/**
 * A class with a planned change has exactly one coach, room and time on each day (decision 0130).
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hari, SlotPelatih } from '#contract/enums.ts'
import { slotTimes } from '#contract/schedule/rules/freeSlots.ts'
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
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'
import { makeLessons } from '#server/modules/schedule/lessons/makeLessons.ts'

let s: School
const today = currentDay()
const timeOf = (day: string) => new Date(`${day}T02:00:00.000+07:00`)
// The tests of this file change the clock, so each test gets a new school.
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: timeOf(today) })
  s = await makeSchool()
})
afterEach(async () => {
  vi.useRealTimers()
  await s.close()
})

/** Returns the first date of a weekday that is at least `days` days from today. */
const dayAhead = (hari: number, days: number): string => {
  const from = addDays(today, days)
  return addDays(from, (hari - weekday(from) + 7) % 7)
}
const send = async (kelas: number, body: Body): Promise<Answer<any>> => {
  const { versi } = must(await s.superadmin.get<any>(`/kursus-pelatih/view?id=${kelas}`))
  return s.superadmin.post(`/kursus-pelatih/update?id=${kelas}`, { versi, ...body })
}
const change = async (kelas: number, body: Body) => must(await send(kelas, body))
const read = async (kelas: number) =>
  must(await s.superadmin.get<any>(`/kursus-pelatih/view?id=${kelas}&expand=versi_jadwal`))
/**
 * Reads a class and its versions from the database. Tests cannot use the API after the clock has
 * moved to a later day, because the session has expired.
 */
const stored = async (kelas: number) => ({
  kelas: await s.db
    .selectFrom('kursus_pelatih')
    .selectAll()
    .where('id', '=', kelas)
    .executeTakeFirstOrThrow(),
  versi: await s.db
    .selectFrom('kursus_pelatih_versi')
    .selectAll()
    .where('kursus_pelatih_id', '=', kelas)
    .execute(),
})
const lessonsOf = async (kelas: number) =>
  (
    await s.db
      .selectFrom('pertemuan')
      .select(['tanggal', 'jam_mulai', 'status'])
      .where('kursus_pelatih_id', '=', kelas)
      .orderBy('tanggal')
      .execute()
  ).filter((l) => l.status !== 'minggu_5')
/** Runs the nightly job on the given day. */
const night = async (day: string) => {
  vi.setSystemTime(timeOf(day))
  await makeLessons(s.db, timeOf(day))
  expect(await brokenSchedule(s.db)).toEqual([])
}

/**
 * Creates two classes in one room: one on Fridays at 11.00, and one on Tuesdays at 09.00 that ends
 * on the day `last`.
 */
const makeTwo = async (last: string) => {
  const gedung = await makeOutlet(s)
  const ruang_id = await makeRuang(s, gedung)
  const stays = await makeKelas(s, gedung, { ruang_id, hari: Hari.selasa, selesai: last })
  const moves = await makeKelas(s, gedung, { ruang_id, hari: Hari.jumat, jam_mulai: '11:00' })
  return { gedung, ruang_id, stays, moves }
}
const tuesday = { hari: Hari.selasa, jam_mulai: '09:00' }

describe('a planned change of a class', () => {
  test('leaves the room to another class until the day before', async () => {
    const last = dayAhead(Hari.selasa, 14)
    const { stays, moves } = await makeTwo(last)
    await change(moves, { ...tuesday, berlaku_mulai: addDays(last, 1) })
    await night(today)
    const days = (await lessonsOf(moves)).map((l) => `${weekday(l.tanggal)} ${l.jam_mulai}`)
    expect(new Set(days)).toEqual(new Set(['5 11:00', '2 09:00']))
    expect((await lessonsOf(moves)).filter((l) => l.tanggal <= last)).toEqual(
      (await lessonsOf(moves)).filter((l) => l.jam_mulai === '11:00' && l.tanggal <= last),
    )
    expect((await lessonsOf(stays)).at(-1)?.tanggal).toBe(last)
  })
  test('keeps the old time until its day, also beyond the existing lessons', async () => {
    const last = dayAhead(Hari.selasa, 91)
    const { stays, moves } = await makeTwo(last)
    await change(moves, { ...tuesday, berlaku_mulai: addDays(last, 1) })
    for (const days of [0, 40, 80, 100, 140]) await night(addDays(today, days))
    const [keptLessons, moved] = [await lessonsOf(stays), await lessonsOf(moves)]
    expect(keptLessons.at(-1)?.tanggal).toBe(last)
    const hours = moved.map((l) => [l.tanggal > last, l.jam_mulai].join(' '))
    expect(new Set(hours)).toEqual(new Set(['false 11:00', 'true 09:00']))
  })
  test('shows the current time until then, and the planned one beside it', async () => {
    const from = dayAhead(Hari.senin, 20)
    const { moves, ruang_id } = await makeTwo(addDays(from, -1))
    const before = await read(moves)
    await change(moves, { ...tuesday, berlaku_mulai: from, catatan: 'Pindah hari' })
    const planned = await read(moves)
    expect(planned).toMatchObject({
      nama: before.nama,
      hari: Hari.jumat,
      jam_mulai: '11:00',
      catatan: 'Pindah hari',
      versi_jadwal: [{ mulai: from, selesai: null, ...tuesday }],
    })
    await night(from)
    const after = await stored(moves)
    expect(after.kelas).toMatchObject({
      ...tuesday,
      ruang_id,
      nama: before.nama.replace('Jumat 11.00', 'Selasa 09.00'),
    })
    expect(after.versi).toMatchObject([
      { mulai: '2024-01-01', selesai: addDays(from, -1), hari: Hari.jumat },
    ])
    expect(after.kelas.versi).toBeGreaterThan(planned.versi)
    // A second run of the job on the same day changes nothing.
    await night(from)
    expect(await stored(moves)).toEqual(after)
  })
  test('may replace only the coach, from that day on', async () => {
    const from = dayAhead(Hari.senin, 20)
    const { moves } = await makeTwo(today)
    const pelatih_id = await makePelatih(s)
    await change(moves, { pelatih_id, berlaku_mulai: from })
    await night(today)
    const rows = await s.db
      .selectFrom('pertemuan')
      .select(['tanggal', 'pelatih_id'])
      .where('kursus_pelatih_id', '=', moves)
      .execute()
    expect(rows.every((l) => l.tanggal >= from === (l.pelatih_id === pelatih_id))).toBe(true)
    const busy = await s.superadmin.post<any>(`/user/delete?id=${pelatih_id}`)
    expect(busy.status).toBe(409)
  })
  test('conflicts with others at the old time until then, and then at the new one', async () => {
    const from = dayAhead(Hari.senin, 21)
    const { gedung, ruang_id, moves } = await makeTwo(addDays(from, -1))
    await change(moves, { ...tuesday, berlaku_mulai: from })
    const createRival = async (more: Body) => {
      const body = { kursus_id: s.ids.kursus, gedung_id: gedung, ruang_id, ...more }
      const pelatih_id = await makePelatih(s)
      const answer = await s.superadmin.post<any>('/kursus-pelatih/create', { ...body, pelatih_id })
      if (answer.status === 201)
        must(await s.superadmin.post(`/kursus-pelatih/delete?id=${answer.data.id}`))
      return answer.status
    }
    const friday = { hari: Hari.jumat, jam_mulai: '11:00' }
    const soft = { konfirmasi: ['libur'], alasan_bentrok: 'Sudah dibicarakan' }
    expect([
      await createRival({ ...friday, ...soft, mulai: today }),
      await createRival({ ...friday, ...soft, mulai: from }),
      await createRival({ ...tuesday, ...soft, mulai: from }),
    ]).toEqual([409, 201, 409])
  })
  test('keeps a student out of another class at the new time, from that day on', async () => {
    const from = dayAhead(Hari.senin, 21)
    const { gedung, moves } = await makeTwo(addDays(from, -1))
    const otherClass = await makeKelas(s, gedung, tuesday)
    const child = await makePeserta(s, await makeAkun(s), gedung)
    await enrol(s, child, moves)
    await change(moves, { ...tuesday, berlaku_mulai: from })
    const join = (more: Body) =>
      s.superadmin.post<any>('/kursus-peserta/create', {
        peserta_id: child,
        kursus_pelatih_id: otherClass,
        mulai: today,
        ...more,
      })
    expect((await join({})).status).toBe(409)
    expect((await join({ selesai: addDays(from, -1) })).status).toBe(201)
  })
  test('is rejected if a student of the class has another class at the new time', async () => {
    const from = dayAhead(Hari.senin, 21)
    const { gedung, moves } = await makeTwo(addDays(from, -1))
    const child = await makePeserta(s, await makeAkun(s), gedung)
    await enrol(s, child, moves)
    await enrol(s, child, await makeKelas(s, gedung, tuesday))
    expect((await send(moves, { ...tuesday, berlaku_mulai: from })).status).toBe(409)
  })
  test('is one at a time, without another outlet or course', async () => {
    const from = dayAhead(Hari.senin, 21)
    const { moves } = await makeTwo(addDays(from, -1))
    const far = { gedung_id: s.ids.gedung, ruang_id: s.ids.ruang, berlaku_mulai: from }
    expect((await send(moves, far)).status).toBe(422)
    await change(moves, { ...tuesday, berlaku_mulai: from })
    const again = await send(moves, { jam_mulai: '15:00', berlaku_mulai: addDays(from, 7) })
    expect([again.status, again.data.errors[0].field]).toEqual([409, 'berlaku_mulai'])
    expect((await send(moves, { jam_mulai: '15:00' })).status).toBe(409)
    // Fields other than the slot may change while a change is planned.
    await change(moves, { catatan: 'Bawa buku' })
    expect((await read(moves)).versi_jadwal).toHaveLength(1)
  })
})

describe('a planned change to an ask-first slot', () => {
  test('waits for the approval of the new coach, and takes no students until then', async () => {
    const from = dayAhead(Hari.senin, 14)
    const { gedung, moves } = await makeTwo(addDays(from, -1))
    const coach = await makePelatih(s)
    const slot = slotTimes.map((jam) => ({ hari: Hari.selasa, jam, status: SlotPelatih.tanyaDulu }))
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${coach}`, { versi: 0, slot }))
    const before = await read(moves)
    await change(moves, { ...tuesday, pelatih_id: coach, berlaku_mulai: from })
    const child = await makePeserta(s, await makeAkun(s), gedung)
    const seat = { peserta_id: child, kursus_pelatih_id: moves, mulai: today }
    const join = () => s.superadmin.post('/kursus-peserta/create', seat)
    expect((await join()).status).toBe(409)
    const [now, then] = [await s.as(before.pelatih_id), await s.as(coach)]
    const { kelas } = must(await then.get<any>('/portal/pelatih'))
    expect(kelas).toMatchObject([{ id: moves, ...tuesday, persetujuan: 'menunggu' }])
    const agree = (by: typeof now) => by.post(`/kursus-pelatih/setujui-slot?id=${moves}`, {})
    expect((await agree(now)).status).toBe(409)
    must(await agree(then))
    must(await join())
  })
  test('needs no approval after it is withdrawn', async () => {
    const from = dayAhead(Hari.senin, 14)
    const { moves } = await makeTwo(addDays(from, -1))
    const coach = await makePelatih(s)
    const slot = slotTimes.map((jam) => ({ hari: Hari.selasa, jam, status: SlotPelatih.tanyaDulu }))
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${coach}`, { versi: 0, slot }))
    const before = await read(moves)
    await change(moves, { ...tuesday, pelatih_id: coach, berlaku_mulai: from })
    expect((await read(moves)).tanya_dulu).toBe(true)
    await change(moves, { batal_perubahan: true })
    const { versi: _, updated_at: __, ...after } = await read(moves)
    expect(before).toMatchObject(after)
  })
})

describe('a planned change that is withdrawn', () => {
  test('keeps the class as it is', async () => {
    const from = dayAhead(Hari.senin, 14)
    const { moves } = await makeTwo(addDays(from, -1))
    const before = await lessonsOf(moves)
    await change(moves, { ...tuesday, berlaku_mulai: from })
    expect(await lessonsOf(moves)).not.toEqual(before)
    await change(moves, { batal_perubahan: true })
    expect(await lessonsOf(moves)).toEqual(before)
    expect((await read(moves)).versi_jadwal ?? []).toEqual([])
    expect((await send(moves, { batal_perubahan: true })).status).toBe(409)
  })
  test('is rejected once another class has taken the old time', async () => {
    const from = dayAhead(Hari.senin, 14)
    const { gedung, ruang_id, moves } = await makeTwo(addDays(from, -1))
    await change(moves, { ...tuesday, berlaku_mulai: from })
    const friday = { hari: Hari.jumat, jam_mulai: '11:00', mulai: from }
    await makeKelas(s, gedung, { ...friday, ruang_id })
    expect((await send(moves, { batal_perubahan: true })).status).toBe(409)
    await night(from)
  })
})
