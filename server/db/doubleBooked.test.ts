/** No person and no room is double-booked, by any write (decision 0131). */
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
/** A day on which the classes of these tests have no lesson of their own. */
const day = addDays(currentDay(), 9)
const other = ((weekday(day) % 7) + 1) as (typeof Hari.options)[number]['value']
let place: { gedung: number; one: number; two: number; ruang: number }
beforeEach(async () => {
  const gedung = await makeOutlet(s)
  const ruang = await makeRuang(s, gedung)
  const one = await makeKelas(s, gedung, { hari: other, ruang_id: ruang })
  const two = await makeKelas(s, gedung, { hari: other, jam_mulai: '11:00' })
  place = { gedung, one, two, ruang }
})
const at = (jam_mulai: string, jam_selesai: string) => ({ jam_mulai, jam_selesai })
const coachOf = async (kelas: number) =>
  (
    await s.db
      .selectFrom('kursus_pelatih')
      .select('pelatih_id')
      .where('id', '=', kelas)
      .executeTakeFirstOrThrow()
  ).pelatih_id
/** Result of a write: the field that the database reports, or that it was stored. */
const told = (write: Promise<unknown>) =>
  write.then(
    () => 'disimpan',
    (error: unknown) => doubleBooked(error)?.errors?.[0]?.field ?? String(error),
  )
const set = (id: number, values: object) =>
  s.db.updateTable('pertemuan').set(values).where('id', '=', id).execute()

test('a coach and a room have one lesson at a moment, by whatever statement the second one comes', async () => {
  await storeLesson(s, place.one, day, at('09:00', '10:00'))
  const pelatih_id = await coachOf(place.one)
  const store = (hours: ReturnType<typeof at>, more: object) =>
    told(storeLesson(s, place.two, day, { ...hours, ...more }))
  expect([
    await store(at('09:30', '10:30'), { pelatih_id }),
    await store(at('08:30', '09:30'), { ruang_id: place.ruang }),
    await store(at('10:00', '11:00'), { pelatih_id, ruang_id: place.ruang }),
    await store(at('09:30', '10:00'), { pelatih_id, status: 'batal_sekolah' }),
  ]).toEqual(['pelatih_id', 'ruang_id', 'disimpan', 'disimpan'])
  const free = await storeLesson(s, place.two, day, at('09:00', '10:00'))
  expect([
    await told(set(free, { pelatih_id })),
    await told(set(free, { ruang_id: place.ruang })),
    await told(set(free, { catatan: 'Bawa buku' })),
  ]).toEqual(['pelatih_id', 'ruang_id', 'disimpan'])
  const cancelled = await storeLesson(s, place.two, day, {
    ...at('09:15', '09:45'),
    pelatih_id,
    ruang_id: await makeRuang(s, place.gedung),
    status: 'batal_sekolah',
  })
  expect(await told(set(cancelled, { status: 'terjadwal' }))).toBe('pelatih_id')
})
test('a coach is in one lesson at a moment also where outlets have another day', async () => {
  const east = await makeOutlet(s, { zona_waktu: 'Asia/Jayapura', jam_buka: '00:00' })
  const there = await makeKelas(s, east, { hari: other })
  const late = await storeLesson(s, place.one, day, at('22:00', '23:00'))
  const early = at('00:30', '01:30')
  const pelatih_id = await coachOf(place.one)
  const next = addDays(day, 1)
  expect(await told(storeLesson(s, there, next, { ...early, pelatih_id }))).toBe('pelatih_id')
  await set(late, { status: 'batal_sekolah' })
  expect(await told(storeLesson(s, there, next, { ...early, pelatih_id }))).toBe('disimpan')
})
test('a student is in one lesson at a moment, enrolled or as a guest', async () => {
  const child = await makePeserta(s, await makeAkun(s), place.gedung)
  await enrol(s, child, place.one)
  const second = await enrol(s, child, place.two)
  const lesson = await storeLesson(s, place.one, day, at('13:00', '14:00'))
  expect(await told(storeLesson(s, place.two, day, at('13:30', '14:30')))).toBe('jam_mulai')
  // While the child is not in the class, its lesson may be then; coming back may not.
  const seat = (values: object) =>
    s.db.updateTable('kursus_peserta').set(values).where('id', '=', second).execute()
  await seat({ selesai: addDays(day, -1) })
  await storeLesson(s, place.two, day, at('13:30', '14:30'))
  expect(await told(seat({ selesai: null }))).toBe('kursus_pelatih_id')
  expect(await told(seat({ catatan_level: 'Lancar' }))).toBe('disimpan')
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
    await told(s.db.updateTable('kredit_pengganti').set(booking).where('id', '=', id).execute()),
  ).toBe('pertemuan_id')
})
test('of writers at the same moment one gets the room, and the other a conflict in words', async () => {
  const rows = await Promise.all(
    [place.one, place.two].map((kelas) => storeLesson(s, kelas, day, { status: 'batal_sekolah' })),
  )
  const hours = { ...at('15:00', '16:00'), mulai_at: `${day}T08:00:00.000Z` }
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
test('the night makes all lessons but those that would double-book, and names these', async () => {
  const { kode } = await s.db
    .selectFrom('kursus_pelatih')
    .select('kode')
    .where('id', '=', place.one)
    .executeTakeFirstOrThrow()
  const own = await s.db
    .selectFrom('pertemuan')
    .select(['tanggal'])
    .where('kursus_pelatih_id', '=', place.one)
    .where('status', '=', 'terjadwal')
    .orderBy('tanggal')
    .execute()
  await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', '=', place.one).execute()
  const taken = own[2]!.tanggal
  await storeLesson(s, place.two, taken, { ...at('09:00', '10:00'), ruang_id: place.ruang })
  const run = async () => {
    const write = <T>(fn: Parameters<typeof transaction<T>>[1]) => transaction(s.db, fn)
    const told = { db: s.db, now: () => new Date().toISOString(), transaction: write }
    return (await lessonsJob.run(told as never)).ringkasan
  }
  expect(await run()).toContain(
    `1 tidak dibuat karena guru, ruang, atau peserta ada di pertemuan lain: ${kode} ${formatTanggal(taken)} 09.00.`,
  )
  const made = await s.db
    .selectFrom('pertemuan')
    .select('tanggal')
    .where('kursus_pelatih_id', '=', place.one)
    .where('status', '=', 'terjadwal')
    .orderBy('tanggal')
    .execute()
  expect(made).toEqual(own.filter((l) => l.tanggal !== taken))
  expect(await brokenSchedule(s.db)).toEqual([])
})
