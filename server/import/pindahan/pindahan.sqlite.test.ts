/** Tests moving in from one workbook: reading, trial, run, repetition and access. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { workbookSheets } from '#contract/import/pindahan.ts'
import type { PindahanJob } from '#contract/import/pindahanCalls.ts'
import {
  book,
  figures,
  moverOf,
  nextMonth,
  problems,
  school,
  type Rows,
} from '#mocks/import/workbook.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { readWorkbookSheets } from '#server/import/sheets/xlsxSheet.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const { send, tried, ran } = moverOf(() => s)
const count = async (q: string): Promise<number> =>
  (must(await s.superadmin.get(q)) as unknown[]).length

test('tries a whole workbook whose sheets refer to each other, stores it, and stores nothing twice', async () => {
  const trial = await tried(school('21'))
  expect(problems(trial)).toEqual([])
  expect(trial.lembar.map(({ kunci }) => kunci)).toEqual([
    'gedung',
    'ruang',
    'kategori-kursus',
    'kursus',
    'pelatih',
    'akun-billing',
    'user',
    'kursus-pelatih',
    'kursus-peserta',
  ])
  const fresh = {
    Cabang: [1, 0, 0, 0],
    Studio: [1, 0, 0, 0],
    Jurusan: [1, 0, 0, 0],
    Program: [1, 0, 0, 0],
    Guru: [1, 0, 0, 0],
    'Orang Tua': [1, 0, 0, 0],
    Siswa: [2, 0, 0, 0],
    Jadwal: [1, 0, 0, 0],
    Pendaftaran: [2, 0, 0, 0],
  }
  expect(figures(trial)).toEqual(fresh)
  expect(trial.lembar[0]?.impor.kolom_lain).toEqual(['Pemilik'])
  expect(await count('/gedung?q=Nada 21')).toBe(0)

  const result = await ran(trial)
  expect(figures(result)).toEqual(fresh)
  expect(result.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)
  const [coach] = must(await s.superadmin.get('/user?q=Ibu 21')) as {
    id: number
    role_id: number
  }[]
  expect(coach).toMatchObject({ role_id: RoleId.pelatih, phone: '+628122100009' })
  const week = must(await s.superadmin.get(`/user/jadwal-pelatih?id=${coach?.id}`)) as {
    slot: { hari: number; jam: string; status: number }[]
  }
  expect(
    week.slot
      .filter(({ status }) => status !== 3)
      .map(({ hari, jam, status }) => [hari, jam, status]),
  ).toEqual([
    [1, '09:00', 1],
    [1, '09:30', 1],
    [1, '10:00', 1],
    [1, '10:30', 1],
    [1, '13:00', 2],
    [1, '13:30', 2],
  ])
  const payer = await s.db
    .selectFrom('user')
    .select('id')
    .where('name', '=', 'Budi 21')
    .executeTakeFirstOrThrow()
  expect(await count(`/user?akun_billing_id=${payer.id}`)).toBe(2)

  const again = await tried(school('21'))
  expect(problems(again)).toEqual([])
  expect(figures(again)).toEqual({
    ...Object.fromEntries(Object.keys(fresh).map((name) => [name, [0, 0, 1, 0]])),
    Siswa: [0, 0, 2, 0],
    Pendaftaran: [0, 0, 2, 0],
  })
})

describe('the timetable', () => {
  /** Returns the workbook of a school with more rows of classes and enrolments. */
  const withClasses = (n: string, kelas: Rows, peserta: Rows = []): Record<string, Rows> => {
    const { Jadwal = [], Pendaftaran = [], ...rest } = school(n)
    return { ...rest, Jadwal: [...Jadwal, ...kelas], Pendaftaran: [...Pendaftaran, ...peserta] }
  }
  test('holds the classes and enrolments of the workbook, without a registration fee', async () => {
    await ran(await tried(school('31')))
    const kelas = must(
      await s.superadmin.get<any[]>('/kursus-pelatih?q=Biola Dasar 31&expand=pelatih,ruang,isi'),
    )
    expect(kelas).toMatchObject([
      {
        hari: 1,
        jam_mulai: '09:00',
        jam_selesai: '09:45',
        mulai: nextMonth,
        pelatih: { name: 'Ibu 31' },
        ruang: { nama: 'Studio A' },
        isi: { terisi: 2 },
      },
    ])
    const seats = must(
      await s.superadmin.get<any[]>(`/kursus-peserta?kursus_pelatih_id=${kelas[0].id}`),
    )
    expect(
      seats.map((k) => [k.peserta_nama, k.biaya_bulanan_khusus, k.bebas_pendaftaran, k.status]),
    ).toEqual([
      ['Adi 31', null, 'Peserta pindahan', 1],
      ['Sari 31', 300_000, 'Peserta pindahan', 1],
    ])
  })
  test('reports conflicts at their row, with the rooms, coaches and hours that are free', async () => {
    const { Guru = [], ...rest } = withClasses(
      '32',
      [
        ['Pak 32', 'BD32', 'KD32', 'Studio A', 'Senin', '09.15', nextMonth],
        ['Ibu 32', 'BD32', 'KD32', 'Studio A', 'Rabu', '15.00', nextMonth],
      ],
      [
        ['Sari 32', 'Ibu 32', 'Selasa', '9.00', nextMonth],
        ['Sari 32', '08122200032', 'Senin', '9.15', nextMonth],
        ['Sari 32', 'Siapa', 'Senin', '9.00', nextMonth],
        ['Sari 32', '', 'Senin', '9.00', nextMonth],
      ],
    )
    const trial = await tried({
      ...rest,
      Guru: [...Guru, ['Pak 32', '08122200032', 'KD32', 'Biola 32', '', '']],
      Studio: [...(rest.Studio ?? []), ['Studio B', 'Nada 32', '3']],
    })
    expect(problems(trial)).toEqual([
      expect.stringMatching(
        /^Jadwal 3 Ruang: Ruang sudah dipakai .*Yang bisa: Ruang Studio B, jam yang sama; /,
      ),
      expect.stringMatching(/^Jadwal 4 Jam Mulai: .*Yang bisa: .*Senin/),
      'Pendaftaran 4 Jam Mulai: "Ibu 32" tidak punya kelas pada hari dan jam ini',
      'Pendaftaran 5 Jam Mulai: Kelas ini bermasalah di lembar Jadwal baris 3',
      'Pendaftaran 6 Guru: "Siapa" tidak ditemukan',
      'Pendaftaran 7 Guru: Isi guru, hari, dan jam, atau kode kelas',
    ])
    expect(figures(trial).Pendaftaran).toEqual([2, 0, 0, 4])
  })
  test('accepts a soft conflict whose row has a reason', async () => {
    const { Jadwal = [], ...rest } = withClasses('33', [
      ['Ibu 33', 'BD33', 'KD33', 'Studio A', 'Rabu', '15.00', nextMonth],
    ])
    const [head = [], ...rows] = Jadwal
    const sheets = {
      ...rest,
      Jadwal: [[...head, 'Alasan Bentrok'], ...rows.map((row) => [...row, 'Sudah disepakati'])],
    }
    expect(problems(await tried(sheets))).toEqual([])
  })
})

describe('problems', () => {
  test('are all found at once, by sheet, row and column, and later sheets use the valid rows', async () => {
    const bad = school('22')
    const trial = await tried({
      ...bad,
      Studio: [
        ...(bad.Studio ?? []),
        ['Studio B', 'Nada Salah', '2'],
        ['Studio C', 'Nada 22', 'besar'],
      ],
      Guru: [
        ['Guru', 'HP', 'Senin'],
        ['Ibu 22', '08122200009', 'pagi'],
      ],
      Kosong: [['Apa']],
    })
    expect(problems(trial)).toEqual([
      'Studio 3 Outlet: "Nada Salah" tidak ditemukan',
      'Studio 4 Kapasitas: Harus berupa bilangan bulat',
      'Guru 2 Jam Kosong Senin: Tulis jam seperti 09.00-12.00; 15.00-18.00 (tanya)',
      'Jadwal 2 Guru: "Ibu 22" bermasalah di lembar Guru baris 2',
      'Pendaftaran 2 Guru: "Ibu 22" bermasalah di lembar Guru baris 2',
      'Pendaftaran 3 Guru: "08122200009" bermasalah di lembar Guru baris 2',
    ])
    expect(figures(trial).Siswa).toEqual([2, 0, 0, 0])
    expect(trial.lembar_lain).toEqual(['Kosong'])
    const file = await s.superadmin.bytes(`/pindahan/import-galat?id=${trial.id}`)
    const listed = readWorkbookSheets(file.data, { rows: 99, columns: 9 }, () => true)
    expect([...(listed.sheets[0]?.rows[1]?.cells.values() ?? [])]).toEqual([
      'Studio',
      3,
      'Studio B',
      'Outlet',
      '"Nada Salah" tidak ditemukan',
    ])

    const rooms = await count('/ruang?q=Studio A')
    const result = await ran(trial)
    expect(result.lembar.filter(({ tersimpan }) => tersimpan).map(({ judul }) => judul)).toEqual([
      'Cabang',
    ])
    expect(await count('/gedung?q=Nada 22')).toBe(1)
    expect(await count('/ruang?q=Studio A')).toBe(rooms)
    expect(await count('/user?q=Sari 22')).toBe(0)

    const corrected = await ran(await tried(school('22')))
    expect(corrected.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)
    expect(figures(corrected).Cabang).toEqual([0, 0, 1, 0])
  })

  test.each([
    [
      'Kolom "Nama Outlet" tidak ada',
      {
        Outlet: [
          ['Kota', 'Alamat'],
          ['A', 'B'],
        ],
      },
    ],
    [
      'Kolom "Cabang" ada dua kali',
      {
        Outlet: [
          ['Nama', 'Cabang'],
          ['A', 'B'],
        ],
      },
    ],
  ])('of the header are reported for their sheet: %s', async (text, sheets) => {
    const trial = await tried(sheets)
    expect(trial.lembar[0]?.impor.galat).toMatchObject([
      { baris: 1, masalah: [{ kolom: '', pesan: expect.stringContaining(text) }] },
    ])
    const result = await ran(trial)
    expect(result.lembar[0]?.tersimpan).toBe(false)
  })

  test.each<[string, Uint8Array]>([
    ['Pilih satu berkas Excel', new TextEncoder().encode('Nama;Kode\nA;B')],
    ['Pilih satu berkas Excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0])],
    ['Berkas rusak', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
    ['Tidak ada lembar berisi yang dikenal', book({ Outlet: [['Kode', 'Nama Outlet']] })],
    [
      'Terlalu banyak baris: maksimal 5.000 di semua lembar',
      book({
        Outlet: [['Nama'], ...Array.from({ length: 3000 }, (_, i) => [`A${i}`])],
        Ruang: [['Nama'], ...Array.from({ length: 3000 }, (_, i) => [`B${i}`])],
      }),
    ],
  ])('of the whole file are rejected: %s', async (text, file) => {
    const { status, data } = await send(file)
    expect([status, JSON.stringify(data)]).toEqual([422, expect.stringContaining(text)])
  })
})

test('reads a sheet and a column by the names that the caller maps', async () => {
  const sheets = {
    'Data 1': [
      ['Titel', 'Nama', 'Alamat', 'Kota'],
      ['KD23', 'Nada 23', 'Jl. A', 'Bogor'],
    ],
  }
  expect(await tried(sheets)).toMatchObject({
    status: 'siap',
    lembar: [],
    lembar_lain: ['Data 1'],
    jumlah: null,
  })
  const trial = await tried(sheets, { 'Data 1': { lembar: 'gedung', kolom: { Titel: 'kode' } } })
  expect([problems(trial), figures(trial)]).toEqual([[], { 'Data 1': [1, 0, 0, 0] }])
  expect((await send(book(sheets), { 'Data 1': 3 })).data).toMatchObject({
    errors: [{ field: 'peta' }],
  })
})

test('offers a template whose sheets are known, and which has no rows to import', async () => {
  const { data } = await s.superadmin.bytes('/pindahan/template')
  const { sheets } = readWorkbookSheets(data, { rows: 600, columns: 60 }, () => true)
  expect(sheets.map(({ name }) => name)).toEqual([
    ...workbookSheets.map(({ label }) => label),
    'Pilihan',
  ])
  expect(JSON.stringify((await send(data)).data)).toContain('Tidak ada lembar berisi yang dikenal')
})

test('returns the last workbook of the caller that was not discarded', async () => {
  const last = async (client = s.superadmin) =>
    must(await client.get<{ pindahan: PindahanJob | null }>('/pindahan/import-terakhir')).pindahan
  const first = await tried(school('26'))
  const second = await tried(school('27'))
  expect(await last()).toEqual(second)
  expect(await last(s.admin)).toBeNull()
  must(await s.superadmin.post(`/pindahan/import-batal?id=${second.id}`))
  expect(await last()).toEqual(first)
  expect((await s.sales.get('/pindahan/import-terakhir')).status).toBe(403)
})

test('is forbidden for users limited to an outlet, and shown only to the user who moves in', async () => {
  const { id } = await tried(school('24'))
  for (const client of [s.admin2, s.sales, s.pelatih])
    expect((await send(book(school('25')), undefined, client)).status).toBe(403)
  expect((await s.admin.get(`/pindahan/import-job?id=${id}`)).status).toBe(404)
  const { lembar } = must(await s.superadmin.post<PindahanJob>(`/pindahan/import-batal?id=${id}`))
  expect(lembar[0]?.tersimpan).toBe(false)
  expect((await s.superadmin.post(`/pindahan/import-jalankan?id=${id}`)).status).toBe(409)
  const sheetJob = lembar[0]?.impor.id
  expect((await s.superadmin.post(`/gedung/import-jalankan?id=${sheetJob}`)).status).toBe(404)
})
