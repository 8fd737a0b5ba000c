/**
 * Tests that the server accepts every alternative that it offers for a rejected lesson or class
 * (domain.md 3.8).
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
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

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const stand = { konfirmasi: softKinds, catatan: 'Sudah disepakati', alasan: 'Sudah disepakati' }
const day = addDays(currentDay(), 9)
const hari = weekday(day)
let gedung: number
let ruang: number
let kelas: number
let place: Body
beforeEach(async () => {
  gedung = await makeOutlet(s)
  const pelatih_id = await makePelatih(s, { bidang: [s.ids.kategori] })
  // Creates a second coach here and a second room below. Both are free at the hour of the tests, so
  // that the server can offer them as alternatives.
  await makePelatih(s, { bidang: [s.ids.kategori] })
  ruang = await makeRuang(s, gedung, { kapasitas: 5 })
  await makeRuang(s, gedung, { kapasitas: 2 })
  kelas = await makeKelas(s, gedung, { pelatih_id, ruang_id: ruang, hari: (hari % 7) + 1 })
  place = { kursus_id: s.ids.kursus, pelatih_id, ruang_id: ruang }
})
const offered = ({ data }: Answer<any>) => data.alternatif as Record<string, unknown>[]
/**
 * Posts every alternative that a 409 response offers, and expects success. `post` deletes the
 * created row, so that the next alternative is still possible.
 */
const postAll = async (answer: Answer<any>, post: (place: Body) => Promise<Answer<any>>) => {
  expect(answer.status).toBe(409)
  const offers = offered(answer)
  expect(offers.length).toBeGreaterThan(0)
  for (const { label: _, ...place } of offers)
    expect([place, (await post(place)).success]).toEqual([place, true])
  return offers
}

test('offers another time, not another room, for a duplicate lesson of a class', async () => {
  const lesson = { ...place, kursus_pelatih_id: kelas, jenis: 'tambahan', tanggal: day }
  const post = (more: Body) =>
    s.superadmin.post<any>('/pertemuan/create', { ...lesson, ...stand, ...more })
  must(await post({ jam_mulai: '10:00' }))
  const again = await post({ jam_mulai: '10:00' })
  expect(again.data.message).toContain('Kelas ini sudah punya pertemuan')
  const offers = await postAll(again, post)
  expect(offers.map((o) => `${o.tanggal} ${o.jam_mulai}`)).not.toContain(`${day} 10:00`)
  // With another coach and another room, the only conflict is that the students of the class are
  // busy.
  const otherCoach = await makePelatih(s)
  const elsewhere = {
    pelatih_id: otherCoach,
    ruang_id: await makeRuang(s, gedung),
    jam_mulai: '10:00',
  }
  const refused = await post(elsewhere)
  expect([refused.status, refused.data.konflik[0].jenis]).toEqual([409, 'peserta'])
  const checked = must(
    await s.superadmin.post<any>('/pertemuan/periksa', {
      ...elsewhere,
      kursus_id: s.ids.kursus,
      kursus_pelatih_id: kelas,
      tanggal: day,
    }),
  )
  expect(checked.konflik).toHaveLength(1)
})
test('offers a class only rooms of sufficient capacity', async () => {
  const takenClass = await makeKelas(s, gedung, { ruang_id: ruang, hari })
  const body = { ...place, gedung_id: gedung, hari, jam_mulai: '09:00', mulai: currentDay() }
  const create = (more: Body) =>
    s.superadmin.post<any>('/kursus-pelatih/create', {
      ...body,
      ...stand,
      alasan_bentrok: 'Sudah disepakati',
      ...more,
    })
  const courseOf10 = must(
    await s.superadmin.post<any>('/kursus/create', {
      kode: 'TWR',
      nama: 'Ensambel',
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 10,
      durasi_menit: 30,
      biaya_bulanan: 1000,
    }),
  ).id
  const large = { kursus_id: courseOf10, kapasitas: 4 }
  const answer = await create(large)
  expect(answer.status).toBe(409)
  const small = await s.db
    .selectFrom('ruang')
    .select('id')
    .where('gedung_id', '=', gedung)
    .where('kapasitas', '<', 4)
    .execute()
  for (const offer of offered(answer))
    expect(small.map((room) => room.id)).not.toContain(offer.ruang_id)
  const [first] = offered(answer)
  const { label: _, ...slot } = first!
  must(await create({ ...large, ...slot }))
  expect(takenClass).toBeGreaterThan(0)
})
test('offers a student no class that the student is in already', async () => {
  const child = await makePeserta(s, await makeAkun(s), gedung)
  const busy = await makeKelas(s, gedung, { hari, jam_mulai: '15:00' })
  const wantedClass = await makeKelas(s, gedung, { hari, jam_mulai: '15:00' })
  await enrol(s, child, busy)
  const old = await enrol(s, child, kelas)
  must(
    await s.superadmin.post(`/kursus-peserta/berhenti?id=${old}`, {
      ...stand,
      selesai: currentDay(),
    }),
  )
  const free = await makeKelas(s, gedung, { hari, jam_mulai: '17:00' })
  const join = (more: Body) =>
    s.superadmin.post<any>('/kursus-peserta/create', {
      peserta_id: child,
      mulai: addDays(currentDay(), 1),
      kursus_pelatih_id: wantedClass,
      ...stand,
      ...more,
    })
  const answer = await join({})
  expect(offered(answer).map((o) => o.kursus_pelatih_id)).not.toContain(kelas)
  expect(offered(answer).map((o) => o.kursus_pelatih_id)).toContain(free)
})
