/**
 * Rooms and their classes (domain.md 2.2, 2.4). The capacity of a class must fit its room. A room
 * cannot be removed while a class uses it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makeOutlet, makePelatih, makeRuang } from '#mocks/people/family.ts'
import { storeLesson } from '#mocks/schedule/lesson.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let gedung: number
beforeAll(async () => {
  s = await makeSchool()
  gedung = await makeOutlet(s)
})
afterAll(() => s.close())

const issues = ({
  status,
  data,
}: {
  status: number
  data: { message: string; errors?: { field: string }[] }
}) => [status, data.errors?.[0]?.field, data.message]
const view = async (name: string, id: number) =>
  must(await s.superadmin.get(`/${name}/view?id=${id}`))
const change = async (name: string, id: number, body: Body) =>
  s.superadmin.post(`/${name}/update?id=${id}`, { ...body, versi: (await view(name, id)).versi })

describe('a room', () => {
  test('requires a unique name per outlet regardless of case and spaces', async () => {
    await makeRuang(s, gedung, { nama: 'Studio  Satu' })
    expect(
      issues(await s.superadmin.post('/ruang/create', { nama: 'studio satu', gedung_id: gedung })),
    ).toEqual([409, 'nama', 'Nama Ruang dan Outlet sudah dipakai'])
    await makeRuang(s, await makeOutlet(s), { nama: 'Studio Satu' })
  })
  test('requires a capacity of at least 1 and short, distinct facilities', async () => {
    expect(
      issues(
        await s.superadmin.post('/ruang/create', { nama: 'Nol', gedung_id: gedung, kapasitas: 0 }),
      ),
    ).toEqual([422, 'kapasitas', 'Minimal 1'])
    const id = await makeRuang(s, gedung, { fasilitas: [' Grand  piano ', 'AC', 'Grand piano'] })
    expect((await view('ruang', id)).fasilitas).toEqual(['Grand piano', 'AC'])
    for (const fasilitas of [
      [''],
      ['x'.repeat(41)],
      Array.from({ length: 21 }, (_, i) => `F${i}`),
      [1],
      'AC',
    ])
      expect(
        (await s.superadmin.post('/ruang/create', { nama: 'Salah', gedung_id: gedung, fasilitas }))
          .status,
      ).toBe(422)
    expect(
      must(await s.superadmin.get('/ruang?q=grand piano')).map((r: { id: number }) => r.id),
    ).toEqual([id])
  })
  test('shows the outlet in a picker and offers active rooms of the requested outlet', async () => {
    const [newOutlet, oldOutlet] = [await makeOutlet(s), await makeOutlet(s)]
    const [a, b] = [
      await makeRuang(s, newOutlet, { nama: 'Pilihan A' }),
      await makeRuang(s, newOutlet, { nama: 'Pilihan B', status: 'nonaktif' }),
    ]
    await makeRuang(s, oldOutlet, { nama: 'Pilihan C' })
    const { nama } = await view('gedung', newOutlet)
    expect(must(await s.sales.get(`/ruang/pilihan?gedung_id=${newOutlet}`))).toEqual([
      { id: a, label: 'Pilihan A', keterangan: nama },
    ])
    expect(must(await s.sales.get(`/ruang/pilihan?id=${b}`))[0].label).toBe('Pilihan B')
    expect(must(await s.sales.get('/ruang/pilihan'))).not.toHaveLength(1)
    expect(must(await s.sales.get('/ruang/pilihan?per-page=1'))).toHaveLength(1)
  })
  test('rejects a capacity below that of an active class and names the classes', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 12 })
    const [large, small] = [
      await makeKelas(s, gedung, { ruang_id, kapasitas: 10 }),
      await makeKelas(s, gedung, { ruang_id, kapasitas: 4, hari: Hari.selasa }),
    ]
    const { nama } = await view('kursus-pelatih', large)
    expect(issues(await change('ruang', ruang_id, { kapasitas: 9 }))).toEqual([
      422,
      'kapasitas',
      `Lebih kecil dari kapasitas kelas: ${nama}`,
    ])
    expect((await change('ruang', ruang_id, { kapasitas: 10 })).status).toBe(200)
    must(await change('kursus-pelatih', large, { status: 'nonaktif' }))
    expect((await change('ruang', ruang_id, { kapasitas: 4 })).status).toBe(200)
    expect(issues(await change('ruang', ruang_id, { kapasitas: 3 }))).toEqual([
      422,
      'kapasitas',
      `Lebih kecil dari kapasitas kelas: ${(await view('kursus-pelatih', small)).nama}`,
    ])
    // The inactive class is too large for the room. It can be edited, but not activated.
    expect((await change('kursus-pelatih', large, { catatan: 'Menunggu ruang' })).status).toBe(200)
    expect(issues(await change('kursus-pelatih', large, { status: 'aktif' }))).toEqual([
      422,
      'kapasitas',
      'Kapasitas ruang ini 4',
    ])
  })
  test('rejects deactivation, deletion and a change of outlet while it has classes', async () => {
    const ruang_id = await makeRuang(s, gedung)
    const nama: string[] = []
    for (const hari of [1, 2, 3, 4, 5, 6])
      nama.push((await view('kursus-pelatih', await makeKelas(s, gedung, { ruang_id, hari }))).nama)
    const deactivation = await change('ruang', ruang_id, { status: 'nonaktif' })
    expect([deactivation.status, deactivation.data.message]).toEqual([
      409,
      expect.stringMatching(/^Ruang masih punya kelas aktif: .*(, .*){4} dan 1 lainnya$/),
    ])
    const removal = await s.superadmin.post(`/ruang/delete?id=${ruang_id}`)
    expect([removal.status, removal.data.message]).toEqual([
      409,
      expect.stringContaining(`dipakai 6 Kelas: ${nama.slice(0, 5).join(', ')} dan 1 lainnya`),
    ])
    expect(issues(await change('ruang', ruang_id, { gedung_id: s.ids.gedung }))[1]).toBe(
      'gedung_id',
    )
    const unused = await makeRuang(s, gedung)
    expect(
      (await change('ruang', unused, { gedung_id: s.ids.gedung, status: 'nonaktif' })).status,
    ).toBe(200)
    must(await s.superadmin.post(`/ruang/delete?id=${unused}`))
  })
  test('cannot change its outlet with a past lesson or a held slot', async () => {
    const otherRoom = await makeRuang(s, gedung)
    const lesson = await storeLesson(
      s,
      await makeKelas(s, gedung, { ruang_id: otherRoom }),
      '2026-03-09',
    )
    const taught = await makeRuang(s, gedung)
    await s.db.updateTable('pertemuan').set({ ruang_id: taught }).where('id', '=', lesson).execute()
    const keptRoom = await makeRuang(s, gedung)
    const { id: lead_id } = must(
      await s.superadmin.post<{ id: number }>('/lead/create', {
        nama: 'Calon Ruang',
        phone: '081944556677',
        gedung_id: gedung,
        sales_id: s.ids.sales,
      }),
    )
    must(
      await s.superadmin.post('/lead/tahan-slot', {
        lead_id,
        kursus_id: s.ids.kursus,
        gedung_id: gedung,
        pelatih_id: await makePelatih(s),
        ruang_id: keptRoom,
        hari: Hari.selasa,
        jam_mulai: '10:00',
        mulai: addDays(currentDay(), 7),
      }),
    )
    for (const [ruang_id, by] of [
      [taught, 'pertemuan 9 Maret 2026'],
      [keptRoom, 'jam yang dipesan untuk calon peserta'],
    ] as const) {
      const answer = await change('ruang', ruang_id, { gedung_id: s.ids.gedung })
      expect(answer.data.errors).toEqual([
        { field: 'gedung_id', message: `Tidak dapat diubah: dipakai ${by}` },
      ])
    }
  })
  test('finds its classes by its new name', async () => {
    const ruang_id = await makeRuang(s, gedung, { nama: 'Kenanga' })
    const kelas = await makeKelas(s, gedung, { ruang_id })
    const findClasses = async (q: string) =>
      must(await s.superadmin.get(`/kursus-pelatih?q=${q}`)).map((k: { id: number }) => k.id)
    expect(await findClasses('kenanga')).toEqual([kelas])
    must(await change('ruang', ruang_id, { nama: 'Flamboyan' }))
    expect([await findClasses('kenanga'), await findClasses('flamboyan')]).toEqual([[], [kelas]])
  })
})

describe('a class', () => {
  const kelas = async (body: Body) =>
    s.superadmin.post('/kursus-pelatih/create', {
      pelatih_id: await makePelatih(s),
      kursus_id: s.ids.kursus,
      gedung_id: gedung,
      hari: Hari.minggu,
      jam_mulai: '10:00',
      mulai: '2024-01-01',
      ...body,
    })
  test('requires an active room of its own outlet', async () => {
    expect(issues(await kelas({ ruang_id: s.ids.ruang }))).toEqual([
      422,
      'ruang_id',
      'Ruang ini milik outlet lain',
    ])
    expect(
      issues(await kelas({ ruang_id: await makeRuang(s, gedung, { status: 'nonaktif' }) })),
    ).toEqual([422, 'ruang_id', 'Ruang ini tidak aktif'])
    expect(issues(await kelas({}))).toEqual([422, 'ruang_id', 'Wajib diisi'])
  })
  test('is limited by the capacity of its room, and by course and room by default', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 6 })
    expect(issues(await kelas({ ruang_id, kapasitas: 7 }))).toEqual([
      422,
      'kapasitas',
      'Kapasitas ruang ini 6',
    ])
    expect(must(await kelas({ ruang_id })).kapasitas).toBe(6)
    const id = must(
      await kelas({ ruang_id: await makeRuang(s, gedung), kapasitas: 20, hari: Hari.sabtu }),
    ).id
    expect(issues(await change('kursus-pelatih', id, { ruang_id }))).toEqual([
      422,
      'kapasitas',
      'Kapasitas ruang ini 6',
    ])
    expect((await change('kursus-pelatih', id, { ruang_id, kapasitas: 6 })).status).toBe(200)
  })
  test('is limited by the capacity of its course', async () => {
    const { kapasitas_maks } = await view('kursus', s.ids.kursus)
    const wide = { ruang_id: await makeRuang(s, gedung, { kapasitas: 100 }) }
    expect(issues(await kelas({ ...wide, kapasitas: kapasitas_maks + 1 }))).toEqual([
      422,
      'kapasitas',
      `Kapasitas kursus ini ${kapasitas_maks}`,
    ])
  })
  test('keeps capacities consistent for concurrent changes of room and class', async () => {
    const ruang_id = await makeRuang(s, gedung, { kapasitas: 30 })
    const { versi } = await view('ruang', ruang_id)
    const answers = await Promise.all([
      s.superadmin.post(`/ruang/update?id=${ruang_id}`, { kapasitas: 10, versi }),
      kelas({ ruang_id, kapasitas: 20 }),
      kelas({ ruang_id, kapasitas: 25, hari: Hari.sabtu }),
    ])
    const { kapasitas } = await view('ruang', ruang_id)
    const classes = must(await s.superadmin.get(`/kursus-pelatih?ruang_id=${ruang_id}`)) as {
      kapasitas: number
    }[]
    expect(answers.filter((a) => a.success).length).toBeGreaterThan(0)
    expect(classes.every((k) => k.kapasitas <= kapasitas)).toBe(true)
  })
})
