/** Conflicts between weekly classes (domain.md 3.8): coach, room, student and opening hours. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari } from '#contract/enums.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
import { classesOverlap, classEnd, isClosed } from '#contract/schedule/rules/weekly.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addMonths, currentDay, firstDay, lastDay } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import {
  enrol,
  makeAkun,
  makeOutlet,
  makePelatih,
  makePeserta,
  makeRuang,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

/**
 * Year of all days in these tests. It is in the future, because past days are not checked for
 * conflicts.
 */
const nextYear = Number(currentDay().slice(0, 4)) + 1

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

let course = 0
const makeCourse = async (durasi_menit = 60): Promise<number> =>
  must(
    await s.superadmin.post('/kursus/create', {
      kode: `BTR-${++course}`,
      nama: `Bentrok ${course}`,
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 10,
      durasi_menit,
      biaya_bulanan: 1000,
    }),
  ).id
/** Creates a new outlet with a room and a coach, and a course of one hour. */
const makePlace = async (more: Body = {}) => {
  const gedung_id = await makeOutlet(s, more)
  const ruang_id = await makeRuang(s, gedung_id)
  return {
    gedung_id,
    ruang_id,
    pelatih_id: await makePelatih(s),
    kursus_id: await makeCourse(),
    hari: Hari.selasa,
    jam_mulai: '09:00',
    mulai: '2024-01-01',
  }
}
type Place = Awaited<ReturnType<typeof makePlace>>
const create = (place: Body, by = s.superadmin): Promise<Answer<any>> =>
  by.post('/kursus-pelatih/create', place)
const makeClass = async (place: Body): Promise<{ id: number; nama: string }> =>
  must(await create(place))
const change = async (path: string, id: number, body: Body, by = s.superadmin) =>
  by.post<any>(`/${path}/update?id=${id}`, {
    ...body,
    versi: must(await s.superadmin.get(`/${path}/view?id=${id}`)).versi,
  })
const outcomeOf = ({ status, data }: Answer<any>) => [
  status,
  (data.konflik ?? []).map((c: Conflict) => `${c.jenis} ${c.dengan.label}`),
  (data.errors ?? []).map((e: { field: string }) => e.field),
]
const accepted = (answer: Answer<any>): boolean => answer.status === 200 || answer.status === 201

describe('a new class', () => {
  let place: Place
  let first: { id: number; nama: string }
  beforeAll(async () => {
    place = await makePlace()
    first = await makeClass(place)
  })
  test('is rejected with the classes that use its coach or room at its time', async () => {
    const answer = await create(place)
    expect(outcomeOf(answer)).toEqual([
      409,
      [`pelatih ${first.nama}`, `ruang ${first.nama}`],
      ['pelatih_id', 'ruang_id'],
    ])
    expect(answer.data.message).toBe(
      `Guru sudah mengajar ${first.nama}. Ruang sudah dipakai ${first.nama}`,
    )
    expect(answer.data.konflik[0]).toEqual({
      jenis: 'pelatih',
      tingkat: 'keras',
      pesan: `Guru sudah mengajar ${first.nama}`,
      dengan: { resource: 'kursus-pelatih', id: first.id, label: first.nama },
      mulai: '09:00',
      selesai: '10:00',
    })
    const otherPlace = await makePlace({ zona_waktu: 'Asia/Jakarta' })
    const elsewhere = { ...otherPlace, pelatih_id: place.pelatih_id }
    expect(outcomeOf(await create(elsewhere))).toEqual([
      409,
      [`pelatih ${first.nama}`],
      ['pelatih_id'],
    ])
    const colleague = { ...place, pelatih_id: otherPlace.pelatih_id, jam_mulai: '09:30' }
    expect(outcomeOf(await create(colleague))).toEqual([409, [`ruang ${first.nama}`], ['ruang_id']])
  })
  test('may touch another class in time, be on another day, or be inactive', async () => {
    for (const more of [
      { jam_mulai: '10:00' },
      { jam_mulai: '08:00' },
      { hari: Hari.rabu },
      { status: 'nonaktif' },
      { selesai: '2023-12-31', mulai: '2023-01-01' },
    ]) {
      const answer = await create({ ...place, ...more })
      expect([more, answer.status]).toEqual([more, 201])
      must(await s.superadmin.post(`/kursus-pelatih/delete?id=${answer.data.id}`))
    }
  })
  test('does not conflict with a class from the day after its end', async () => {
    const ownPlace = await makePlace()
    await makeClass({ ...ownPlace, selesai: '2026-06-30' })
    expect((await create({ ...ownPlace, mulai: '2026-06-30' })).status).toBe(409)
    expect((await create({ ...ownPlace, mulai: '2026-07-01' })).status).toBe(201)
  })
  test('has a unique code with the course code, and the length of the course', async () => {
    const place = await makePlace()
    const course = must(await s.superadmin.get<any>(`/kursus/view?id=${place.kursus_id}`))
    const classA = must(await create(place))
    const classB = must(await create({ ...place, jam_mulai: '15:00' }))
    expect(classA.kode).not.toBe(classB.kode)
    for (const { kode } of [classA, classB])
      expect(kode).toMatch(new RegExp(`^${course.kode}-\\d+$`))
    expect([course.durasi_menit, classB.jam_selesai]).toEqual([60, '16:00'])
    const doubled = s.db.updateTable('kursus_pelatih').set({ kode: classA.kode })
    await expect(doubled.where('id', '=', classB.id).execute()).rejects.toThrow(/unique/i)
  })
  test('is rejected outside the opening hours of its outlet', async () => {
    const ownPlace = await makePlace({ jam_buka: '09:00', jam_tutup: '17:30' })
    for (const jam_mulai of ['03:00', '08:59', '16:31']) {
      const answer = await create({ ...ownPlace, hari: Hari.minggu, jam_mulai })
      expect(answer.status).toBe(409)
      expect(answer.data.errors).toEqual([
        { field: 'jam_mulai', message: expect.stringMatching(/ buka 09\.00–17\.30$/) },
      ])
      expect(answer.data.konflik).toMatchObject([
        { jenis: 'tutup', tingkat: 'keras', mulai: '09:00', selesai: '17:30' },
      ])
    }
    await makeClass({ ...ownPlace, hari: Hari.minggu, jam_mulai: '16:30' })
  })
  test('is rejected in another zone at the same local time or at the same moment', async () => {
    const east = await makePlace({ zona_waktu: 'Asia/Jayapura' })
    const there = { ...east, pelatih_id: place.pelatih_id, hari: Hari.jumat }
    await makeClass({ ...place, hari: Hari.jumat })
    expect((await create({ ...there, jam_mulai: '09:30' })).status).toBe(409)
    // WIT is two hours later than WIB, so 11.00 at the outlet in WIT is 09.00 at the other outlet.
    expect((await create({ ...there, jam_mulai: '11:30' })).status).toBe(409)
    expect((await create({ ...there, jam_mulai: '12:30' })).status).toBe(201)
  })
  test('shows a conflict of an outlet outside the scope without its name', async () => {
    await s.db
      .insertInto('user_gedung')
      .values({ user_id: place.pelatih_id, gedung_id: s.ids.gedung2 })
      .execute()
    const body = { ...place, gedung_id: s.ids.gedung2, ruang_id: s.ids.ruang2 }
    const answer = await create(body, s.admin2)
    expect(outcomeOf(answer)).toEqual([409, ['pelatih Kelas di outlet lain'], ['pelatih_id']])
    expect(answer.data.konflik[0].dengan.id).toBeNull()
    expect(JSON.stringify(answer.data)).not.toContain('Bentrok')
  })
})

describe('a changed class', () => {
  test('is rejected on a conflict, and is not checked if its time does not change', async () => {
    const place = await makePlace()
    const first = await makeClass(place)
    const { id } = await makeClass({ ...place, jam_mulai: '11:00', kapasitas: 5 })
    const colleague = await makePelatih(s)
    const room = await makeRuang(s, place.gedung_id)
    expect((await change('kursus-pelatih', id, { jam_mulai: '09:30' })).status).toBe(409)
    const away = { jam_mulai: '09:30', pelatih_id: colleague }
    expect(outcomeOf(await change('kursus-pelatih', id, away))[1]).toEqual([`ruang ${first.nama}`])
    expect(accepted(await change('kursus-pelatih', id, { ...away, ruang_id: room }))).toBe(true)
    for (const back of [{ ruang_id: place.ruang_id }, { pelatih_id: place.pelatih_id }])
      expect((await change('kursus-pelatih', id, back)).status).toBe(409)
    expect(accepted(await change('kursus-pelatih', id, { catatan: 'x', kapasitas: 4 }))).toBe(true)
  })
  test('is checked when it becomes active', async () => {
    const place = await makePlace()
    const first = await makeClass(place)
    const { id } = await makeClass({ ...place, status: 'nonaktif' })
    const active = { status: 'aktif' }
    expect((await change('kursus-pelatih', id, active)).status).toBe(409)
    expect(accepted(await change('kursus-pelatih', first.id, { status: 'nonaktif' }))).toBe(true)
    expect(accepted(await change('kursus-pelatih', id, active))).toBe(true)
    expect((await change('kursus-pelatih', first.id, active)).status).toBe(409)
  })
  test('may end earlier or change its note despite an old conflict', async () => {
    const place = await makePlace()
    await makeClass(place)
    const { id } = await makeClass({ ...place, hari: Hari.kamis })
    // Stores the class with a conflict, as in old data from before classes were checked.
    await s.db
      .updateTable('kursus_pelatih')
      .set({ hari: Hari.selasa })
      .where('id', '=', id)
      .execute()
    expect(accepted(await change('kursus-pelatih', id, { catatan: 'Bentrok lama' }))).toBe(true)
    const end = { selesai: '2026-12-31' }
    expect(accepted(await change('kursus-pelatih', id, end))).toBe(true)
    expect((await change('kursus-pelatih', id, { selesai: null })).status).toBe(409)
  })
})

describe('the course and outlet of a class', () => {
  test('give it the longer course duration if there is no conflict', async () => {
    const place = await makePlace()
    const first = await makeClass(place)
    const next = await makeClass({ ...place, kursus_id: await makeCourse(), jam_mulai: '10:00' })
    const answer = await change('kursus', place.kursus_id, { durasi_menit: 90 })
    expect(outcomeOf(answer)).toEqual([
      409,
      [`pelatih ${next.nama}`, `ruang ${next.nama}`],
      ['durasi_menit'],
    ])
    expect(answer.data.message).toContain(`${first.nama}: Guru sudah mengajar ${next.nama}`)
    must(await change('kursus-pelatih', next.id, { jam_mulai: '10:30' }))
    must(await change('kursus', place.kursus_id, { durasi_menit: 90 }))
    const end = async () =>
      must(await s.superadmin.get(`/kursus-pelatih/view?id=${first.id}`)).jam_selesai
    expect(await end()).toBe('10:30')
    must(await change('kursus', place.kursus_id, { durasi_menit: 45 }))
    expect(await end()).toBe('09:45')
  })
  test('reject a longer course if its own classes would overlap', async () => {
    const place = await makePlace()
    await makeClass(place)
    await makeClass({ ...place, jam_mulai: '10:00' })
    expect((await change('kursus', place.kursus_id, { durasi_menit: 90 })).status).toBe(409)
  })
  test('keep a longer class before the closing time and before midnight', async () => {
    const place = await makePlace({ jam_tutup: '20:00' })
    await makeClass({ ...place, jam_mulai: '19:00' })
    const closed = await change('kursus', place.kursus_id, { durasi_menit: 90 })
    expect([closed.status, closed.data.konflik[0].jenis]).toEqual([409, 'tutup'])
    const night = await makePlace({ jam_buka: '00:00', jam_tutup: '23:59' })
    await makeClass({ ...night, jam_mulai: '22:59' })
    const late = await change('kursus', night.kursus_id, { durasi_menit: 90 })
    expect([late.status, late.data.errors[0].field]).toEqual([422, 'durasi_menit'])
  })
  test('reject a closing time before a class ends, and do not check other changes', async () => {
    const place = await makePlace()
    const { id, nama } = await makeClass({ ...place, jam_mulai: '19:00' })
    const change2 = (body: Body) => change('gedung', place.gedung_id, body)
    const early = await change2({ jam_tutup: '19:30' })
    expect([early.status, early.data.message]).toEqual([409, `Di luar jam buka itu: ${nama}`])
    expect(early.data.errors[0].field).toBe('jam_tutup')
    must(await change2({ jam_tutup: '20:00' }))
    must(await change2({ jam_buka: '19:00' }))
    await s.db
      .updateTable('kursus_pelatih')
      .set({ jam_mulai: '18:00' })
      .where('id', '=', id)
      .execute()
    must(await change2({ alamat: 'Jl. Baru 2' }))
    must(await change2({ jam_tutup: '20:30' }))
  })
  test('reject a time zone in which a coach has two classes at one moment', async () => {
    const west = await makePlace()
    const east = await makePlace({ zona_waktu: 'Asia/Makassar' })
    await makeClass(west)
    await makeClass({ ...east, pelatih_id: west.pelatih_id, jam_mulai: '11:30' })
    const to = (zona_waktu: string) => change('gedung', east.gedung_id, { zona_waktu })
    const further = await to('Asia/Jayapura')
    expect([further.status, further.data.errors[0].field]).toEqual([409, 'zona_waktu'])
    must(await to('Asia/Jakarta'))
  })
})

describe('a student', () => {
  const student = async (gedung_id: number) => makePeserta(s, await makeAkun(s), gedung_id)
  test('cannot be in two classes at once, unless one has ended or is inactive', async () => {
    // The months are within a year from today, because a planned end may not be later.
    const [before, month, after] = [2, 3, 4].map((n) => addMonths(currentDay().slice(0, 7), n))
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '09:30' })]
    const peserta_id = await student(placeA.gedung_id)
    const first = await enrol(s, peserta_id, a.id, { selesai: lastDay(month!) })
    const join = (more: Body) =>
      s.superadmin.post<any>('/kursus-peserta/create', {
        peserta_id,
        kursus_pelatih_id: b.id,
        mulai: firstDay(month!),
        ...more,
      })
    const answer = await join({})
    expect(outcomeOf(answer)).toEqual([409, [`peserta ${a.nama}`], ['kursus_pelatih_id']])
    expect(answer.data.message).toMatch(/^Murid \d+ sudah ikut Bentrok/)
    const second = must(await join({ status: 0 })).id
    const activate = (more: Body) =>
      s.superadmin.post<any>(`/kursus-peserta/aktifkan?id=${second}`, more)
    expect((await activate({})).status).toBe(409)
    must(await activate({ mulai: firstDay(after!) }))
    expect((await change('kursus-peserta', second, { mulai: lastDay(month!) })).status).toBe(409)
    const end = { selesai: lastDay(before!), alasan: 'Lebih awal' }
    must(await s.superadmin.post(`/kursus-peserta/berhenti?id=${first}`, end))
    expect(accepted(await change('kursus-peserta', second, { mulai: lastDay(month!) }))).toBe(true)
    const again = await s.superadmin.post(`/kursus-peserta/aktifkan?id=${first}`, {
      mulai: firstDay(month!),
    })
    expect(again.status).toBe(409)
  })
  test('prevents a move of a class to the time of another own class', async () => {
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '11:00' })]
    const peserta_id = await student(placeA.gedung_id)
    await enrol(s, peserta_id, a.id)
    await enrol(s, peserta_id, b.id)
    const answer = await change('kursus-pelatih', b.id, { jam_mulai: '09:30' })
    expect(outcomeOf(answer)).toEqual([409, [`peserta ${a.nama}`], ['jam_mulai']])
    expect(accepted(await change('kursus-pelatih', b.id, { jam_mulai: '10:00' }))).toBe(true)
  })
})

describe('simultaneous requests', () => {
  test('make one class of ten at one time with the same coach or room', async () => {
    for (const share of ['pelatih_id', 'ruang_id'] as const) {
      const place = await makePlace()
      const bodies: Body[] = []
      for (let i = 0; i < 10; i++) {
        const ownResource =
          share === 'pelatih_id'
            ? { ruang_id: await makeRuang(s, place.gedung_id) }
            : { pelatih_id: await makePelatih(s) }
        bodies.push({ ...place, ...ownResource, jam_mulai: `09:${String(i * 5).padStart(2, '0')}` })
      }
      const answers = await Promise.all(bodies.map((b) => create(b)))
      expect(answers.map((a) => a.status).toSorted()).toEqual([
        201,
        ...Array.from({ length: 9 }, () => 409),
      ])
    }
  })
  test('make all classes without a conflict', async () => {
    const place = await makePlace()
    const hours = ['08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00']
    const answers = await Promise.all(hours.map((jam_mulai) => create({ ...place, jam_mulai })))
    expect(answers.map((a) => a.status)).toEqual(hours.map(() => 201))
  })
  test('move one of two classes to the same time', async () => {
    const place = await makePlace()
    const [a, b] = [await makeClass(place), await makeClass({ ...place, jam_mulai: '13:00' })]
    const to = { jam_mulai: '11:00' }
    const answers = await Promise.all([a.id, b.id].map((id) => change('kursus-pelatih', id, to)))
    expect(answers.map((x) => x.status).toSorted()).toEqual([200, 409])
  })
  test('enrol a student in one of two classes', async () => {
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const classes = [await makeClass(placeA), await makeClass(placeB)]
    const peserta_id = await makePeserta(s, await makeAkun(s), placeA.gedung_id)
    const answers = await Promise.all(
      classes.map((c) =>
        s.superadmin.post('/kursus-peserta/create', {
          peserta_id,
          kursus_pelatih_id: c.id,
          mulai: '2026-01-01',
        }),
      ),
    )
    expect(answers.map((x) => x.status).toSorted()).toEqual([201, 409])
  })
})

test('never makes overlapping classes or classes outside opening hours', async () => {
  const seeds = engineOf(s.db) === 'sqlite' ? 6 : 3
  const counts = new Map<number, number>()
  for (let seed = 1; seed <= seeds; seed++) {
    const r = makeRandom(seed)
    const [west, east] = [await makePlace(), await makePlace({ zona_waktu: 'Asia/Makassar' })]
    const coaches = [west.pelatih_id, east.pelatih_id] as const
    const ids: number[] = []
    const random = () => {
      const place = r.pick([west, east])
      const from = `${nextYear}-0${r.int(1, 9)}-01`
      return {
        ...place,
        pelatih_id: r.pick(coaches),
        hari: r.int(1, 2),
        jam_mulai: `${String(r.int(7, 20)).padStart(2, '0')}:${r.pick(['00', '30'])}`,
        mulai: from,
        selesai: r.chance() ? `${nextYear}-${from.slice(5, 7)}-28` : null,
        status: r.chance(0.8) ? 'aktif' : 'nonaktif',
      }
    }
    const step = async () => {
      const id = r.chance(0.3) ? ids[r.int(0, Math.max(0, ids.length - 1))] : undefined
      const length = { durasi_menit: r.pick([30, 60, 90]) }
      const write = () => {
        if (r.chance(0.05)) return change('kursus', r.pick([west, east]).kursus_id, length)
        if (id === undefined) return create(random())
        return change('kursus-pelatih', id, { ...random(), kursus_id: undefined })
      }
      const answer = await write()
      if (answer.status === 201) ids.push(answer.data.id)
      counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
      if (![200, 201, 409, 422].includes(answer.status)) throw new Error(JSON.stringify(answer))
    }
    for (let i = 0; i < 12; i++) await Promise.all([step(), step(), step()])
    const outlets = [west.gedung_id, east.gedung_id]
    const rows = await s.db
      .selectFrom('kursus_pelatih as k')
      .innerJoin('gedung as g', 'g.id', 'k.gedung_id')
      .innerJoin('kursus as c', 'c.id', 'k.kursus_id')
      .selectAll('k')
      .select(['g.zona_waktu', 'g.jam_buka', 'g.jam_tutup', 'c.durasi_menit'])
      .where('k.status', '=', 'aktif')
      .where('k.gedung_id', 'in', outlets)
      .execute()
    for (const [i, a] of rows.entries()) {
      expect(isClosed(a, a)).toBe(false)
      expect(a.jam_selesai).toBe(classEnd(a.jam_mulai, a.durasi_menit))
      const rivals = rows
        .slice(i + 1)
        .filter((b) => a.pelatih_id === b.pelatih_id || a.ruang_id === b.ruang_id)
      expect(
        rivals.filter((b) => classesOverlap(a, b)),
        `seed ${seed}: ${a.id}`,
      ).toEqual([])
    }
  }
  expect(counts.get(201)).toBeGreaterThan(seeds * 4)
  expect(counts.get(409)).toBeGreaterThan(seeds * 4)
})

test('finds conflicts among 5,000 classes by indexes', async () => {
  const plan = async (query: ReturnType<typeof sql>) => {
    const prefix = engineOf(s.db) === 'sqlite' ? sql`explain query plan ` : sql`explain `
    const { rows } = await sql`${prefix}${query}`.execute(s.db)
    return JSON.stringify(rows)
  }
  const place = await makePlace()
  const { id } = await makeClass(place)
  const columns = sql.raw(
    'kode, nama, nama_kunci, pelatih_id, kursus_id, gedung_id, ruang_id, hari, jam_mulai, jam_selesai, mulai, status, cari, created_at, updated_at',
  )
  const coaches = [place.pelatih_id, s.ids.pelatih, ...Array.from({ length: 20 }, () => 0)]
  for (let i = 2; i < coaches.length; i++) coaches[i] = await makePelatih(s)
  const rooms: number[] = []
  for (let i = 0; i < 20; i++) rooms.push(await makeRuang(s, place.gedung_id))
  for (let start = 0; start < 5000; start += 500) {
    const rows = Array.from({ length: 500 }, (_, i) => {
      const n = start + i
      return sql`(${`L-${n}`}, 'Lama', 'lama', ${coaches[n % coaches.length]}, ${place.kursus_id},
        ${place.gedung_id}, ${rooms[n % rooms.length]}, 1, '09:00', '10:00', '2020-01-01',
        'nonaktif', '', 'x', 'x')`
    })
    await sql`insert into kursus_pelatih (${columns}) values ${sql.join(rows)}`.execute(s.db)
  }
  if (engineOf(s.db) === 'postgres') await sql`analyze kursus_pelatih`.execute(s.db)
  const rivals = await plan(
    sql`select id from kursus_pelatih where status = 'aktif' and (pelatih_id in (${place.pelatih_id}) or ruang_id in (${place.ruang_id}))`,
  )
  expect(rivals).toMatch(/kursus_pelatih_sibuk_guru/)
  expect(rivals).toMatch(/kursus_pelatih_sibuk_ruang/)
  const students = await plan(
    sql`select id from kursus_peserta where peserta_id = ${id} and status in (0, 1, 2) and status in (1, 2)`,
  )
  // PostgreSQL scans a table of this size instead of using the index.
  expect(students).toMatch(engineOf(s.db) === 'sqlite' ? /kursus_peserta_(sekali|peserta)/ : /Scan/)
})
