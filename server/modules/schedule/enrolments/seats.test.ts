/**
 * Seats in a lesson: every function that determines the students of a lesson returns the same
 * students (domain.md 2.4, 3.8).
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KursusPesertaStatus, RoleId, StatusKeberangkatan } from '#contract/enums.ts'
import type { EnrolmentState } from '#contract/schedule/rules/enrolment.ts'
import { holdsSeatFrom as mayHold, seatDays, sitsOn } from '#contract/schedule/rules/seats.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import {
  enrol,
  makeAkun,
  makeKelas,
  makePelatih,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { now } from '#server/http/context.ts'
import { readLessonConflictData } from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import { holdsSeatFrom, readSeats } from '#server/modules/schedule/enrolments/seats.ts'

const { tidakAktif, aktif, cuti, lulus } = KursusPesertaStatus
/** Monday to which the fake clock of the tests is set. */
const today = '2026-03-09'
const day = (n: number): string => addDays(today, n)
const stamp = () => ({ versi: 1, created_at: now(), created_by: null, updated_at: now() })

let s: School
let coach: number
let akun: number
const kelas: Record<'satu' | 'dua' | 'lanjut' | 'semua', number> = {
  satu: 0,
  dua: 0,
  lanjut: 0,
  semua: 0,
}
/** Ids of the students, by the name that describes the role of a student in the test. */
const peserta: Record<string, number> = {}
/** Expected students of each lesson, determined by hand. */
let lessons: { id: number; kelas: number; tanggal: string; orang: number[] }[]

const join = async (name: string, of: number, more: object = {}): Promise<number> => {
  const id = await enrol(s, (peserta[name] ??= await makePeserta(s, akun, s.ids.gedung)), of)
  if (Object.keys(more).length > 0)
    await s.db.updateTable('kursus_peserta').set(more).where('id', '=', id).execute()
  return id
}
/** Adds a make-up credit of a student that is booked into a lesson or was used in it. */
const book = (name: string, pertemuan_id: number, status: 'dipesan' | 'terpakai') =>
  s.db
    .insertInto('kredit_pengganti')
    .values({
      ...stamp(),
      updated_by: null,
      peserta_id: peserta[name]!,
      kursus_id: s.ids.kursus,
      kursus_peserta_id: null,
      gedung_id: s.ids.gedung,
      asal_absensi_id: null,
      asal_pertemuan_id: null,
      jumlah_menit: 60,
      sebab: 'manual',
      diberikan_oleh: null,
      alasan: 'Uji',
      berlaku_sampai: day(60),
      status,
      pertemuan_id,
      cari: '',
    })
    .execute()
const mark = (name: string, pertemuan_id: number, kursus_peserta_id: number) =>
  s.db
    .insertInto('absensi')
    .values({
      ...stamp(),
      updated_by: null,
      pertemuan_id,
      kursus_peserta_id,
      peserta_id: peserta[name]!,
      status_keberangkatan: StatusKeberangkatan.berangkat,
      kode_absensi: 'HADIR',
      catatan: null,
      ditandai_at: now(),
      ditandai_oleh: null,
    })
    .execute()

const ended = { diakhiri_at: '2026-02-01T00:00:00.000Z' }
/**
 * Students of the first class, by name. `columns` are columns of the student's enrolment. `sits`
 * returns whether the student sits in the lesson on a day.
 */
const members: Record<string, { columns: object; sits: (tanggal: string) => boolean }> = {
  tetap: { columns: {}, sits: () => true },
  adik: { columns: {}, sits: () => true },
  cuti: {
    columns: { status: cuti, cuti_mulai: day(7), cuti_selesai: day(20) },
    sits: (t) => t < day(7) || t > day(20),
  },
  tanpaTanggal: { columns: { status: cuti, cuti_mulai: day(-7) }, sits: (t) => t < day(-7) },
  kembali: {
    columns: { cuti_mulai: day(-14), cuti_selesai: day(-1) },
    sits: (t) => t < day(-14) || t > day(-1),
  },
  pamit: { columns: { ...ended, selesai: day(14) }, sits: (t) => t <= day(14) },
  berhenti: {
    columns: { ...ended, status: tidakAktif, selesai: day(-10) },
    sits: (t) => t <= day(-10),
  },
  belum: { columns: { status: tidakAktif, selesai: day(40) }, sits: () => false },
  nanti: { columns: { mulai: day(14) }, sits: (t) => t >= day(14) },
  naik: { columns: { ...ended, status: lulus, selesai: day(7) }, sits: (t) => t <= day(7) },
}
const dates = [-21, -14, 0, 7, 14, 21, 28].map(day)

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T02:30:00.000Z`) })
  s = await makeSchool()
  coach = await makePelatih(s)
  akun = await makeAkun(s)
  const gedung = s.ids.gedung
  for (const [i, name] of (['satu', 'dua', 'lanjut', 'semua'] as const).entries())
    kelas[name] = await makeKelas(s, gedung, { pelatih_id: coach, jam_mulai: `${10 + 2 * i}:00` })
  const kp = new Map<string, number>()
  for (const [name, { columns }] of Object.entries(members))
    kp.set(name, await join(name, kelas.satu, columns))
  await join('adik', kelas.dua)
  await join('tamu', kelas.dua)
  await join('naik', kelas.lanjut, { mulai: day(14) })
  for (const name of Object.keys(peserta)) await join(name, kelas.semua)
  await s.db.deleteFrom('pertemuan').execute()
  const lessonsOfClass = async (
    of: keyof typeof kelas,
    sits: (who: string, t: string) => boolean,
  ) =>
    Promise.all(
      dates.map(async (tanggal) => ({
        id: await storeLesson(s, kelas[of], tanggal),
        kelas: kelas[of],
        tanggal,
        orang: Object.keys(peserta)
          .filter((name) => sits(name, tanggal))
          .map((name) => peserta[name]!),
      })),
    )
  lessons = [
    ...(await lessonsOfClass('satu', (name, t) => members[name]?.sits(t) ?? false)),
    ...(await lessonsOfClass('dua', (name) => name === 'adik' || name === 'tamu')),
    ...(await lessonsOfClass('lanjut', (name, t) => name === 'naik' && t >= day(14))),
  ]
  const lesson = (tanggal: string) =>
    lessons.find((l) => l.kelas === kelas.satu && l.tanggal === tanggal)!
  // The student `tamu` of another class has a make-up in these lessons.
  for (const [tanggal, status] of [
    [day(-14), 'terpakai'],
    [day(21), 'dipesan'],
  ] as const) {
    await book('tamu', lesson(tanggal).id, status)
    lesson(tanggal).orang.push(peserta.tamu!)
  }
  // The student `nanti` has attendance in a lesson before the first day of the enrolment.
  await mark('nanti', lesson(day(-21)).id, kp.get('nanti')!)
  lesson(day(-21)).orang.push(peserta.nanti!)
})
afterAll(async () => {
  vi.useRealTimers()
  await s.close()
})

const sorted = (ids: Iterable<number>): number[] => [...new Set(ids)].toSorted((a, b) => a - b)
/**
 * Returns the result of `of` for each lesson, together with the class and date of the lesson. The
 * tests compare expected and actual results in this form.
 */
const perLesson = <T>(of: (lesson: (typeof lessons)[number]) => T) =>
  lessons.map((lesson) => [lesson.kelas, lesson.tanggal, of(lesson)])
const truth = () => perLesson((l) => sorted(l.orang))

describe('the students of a lesson', () => {
  test('are the same in the calendar', async () => {
    const counts = new Map<number, number>()
    for (const tanggal of dates) {
      const query = `mulai=${tanggal}&selesai=${tanggal}&pelatih_id=${coach}`
      const { pertemuan } = must(await s.admin.get<any>(`/pertemuan/kalender?${query}`))
      for (const lesson of pertemuan) counts.set(lesson.id, lesson.peserta)
    }
    expect(perLesson((l) => counts.get(l.id))).toEqual(perLesson((l) => l.orang.length))
  })
  test('are the same in attendance', async () => {
    const studentsByLesson = new Map<number, number[]>()
    for (const { id } of lessons)
      studentsByLesson.set(
        id,
        must(await s.admin.get<any>(`/pertemuan/absensi?id=${id}`)).peserta.map(
          (p: any) => p.peserta_id,
        ),
      )
    expect(perLesson((l) => sorted(studentsByLesson.get(l.id)!))).toEqual(truth())
  })
  test('are the same in the portals of coaches and their calendar links', async () => {
    const seats = await readSeats(
      s.db,
      lessons.map((l) => l.id),
    )
    expect(perLesson((l) => sorted((seats.get(l.id) ?? []).map((p) => p.peserta_id)))).toEqual(
      truth(),
    )
    const { pertemuan } = must(await (await s.as(coach)).get<any>('/portal/pelatih'))
    const todaysLessons = lessons.filter((l) => l.tanggal === today)
    expect(pertemuan.map((p: any) => [p.id, p.siswa.length])).toEqual(
      todaysLessons.map((l) => [l.id, l.orang.length]),
    )
  })
  test('are the same in the lists and portals of students and their payer', async () => {
    const studentsByLesson = new Map<number, number[]>(lessons.map((l) => [l.id, []]))
    for (const id of Object.values(peserta)) {
      const client = await s.as(id)
      const list = must(await client.get<any[]>('/pertemuan?per-page=200')).map((p) => p.id)
      const filtered = must(await s.admin.get<any[]>(`/pertemuan?per-page=200&peserta_id=${id}`))
      expect(sorted(list)).toEqual(sorted(filtered.map((p) => p.id)))
      for (const lessonId of list) studentsByLesson.get(lessonId)?.push(id)
      const { pertemuan } = must(await client.get<any>('/portal/peserta'))
      expect(pertemuan.map((p: any) => p.id)).toEqual(
        lessons
          .filter((l) => l.tanggal >= today && l.orang.includes(id))
          .toSorted((a, b) => (a.tanggal < b.tanggal ? -1 : 1))
          .map((l) => l.id)
          .slice(0, 12),
      )
    }
    expect(perLesson((l) => sorted(studentsByLesson.get(l.id)!))).toEqual(truth())
    const family = must(await (await s.as(akun)).get<any[]>('/pertemuan?per-page=200'))
    expect(sorted(family.map((p) => p.id))).toEqual(
      sorted(lessons.filter((l) => l.orang.length > 0).map((l) => l.id)),
    )
  })
  test('are the same in the conflict check, for the lesson and its other students', async () => {
    const actor = { id: 1, dasar: RoleId.superadmin, gedung: [], customRoles: [] } as never
    const wish = { pelatih: [coach], ruang: [s.ids.ruang], gedung_id: s.ids.gedung }
    const answers = await s.db.transaction().execute(async (trx) => {
      const ownStudents = new Map<number, number[]>()
      const otherStudents = new Map<number, readonly number[]>()
      for (const { id, kelas: of, tanggal } of lessons) {
        const span = { from: tanggal, to: tanggal }
        const self = await readLessonConflictData(trx, actor, { ...wish, ...span, id, kelas: of })
        ownStudents.set(
          id,
          self.peserta.filter((p) => sitsOn(p, tanggal)).map((p) => p.id),
        )
        const all = await readLessonConflictData(trx, actor, {
          ...wish,
          ...span,
          id: null,
          kelas: kelas.semua,
        })
        for (const lesson of all.lessons)
          if ('peserta' in lesson && lesson.id !== null && lesson.tanggal === tanggal)
            otherStudents.set(lesson.id, lesson.peserta)
      }
      return { own: ownStudents, others: otherStudents }
    })
    expect(perLesson((l) => sorted(answers.others.get(l.id)!))).toEqual(truth())
    // In the first lesson, the student `nanti` has attendance but no seat, so a move of that lesson
    // does not affect this student.
    const moving = (l: (typeof lessons)[number]) =>
      l.orang.filter((id) => id !== peserta.nanti || l.tanggal >= day(14))
    expect(perLesson((l) => sorted(answers.own.get(l.id)!))).toEqual(
      perLesson((l) => sorted(moving(l))),
    )
  })
  test('are the same in the conflict check, on days without lessons yet', async () => {
    const actor = { id: 1, dasar: RoleId.superadmin, gedung: [], customRoles: [] } as never
    const wish = { pelatih: [coach], ruang: [s.ids.ruang], gedung_id: s.ids.gedung }
    const later = day(56)
    const { lessons: unmade } = await s.db.transaction().execute((trx) =>
      readLessonConflictData(trx, actor, {
        ...wish,
        id: null,
        kelas: kelas.semua,
        from: later,
        to: later,
      }),
    )
    const of = (id: number) =>
      unmade.flatMap((l) => ('peserta' in l && l.kelas === id ? [l.peserta] : []))[0]
    expect(sorted(of(kelas.satu)!)).toEqual(
      sorted(
        Object.entries(members)
          .filter(([, { sits }]) => sits(later))
          .map(([name]) => peserta[name]!),
      ),
    )
    expect(of(kelas.lanjut)).toEqual([peserta.naik])
  })
})

test('shows the students with a seat, as the check of a newcomer counts them', async () => {
  const read = async () =>
    must(await s.admin.get<any>(`/kursus-pelatih/view?id=${kelas.satu}&expand=isi,peserta`))
  const here = ['tetap', 'adik', 'cuti', 'tanpaTanggal', 'kembali', 'pamit', 'nanti', 'naik']
  const record = await read()
  expect(record.isi.terisi).toBe(here.length)
  expect(sorted(record.peserta.map((p: any) => p.id))).toEqual(
    sorted(here.map((name) => peserta[name]!)),
  )
  await s.db
    .updateTable('kursus_pelatih')
    .set({ kapasitas: here.length })
    .where('id', '=', kelas.satu)
    .execute()
  const newcomer = {
    peserta_id: await makePeserta(s, akun, s.ids.gedung),
    kursus_pelatih_id: kelas.satu,
    mulai: today,
  }
  expect((await s.admin.post('/kursus-peserta/create', newcomer)).status).toBe(409)
  await setSetting(s, 'cuti_tahan_slot', false)
  // A student whose leave is in the future still holds a seat today. Students who are on leave
  // today are listed, although they do not hold a seat.
  expect((await read()).isi.terisi).toBe(here.length - 1)
  expect((await read()).peserta).toHaveLength(here.length)
  expect((await s.admin.post('/kursus-peserta/create', newcomer)).status).toBe(201)
  await setSetting(s, 'cuti_tahan_slot', true)
})

describe('the seat rule and its SQL', () => {
  const aDay = (r: Random): string => day(r.int(-40, 40))
  const maybe = <T>(r: Random, of: (r: Random) => T): T | null => (r.chance(0.4) ? null : of(r))
  const anEnrolment = (r: Random): EnrolmentState => ({
    status: r.pick([tidakAktif, aktif, cuti, lulus]),
    mulai: aDay(r),
    selesai: maybe(r, aDay),
    cuti_mulai: maybe(r, aDay),
    cuti_selesai: maybe(r, aDay),
    diakhiri_at: maybe(r, () => ended.diakhiri_at),
  })
  test('agree on any enrolment and any day', async () => {
    const id = await join('apa saja', kelas.dua)
    const lesson = await storeLesson(s, kelas.dua, day(50), {
      status: 'batal_sekolah',
    })
    const sits = async () =>
      ((await readSeats(s.db, [lesson])).get(lesson) ?? []).some(
        (p) => p.peserta_id === peserta['apa saja'],
      )
    const holds = async (tanggal: string, keeps: boolean) => {
      const { rows } =
        await sql`select kp.id from kursus_peserta kp where kp.id = ${id} and ${holdsSeatFrom(tanggal, keeps)}`.execute(
          s.db,
        )
      return rows.length === 1
    }
    for (let seed = 1; seed <= 150; seed++) {
      const r = makeRandom(seed)
      const [row, tanggal, keeps] = [anEnrolment(r), aDay(r), r.chance()]
      await s.db.updateTable('kursus_peserta').set(row).where('id', '=', id).execute()
      await s.db.updateTable('pertemuan').set({ tanggal }).where('id', '=', lesson).execute()
      const days = seatDays(row)
      const context = { ...row, tanggal, keeps }
      const sitting = days !== undefined && sitsOn(days, tanggal)
      const holding = days !== undefined && mayHold(days, tanggal, keeps)
      expect({ ...context, sits: await sits() }).toEqual({ ...context, sits: sitting })
      expect({ ...context, holds: await holds(tanggal, keeps) }).toEqual({
        ...context,
        holds: holding,
      })
      // Every student who sits in a lesson holds a seat.
      expect({ ...context, standing: sitting && !holding }).toEqual({ ...context, standing: false })
    }
  })
})
