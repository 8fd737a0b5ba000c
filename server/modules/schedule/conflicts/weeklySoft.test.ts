/**
 * Tests the conflicts of a class or an enrolment with the slots and leave of the coach, holidays,
 * travel time, siblings and dated lessons (domain.md 3.8). checkClass.test.ts tests the conflicts
 * between weekly classes. This file also tests soft conflicts that the user confirms, and classes
 * that wait for their coach.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId, SlotPelatih } from '#contract/enums.ts'
import type { Conflict } from '#contract/schedule/rules/conflicts.ts'
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

const inDays = (n: number): string => addDays(currentDay(), n)
/** Day of the lessons in these tests, in the future so that no lesson is over. */
const tanggal = inDays(9)
const hari = weekday(tanggal)
const reason = 'Sudah disepakati dengan gurunya'

/**
 * Creates an outlet, a room and a coach, and returns the fields of a class at 10:00 on the weekday
 * of the tests.
 */
const makePlace = async () => {
  const gedung_id = await makeOutlet(s)
  return {
    gedung_id,
    ruang_id: await makeRuang(s, gedung_id),
    pelatih_id: await makePelatih(s),
    kursus_id: s.ids.kursus,
    hari,
    jam_mulai: '10:00',
    mulai: currentDay(),
  }
}
type Place = Awaited<ReturnType<typeof makePlace>>
const create = (body: Body, by = s.admin): Promise<Answer<any>> =>
  by.post('/kursus-pelatih/create', body)
const makeClass = async (body: Body): Promise<any> => must(await create(body))
const view = async (path: string, id: number) =>
  must(await s.superadmin.get<any>(`/${path}/view?id=${id}`))
const change = async (path: string, id: number, body: Body): Promise<Answer<any>> =>
  s.superadmin.post(`/${path}/update?id=${id}`, { ...body, versi: (await view(path, id)).versi })
const kinds = ({ status, data }: Answer<any>) => [
  status,
  (data.konflik ?? []).map((c: Conflict) => `${c.jenis} ${c.tingkat}`),
]
const student = async (place: Place, akun?: number): Promise<number> =>
  makePeserta(s, akun ?? (await makeAkun(s)), place.gedung_id)
const join = (
  peserta_id: number,
  kursus_pelatih_id: number,
  more: Body = {},
): Promise<Answer<any>> =>
  s.admin.post('/kursus-peserta/create', {
    peserta_id,
    kursus_pelatih_id,
    mulai: currentDay(),
    ...more,
  })
/** Sets the status of every slot of a coach on the weekday of the tests (`hari`). */
const sayWeek = async (pelatih: number, statusOf: (jam: string) => number) =>
  must(
    await s.superadmin.post(`/user/ubah-jadwal-pelatih?id=${pelatih}`, {
      versi: 0,
      slot: slotTimes.map((jam) => ({ hari, jam, status: statusOf(jam) })),
    }),
  )
const lessonOn = async (place: Place, more: Body): Promise<any> =>
  must(
    await s.admin.post('/pertemuan/create', {
      jenis: 'trial',
      kursus_id: place.kursus_id,
      pelatih_id: place.pelatih_id,
      ruang_id: place.ruang_id,
      tanggal,
      jam_mulai: place.jam_mulai,
      ...more,
    }),
  )

describe('a class with a soft conflict', () => {
  test('is rejected in a slot that is not available, and allowed with a reason', async () => {
    const place = await makePlace()
    await sayWeek(place.pelatih_id, (jam) =>
      jam < '12:00' ? SlotPelatih.tidakBisa : SlotPelatih.kosong,
    )
    const refused = await create(place)
    expect(kinds(refused)).toEqual([409, ['slot lunak']])
    expect(
      refused.data.alternatif.map((a: { hari: number; jam_mulai: string }) => [
        a.hari,
        a.jam_mulai,
      ]),
    ).toEqual([
      [hari, '12:00'],
      [hari, '12:30'],
      [hari, '13:00'],
    ])
    const confirmedBody = { ...place, konfirmasi: ['slot'] }
    const silent = await create(confirmedBody)
    expect([silent.status, silent.data.errors[0].field]).toEqual([422, 'alasan_bentrok'])
    const { id } = await makeClass({ ...confirmedBody, alasan_bentrok: reason })
    expect(await view('kursus-pelatih', id)).toMatchObject({
      bentrok: ['slot'],
      alasan_bentrok: reason,
      tanya_dulu: false,
    })
    const log = must(
      await s.superadmin.get<any[]>(`/audit?entitas=kursus-pelatih&entitas_id=${id}`),
    )
    expect(JSON.stringify(log)).toContain(reason)
    // A change of the note needs no confirmation. A move to a free hour clears the conflict.
    must(await change('kursus-pelatih', id, { catatan: 'Bawa buku' }))
    expect((await view('kursus-pelatih', id)).bentrok).toEqual(['slot'])
    must(await change('kursus-pelatih', id, { jam_mulai: '12:00' }))
    expect(await view('kursus-pelatih', id)).toMatchObject({ bentrok: [], alasan_bentrok: null })
  })
  test('is always rejected in such a slot except for admins', async () => {
    const place = await makePlace()
    await sayWeek(place.pelatih_id, (jam) =>
      jam < '12:00' ? SlotPelatih.tidakBisa : SlotPelatih.kosong,
    )
    const role = must(
      await s.superadmin.post<{ id: number }>('/role/create', {
        name: 'Sales Kelas',
        dasar_role_id: RoleId.sales,
        accesses: ['kursus-pelatih/create', 'user/pelatih', 'ruang/pilihan', 'kursus/pilihan'],
      }),
    )
    const person = must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id: role.id,
        name: 'Sales Kelas',
        email: 'sales.kelas@contoh.id',
        phone: '081299887755',
        gedung_id: place.gedung_id,
      }),
    )
    const stand = { konfirmasi: ['slot'], alasan_bentrok: reason }
    const seller = await s.as(person.id)
    expect(kinds(await create({ ...place, ...stand }, seller))).toEqual([409, ['slot keras']])
    expect((await create({ ...place, ...stand })).status).toBe(201)
  })
  test('shows leave and holidays of the coming weeks with their days', async () => {
    const place = await makePlace()
    const leave = {
      pelatih_id: place.pelatih_id,
      mulai: tanggal,
      selesai: tanggal,
      alasan: 'Konser',
    }
    const { id } = must(await s.superadmin.post<any>('/pelatih-libur/create', leave))
    expect(kinds(await create({ ...place, hari: (hari % 7) + 1 }))).toEqual([201, []])
    // A requested leave is no conflict until it is approved.
    const examined = async () =>
      must(await s.admin.post<any>('/kursus-pelatih/periksa', place)).konflik.map(
        (c: Conflict) => `${c.jenis} ${c.tingkat}`,
      )
    expect(await examined()).toEqual([])
    must(await s.superadmin.post(`/pelatih-libur/setujui?id=${id}`))
    expect(await examined()).toEqual(['cuti lunak'])
    const holiday = { nama: 'Hari jadi', tanggal: addDays(tanggal, 7), gedung_id: place.gedung_id }
    must(await s.superadmin.post('/hari-libur/create', holiday))
    expect(kinds(await create(place))).toEqual([409, ['libur lunak', 'cuti lunak']])
    const stand = { konfirmasi: ['libur', 'cuti'], alasan_bentrok: reason }
    expect((await makeClass({ ...place, ...stand })).bentrok).toEqual(['cuti', 'libur'])
  })
  test('needs half an hour after a class of the coach at another outlet', async () => {
    const [here, there] = [await makePlace(), await makePlace()]
    await makeClass(here)
    const after = (jam_mulai: string) =>
      create({ ...there, pelatih_id: here.pelatih_id, jam_mulai })
    expect(kinds(await after('10:30'))).toEqual([409, ['jeda lunak']])
    expect(kinds(await after('10:59'))).toEqual([409, ['jeda lunak']])
    expect(kinds(await after('11:00'))).toEqual([201, []])
  })
})

describe('a class in an ask-first slot', () => {
  const waiting = async () => {
    const place = await makePlace()
    await sayWeek(place.pelatih_id, () => SlotPelatih.tanyaDulu)
    return { place, ...(await makeClass(place)) }
  }
  test('is marked in the choice of classes, like a full one', async () => {
    const { id, place } = await waiting()
    const chosen = async () =>
      must(await s.admin.get<any[]>(`/kursus-pelatih/pilihan?id=${id}`)).find((o) => o.id === id)
    const choiceText = async (): Promise<string> => JSON.stringify(await chosen())
    expect(await choiceText()).toContain('menunggu guru')
    must(await s.admin.post(`/kursus-pelatih/setujui-slot?id=${id}`, {}))
    expect(await choiceText()).not.toMatch(/guru"|penuh/)
    await s.db.updateTable('kursus_pelatih').set({ kapasitas: 1 }).where('id', '=', id).execute()
    must(await join(await student(place), id))
    expect(await choiceText()).toContain('penuh')
  })
  test('takes no students until an admin or the coach approves it', async () => {
    const { id, place } = await waiting()
    const answer = must(await s.admin.post<any>('/kursus-pelatih/periksa', place))
    expect(answer.tanya_dulu).toBe(true)
    expect(await view('kursus-pelatih', id)).toMatchObject({
      tanya_dulu: true,
      tanya_dulu_disetujui_at: null,
      bentrok: [],
    })
    const child = await student(place)
    const refused = await join(child, id)
    expect([refused.status, refused.data.message]).toEqual([
      409,
      'Kelas ini menunggu persetujuan guru',
    ])
    const later = must(await join(child, id, { status: 0 })).id
    expect((await s.admin.post(`/kursus-peserta/aktifkan?id=${later}`, {})).status).toBe(409)
    expect((await s.pelatih.post(`/kursus-pelatih/setujui-slot?id=${id}`)).status).toBe(404)
    expect((await s.sales.post(`/kursus-pelatih/setujui-slot?id=${id}`)).status).toBe(403)
    must(await s.admin.post(`/kursus-pelatih/setujui-slot?id=${id}`))
    expect(await view('kursus-pelatih', id)).toMatchObject({
      tanya_dulu_disetujui_at: expect.any(String),
      tanya_dulu_disetujui_oleh: s.ids.admin,
    })
    expect((await s.admin.post(`/kursus-pelatih/setujui-slot?id=${id}`)).status).toBe(409)
    must(await s.admin.post(`/kursus-peserta/aktifkan?id=${later}`, {}))
  })
  test('is shown in the portal of the coach, and needs approval again after a move', async () => {
    const { id, jam_mulai } = await waiting()
    await s.db
      .updateTable('kursus_pelatih')
      .set({ pelatih_id: s.ids.pelatih })
      .where('id', '=', id)
      .execute()
    const portalClass = async () =>
      must(await s.pelatih.get<any>('/portal/pelatih')).kelas.find(
        (k: { id: number }) => k.id === id,
      )
    expect(await portalClass()).toMatchObject({ persetujuan: 'menunggu', jam_mulai })
    must(await s.pelatih.post(`/kursus-pelatih/setujui-slot?id=${id}`))
    expect((await portalClass()).persetujuan).toBeNull()
    await s.db.deleteFrom('jadwal_kosong_versi').where('pelatih_id', '=', s.ids.pelatih).execute()
    await sayWeek(s.ids.pelatih, () => SlotPelatih.tanyaDulu)
    must(await change('kursus-pelatih', id, { catatan: 'Tetap' }))
    expect((await portalClass()).persetujuan).toBeNull()
    must(await change('kursus-pelatih', id, { jam_mulai: '15:00' }))
    expect((await portalClass()).persetujuan).toBe('menunggu')
  })
  test('takes no students after a rejection until it is moved or approved', async () => {
    const { id, place, pelatih_id } = await waiting()
    const listed = async (persetujuan: string) =>
      must(
        await s.admin.get<any[]>(
          `/kursus-pelatih?pelatih_id=${pelatih_id}&persetujuan=${persetujuan}`,
        ),
      ).map((k) => k.id)
    const url = `/kursus-pelatih/tolak-slot?id=${id}`
    expect([await listed('menunggu'), await listed('ditolak')]).toEqual([[id], []])
    expect((await s.admin.post(url, {})).status).toBe(422)
    expect((await s.pelatih.post(url, { alasan: reason })).status).toBe(404)
    const coach = await s.as(pelatih_id)
    must(await coach.post(url, { alasan: 'Mengantar anak' }))
    expect([await listed('menunggu'), await listed('ditolak')]).toEqual([[], [id]])
    const approval = async () => must(await coach.get<any>('/portal/pelatih')).kelas[0].persetujuan
    expect(await approval()).toBe('ditolak')
    expect(await view('kursus-pelatih', id)).toMatchObject({
      alasan_tanya_dulu: 'Mengantar anak',
      tanya_dulu_ditolak_at: expect.any(String),
    })
    expect((await coach.post(url, { alasan: reason })).status).toBe(409)
    const child = await student(place)
    const refused = await join(child, id)
    expect([refused.status, refused.data.message]).toEqual([409, 'Guru menolak jam kelas ini'])
    must(await change('kursus-pelatih', id, { jam_mulai: '15:00' }))
    expect([await approval(), (await view('kursus-pelatih', id)).alasan_tanya_dulu]).toEqual([
      'menunggu',
      null,
    ])
    must(await coach.post(url, { alasan: 'Mengantar anak' }))
    must(await s.admin.post(`/kursus-pelatih/setujui-slot?id=${id}`))
    expect(await listed('ditolak')).toEqual([])
    expect((await join(child, id)).status).toBe(201)
  })
})

describe('a class and dated lessons', () => {
  test.each(['pelatih_id', 'ruang_id'] as const)('conflict in %s for a trial', async (shared) => {
    const [place, otherPlace] = [await makePlace(), await makePlace()]
    const colleague = { ...place, pelatih_id: otherPlace.pelatih_id }
    const roomy = { ...place, ruang_id: await makeRuang(s, place.gedung_id) }
    await lessonOn(place, { jam_mulai: '10:15' })
    const sharedPlace = shared === 'pelatih_id' ? roomy : colleague
    const refused = await create(sharedPlace)
    expect(kinds(refused)).toEqual([
      409,
      [`${shared === 'pelatih_id' ? 'pelatih' : 'ruang'} keras`],
    ])
    expect(refused.data.konflik[0].dengan.resource).toBe('pertemuan')
    expect((await create({ ...sharedPlace, jam_mulai: '10:45' })).status).toBe(201)
  })
  test('conflict if a trial is at the time of a class', async () => {
    const place = await makePlace()
    const { id } = await makeClass(place)
    const body = {
      jenis: 'trial',
      kursus_id: place.kursus_id,
      pelatih_id: place.pelatih_id,
      ruang_id: place.ruang_id,
      tanggal,
      jam_mulai: '10:15',
    }
    expect((await s.admin.post('/pertemuan/create', body)).status).toBe(409)
    // After the regular lesson of that week is moved to another day, its hour is free.
    const [regular] = must(
      await s.admin.get<any[]>(`/pertemuan?kursus_pelatih_id=${id}&tanggal=${tanggal}`),
    )
    const away = { tanggal: addDays(tanggal, 1), jam_mulai: '15:00', alasan: reason }
    must(await s.admin.post(`/pertemuan/pindah?id=${regular.id}`, away))
    must(await s.admin.post('/pertemuan/create', body))
    // The regular lesson was moved away, so a change of the class does not conflict with the trial
    // at the original hour.
    must(await change('kursus-pelatih', id, { selesai: inDays(300) }))
  })
  test('conflict after a move of a lesson, except with its own class', async () => {
    const place = await makePlace()
    const { id } = await makeClass(place)
    const [regular] = must(
      await s.admin.get<any[]>(`/pertemuan?kursus_pelatih_id=${id}&tanggal=${tanggal}`),
    )
    const away = { tanggal: addDays(tanggal, 1), jam_mulai: '15:00', alasan: reason }
    must(await s.admin.post(`/pertemuan/pindah?id=${regular.id}`, away))
    const next = { ...place, hari: (hari % 7) + 1, jam_mulai: '15:00' }
    expect(kinds(await create(next))).toEqual([409, ['pelatih keras', 'ruang keras']])
    must(await change('kursus-pelatih', id, { jam_mulai: '11:00' }))
  })
  test('conflict only from the first day of a change on', async () => {
    const place = await makePlace()
    const { id } = await makeClass(place)
    await lessonOn(place, { jam_mulai: '13:00' })
    expect((await change('kursus-pelatih', id, { jam_mulai: '13:00' })).status).toBe(409)
    const later = { jam_mulai: '13:00', berlaku_mulai: addDays(tanggal, 1) }
    must(await change('kursus-pelatih', id, later))
  })
})

describe('a student', () => {
  test('is rejected in a class at the time of an own extra lesson', async () => {
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '14:00' })]
    const child = await student(placeA)
    must(await join(child, a.id))
    await lessonOn(placeA, { jenis: 'tambahan', kursus_pelatih_id: a.id, jam_mulai: '14:00' })
    const refused = await join(child, b.id)
    expect(kinds(refused)).toEqual([409, ['peserta keras']])
    expect(refused.data.konflik[0].dengan).toMatchObject({ resource: 'pertemuan' })
    // An enrolment that starts on the day after the lesson has no conflict.
    must(await join(child, b.id, { mulai: addDays(tanggal, 1) }))
  })
  test('is rejected in a class whose extra lesson is at the time of an own class', async () => {
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '14:00' })]
    await lessonOn(placeB, { jenis: 'tambahan', kursus_pelatih_id: b.id, jam_mulai: '10:00' })
    const child = await student(placeA)
    must(await join(child, a.id))
    expect(kinds(await join(child, b.id))).toEqual([409, ['peserta keras']])
  })
  test('gets other, free classes of the course offered if one is full', async () => {
    const place = await makePlace()
    const full = await makeClass({ ...place, kapasitas: 1 })
    must(await join(await student(place), full.id))
    const roomy = await makeClass({ ...place, jam_mulai: '13:00' })
    const busyAt = await makePlace()
    const otherClass = await makeClass({ ...busyAt, jam_mulai: '11:00' })
    await makeClass({ ...place, jam_mulai: '11:00' })
    const child = await student(place)
    must(await join(child, otherClass.id))
    const refused = await join(child, full.id)
    expect(kinds(refused)).toEqual([409, ['kapasitas keras']])
    expect(refused.data.message).toMatch(/penuh \(1 dari 1\)$/)
    expect(refused.data.alternatif.map((x: Body) => x.kursus_pelatih_id)).toEqual([roomy.id])
    const request = { peserta_id: child, kursus_pelatih_id: full.id, mulai: currentDay() }
    const examined = must(await s.sales.post<any>('/kursus-peserta/periksa', request))
    expect(examined.konflik).toHaveLength(1)
  })
  test('with a sibling at another outlet needs a reason, hidden from the family', async () => {
    const [placeA, placeB] = [await makePlace(), await makePlace()]
    const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '10:15' })]
    const akun = s.ids.akun
    must(await join(await student(placeA, akun), a.id))
    const child = await student(placeB, akun)
    expect(kinds(await join(child, b.id))).toEqual([409, ['saudara lunak']])
    const stand = { konfirmasi: ['saudara'], alasan_bentrok: reason }
    const { id } = must(await join(child, b.id, stand))
    expect(await view('kursus-peserta', id)).toMatchObject({
      bentrok: ['saudara'],
      alasan_bentrok: reason,
    })
    const enrolment = must(await s.akun.get<any>(`/kursus-peserta/view?id=${id}`))
    expect([enrolment.bentrok, enrolment.alasan_bentrok]).toEqual([null, null])
    // The activation of an enrolment checks the same conflicts as its creation.
    const off = must(await join(await student(placeB, akun), b.id, { status: 0 })).id
    const activate = (more: Body) => s.admin.post<any>(`/kursus-peserta/aktifkan?id=${off}`, more)
    expect(kinds(await activate({}))).toEqual([409, ['saudara lunak']])
    must(await activate({ konfirmasi: ['saudara'], alasan: reason }))
  })
})

describe('lessons without a class', () => {
  test('keep outlet and room open until they are moved or cancelled', async () => {
    const place = await makePlace()
    const { id } = await lessonOn(place, { jam_mulai: '19:00' })
    const shorter = await change('gedung', place.gedung_id, { jam_tutup: '19:15' })
    expect([...kinds(shorter), shorter.data.errors[0].field]).toEqual([
      409,
      ['tutup lunak'],
      'jam_tutup',
    ])
    expect(shorter.data.konflik[0].dengan).toMatchObject({ resource: 'pertemuan', id })
    const closed = await change('ruang', place.ruang_id, { status: 'nonaktif' })
    expect(kinds(closed)).toEqual([409, ['ruang keras']])
    must(await s.admin.post(`/pertemuan/batal?id=${id}`, { sebab: 'sekolah', alasan: reason }))
    must(await change('gedung', place.gedung_id, { jam_tutup: '19:15' }))
    must(await change('ruang', place.ruang_id, { status: 'nonaktif' }))
  })
  test('prevent a time zone of the outlet in which their coach teaches elsewhere', async () => {
    const [here, there] = [await makePlace(), await makePlace()]
    await lessonOn(here, { jam_mulai: '10:00' })
    await lessonOn({ ...there, pelatih_id: here.pelatih_id }, { jam_mulai: '11:00' })
    const moved = await change('gedung', there.gedung_id, { zona_waktu: 'Asia/Makassar' })
    expect([...kinds(moved), moved.data.errors[0].field]).toEqual([
      409,
      ['pelatih keras'],
      'zona_waktu',
    ])
    must(await change('gedung', there.gedung_id, { zona_waktu: 'Asia/Jayapura' }))
  })
})

describe('simultaneous requests', () => {
  test('make either a class or a trial at one time', async () => {
    for (let round = 0; round < 4; round++) {
      const place = await makePlace()
      const trial = {
        jenis: 'trial',
        kursus_id: place.kursus_id,
        pelatih_id: place.pelatih_id,
        ruang_id: place.ruang_id,
        tanggal,
        jam_mulai: '10:15',
      }
      const answers = await Promise.all([create(place), s.admin.post('/pertemuan/create', trial)])
      expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409])
    }
  })
  test('reject either the enrolment or the extra lesson at that time', async () => {
    for (let round = 0; round < 3; round++) {
      const [placeA, placeB] = [await makePlace(), await makePlace()]
      const [a, b] = [await makeClass(placeA), await makeClass({ ...placeB, jam_mulai: '14:00' })]
      const child = await student(placeA)
      must(await join(child, a.id))
      const extra = {
        jenis: 'tambahan',
        kursus_pelatih_id: a.id,
        kursus_id: placeA.kursus_id,
        pelatih_id: placeA.pelatih_id,
        ruang_id: placeA.ruang_id,
        tanggal,
        jam_mulai: '14:00',
      }
      const answers = await Promise.all([
        join(child, b.id),
        s.admin.post('/pertemuan/create', extra),
      ])
      expect(answers.map((x) => x.status).toSorted()).toEqual([201, 409])
    }
  })
  test('give the last seat to one of ten', async () => {
    const place = await makePlace()
    const { id } = await makeClass({ ...place, kapasitas: 1 })
    const children: number[] = []
    for (let n = 0; n < 10; n++) children.push(await student(place))
    const answers = await Promise.all(children.map((child) => join(child, id)))
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1)
  })
})
