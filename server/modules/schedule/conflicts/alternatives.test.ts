/**
 * Alternatives at the same hour for a class or lesson whose room or coach is taken (domain.md 3.8).
 * Coach, room and students of an alternative are free at the same time, and the server accepts the
 * alternative when it is posted.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SlotPelatih, UserStatus } from '#contract/enums.ts'
import type { Alternative } from '#contract/schedule/rules/conflicts.ts'
import { slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { addDays, currentDay, weekday } from '#contract/values/tanggal.ts'
import type { Answer, Body } from '#mocks/api/api.ts'
import { makeAkun, makeOutlet, makePelatih, makePeserta, makeRuang } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const tanggal = addDays(currentDay(), 9)
const hari = weekday(tanggal)

/**
 * Creates an outlet with a room and a coach. Also creates an admin whose scope is this outlet only,
 * so that alternatives contain no coaches of other outlets.
 */
const makePlace = async () => {
  const gedung_id = await makeOutlet(s)
  const coach = (name: string, more: Body = {}) =>
    makePelatih(s, { name, bidang: [s.ids.kategori], gedung_id, ...more })
  const room = (nama: string, kapasitas: number) => makeRuang(s, gedung_id, { nama, kapasitas })
  const pelatih_id = await coach('Guru Asli')
  const place = {
    gedung_id,
    ruang_id: await room('Aula', 20),
    pelatih_id,
    kursus_id: s.ids.kursus,
    jam_mulai: '10:00',
  }
  const admin = must(
    await s.superadmin.post<{ id: number }>('/user/create', {
      role_id: 2,
      name: `Admin ${gedung_id}`,
      email: `admin.${gedung_id}@contoh.id`,
      phone: `0814${10_000_000 + gedung_id}`,
      gedung_id,
      gedung_wilayah: [gedung_id],
    }),
  ).id
  return { place, coach, room, admin: await s.as(admin) }
}
let school: Awaited<ReturnType<typeof makePlace>>
beforeEach(async () => {
  school = await makePlace()
})

const kelas = (more: Body = {}): Promise<Answer<any>> =>
  school.admin.post('/kursus-pelatih/create', {
    ...school.place,
    hari,
    mulai: currentDay(),
    ...more,
  })
const lesson = (more: Body = {}): Promise<Answer<any>> => {
  const { gedung_id: _, ...place } = school.place
  return school.admin.post('/pertemuan/create', { ...place, jenis: 'trial', tanggal, ...more })
}
const alternativesOf = ({ status, data }: Answer<any>): unknown => {
  expect(status).toBe(409)
  expect(data.alternatif).toHaveLength(3)
  return (data.alternatif as Alternative[])
    .filter((a) => a.jam_mulai === '10:00' && (a.tanggal ?? tanggal) === tanggal)
    .filter((a) => (a.hari ?? hari) === hari)
    .map((a) => [a.pelatih_id, a.ruang_id, a.label])
}

describe.each([
  ['a class', kelas],
  ['a lesson', lesson],
] as const)('%s', (_, make) => {
  test('offers the smallest free rooms, then another time, if the room is taken', async () => {
    const { place, room, coach } = school
    const [wide, narrow] = [await room('Besar', 9), await room('Kecil', 2)]
    const shut = await room('Gudang', 1)
    await s.db.updateTable('ruang').set({ status: 'nonaktif' }).where('id', '=', shut).execute()
    must(await make({ pelatih_id: await coach('Tetangga') }))
    const refused = await make()
    expect(alternativesOf(refused)).toEqual([
      [place.pelatih_id, narrow, 'Ruang Kecil, jam yang sama'],
      [place.pelatih_id, wide, 'Ruang Besar, jam yang sama'],
    ])
    must(await make({ ruang_id: narrow }))
  })
  test('offers free coaches of the field, by name, if the coach is taken', async () => {
    const { place, room, coach } = school
    const [free, busy] = [await coach('Z Kosong'), await coach('A Sibuk')]
    const second = await room('Kecil', 2)
    await coach('A Nonaktif', { status: UserStatus.nonaktif })
    await makePelatih(s, { name: 'A Bidang lain', gedung_id: place.gedung_id })
    await makePelatih(s, { name: 'A Outlet lain', bidang: [s.ids.kategori] })
    const asks = await coach('B Tanya')
    const slot = slotTimes.map((jam) => ({ hari, jam, status: SlotPelatih.tanyaDulu }))
    must(await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${asks}`, { versi: 0, slot }))
    must(await make({ ruang_id: second }))
    must(await make({ ruang_id: await room('Lain', 3), pelatih_id: busy }))
    expect(alternativesOf(await make())).toEqual([
      [free, place.ruang_id, 'Guru Z Kosong, jam yang sama'],
    ])
    must(await make({ pelatih_id: free }))
  })
  test('offers another coach in another room if both are taken', async () => {
    const { room, coach } = school
    const [free, second] = [await coach('Z Kosong'), await room('Kecil', 2)]
    must(await make())
    expect(alternativesOf(await make())).toEqual([
      [free, second, 'Guru Z Kosong, Ruang Kecil, jam yang sama'],
    ])
    must(await make({ pelatih_id: free, ruang_id: second }))
  })
  test('offers only other times outside the opening hours of the outlet', async () => {
    await school.coach('Z Kosong')
    await school.room('Kecil', 2)
    const refused = await make({ jam_mulai: '03:00' })
    expect(refused.status).toBe(409)
    for (const a of refused.data.alternatif as Alternative[])
      expect([a.pelatih_id, a.ruang_id]).toEqual([school.place.pelatih_id, school.place.ruang_id])
  })
})

describe('a lesson that exists', () => {
  const moved = async (id: number, body: Body) =>
    school.admin.post<any>(`/pertemuan/pindah?id=${id}`, { tanggal, alasan: 'Guru ujian', ...body })
  test('keeps its coach in a move: offers only rooms, and none if the coach is busy', async () => {
    const { place, coach, room } = school
    await coach('Z Kosong')
    const { id } = must(await lesson({ jam_mulai: '15:00' }))
    const otherLesson = must(await lesson({ ruang_id: await room('Lain', 5) }))
    expect(alternativesOf(await moved(id, { jam_mulai: '10:00' }))).toEqual([])
    must(
      await s.superadmin.post(`/pertemuan/batal?id=${otherLesson.id}`, {
        sebab: 'sekolah',
        alasan: 'Batal',
      }),
    )
    must(await lesson({ pelatih_id: await coach('Tetangga') }))
    const small = await room('Kecil', 2)
    const refused = await moved(id, { jam_mulai: '10:00' })
    expect(alternativesOf(refused)).toContainEqual([
      place.pelatih_id,
      small,
      'Ruang Kecil, jam yang sama',
    ])
    must(await moved(id, { jam_mulai: '10:00', ruang_id: small }))
  })
  test('includes its students: offers no room if one of them is in another class', async () => {
    const { place, coach, room } = school
    const child = await makePeserta(s, await makeAkun(s), place.gedung_id)
    const join = async (kursus_pelatih_id: number) =>
      must(
        await s.superadmin.post('/kursus-peserta/create', {
          peserta_id: child,
          kursus_pelatih_id,
          mulai: currentDay(),
        }),
      )
    const { id } = must(await kelas({ jam_mulai: '15:00' }))
    const there = { ruang_id: await room('Lain', 5), pelatih_id: await coach('Tetangga') }
    await join(id)
    await join(must(await kelas(there)).id)
    // Creates a third class that takes the room of the outlet (Aula) at 10.00.
    must(await kelas({ pelatih_id: await coach('Ketiga') }))
    await room('Kecil', 2)
    const [regular] = must(
      await school.admin.get<any[]>(`/pertemuan?kursus_pelatih_id=${id}&tanggal=${tanggal}`),
    )
    const refused = await moved(regular.id, { jam_mulai: '10:00' })
    expect(alternativesOf(refused)).toEqual([])
  })
})
