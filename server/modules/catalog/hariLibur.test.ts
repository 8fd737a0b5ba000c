/**
 * Holidays: the right to manage them, their outlets, and their effect on bills (domain.md 2.2,
 * 3.3). The Monday lessons of November 2026 are on the 2nd, 9th, 16th, 23rd and 30th.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makeFamily, makeOutlet } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const libur = (body: Body, by = s.superadmin) =>
  by.post('/hari-libur/create', { nama: 'Hari libur', prorata: true, ...body })
const issues = ({
  status,
  data,
}: {
  status: number
  data: { message: string; errors?: { field: string }[] }
}) => [status, data.errors?.[0]?.field, data.message]

describe('the holiday list', () => {
  test('rejects a second holiday on a day for the same outlet or for all', async () => {
    for (const gedung_id of [null, s.ids.gedung, s.ids.gedung2]) {
      must(await libur({ tanggal: '2019-08-17', gedung_id }))
      expect(issues(await libur({ tanggal: '2019-08-17', gedung_id, nama: 'Lain' }))).toEqual([
        409,
        'tanggal',
        gedung_id === null ? 'Tanggal sudah dipakai' : 'Tanggal dan Outlet sudah dipakai',
      ])
    }
  })
  test('filters by year and by outlet including holidays of all outlets', async () => {
    const ids = async (query: string) =>
      must(await s.superadmin.get(`/hari-libur?sort=id&${query}`)).map((r: { id: number }) => r.id)
    const [everywhere, here, there] = [
      must(await libur({ tanggal: '2021-01-01' })).id,
      must(await libur({ tanggal: '2021-12-31', gedung_id: s.ids.gedung })).id,
      must(await libur({ tanggal: '2021-06-01', gedung_id: s.ids.gedung2 })).id,
    ]
    must(await libur({ tanggal: '2022-01-01' }))
    expect(await ids('tahun=2021')).toEqual([everywhere, here, there])
    expect(await ids(`tahun=2021&berlaku_di=${s.ids.gedung}`)).toEqual([everywhere, here])
    expect(await ids(`tahun=2021&gedung_id=${s.ids.gedung}`)).toEqual([here])
    expect((await s.superadmin.get('/hari-libur?tahun=1999')).status).toBe(422)
  })
  test('shows an admin of one outlet the common holidays; only own ones are writable', async () => {
    const [everywhere, there] = [
      must(await libur({ tanggal: '2020-05-01' })),
      must(await libur({ tanggal: '2020-05-02', gedung_id: s.ids.gedung })),
    ]
    const here = must(await libur({ tanggal: '2020-05-03', gedung_id: s.ids.gedung2 }, s.admin2))
    expect(
      must(await s.admin2.get('/hari-libur?tahun=2020&sort=id')).map((r: { id: number }) => r.id),
    ).toEqual([everywhere.id, here.id])
    expect((await libur({ tanggal: '2020-05-04' }, s.admin2)).status).toBe(403)
    expect((await libur({ tanggal: '2020-05-04', gedung_id: s.ids.gedung }, s.admin2)).status).toBe(
      422,
    )
    expect(
      (await s.admin2.post(`/hari-libur/update?id=${everywhere.id}`, { nama: 'x', versi: 1 }))
        .status,
    ).toBe(403)
    expect(
      (await s.admin2.post(`/hari-libur/update?id=${here.id}`, { gedung_id: null, versi: 1 }))
        .status,
    ).toBe(403)
    expect((await s.admin2.post(`/hari-libur/delete?id=${everywhere.id}`)).status).toBe(403)
    expect((await s.admin2.post(`/hari-libur/delete?id=${there.id}`)).status).toBe(404)
    expect(
      (await s.admin2.post(`/hari-libur/update?id=${here.id}`, { nama: 'Libur kami', versi: 1 }))
        .status,
    ).toBe(200)
    must(await s.admin2.post(`/hari-libur/delete?id=${here.id}`))
  })
})

describe('a monthly bill', () => {
  /**
   * Returns the bill preview of a month, by default November 2026, for a student of a Monday class
   * that costs 500.000 for four lessons.
   */
  const november = async (
    days: { tanggal: string; umum?: boolean; prorata?: boolean }[],
    otherDays: string[] = [],
    periode = '2026-11',
  ) => {
    const [gedung, otherOutlet] = [await makeOutlet(s), await makeOutlet(s)]
    await makeFamily(s, gedung, await makeKelas(s, gedung))
    const holidayIds: number[] = []
    for (const { tanggal, umum, prorata = true } of days)
      holidayIds.push(must(await libur({ tanggal, prorata, gedung_id: umum ? null : gedung })).id)
    for (const tanggal of otherDays)
      holidayIds.push(must(await libur({ tanggal, gedung_id: otherOutlet })).id)
    const {
      baris: [line],
    } = must(await s.superadmin.post('/billing/pratinjau', { periode, gedung_id: [gedung] }))
    for (const id of holidayIds) must(await s.superadmin.post(`/hari-libur/delete?id=${id}`))
    return [line.hasil, line.jumlah, line.prorata_pembilang]
  }
  const fullMonth = ['dibuat', 500_000, null]
  test.each([
    ['none', [], fullMonth],
    ['one, which the fifth week stands in for', [{ tanggal: '2026-11-09' }], fullMonth],
    ['two', [{ tanggal: '2026-11-09' }, { tanggal: '2026-11-16' }], ['dibuat', 375_000, 3]],
    [
      'the first and the last day of lessons',
      [{ tanggal: '2026-11-02' }, { tanggal: '2026-11-30' }],
      ['dibuat', 375_000, 3],
    ],
    [
      'one of all outlets and one of its own',
      [{ tanggal: '2026-11-09', umum: true }, { tanggal: '2026-11-16' }],
      ['dibuat', 375_000, 3],
    ],
    [
      'the same day twice',
      [{ tanggal: '2026-11-09', umum: true }, { tanggal: '2026-11-09' }, { tanggal: '2026-11-16' }],
      ['dibuat', 375_000, 3],
    ],
    [
      'without less to pay',
      [
        { tanggal: '2026-11-09', prorata: false },
        { tanggal: '2026-11-16', prorata: false },
      ],
      fullMonth,
    ],
    [
      'on other days of the week',
      [{ tanggal: '2026-11-10' }, { tanggal: '2026-11-17' }],
      fullMonth,
    ],
    ['of the months beside', [{ tanggal: '2026-10-26' }, { tanggal: '2026-12-07' }], fullMonth],
    [
      'all of the month',
      ['02', '09', '16', '23', '30'].map((d) => ({ tanggal: `2026-11-${d}` })),
      ['nominal_0', 0, 0],
    ],
  ])('holidays: %s', async (_, days, expected) => expect(await november(days)).toEqual(expected))
  test('ignores holidays of another outlet', async () =>
    expect(await november([], ['2026-11-09', '2026-11-16'])).toEqual(fullMonth))
  test('has no replacement week in a month of four weeks', async () =>
    expect(await november([{ tanggal: '2026-10-26' }], [], '2026-10')).toEqual([
      'dibuat',
      375_000,
      3,
    ]))
  test('is stored as previewed and stays after the holiday is deleted', async () => {
    const gedung = await makeOutlet(s)
    const { akun } = await makeFamily(s, gedung, await makeKelas(s, gedung))
    const holidays = [
      must(await libur({ tanggal: '2026-11-09' })),
      must(await libur({ tanggal: '2026-11-16', gedung_id: gedung })),
    ]
    must(await s.superadmin.post('/billing/generate', { periode: '2026-11', gedung_id: [gedung] }))
    for (const { id } of holidays) must(await s.superadmin.post(`/hari-libur/delete?id=${id}`))
    const [bill] = must(await s.superadmin.get(`/billing?akun_billing_id=${akun}&expand=items`))
    expect([bill.total, bill.items[0].deskripsi, bill.items[0].harga_satuan]).toEqual([
      375_000,
      'Piano Grade 1 – November 2026 (3 dari 4 pertemuan)',
      500_000,
    ])
  })
})
