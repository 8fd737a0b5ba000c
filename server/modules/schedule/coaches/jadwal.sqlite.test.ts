/**
 * Week of a coach. Saving stores only the changed slots and never closes a slot in which a class
 * takes place. The whole week has one version number.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Hari, SlotPelatih, RoleId } from '#contract/enums.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let url: { read: string; save: string }
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  url = {
    read: `/user/jadwal-pelatih?id=${s.ids.pelatih}`,
    save: `/user/ubah-jadwal-pelatih?id=${s.ids.pelatih}`,
  }
  await s.db.deleteFrom('jadwal_kosong_pelatih').execute()
  await s.db.deleteFrom('jadwal_kosong_versi').execute()
})

interface Jadwal {
  pelatih: object
  versi: number
  diubah_oleh: string | null
  slot: { hari: number; jam: string; status: number }[]
  kelas: {
    id: number | null
    nama: string
    hari: number
    jam_mulai: string
    ruang: string | null
  }[]
}
const read = async (by = s.superadmin) => must(await by.get<Jadwal>(url.read))
const open = (grid: Jadwal) =>
  grid.slot
    .filter((slot) => slot.status !== 3)
    .map((slot) => `${slot.hari} ${slot.jam} ${slot.status}`)
const mondaySlot = (jam: string, status: number) => ({ hari: Hari.senin, jam, status })

test('starts with no available slot at version 0, and returns the classes', async () => {
  const grid = await read()
  expect(grid).toMatchObject({
    pelatih: { id: s.ids.pelatih, name: 'Citra Guru' },
    versi: 0,
    updated_at: null,
    diubah_oleh: null,
  })
  expect([grid.slot.length, open(grid)]).toEqual([175, []])
  expect(grid.slot[0]).toEqual({ hari: Hari.senin, jam: '08:00', status: SlotPelatih.tidakBisa })
  expect(grid.slot[174]).toEqual({ hari: Hari.minggu, jam: '20:00', status: SlotPelatih.tidakBisa })
  expect(grid.kelas).toMatchObject([
    { id: s.ids.kelas, hari: Hari.senin, kursus: 'Piano Grade 1', gedung: 'Nada Jakarta' },
    { id: s.ids.kelas2, gedung: 'Nada Makassar' },
  ])
})
test('changes only the posted slots, and requires the new version next time', async () => {
  const first = must(
    await s.admin.post<Jadwal>(url.save, {
      versi: 0,
      slot: [
        mondaySlot('08:00', 1),
        mondaySlot('08:30', 2),
        { hari: Hari.minggu, jam: '20:00', status: SlotPelatih.kosong },
      ],
    }),
  )
  expect(first).toMatchObject({ versi: 1, diubah_oleh: 'Ayu Admin' })
  expect(open(first)).toEqual(['1 08:00 1', '1 08:30 2', '7 20:00 1'])
  const second = must(
    await s.pelatih.post<Jadwal>(url.save, {
      versi: 1,
      slot: [mondaySlot('08:30', 3), mondaySlot('08:00', 2)],
    }),
  )
  expect([second.versi, second.diubah_oleh, ...open(second)]).toEqual([
    2,
    'Citra Guru',
    '1 08:00 2',
    '7 20:00 1',
  ])
  expect(await read()).toEqual(second)
  const event = await s.db
    .selectFrom('audit')
    .select(['aksi', 'entitas', 'entitas_id', 'sebelum', 'sesudah', 'created_by'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(event).toEqual({
    aksi: 'ubah-jadwal-pelatih',
    entitas: 'user',
    entitas_id: s.ids.pelatih,
    created_by: s.ids.pelatih,
    sebelum: '{"Senin":"Kosong 08.00–08.30, tanya dulu 08.30–09.00"}',
    sesudah: '{"Senin":"Tanya dulu 08.00–08.30"}',
  })
})
test('rejects an old version with the current grid, and stores nothing', async () => {
  must(await s.admin.post(url.save, { versi: 0, slot: [mondaySlot('08:00', 1)] }))
  const answer = await s.pelatih.post(url.save, { versi: 0, slot: [mondaySlot('09:00', 1)] })
  expect(answer).toMatchObject({
    status: 409,
    data: { message: 'Jadwal diubah oleh Ayu Admin sejak Anda membukanya', current: { versi: 1 } },
  })
  expect(answer.data.current).toEqual(await read())
  expect(open(await read())).toEqual(['1 08:00 1'])
})
test('accepts one of several simultaneous saves of one version', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      s.admin.post(url.save, {
        versi: 0,
        slot: [
          mondaySlot(`1${n}:00`, 2),
          { hari: Hari.selasa, jam: '08:00', status: SlotPelatih.kosong },
        ],
      }),
    ),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409])
  expect(open(await read())).toHaveLength(2)
  expect((await read()).versi).toBe(1)
})
test('keeps the version and writes no audit entry without a change', async () => {
  must(await s.admin.post(url.save, { versi: 0, slot: [mondaySlot('08:00', 1)] }))
  const count = () =>
    s.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  const before = await count()
  expect(
    must(
      await s.admin.post<Jadwal>(url.save, {
        versi: 1,
        slot: [mondaySlot('08:00', 1), mondaySlot('08:30', 3)],
      }),
    ).versi,
  ).toBe(1)
  expect(await count()).toEqual(before)
})

describe('a slot of an active class', () => {
  const classAt = async () =>
    must(
      await s.superadmin.get<{ jam_mulai: string; nama: string; versi: number }>(
        `/kursus-pelatih/view?id=${s.ids.kelas}`,
      ),
    )
  test('cannot be closed: returns 409 with the class, and stores nothing', async () => {
    const { jam_mulai, nama } = await classAt()
    const answer = await s.admin.post(url.save, {
      versi: 0,
      slot: [
        { hari: Hari.selasa, jam: '08:00', status: SlotPelatih.kosong },
        mondaySlot(jam_mulai, 3),
      ],
    })
    expect(answer).toMatchObject({
      status: 409,
      data: {
        message: expect.stringContaining(nama),
        errors: [{ field: 'slot', message: expect.stringContaining('Senin') }],
      },
    })
    expect(open(await read())).toEqual([])
    for (const status of [1, 2])
      must(
        await s.admin.post(url.save, { versi: status - 1, slot: [mondaySlot(jam_mulai, status)] }),
      )
    expect(open(await read())).toEqual([`1 ${jam_mulai} 2`])
  })
  test.each([{ selesai: '2024-06-30' }, { status: 'nonaktif' as const }])(
    'can be closed when the class has ended or is inactive: %o',
    async (change) => {
      const { jam_mulai } = await classAt()
      const both = [s.ids.kelas, s.ids.kelas2]
      await s.db.updateTable('kursus_pelatih').set(change).where('id', 'in', both).execute()
      // Deletes the lessons, because lessons in closed slots are tested in
      // strandedLessons.sqlite.test.ts.
      await s.db.deleteFrom('pertemuan').where('kursus_pelatih_id', 'in', both).execute()
      const { kelas } = await read()
      const { status } = await s.admin.post(url.save, {
        versi: 0,
        slot: [mondaySlot(jam_mulai, 3)],
      })
      await s.db
        .updateTable('kursus_pelatih')
        .set({ selesai: null, status: 'aktif' })
        .where('id', 'in', both)
        .execute()
      expect([kelas, status]).toEqual([[], 200])
    },
  )
})

test.each([
  ['no version', { slot: [mondaySlot('08:00', 1)] }],
  ['nothing', { versi: 0, slot: [] }],
  ['a time that is no slot', { versi: 0, slot: [mondaySlot('08:15', 1)] }],
  ['after the last slot', { versi: 0, slot: [mondaySlot('20:30', 1)] }],
  [
    'a day that is none',
    { versi: 0, slot: [{ hari: 8, jam: '08:00', status: SlotPelatih.kosong }] },
  ],
  ['a state that is none', { versi: 0, slot: [mondaySlot('08:00', 0)] }],
  ['a slot twice', { versi: 0, slot: [mondaySlot('08:00', 1), mondaySlot('08:00', 2)] }],
  ['too many', { versi: 0, slot: Array.from({ length: 176 }, () => mondaySlot('08:00', 1)) }],
  ['no list', { versi: 0, slot: 'semua' }],
])('returns 422 for %s', async (_, body) => {
  expect((await s.admin.post(url.save, body)).status).toBe(422)
  expect((await read()).versi).toBe(0)
})

describe('the scope of a grid', () => {
  test('is the own one for a coach, and none for a user who is no coach', async () => {
    const otherCoach = must(
      await s.superadmin.post<{ id: number }>('/user/create', {
        role_id: RoleId.pelatih,
        name: 'Kirana Guru',
        email: 'kirana@contoh.id',
        phone: '081200000099',
      }),
    ).id
    for (const id of [otherCoach, s.ids.admin, s.ids.superadmin, s.ids.peserta, 999_999]) {
      expect((await s.pelatih.get(`/user/jadwal-pelatih?id=${id}`)).status, String(id)).toBe(404)
      expect(
        (
          await s.pelatih.post(`/user/ubah-jadwal-pelatih?id=${id}`, {
            versi: 0,
            slot: [mondaySlot('08:00', 1)],
          })
        ).status,
      ).toBe(404)
      expect((await s.superadmin.get(`/user/jadwal-pelatih?id=${id}`)).status).toBe(
        id === otherCoach ? 200 : 404,
      )
    }
    expect((await s.sales.get(`/user/jadwal-pelatih?id=${otherCoach}`)).status).toBe(200)
    expect((await s.superadmin.get('/user/jadwal-pelatih')).status).toBe(422)
  })
  test('is read-only for sales people, and hidden from families', async () => {
    expect((await read(s.sales)).kelas).toHaveLength(2)
    expect(
      (await s.sales.post(url.save, { versi: 0, slot: [mondaySlot('08:00', 1)] })).status,
    ).toBe(403)
    for (const client of [s.akun, s.peserta])
      expect([
        (await client.get(url.read)).status,
        (await client.post(url.save, {})).status,
      ]).toEqual([403, 403])
  })
  test('hides a class from an admin of another outlet, but rejects a closed slot', async () => {
    const { kelas } = await read(s.admin2)
    expect(kelas.find((k) => k.id === s.ids.kelas2)).toMatchObject({ gedung: 'Nada Makassar' })
    const hidden = kelas.filter((k) => k.id === null)
    expect(hidden).toHaveLength(1)
    expect(hidden[0]).toMatchObject({
      nama: 'Kelas di outlet lain',
      kursus: null,
      gedung: null,
      ruang: null,
    })
    const answer = await s.admin2.post(url.save, {
      versi: 0,
      slot: [mondaySlot(hidden[0]!.jam_mulai, 3)],
    })
    expect([answer.status, answer.data.message]).toEqual([
      409,
      expect.stringContaining('Kelas di outlet lain'),
    ])
  })
})
