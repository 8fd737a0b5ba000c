/** Fees on bills. The generation bills monthly fees, and users add other fees by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus } from '#contract/enums.ts'
import type { Body } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeAkun,
  makeKelas,
  makeFamily,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let jenis: number
beforeAll(async () => {
  s = await makeSchool()
  jenis = must(await s.admin.get<{ id: number }[]>('/jenis-billing?sifat=tambahan'))[0]!.id
})
afterAll(() => s.close())

let n = 0
const makeBiaya = async (gedung: number, more: Body = {}): Promise<number> =>
  must(
    await s.admin.post<{ id: number }>('/biaya/create', {
      kode: `B${++n}`,
      nama: `Biaya ${n}`,
      jenis_billing_id: jenis,
      nominal: 25_000,
      pemicu: 'bulanan',
      gedung: [gedung],
      berlaku_mulai: '2024-01-01',
      ...more,
    }),
  ).id
const preview = async (periode: string, gedung: number[]) =>
  must(await s.admin.post('/billing/pratinjau', { periode, gedung_id: gedung }))
const run = async (periode: string, gedung: number[], more = {}) =>
  must(await s.admin.post('/billing/generate', { periode, gedung_id: gedung, ...more }))
const drafts = async (batch: number) =>
  must(
    await s.admin.get<any[]>(
      `/billing?generate_batch_id=${batch}&expand=items&per-page=100&sort=nama_tagihan`,
    ),
  )
const fees = (p: any) =>
  p.baris
    .filter((b: any) => b.biaya_id !== null)
    .map((b: any) => [b.peserta_id, b.hasil, b.jumlah])
    .toSorted((a: any, b: any) => a[0] - b[0] || a[2] - b[2])
const school = async (children = 1) => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  return { gedung, kelas, keluarga: await makeFamily(s, gedung, kelas, children) }
}

describe('a monthly fee', () => {
  test('is charged once per student after the tuition, and not again in a second run', async () => {
    const { gedung, keluarga } = await school(2)
    // A second course of the first student adds no second fee, because the fee is charged once per
    // student.
    await enrol(s, keluarga.peserta[0]!, await makeKelas(s, gedung, { hari: Hari.rabu }))
    const id = await makeBiaya(gedung, { nama: 'Fasilitas' })
    const p = await preview('2026-11', [gedung])
    expect(p.ringkasan).toEqual({ tagihan: 1, baris: 5, total: 1_550_000, dilewati: 0, ada: 0 })
    expect(fees(p)).toEqual(keluarga.peserta.map((x) => [x, 'dibuat', 25_000]))
    const { generate_batch_id } = await run('2026-11', [gedung])
    const [bill, ...otherBills] = await drafts(generate_batch_id)
    expect(otherBills).toEqual([])
    expect(bill).toMatchObject({ total: 1_550_000, subtotal: 1_550_000 })
    expect(bill.items.map((i: any) => [i.urutan, i.biaya_id, i.harga_satuan])).toEqual([
      [1, null, 500_000],
      [2, null, 500_000],
      [3, null, 500_000],
      [4, id, 25_000],
      [5, id, 25_000],
    ])
    expect(bill.items[3]).toMatchObject({
      deskripsi: 'Fasilitas – November 2026',
      jenis_billing_id: jenis,
      kursus_peserta_id: null,
      kursus_id: null,
      periode: '2026-11',
      qty: 1,
      peserta_id: keluarga.peserta[0],
    })
    expect(fees(await preview('2026-11', [gedung]))).toEqual(
      keluarga.peserta.map((x) => [x, 'ada', 0]),
    )
    expect(await run('2026-11', [gedung])).toMatchObject({ dibuat: 0, dilewati: 0 })
    expect(await run('2026-12', [gedung])).toMatchObject({ dibuat: 1 })
    // A later run also bills a new fee to students whose tuition was billed before. Voiding a bill
    // makes its fees billable again.
    must(await s.admin.post(`/billing/terbitkan?id=${bill.id}`))
    const laterFee = await makeBiaya(gedung, { nominal: 10_000 })
    expect(
      (await drafts((await run('2026-11', [gedung])).generate_batch_id)).map((b) => [
        b.total,
        b.items.map((i: any) => i.biaya_id),
      ]),
    ).toEqual([[20_000, [laterFee, laterFee]]])
    must(
      await s.admin.post(`/billing/batalkan?id=${bill.id}`, {
        alasan: 'Salah harga, dibuat ulang',
      }),
    )
    expect((await preview('2026-11', [gedung])).ringkasan).toMatchObject({
      baris: 5,
      total: 1_550_000,
    })
  })

  test('is limited to outlets, courses and a first day, and skipped if inactive or 0', async () => {
    const [firstSchool, secondSchool] = [await school(), await school()]
    const violin = must(
      await s.superadmin.post('/kursus/create', {
        kode: `BIOLA-${n}`,
        nama: 'Biola',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'group',
        kapasitas_maks: 9,
        biaya_bulanan: 300_000,
      }),
    ).id
    const player = await makePeserta(s, secondSchool.keluarga.akun, secondSchool.gedung)
    await enrol(s, player, await makeKelas(s, secondSchool.gedung, { kursus_id: violin }))
    await makeBiaya(firstSchool.gedung, { nominal: 1000 })
    await makeBiaya(secondSchool.gedung, { nominal: 2000, kursus: [violin] })
    await makeBiaya(firstSchool.gedung, { nominal: 4000, berlaku_mulai: '2026-11-02' })
    await makeBiaya(firstSchool.gedung, { nominal: 8000, berlaku_mulai: '2026-11-01' })
    await makeBiaya(firstSchool.gedung, { nominal: 16_000, status: 'nonaktif' })
    await makeBiaya(firstSchool.gedung, { nominal: 0 })
    await makeBiaya(firstSchool.gedung, { nominal: 32_000, pemicu: 'manual' })
    const both = [firstSchool.gedung, secondSchool.gedung]
    const sums = (p: any) =>
      fees(p).map(([peserta, , jumlah]: [number, string, number]) => [peserta, jumlah])
    expect(sums(await preview('2026-10', both))).toEqual([
      [firstSchool.keluarga.peserta[0], 1000],
      [player, 2000],
    ])
    expect(sums(await preview('2026-11', both))).toEqual([
      [firstSchool.keluarga.peserta[0], 1000],
      [firstSchool.keluarga.peserta[0], 8000],
      [player, 2000],
    ])
    expect(
      sums(await preview('2026-12', both)).reduce(
        (sum: number, [, jumlah]: [number, number]) => sum + jumlah,
        0,
      ),
    ).toBe(15_000)
  })

  test('skips months without lessons and payers without bills, with PPN of its kind', async () => {
    const {
      gedung,
      kelas,
      keluarga: { akun, peserta },
    } = await school()
    const student = async (more: Body, payer = akun) => {
      const id = await makePeserta(s, payer, gedung)
      await enrol(s, id, kelas, more)
      return id
    }
    await student({ status: KursusPesertaStatus.cuti, cuti_mulai: '2026-10-05' })
    await student({ mulai: '2027-01-01' })
    const free = await student({ biaya_bulanan_khusus: 0, alasan_biaya: 'Anak guru' })
    const blocked = await student({}, await makeAkun(s, { blokir_tagihan: true }))
    const taxedKind = must(
      await s.superadmin.post('/jenis-billing/create', {
        kode: 'TKENA',
        nama: 'Tambahan kena',
        sifat: 'tambahan',
        ppn_kena: true,
      }),
    ).id
    await makeBiaya(gedung, { jenis_billing_id: taxedKind, nominal: 10_000 })
    await setSetting(s, 'ppn_persen', 1100)
    const p = await preview('2026-11', [gedung])
    expect(fees(p)).toEqual([
      [peserta[0], 'dibuat', 11_100],
      [free, 'dibuat', 11_100],
      [blocked, 'diblokir', 0],
    ])
    const [bill] = await drafts((await run('2026-11', [gedung])).generate_batch_id)
    expect(bill).toMatchObject({ total_ppn: 2200, total: 522_200 })
    await setSetting(s, 'ppn_persen', 0)
  })

  test('is charged once by simultaneous runs and per student', { timeout: 60_000 }, async () => {
    const { gedung } = await school(3)
    await makeBiaya(gedung)
    await Promise.all([
      run('2026-11', [gedung]),
      run('2026-11', [gedung]),
      run('2026-11', [gedung]),
    ])
    expect((await preview('2026-11', [gedung])).ringkasan).toMatchObject({ baris: 0, ada: 6 })
    expect(must(await s.admin.get(`/billing/total?gedung_id=${gedung}`))).toMatchObject({
      total: 1_575_000,
    })
    await run('2026-12', [gedung], { mode: 'per_peserta' })
    expect(
      must(await s.admin.get<any[]>(`/billing?gedung_id=${gedung}&periode=2026-12`)).map(
        (b) => b.total,
      ),
    ).toEqual([525_000, 525_000, 525_000])
  })
})

describe('a fee on the form', () => {
  const item = (biaya_id: number, peserta_id: number | null, more: Body = {}) => ({
    jenis_billing_id: jenis,
    biaya_id,
    peserta_id,
    deskripsi: 'Biaya',
    harga_satuan: 25_000,
    ...more,
  })
  const create = (akun_billing_id: number, gedung_id: number, items: Body[], more: Body = {}) =>
    s.admin.post('/billing/create', {
      akun_billing_id,
      gedung_id,
      jatuh_tempo: '2040-12-31',
      items,
      ...more,
    })

  test('is not generated again, also when its bill gets its month later', async () => {
    const {
      gedung,
      keluarga: { akun, peserta },
    } = await school()
    const biaya = await makeBiaya(gedung)
    const bill = must(await create(akun, gedung, [item(biaya, peserta[0]!)]))
    expect(fees(await preview('2026-11', [gedung]))).toEqual([[peserta[0], 'dibuat', 25_000]])
    must(
      await s.admin.post(`/billing/update?id=${bill.id}`, {
        versi: bill.versi,
        periode: '2026-11',
      }),
    )
    expect(fees(await preview('2026-11', [gedung]))).toEqual([[peserta[0], 'ada', 0]])
    const twice = await create(akun, gedung, [item(biaya, peserta[0]!)], { periode: '2026-11' })
    expect(twice).toMatchObject({
      status: 409,
      data: {
        errors: [
          {
            field: 'items.0.biaya_id',
            message: expect.stringContaining('sudah ditagih untuk peserta ini di draft'),
          },
        ],
      },
    })
    expect(
      await create(akun, gedung, [item(biaya, peserta[0]!), item(biaya, peserta[0]!)], {
        periode: '2026-10',
      }),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'items.1.biaya_id' }] } })
    // After the fee is removed from the draft, it can be billed again.
    const { versi } = must(await s.admin.get(`/billing/view?id=${bill.id}`))
    must(
      await s.admin.post(`/billing/update?id=${bill.id}`, {
        versi,
        items: [{ jenis_billing_id: jenis, deskripsi: 'Lain', harga_satuan: 1 }],
      }),
    )
    expect(fees(await preview('2026-11', [gedung]))).toEqual([[peserta[0], 'dibuat', 25_000]])
  })

  test('does not replace the course of a generated line', async () => {
    const { gedung, keluarga } = await school()
    const [bill] = await drafts((await run('2026-11', [gedung])).generate_batch_id)
    const [line] = bill.items
    expect(
      await s.admin.post(`/billing/update?id=${bill.id}`, {
        versi: bill.versi,
        items: [{ ...item(await makeBiaya(gedung), keluarga.peserta[0]!), id: line.id }],
      }),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'items.0.biaya_id' }] } })
  })

  test('keeps its trigger and cannot be deleted once it is used', async () => {
    const {
      gedung,
      keluarga: { akun, peserta },
    } = await school()
    const biaya = await makeBiaya(gedung)
    const kind = { versi: 1, pemicu: 'manual' }
    must(await create(akun, gedung, [item(biaya, peserta[0]!)]))
    expect(await s.admin.post(`/biaya/update?id=${biaya}`, kind)).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'pemicu' }] },
    })
    expect(await s.admin.post(`/biaya/delete?id=${biaya}`)).toMatchObject({ status: 409 })
    expect(await create(akun, s.ids.gedung2, [item(biaya, peserta[0]!)])).toMatchObject({
      status: 422,
      data: {
        errors: [
          {
            field: 'items.0.biaya_id',
            message: expect.stringContaining('tidak ditawarkan di outlet ini'),
          },
        ],
      },
    })
    const unused = await makeBiaya(gedung)
    must(await s.admin.post(`/biaya/update?id=${unused}`, kind))
    must(await s.admin.post(`/biaya/delete?id=${unused}`))
  })
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
