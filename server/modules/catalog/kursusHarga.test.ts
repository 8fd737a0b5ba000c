import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body } from '#mocks/api/api.ts'
import { makeKelas, makeFamily, makeOutlet, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

let n = 0
const create = async (path: string, body: Body): Promise<number> =>
  must(await s.admin.post<{ id: number }>(`/${path}/create`, body)).id
/** Creates a course of 500.000 per month, with a class and a student at a new outlet. */
const makeCourse = async (more: Body = {}) => {
  const gedung = await makeOutlet(s)
  const kursus = await create('kursus', {
    kode: `H-${++n}`,
    nama: `Kursus Harga ${n}`,
    kategori_kursus_id: s.ids.kategori,
    biaya_bulanan: 500_000,
    tipe: 'group',
    kapasitas_maks: 9,
    ...more,
  })
  const { kp, akun } = await makeFamily(
    s,
    gedung,
    await makeKelas(s, gedung, { kursus_id: kursus }),
  )
  return { gedung, kursus, kp: kp[0] ?? 0, akun }
}
const price = (
  kursus_id: number,
  gedung_id: number | null,
  berlaku_mulai: string,
  biaya_bulanan: number,
) => create('kursus-harga', { kursus_id, gedung_id, berlaku_mulai, biaya_bulanan })
const ask = async (kursus: number, tanggal: string, gedung?: number) =>
  must(
    await s.admin.get(
      `/kursus/harga-pada?id=${kursus}&tanggal=${tanggal}${gedung ? `&gedung_id=${gedung}` : ''}`,
    ),
  )
const billed = async (kp: number, periode: string): Promise<number | undefined> =>
  must(await s.admin.post('/billing/pratinjau', { periode })).baris.find(
    (b: { kursus_peserta_id: number }) => b.kursus_peserta_id === kp,
  )?.jumlah
const generate = async (gedung: number, periode: string) =>
  must(await s.admin.post('/billing/generate', { periode, gedung_id: [gedung] }))

describe('the price of a course on a day', () => {
  test('is the latest by the first of the month, outlet first, also when generated', async () => {
    await setSetting(s, 'minggu_kelima', 'libur')
    const { kursus, gedung, kp } = await makeCourse()
    await price(kursus, null, '2030-02-01', 520_000)
    await price(kursus, null, '2030-04-02', 540_000)
    await price(kursus, gedung, '2030-06-01', 530_000)
    await price(kursus, null, '2030-08-01', 600_000)
    await price(kursus, await makeOutlet(s), '2030-01-01', 1)
    for (const [tanggal, amount, sumber, mulai] of [
      ['2030-01-31', 500_000, 'dasar', undefined], // day before the price of 520.000 begins
      ['2030-02-01', 520_000, 'umum', '2030-02-01'], // first day of the price of 520.000
      // A price that begins on the second day of a month applies from the next month.
      ['2030-04-30', 520_000, 'umum', '2030-02-01'],
      ['2030-05-01', 540_000, 'umum', '2030-04-02'],
      ['2030-05-31', 540_000, 'umum', '2030-04-02'],
      ['2030-06-30', 530_000, 'outlet', '2030-06-01'],
      // A later price for all outlets does not override the outlet's price.
      ['2030-09-15', 530_000, 'outlet', '2030-06-01'],
    ] as const) {
      const answer = await ask(kursus, tanggal, gedung)
      expect([answer.biaya_bulanan, answer.sumber, answer.harga?.berlaku_mulai], tanggal).toEqual([
        amount,
        sumber,
        mulai,
      ])
      expect(await billed(kp, tanggal.slice(0, 7)), `bill of ${tanggal}`).toBe(amount)
    }
    expect(await ask(kursus, '2030-09-15')).toMatchObject({
      periode: '2030-09',
      biaya_bulanan: 600_000,
      sumber: 'umum',
      harga: { gedung: null },
      berikutnya: null,
    })
    expect((await ask(kursus, '2030-01-10', gedung)).berikutnya).toEqual({
      periode: '2030-02',
      biaya_bulanan: 520_000,
    })
    expect((await ask(kursus, '2030-03-10', gedung)).berikutnya).toEqual({
      periode: '2030-05',
      biaya_bulanan: 540_000,
    })
    expect((await ask(kursus, '2030-06-10', gedung)).berikutnya).toBeNull()
  })
  test('leaves a special price untouched', async () => {
    const { kursus, gedung, kp } = await makeCourse()
    const { versi } = must(await s.admin.get<{ versi: number }>(`/kursus-peserta/view?id=${kp}`))
    must(
      await s.admin.post(`/kursus-peserta/update?id=${kp}`, {
        versi,
        biaya_bulanan_khusus: 350_000,
        alasan_biaya: 'Anak pegawai',
      }),
    )
    await price(kursus, gedung, '2031-01-01', 900_000)
    expect([
      await billed(kp, '2031-01'),
      (await ask(kursus, '2031-01-01', gedung)).biaya_bulanan,
    ]).toEqual([350_000, 900_000])
  })
  test('shows in the list where it differs from the base price', async () => {
    const { kursus, gedung } = await makeCourse()
    const currentPrice = async () =>
      must(await s.admin.get(`/kursus/view?id=${kursus}&expand=harga_kini`)).harga_kini
    expect(await currentPrice()).toEqual({ terendah: 500_000, tertinggi: 500_000 })
    await price(kursus, null, '2020-01-01', 450_000)
    await price(kursus, gedung, '2020-01-01', 475_000)
    expect(await currentPrice()).toEqual({ terendah: 450_000, tertinggi: 475_000 })
    const { versi } = must(await s.admin.get<{ versi: number }>(`/kursus/view?id=${kursus}`))
    must(await s.admin.post(`/kursus/update?id=${kursus}`, { versi, gedung: [gedung] }))
    expect(await currentPrice()).toEqual({ terendah: 475_000, tertinggi: 475_000 })
  })
  test('requires an existing course, day and outlet', async () => {
    for (const [query, status] of [
      ['id=999999&tanggal=2030-01-01', 404],
      [`id=${s.ids.kursus}&tanggal=2030-02-30`, 422],
      [`id=${s.ids.kursus}`, 422],
      [`id=${s.ids.kursus}&tanggal=2030-01-01&gedung_id=999999`, 422],
      [`id=${s.ids.kursus}&tanggal=2030-01-01&gedung_id=x`, 422],
    ] as const)
      expect((await s.admin.get(`/kursus/harga-pada?${query}`)).status, query).toBe(status)
    expect(
      (
        await s.admin2.get(
          `/kursus/harga-pada?id=${s.ids.kursus}&tanggal=2030-01-01&gedung_id=${s.ids.gedung}`,
        )
      ).status,
    ).toBe(422)
    expect(
      (await s.sales.get(`/kursus/harga-pada?id=${s.ids.kursus}&tanggal=2030-01-01`)).status,
    ).toBe(403)
  })
})

describe('a billed price', () => {
  const change = async (id: number, body: Body) => {
    const { versi } = must(await s.admin.get<{ versi: number }>(`/kursus-harga/view?id=${id}`))
    return s.admin.post(`/kursus-harga/update?id=${id}`, { versi, ...body })
  }
  test('can be neither changed nor deleted, unlike an unbilled or later one', async () => {
    const { kursus, gedung } = await makeCourse()
    const [usedPrice, later, elsewhere] = [
      await price(kursus, gedung, '2032-01-01', 510_000),
      await price(kursus, gedung, '2032-03-01', 520_000),
      await price(kursus, await makeOutlet(s), '2032-01-01', 510_000),
    ]
    must(await change(usedPrice, { biaya_bulanan: 515_000 }))
    await generate(gedung, '2032-01')
    const message =
      'Harga ini sudah dipakai tagihan Januari 2032. Tambahkan harga baru dengan tanggal berlakunya sendiri.'
    for (const body of [
      { biaya_bulanan: 516_000 },
      { berlaku_mulai: '2032-02-01' },
      { gedung_id: null },
    ]) {
      const { status, data } = await change(usedPrice, body)
      expect([status, data.message], JSON.stringify(body)).toEqual([409, message])
    }
    expect((await s.admin.post(`/kursus-harga/delete?id=${usedPrice}`)).data.message).toBe(message)
    const rows = must(
      await s.admin.get<{ id: number; dipakai: unknown }[]>(
        `/kursus-harga?kursus_id=${kursus}&expand=dipakai`,
      ),
    )
    expect(new Map(rows.map((r) => [r.id, r.dipakai]))).toEqual(
      new Map([
        [usedPrice, { periode: '2032-01' }],
        [later, null],
        [elsewhere, null],
      ]),
    )
    must(await change(later, { biaya_bulanan: 525_000, berlaku_mulai: '2032-04-01' }))
    must(await s.admin.post(`/kursus-harga/delete?id=${later}`))
    must(await change(elsewhere, { biaya_bulanan: 1000 }))
    // A new price with the same first day replaces the old price in future bills. The old row is
    // kept, because earlier bills used it.
    expect(
      (
        await s.admin.post('/kursus-harga/create', {
          kursus_id: kursus,
          gedung_id: gedung,
          berlaku_mulai: '2032-01-01',
          biaya_bulanan: 1,
        })
      ).status,
    ).toBe(409)
    await price(kursus, gedung, '2032-01-15', 530_000)
    expect((await ask(kursus, '2032-02-01', gedung)).biaya_bulanan).toBe(530_000)
  })
  test('can be changed again after the bill is deleted', async () => {
    const { kursus, gedung, akun } = await makeCourse()
    const id = await price(kursus, null, '2033-01-01', 510_000)
    await generate(gedung, '2033-01')
    expect((await change(id, { biaya_bulanan: 1 })).status).toBe(409)
    const [bill] = must(await s.admin.get<{ id: number }[]>(`/billing?akun_billing_id=${akun}`))
    must(await s.admin.post(`/billing/delete?id=${bill?.id}`))
    must(await change(id, { biaya_bulanan: 505_000 }))
    must(await s.admin.post(`/kursus-harga/delete?id=${id}`))
  })
  test('cannot change its course and requires an outlet that offers it', async () => {
    const [{ kursus, gedung }, otherCourse] = [await makeCourse(), await makeCourse()]
    const id = await price(kursus, gedung, '2034-01-01', 1)
    expect((await change(id, { kursus_id: otherCourse.kursus })).data.errors).toEqual([
      { field: 'kursus_id', message: 'Kursus tidak dapat diganti' },
    ])
    const { versi } = must(await s.admin.get<{ versi: number }>(`/kursus/view?id=${kursus}`))
    must(await s.admin.post(`/kursus/update?id=${kursus}`, { versi, gedung: [gedung] }))
    expect((await change(id, { gedung_id: otherCourse.gedung })).data.errors).toEqual([
      { field: 'gedung_id', message: 'Kursus ini tidak ditawarkan di outlet itu' },
    ])
  })
})
