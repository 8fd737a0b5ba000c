import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makeOutlet, makePelatih } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Kategori {
  id: number
  versi: number
  levels: { id: number; nama: string; urutan: number }[]
}
let n = 0
const create = async (path: string, body: Body): Promise<number> =>
  must(await s.admin.post<{ id: number }>(`/${path}/create`, body)).id
const kategoriOf = async (id: number) =>
  must(await s.admin.get<Kategori>(`/kategori-kursus/view?id=${id}&expand=levels`))
const makeKategori = async (...names: string[]) =>
  kategoriOf(
    await create('kategori-kursus', {
      nama: `Kategori ${++n}`,
      levels: names.map((nama) => ({ nama })),
    }),
  )
const setLevels = async ({ id, versi }: Kategori, levels: Body[]) =>
  s.admin.post(`/kategori-kursus/update?id=${id}`, { versi, levels })
const makeKursus = (kategori_kursus_id: number, more: Body = {}) =>
  create('kursus', {
    kode: `K-${++n}`,
    nama: `Kursus ${n}`,
    kategori_kursus_id,
    biaya_bulanan: 100_000,
    ...more,
  })
const change = async (id: number, body: Body) => {
  const { versi } = must(await s.admin.get<{ versi: number }>(`/kursus/view?id=${id}`))
  return s.admin.post(`/kursus/update?id=${id}`, { versi, ...body })
}
const refused = ({
  status,
  data,
}: {
  status: number
  data: { errors?: { field: string; message: string }[]; message: string }
}) => [status, data.errors?.[0]?.field, data.errors?.[0]?.message ?? data.message]

describe('levels of a category', () => {
  test('keep their ids when moved and renamed; the list is stored as a whole', async () => {
    const category = await makeKategori('Dasar', 'Menengah', 'Mahir')
    expect(category.levels.map((l) => [l.nama, l.urutan])).toEqual([
      ['Dasar', 1],
      ['Menengah', 2],
      ['Mahir', 3],
    ])
    const [basic, intermediate, advanced] = category.levels
    // The first two levels exchange names, the last level becomes the first, and one level is new.
    must(
      await setLevels(category, [
        { id: advanced?.id, nama: 'Mahir' },
        { id: basic?.id, nama: 'Menengah' },
        { id: intermediate?.id, nama: 'Dasar' },
        { nama: 'Ahli' },
      ]),
    )
    const after = await kategoriOf(category.id)
    expect(after.levels.map((l) => [l.id, l.nama, l.urutan])).toEqual([
      [advanced?.id, 'Mahir', 1],
      [basic?.id, 'Menengah', 2],
      [intermediate?.id, 'Dasar', 3],
      [expect.any(Number), 'Ahli', 4],
    ])
    must(
      await setLevels(
        after,
        after.levels.filter((l) => l.nama !== 'Dasar'),
      ),
    )
    expect((await kategoriOf(category.id)).levels.map((l) => [l.nama, l.urutan])).toEqual([
      ['Mahir', 1],
      ['Menengah', 2],
      ['Ahli', 3],
    ])
  })
  test('are offered by category in order, under the current name of the category', async () => {
    const category = await makeKategori('Zeta', 'Alfa')
    const choices = async () =>
      must(
        await s.pelatih.get<{ label: string }[]>(
          `/course-level/pilihan?kategori_kursus_id=${category.id}`,
        ),
      ).map((p) => p.label)
    expect(await choices()).toEqual([
      expect.stringMatching(/ – Zeta$/),
      expect.stringMatching(/ – Alfa$/),
    ])
    must(
      await s.admin.post(`/kategori-kursus/update?id=${category.id}`, {
        versi: category.versi,
        nama: 'Angklung',
      }),
    )
    expect(await choices()).toEqual(['Angklung – Zeta', 'Angklung – Alfa'])
    expect(
      must(await s.admin.get<{ label: string }[]>('/course-level/pilihan?q=angklung')).map(
        (p) => p.label,
      ),
    ).toEqual(['Angklung – Zeta', 'Angklung – Alfa'])
  })
  test('require unique names and belong to their category', async () => {
    const [category, otherCategory] = [await makeKategori('Dasar'), await makeKategori('Dasar')]
    expect(refused(await setLevels(category, [{ nama: 'Satu' }, { nama: 'satu' }]))).toEqual([
      422,
      'levels.1.nama',
      'Level ini sudah ada di atas',
    ])
    expect(
      refused(await setLevels(category, [{ id: otherCategory.levels[0]?.id, nama: 'Satu' }])),
    ).toEqual([422, 'levels.0.nama', 'Level ini bukan milik kategori ini'])
    expect(
      refused(
        await setLevels(category, [
          category.levels[0] ?? {},
          { ...category.levels[0], nama: 'Dua' },
        ]),
      ),
    ).toEqual([422, 'levels.1.nama', 'Level ini sudah ada di atas'])
    expect(refused(await setLevels(category, [{ nama: ' ' }]))).toEqual([
      422,
      'levels.0.nama',
      'Wajib diisi',
    ])
    expect(await kategoriOf(category.id)).toMatchObject({
      versi: category.versi,
      levels: category.levels,
    })
  })
  test('cannot be deleted while used by courses or coaches, named in the error', async () => {
    const category = await makeKategori('Dasar', 'Lanjut', 'Bebas')
    const [basic, next, free] = category.levels
    const kursus = await makeKursus(category.id, {
      nama: 'Harpa Dasar',
      course_level_id: basic?.id,
    })
    const coach = await create('user', {
      role_id: RoleId.pelatih,
      name: 'Galuh Guru',
      email: 'galuh@contoh.id',
      phone: '081200000055',
      bidang: [category.id],
      level_maks: next?.id,
    })
    expect(refused(await setLevels(category, [next ?? {}, free ?? {}]))).toEqual([
      409,
      'levels',
      'Level Dasar dipakai 1 Kursus: Harpa Dasar.',
    ])
    expect(refused(await setLevels(category, [basic ?? {}]))).toEqual([
      409,
      'levels',
      'Level Lanjut dipakai 1 Guru: Galuh Guru.',
    ])
    must(await setLevels(category, [basic ?? {}, next ?? {}]))
    expect(refused(await s.admin.post(`/kategori-kursus/delete?id=${category.id}`))[2]).toMatch(
      /^Kategori Kursus .* dipakai 1 Kursus: Harpa Dasar; 1 Guru: Galuh Guru\. Nonaktifkan saja\.$/,
    )
    must(await s.admin.post(`/kursus/delete?id=${kursus}`))
    const change = async (body: object) =>
      must(
        await s.admin.post(`/user/update?id=${coach}`, {
          versi: must(await s.admin.get<{ versi: number }>(`/user/view?id=${coach}`)).versi,
          ...body,
        }),
      )
    await change({ bidang: [] })
    expect(refused(await s.admin.post(`/kategori-kursus/delete?id=${category.id}`))[2]).toBe(
      'Level Lanjut dipakai 1 Guru: Galuh Guru.',
    )
    await change({ level_maks: null })
    must(await s.admin.post(`/kategori-kursus/delete?id=${category.id}`))
    expect(
      await s.db
        .selectFrom('course_level')
        .select('id')
        .where('kategori_kursus_id', '=', category.id)
        .execute(),
    ).toEqual([])
  })
  test('are returned with the conflict after a concurrent change', async () => {
    const category = await makeKategori('Dasar')
    must(await setLevels(category, [...category.levels, { nama: 'Lanjut' }]))
    const { status, data } = await setLevels(category, [])
    expect([status, data.current.levels.map((l: { nama: string }) => l.nama)]).toEqual([
      409,
      ['Dasar', 'Lanjut'],
    ])
  })
  test('are stored as one complete list for 20 concurrent requests', async () => {
    const category = await makeKategori('A', 'B')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        setLevels(category, [{ nama: `P${i}` }, { nama: `Q${i}` }]),
      ),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ])
    const [p, q, ...more] = (await kategoriOf(category.id)).levels.map((l) => l.nama)
    expect([p?.slice(1), more]).toEqual([q?.slice(1), []])
  })
})

describe('the highest level of a coach', () => {
  test('requires a subject that the coach teaches', async () => {
    const [category, otherCategory] = [await makeKategori('Dasar'), await makeKategori('Dasar')]
    const createCoach = (more: Body) =>
      s.admin.post('/user/create', {
        role_id: RoleId.pelatih,
        name: 'Seno Guru',
        email: `seno${++n}@contoh.id`,
        phone: '081200000056',
        ...more,
      })
    expect(
      refused(
        await createCoach({ bidang: [otherCategory.id], level_maks: category.levels[0]?.id }),
      ),
    ).toEqual([422, 'level_maks', 'Bukan level dari bidang guru ini'])
    expect(refused(await createCoach({ bidang: [category.id], level_maks: 999_999 }))).toEqual([
      422,
      'level_maks',
      'Level Tertinggi tidak ditemukan',
    ])
    const { id } = must(
      await createCoach({ bidang: [category.id], level_maks: category.levels[0]?.id }),
    )
    const row = must(await s.admin.get(`/user/view?id=${id}&expand=pelatih_profil,level`))
    expect([row.pelatih_profil.level_maks, row.level]).toEqual([
      category.levels[0]?.id,
      { id: category.levels[0]?.id, judul: expect.stringMatching(/ – Dasar$/) },
    ])
  })
})

describe('a course', () => {
  test('gives its new name to its classes, which are found and sorted by it', async () => {
    const { id: kategori } = await makeKategori()
    const [renamed, otherCourse] = [
      await makeKursus(kategori, { nama: 'Zither Dasar' }),
      await makeKursus(kategori, { nama: 'Marimba' }),
    ]
    const gedung = await makeOutlet(s)
    const [renamedClass, otherClass] = [
      await makeKelas(s, gedung, {
        kursus_id: renamed,
        pelatih_id: await makePelatih(s, { name: 'Citra Guru' }),
      }),
      await makeKelas(s, gedung, {
        kursus_id: otherCourse,
        pelatih_id: await makePelatih(s, { name: 'Citra Guru' }),
      }),
    ]
    const names = async () =>
      must(
        await s.admin.get<{ id: number; nama: string }[]>(`/kursus-pelatih?gedung_id=${gedung}`),
      ).map((k) => [k.id, k.nama])
    expect(await names()).toEqual([
      [otherClass, 'Marimba – Senin 09.00 – Citra Guru'],
      [renamedClass, 'Zither Dasar – Senin 09.00 – Citra Guru'],
    ])
    must(await change(renamed, { nama: 'Kecapi Dasar' }))
    expect(await names()).toEqual([
      [renamedClass, 'Kecapi Dasar – Senin 09.00 – Citra Guru'],
      [otherClass, 'Marimba – Senin 09.00 – Citra Guru'],
    ])
    for (const [q, classIds] of [
      ['kecapi', [renamedClass]],
      ['zither', []],
    ] as const)
      expect(
        must(await s.admin.get<{ id: number }[]>(`/kursus-pelatih?q=${q}`)).map((k) => k.id),
        q,
      ).toEqual(classIds)
  })
  test('has a level of its own category', async () => {
    const [category, otherCategory] = [
      await makeKategori('Dasar', 'Lanjut'),
      await makeKategori('Dasar'),
    ]
    expect(
      refused(
        await s.admin.post('/kursus/create', {
          kode: `K-${++n}`,
          nama: 'X',
          kategori_kursus_id: category.id,
          biaya_bulanan: 1,
          course_level_id: otherCategory.levels[0]?.id,
        }),
      ),
    ).toEqual([422, 'course_level_id', 'Level ini bukan dari kategori itu'])
    const id = await makeKursus(category.id, {
      nama: 'Sasando Lanjut',
      course_level_id: category.levels[1]?.id,
    })
    expect(refused(await change(id, { kategori_kursus_id: otherCategory.id }))).toEqual([
      422,
      'course_level_id',
      'Level ini bukan dari kategori itu',
    ])
    const { jenjang, course_level } = must(
      await s.admin.get(`/kursus/view?id=${id}&expand=jenjang,course_level`),
    )
    expect(course_level).toMatchObject({ nama: 'Lanjut', urutan: 2 })
    expect(jenjang).toEqual([
      { id: category.levels[0]?.id, nama: 'Dasar', kursus: [] },
      { id: category.levels[1]?.id, nama: 'Lanjut', kursus: [{ id, nama: 'Sasando Lanjut' }] },
    ])
    expect(
      must(
        await s.admin.get<{ id: number }[]>(`/kursus?course_level_id=${category.levels[1]?.id}`),
      ).map((k) => k.id),
    ).toEqual([id])
  })
  test('requires a next course of its category, without a cycle', async () => {
    const [category, otherCategory] = [await makeKategori(), await makeKategori()]
    const [a, b, c] = [
      await makeKursus(category.id, { nama: 'Satu' }),
      await makeKursus(category.id, { nama: 'Dua' }),
      await makeKursus(category.id, { nama: 'Tiga' }),
    ]
    const foreign = await makeKursus(otherCategory.id)
    expect(refused(await change(a, { kursus_selanjutnya_id: a }))).toEqual([
      422,
      'kursus_selanjutnya_id',
      'Tidak boleh kursus ini sendiri',
    ])
    expect(refused(await change(a, { kursus_selanjutnya_id: foreign }))).toEqual([
      422,
      'kursus_selanjutnya_id',
      'Harus dari kategori yang sama',
    ])
    must(await change(a, { kursus_selanjutnya_id: b }))
    must(await change(b, { kursus_selanjutnya_id: c }))
    expect(refused(await change(c, { kursus_selanjutnya_id: a }))).toEqual([
      422,
      'kursus_selanjutnya_id',
      'Berputar kembali ke kursus ini lewat Satu → Dua',
    ])
    expect(refused(await change(c, { kategori_kursus_id: otherCategory.id }))).toEqual([
      422,
      'kategori_kursus_id',
      'Tidak dapat diubah: kursus selanjutnya dari Dua',
    ])
    expect(refused(await s.admin.post(`/kursus/delete?id=${c}`))[2]).toBe(
      'Kursus Tiga dipakai 1 Kursus: Dua. Nonaktifkan saja.',
    )
  })
  test('rejects a cycle closed by concurrent requests', async () => {
    const category = await makeKategori()
    const ring = await Promise.all([1, 2, 3, 4].map(() => makeKursus(category.id)))
    const answers = await Promise.all(
      ring.map((id, i) => change(id, { kursus_selanjutnya_id: ring[(i + 1) % ring.length] })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 200, 422])
  })
  test('in use keeps type, capacity and outlets; a private course has one place', async () => {
    const category = await makeKategori()
    const [here, there] = [await makeOutlet(s), await makeOutlet(s)]
    const id = await makeKursus(category.id, { tipe: 'group', kapasitas_maks: 6 })
    must(await change(id, { tipe: 'private', kapasitas_maks: 1 }))
    must(await change(id, { tipe: 'group', kapasitas_maks: 6 }))
    await makeKelas(s, here, { kursus_id: id, kapasitas: 4 })
    expect(refused(await change(id, { tipe: 'private', kapasitas_maks: 1 }))).toEqual([
      422,
      'tipe',
      expect.stringMatching(/^Tidak dapat diubah: dipakai kelas /),
    ])
    expect(refused(await change(id, { kapasitas_maks: 3 }))).toEqual([
      422,
      'kapasitas_maks',
      expect.stringMatching(/^Kapasitas kelas ini lebih besar: /),
    ])
    expect(refused(await change(id, { gedung: [there] }))).toEqual([
      422,
      'gedung',
      expect.stringMatching(/^Masih ada kelas aktif di outlet lain: /),
    ])
    must(await change(id, { kapasitas_maks: 4, gedung: [here] }))
    expect(
      refused(
        await s.admin.post('/kursus/create', {
          kode: `K-${++n}`,
          nama: 'X',
          kategori_kursus_id: category.id,
          biaya_bulanan: 1,
          kapasitas_maks: 2,
        }),
      ),
    ).toEqual([422, 'kapasitas_maks', 'Kursus privat berkapasitas 1'])
    expect(
      refused(
        await s.admin.post('/kursus/create', {
          kode: `K-${++n}`,
          nama: 'X',
          kategori_kursus_id: category.id,
          biaya_bulanan: 1,
          durasi_menit: 40,
        }),
      ),
    ).toEqual([422, 'durasi_menit', 'Pilih 30, 45, 60, 90, atau 120 menit'])
  })
})
