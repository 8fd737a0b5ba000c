/**
 * Tests that the database rejects every write that would double-book a person or a room (decision
 * 0131).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Hari } from '#contract/enums.ts'
import { addDays, currentDay, formatTanggal, weekday } from '#contract/values/tanggal.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makeOutlet,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { doubleBooked } from '#server/db/doubleBooked.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { lessonsJob } from '#server/jobs/lessons.ts'
import { brokenSchedule } from '#server/modules/schedule/invariants.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
/**
 * Day on which the classes created below have no regular lesson, because they meet on another
 * weekday.
 */
const day = addDays(currentDay(), 9)
const otherWeekday = ((weekday(day) % 7) + 1) as (typeof Hari.options)[number]['value']
let place: { gedung: number; one: number; two: number; ruang: number }
beforeEach(async () => {
  const gedung = await makeOutlet(s)
  const ruang = await makeRuang(s, gedung)
  const firstClass = await makeKelas(s, gedung, { hari: otherWeekday, ruang_id: ruang })
  const secondClass = await makeKelas(s, gedung, { hari: otherWeekday, jam_mulai: '11:00' })
  place = { gedung, one: firstClass, two: secondClass, ruang }
})
const makeHours = (jam_mulai: string, jam_selesai: string) => ({ jam_mulai, jam_selesai })
const coachOf = async (kelas: number) =>
  (
    await s.db
      .selectFrom('kursus_pelatih')
      .select('pelatih_id')
      .where('id', '=', kelas)
      .executeTakeFirstOrThrow()
  ).pelatih_id
/**
 * Returns the form field to which a rejected double booking is attributed, or `disimpan` (stored)
 * when the write succeeds.
 */
const resultOf = (write: Promise<unknown>) =>
  write.then(
    () => 'disimpan',
    (error: unknown) => doubleBooked(error)?.errors?.[0]?.field ?? String(error),
  )
const set = (id: number, values: object) =>
  s.db.updateTable('pertemuan').set(values).where('id', '=', id).execute()

test('allows a coach and a room one lesson at a time, whatever the statement', async () => {
  await storeLesson(s, place.one, day, makeHours('09:00', '10:00'))
  const pelatih_id = await coachOf(place.one)
  const store = (hours: ReturnType<typeof makeHours>, more: object) =>
    resultOf(storeLesson(s, place.two, day, { ...hours, ...more }))
  expect([
    await store(makeHours('09:30', '10:30'), { pelatih_id }),
    await store(makeHours('08:30', '09:30'), { ruang_id: place.ruang }),
    await store(makeHours('10:00', '11:00'), { pelatih_id, ruang_id: place.ruang }),
    await store(makeHours('09:30', '10:00'), { pelatih_id, status: 'batal_sekolah' }),
  ]).toEqual(['pelatih_id', 'ruang_id', 'disimpan', 'disimpan'])
  const free = await storeLesson(s, place.two, day, makeHours('09:00', '10:00'))
  expect([
    await resultOf(set(free, { pelatih_id })),
    await resultOf(set(free, { ruang_id: place.ruang })),
    await resultOf(set(free, { catatan: 'Bawa buku' })),
  ]).toEqual(['pelatih_id', 'ruang_id', 'disimpan'])
  const cancelled = await storeLesson(s, place.two, day, {
    ...makeHours('09:15', '09:45'),
    pelatih_id,
    ruang_id: await makeRuang(s, place.gedung),
    status: 'batal_sekolah',
  })
  expect(await resultOf(set(cancelled, { status: 'terjadwal' }))).toBe('pelatih_id')
})
test('allows a coach one lesson at a time across outlets with different dates', async () => {
  const east = await makeOutlet(s, { zona_waktu: 'Asia/Jayapura', jam_buka: '00:00' })
  const there = await makeKelas(s, east, { hari: otherWeekday })
  const late = await storeLesson(s, place.one, day, makeHours('22:00', '23:00'))
  const early = makeHours('00:30', '01:30')
  const pelatih_id = await coachOf(place.one)
  const next = addDays(day, 1)
  expect(await resultOf(storeLesson(s, there, next, { ...early, pelatih_id }))).toBe('pelatih_id')
  await set(late, { status: 'batal_sekolah' })
  expect(await resultOf(storeLesson(s, there, next, { ...early, pelatih_id }))).toBe('disimpan')
})
test('allows a student one lesson at a time, enrolled or as a guest', async () => {
  const child = await makePeserta(s, await makeAkun(s), place.gedung)
  await enrol(s, child, place.one)
  const second = await enrol(s, child, place.two)
  const lesson = await storeLesson(s, place.one, day, makeHours('13:00', '14:00'))
  expect(await resultOf(storeLesson(s, place.two, day, makeHours('13:30', '14:30')))).toBe(
    'jam_mulai',
  )
  // Ends the second enrolment, so that the database accepts a lesson of its class that overlaps
  // with the lesson above. While both lessons are stored, the database rejects removing the end of
  // the enrolment (`selesai: null`).
  const seat = (values: object) =>
    s.db.updateTable('kursus_peserta').set(values).where('id', '=', second).execute()
  await seat({ selesai: addDays(day, -1) })
  await storeLesson(s, place.two, day, makeHours('13:30', '14:30'))
  expect(await resultOf(seat({ selesai: null }))).toBe('kursus_pelatih_id')
  expect(await resultOf(seat({ catatan_level: 'Lancar' }))).toBe('disimpan')
  const guest = await makePeserta(s, await makeAkun(s), place.gedung)
  await enrol(s, guest, place.two)
  const { id } = must(
    await s.superadmin.post<any>('/kredit-pengganti/create', {
      peserta_id: guest,
      kursus_id: s.ids.kursus,
      alasan: 'Uji pertahanan',
    }),
  )
  const booking = { status: 'dipesan' as const, pertemuan_id: lesson }
  expect(
    await resultOf(
      s.db.updateTable('kredit_pengganti').set(booking).where('id', '=', id).execute(),
    ),
  ).toBe('pertemuan_id')
})
test('gives the room to one of two concurrent writers, the other a conflict', async () => {
  const rows = await Promise.all(
    [place.one, place.two].map((kelas) => storeLesson(s, kelas, day, { status: 'batal_sekolah' })),
  )
  const hours = { ...makeHours('15:00', '16:00'), mulai_at: `${day}T08:00:00.000Z` }
  const write = (id: number) =>
    transaction(s.db, async (trx) => {
      await trx
        .updateTable('pertemuan')
        .set({ ...hours, selesai_at: `${day}T09:00:00.000Z`, ruang_id: place.ruang })
        .set({ status: 'terjadwal' })
        .where('id', '=', id)
        .execute()
    })
  const answers = await Promise.allSettled(rows.map(write))
  const refused = answers.flatMap((a) => (a.status === 'rejected' ? [a.reason as unknown] : []))
  expect(refused).toHaveLength(1)
  expect(refused[0]).toBeInstanceOf(HttpError)
  expect(refused[0]).toMatchObject({
    status: 409,
    message: 'Ruang sudah dipakai pertemuan lain pada jam itu',
  })
})
test('creates all lessons at night except double-booked ones, and names these', async () => {
  const { kode } = await s.db
    .selectFrom('kursus_pelatih')
    .select('kode')
    .where('id', '=', place.one)
    .executeTakeFirstOrThrow()
  const lessons = await s.db
    .selectFrom('pertemuan')
    .select(['tanggal'])
    .where('kursus_pelatih_id', '=', place.one)
    .where('status', '=', 'terjadwal')
    .orderBy('tanggal')
    .execute()
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', place.one).execute()
  const takenDay = lessons[2]!.tanggal
  await storeLesson(s, place.two, takenDay, {
    ...makeHours('09:00', '10:00'),
    ruang_id: place.ruang,
  })
  const run = async () => {
    const write = <T>(fn: Parameters<typeof transaction<T>>[1]) => transaction(s.db, fn)
    const context = { db: s.db, now: () => new Date().toISOString(), transaction: write }
    return (await lessonsJob.run(context as never)).ringkasan
  }
  expect(await run()).toContain(
    `1 tidak dibuat karena guru, ruang, atau peserta ada di pertemuan lain: ${kode} ${formatTanggal(takenDay)} 09.00.`,
  )
  const newLessons = await s.db
    .selectFrom('pertemuan')
    .select('tanggal')
    .where('kursus_pelatih_id', '=', place.one)
    .where('status', '=', 'terjadwal')
    .orderBy('tanggal')
    .execute()
  expect(newLessons).toEqual(lessons.filter((l) => l.tanggal !== takenDay))
  expect(await brokenSchedule(s.db)).toEqual([])
})
