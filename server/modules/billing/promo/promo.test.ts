/**
 * Promos through the API, on both database engines: rules of the row, generation, codes, quota at
 * publishing, expiry, and cancellation of uses when a bill is voided.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import type { Body } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeBill,
  makeDraft,
  makeKelas,
  makeFamily,
  makeOutlet,
  makePeserta,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const today = currentDay()
const periode = addMonths(today.slice(0, 7), 1)
const tomorrow = addDays(today, 1)
let n = 0
const view = (id: number) =>
  s.admin.get(`/billing/view?id=${id}&expand=items`).then(must) as Promise<any>
const updatePromo = async (id: number, body: Body) =>
  s.admin.post(`/promo/update?id=${id}`, {
    versi: must(await s.admin.get(`/promo/view?id=${id}`)).versi,
    ...body,
  })
const readUse = async (id: number) =>
  must(await s.admin.get(`/promo/view?id=${id}&expand=pemakaian`)).pemakaian
/** Makes a promo that is limited to one outlet, so that tests do not affect each other. */
const makePromo = async (gedung: number, more: Body = {}): Promise<number> =>
  must(
    await s.admin.post('/promo/create', {
      nama: `Promo ${++n}`,
      nilai: 1000,
      mulai: '2026-01-01',
      gedung: [gedung],
      ...more,
    }),
  ).id
const draftAt = (gedung: number, akun: number, more: Body = {}) =>
  makeDraft(s, akun, 100_000, { gedung_id: gedung, ...more })
/** Makes an outlet and a promo with a code for that outlet. */
const kode = async (more: Body = {}) => {
  const gedung = await makeOutlet(s)
  const code = `KODE-${++n}`
  return { gedung, code, id: await makePromo(gedung, { kode: code, ...more }) }
}
const generate = async (gedung: number, p = periode) =>
  must(await s.admin.post('/billing/generate', { periode: p, gedung_id: [gedung] }))
    .generate_batch_id as number
const draftsOf = (gedung: number, more = '') =>
  s.admin
    .get(`/billing?gedung_id=${gedung}&expand=items&per-page=100&sort=created_at${more}`)
    .then(must) as Promise<any[]>

describe('a promo', () => {
  test.each<[string, Body, string]>([
    ['more than 100 %', { nilai: 10_001 }, 'nilai'],
    ['a percentage of nothing', { nilai: 0 }, 'nilai'],
    ['a nominal of nothing', { tipe: 'nominal', nilai: 0 }, 'nilai'],
    ['no month', { tipe: 'gratis_bulan_ke_n', nilai: 0 }, 'nilai'],
    ['negative', { nilai: -1 }, 'nilai'],
    ['ends before it begins', { selesai: '2025-12-31' }, 'selesai'],
    ['first child', { urutan_anak: 1 }, 'urutan_anak'],
    ['unknown kind', { jenis_sifat: ['apa'] }, 'jenis_sifat.0'],
    ['unknown course', { kursus: [99_999] }, 'kursus'],
    ['a sign in the code', { kode: 'HEMAT!' }, 'kode'],
    [
      'registration without registration',
      { tipe: 'gratis_pendaftaran', jenis_sifat: ['kursus'] },
      'jenis_sifat',
    ],
  ])('returns 422 for %s', async (_, body, field) => {
    const answer = await s.admin.post('/promo/create', {
      nama: 'Salah',
      nilai: 500,
      mulai: '2026-01-01',
      ...body,
    })
    expect([answer.status, answer.data.errors?.[0]?.field]).toEqual([422, field])
  })
  test('stores a code in capitals', async () => {
    const gedung = await makeOutlet(s)
    const id = await makePromo(gedung, { kode: ' hemat-kecil ' })
    expect(must(await s.admin.get(`/promo/view?id=${id}`)).kode).toBe('HEMAT-KECIL')
    const again = { nama: 'Lagi', nilai: 1000, mulai: '2026-01-01', kode: 'Hemat-Kecil' }
    expect((await s.admin.post('/promo/create', again)).status).toBe(409)
  })
  test('accepts 0,01 % and 100 %, and an end on the first day', async () => {
    const gedung = await makeOutlet(s)
    for (const more of [
      { nilai: 1 },
      { nilai: 10_000, mulai: '2026-01-01', selesai: '2026-01-01' },
    ])
      expect(
        (
          await s.admin.post('/promo/create', {
            nama: 'Ujung',
            mulai: '2026-01-01',
            gedung: [gedung],
            ...more,
          })
        ).status,
      ).toBe(201)
  })
  test('rejects a code that exists already', async () => {
    const { gedung, code } = await kode()
    expect(
      await s.admin.post('/promo/create', {
        nama: 'Lagi',
        kode: code,
        nilai: 1,
        mulai: '2026-01-01',
        gedung: [gedung],
      }),
    ).toMatchObject({ status: 409, data: { errors: [{ field: 'kode' }] } })
  })
  test('allows changes only of end, quota and status while in use, and no delete', async () => {
    const { gedung, code, id } = await kode()
    must(await updatePromo(id, { nilai: 2000 }))
    await makeBill(s, s.ids.akun, 100_000, { gedung_id: gedung, kode_promo: code })
    for (const body of [
      { nilai: 3000 },
      { nama: 'Lain' },
      { kode: 'BARU' },
      { gedung: [] },
      { kuota_per_akun: 3 },
      { mulai: '2025-01-01' },
    ])
      expect((await updatePromo(id, body)).status).toBe(422)
    must(await updatePromo(id, { selesai: '2099-01-01', kuota: 9, status: 'nonaktif' }))
    expect((await s.admin.post(`/promo/delete?id=${id}`)).status).toBe(409)
    const unused = await makePromo(gedung)
    must(await s.admin.post(`/promo/delete?id=${unused}`))
  })
  test('is locked by void bills and by drafts until they are deleted, with the count', async () => {
    const { gedung, code, id } = await kode()
    const readLock = async () =>
      must(await s.admin.get(`/promo/view?id=${id}&expand=terkunci`)).terkunci
    expect(await readLock()).toBeNull()
    const drafts = [
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun2, { kode_promo: code }),
    ]
    expect([await readLock(), (await updatePromo(id, { nilai: 2000 })).status]).toEqual([
      { draft: 2 },
      422,
    ])
    must(await s.admin.post(`/billing/terbitkan?id=${drafts[0]}`))
    expect(await readLock()).toEqual({ draft: 1 })
    must(
      await s.admin.post(`/billing/batalkan?id=${drafts[0]}`, {
        alasan: 'Salah orang yang ditagih',
      }),
    )
    must(await s.admin.post(`/billing/delete?id=${drafts[1]}`))
    expect([await readLock(), (await updatePromo(id, { nilai: 2000 })).status]).toEqual([
      { draft: 0 },
      422,
    ])
    const otherCode = await kode()
    must(
      await s.admin.post(
        `/billing/delete?id=${await draftAt(otherCode.gedung, s.ids.akun, { kode_promo: otherCode.code })}`,
      ),
    )
    must(await updatePromo(otherCode.id, { nilai: 2000 }))
  })
})

describe('the generation with promos', () => {
  test('previews and stores tiers 0/5/5/7 % for a family of four: Rp2.681.000', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    await makePromo(gedung, {
      nama: 'Kakak adik',
      nilai: 500,
      urutan_anak: 2,
      dapat_digabung: true,
    })
    await makePromo(gedung, {
      nama: 'Anak keempat',
      nilai: 700,
      urutan_anak: 4,
      dapat_digabung: true,
      prioritas: 5,
    })
    const family = await makeFamily(s, gedung, kelas, 4, {
      biaya_bulanan_khusus: 700_000,
      alasan_biaya: 'Uji',
    })
    const { baris, ringkasan } = must(
      await s.admin.post('/billing/pratinjau', { periode, gedung_id: [gedung] }),
    )
    expect(ringkasan.total).toBe(2_681_000)
    expect(
      baris
        .map((b: any) => [b.diskon, b.promo, b.jumlah])
        .toSorted((a: any, b: any) => a[0] - b[0]),
    ).toEqual([
      [0, null, 700_000],
      [35_000, 'Kakak adik', 665_000],
      [35_000, 'Kakak adik', 665_000],
      [49_000, 'Anak keempat', 651_000],
    ])
    await generate(gedung)
    const [bill] = await draftsOf(gedung)
    expect(bill).toMatchObject({
      subtotal: 2_800_000,
      total_diskon: 119_000,
      total: 2_681_000,
      akun_billing_id: family.akun,
    })
    expect(
      bill.items
        .map((i: any) => [i.peserta_id, i.diskon, i.promo_diskon, i.diskon_alasan])
        .toSorted((a: any, b: any) => a[0] - b[0]),
    ).toEqual(
      family.peserta.map((id, i) => [
        id,
        [0, 35_000, 35_000, 49_000][i],
        [0, 35_000, 35_000, 49_000][i],
        [null, 'Kakak adik', 'Kakak adik', 'Anak keempat'][i],
      ]),
    )
  })
  test('counts siblings at other outlets and siblings with a published bill', async () => {
    const [gedung, otherOutlet] = [await makeOutlet(s), await makeOutlet(s)]
    const [kelas, otherKelas] = [await makeKelas(s, gedung), await makeKelas(s, otherOutlet)]
    await makePromo(gedung, { urutan_anak: 2, min_kursus_keluarga: 3 })
    const family = await makeFamily(s, otherOutlet, otherKelas)
    await enrol(s, await makePeserta(s, family.akun, gedung), kelas)
    await generate(gedung)
    expect((await draftsOf(gedung)).map((b) => b.total_diskon)).toEqual([0])
    await enrol(s, await makePeserta(s, family.akun, gedung), kelas)
    await generate(gedung)
    // The family now has the three courses that the promo requires. Only the new line gets the
    // promo; the line of the earlier generation stays unchanged.
    const [bill] = await draftsOf(gedung)
    expect(bill.items.map((i: any) => i.diskon)).toEqual([0, 50_000])
    expect(
      must(await s.admin.post('/billing/pratinjau', { periode, gedung_id: [gedung] })).ringkasan,
    ).toMatchObject({ baris: 0, ada: 2 })
  })
  test('gives a quota to at most that many lines, and a free month only in its month', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    await makePromo(gedung, { kuota: 2 })
    for (let i = 0; i < 3; i++) await makeFamily(s, gedung, kelas)
    await generate(gedung)
    expect((await draftsOf(gedung)).map((b) => b.total_diskon).toSorted((a, b) => a - b)).toEqual([
      0, 50_000, 50_000,
    ])
    const otherOutlet = await makeOutlet(s)
    const otherKelas = await makeKelas(s, otherOutlet)
    await makePromo(otherOutlet, { tipe: 'gratis_bulan_ke_n', nilai: 2 })
    await makeFamily(s, otherOutlet, otherKelas, 1, { mulai: `${periode}-01` })
    await generate(otherOutlet)
    await generate(otherOutlet, addMonths(periode, 1))
    expect((await draftsOf(otherOutlet)).map((b) => [b.periode, b.total])).toEqual([
      [periode, 500_000],
      [addMonths(periode, 1), 0],
    ])
  })
  test('applies a promo for two months from the first use of the student', async () => {
    const gedung = await makeOutlet(s)
    const kelas = await makeKelas(s, gedung)
    await makePromo(gedung, { durasi_bulan: 2 })
    await makeFamily(s, gedung, kelas)
    for (const i of [0, 1, 2]) {
      const generate_batch_id = await generate(gedung, addMonths(periode, i))
      must(await s.admin.post('/billing/terbitkan-banyak', { generate_batch_id }))
    }
    expect((await draftsOf(gedung)).map((b) => b.total_diskon)).toEqual([50_000, 50_000, 0])
  })
})

describe('the period of a line', () => {
  const previewLines = async (gedung: number, p: string) =>
    must(await s.admin.post('/billing/pratinjau', { periode: p, gedung_id: [gedung] })).baris
  const nextYear = addMonths(today.slice(0, 7), 12)

  test('decides about a promo on any issue date; the preview shows promos near it', async () => {
    const gedung = await makeOutlet(s)
    await makeFamily(s, gedung, await makeKelas(s, gedung))
    const dayOne = (p: string) => `${p}-01`
    await makePromo(gedung, {
      nama: 'Akhir tahun',
      mulai: dayOne(nextYear),
      selesai: `${nextYear}-20`,
    })
    // The bill is issued a month earlier, on a day on which the promo is not valid yet.
    const { tanggal_terbit } = must(
      await s.admin.post('/billing/pratinjau', { periode: nextYear, gedung_id: [gedung] }),
    )
    expect(tanggal_terbit < dayOne(nextYear)).toBe(true)
    expect(await previewLines(gedung, nextYear)).toMatchObject([
      {
        diskon: 50_000,
        promo: 'Akhir tahun',
        promo_dekat: expect.stringMatching(/^Akhir tahun berakhir 20 /),
      },
    ])
    expect(await previewLines(gedung, addMonths(nextYear, 1))).toMatchObject([
      {
        diskon: 0,
        promo: null,
        promo_dekat: expect.stringMatching(/^Akhir tahun sudah berakhir 20 /),
      },
    ])
    expect(await previewLines(gedung, addMonths(nextYear, -1))).toMatchObject([
      { diskon: 0, promo: null, promo_dekat: expect.stringMatching(/^Akhir tahun baru mulai 1 /) },
    ])
    expect(await previewLines(gedung, addMonths(nextYear, 3))).toMatchObject([
      { diskon: 0, promo_dekat: null },
    ])
    const generate_batch_id = await generate(gedung, nextYear)
    expect(
      must(await s.admin.post('/billing/terbitkan-banyak', { generate_batch_id })),
    ).toMatchObject({ berhasil: 1, gagal: [] })
    expect(await draftsOf(gedung)).toMatchObject([{ status: 1, total: 450_000 }])
  })
  test('decides by its first day, so a promo from mid-month starts in the next month', async () => {
    const gedung = await makeOutlet(s)
    await makeFamily(s, gedung, await makeKelas(s, gedung))
    await makePromo(gedung, { nama: 'Tengah', mulai: `${nextYear}-02` })
    expect(await previewLines(gedung, nextYear)).toMatchObject([
      { diskon: 0, promo_dekat: expect.stringMatching(/^Tengah baru mulai 2 /) },
    ])
    expect(await previewLines(gedung, addMonths(nextYear, 1))).toMatchObject([
      { diskon: 50_000, promo_dekat: null },
    ])
  })
  test('keeps the promo of a past month on a bill that is published late', async () => {
    const gedung = await makeOutlet(s)
    await makeFamily(s, gedung, await makeKelas(s, gedung))
    const lastMonth = addMonths(today.slice(0, 7), -1)
    await makePromo(gedung, { nama: 'Lalu', mulai: `${lastMonth}-01`, selesai: `${lastMonth}-28` })
    await generate(gedung, lastMonth)
    const [draft] = await draftsOf(gedung)
    expect(draft.total).toBe(450_000)
    must(await s.admin.post(`/billing/hitung-ulang-promo?id=${draft.id}`))
    must(await s.admin.post(`/billing/terbitkan?id=${draft.id}`))
    expect(await view(draft.id)).toMatchObject({ total: 450_000 })
  })
  test('shows no nearby promos that do not fit the line', async () => {
    const gedung = await makeOutlet(s)
    await makeFamily(s, gedung, await makeKelas(s, gedung))
    await makePromo(gedung, { nama: 'Adik', urutan_anak: 2, mulai: `${nextYear}-02` })
    await makePromo(gedung, { nama: 'Berkode', kode: `DEKAT-${gedung}`, mulai: `${nextYear}-02` })
    await makePromo(gedung, { nama: 'Mati', status: 'nonaktif', mulai: `${nextYear}-02` })
    expect(await previewLines(gedung, nextYear)).toMatchObject([{ diskon: 0, promo_dekat: null }])
  })
})

describe('a code on a draft', () => {
  test('is checked on save in any letter case, and keeps discounts entered by hand', async () => {
    const { gedung, code, id } = await kode({ nama: 'Hemat', nilai: 1000 })
    const items = [
      {
        jenis_billing_id: s.ids.jenis,
        deskripsi: 'Uji',
        harga_satuan: 200_000,
        diskon: 5000,
        diskon_alasan: 'Terlambat buka',
      },
    ]
    const bill = await view(
      await draftAt(gedung, s.ids.akun, { kode_promo: code.toLowerCase(), items }),
    )
    expect(bill).toMatchObject({ kode_promo: code, total: 175_000, total_diskon: 25_000 })
    expect(bill.items[0]).toMatchObject({
      promo_id: id,
      promo_diskon: 20_000,
      diskon: 25_000,
      diskon_alasan: 'Hemat; Terlambat buka',
    })
    // An update without changes keeps the promo. A new amount changes the discount of the promo.
    // Removing the code removes the promo.
    const again = must(
      await s.admin.post(`/billing/update?id=${bill.id}`, { versi: bill.versi, catatan: 'Sama' }),
    )
    expect(again.total).toBe(175_000)
    const more = must(
      await s.admin.post(`/billing/update?id=${bill.id}`, {
        versi: again.versi,
        items: [{ ...items[0], id: (await view(bill.id)).items[0].id, harga_satuan: 300_000 }],
      }),
    )
    expect(more.total).toBe(265_000)
    const none = must(
      await s.admin.post(`/billing/update?id=${bill.id}`, { versi: more.versi, kode_promo: null }),
    )
    expect([none.total, (await view(bill.id)).items[0].diskon_alasan]).toEqual([
      295_000,
      'Terlambat buka',
    ])
  })
  test.each<[string, Body, RegExp]>([
    ['ended', { selesai: addDays(today, -1) }, /Sudah berakhir/],
    ['not begun', { mulai: tomorrow }, /Baru berlaku/],
    ['off', { status: 'nonaktif' }, /tidak aktif/],
    ['of another outlet', { gedung: [1] }, /outlet ini/],
    ['for another kind', { jenis_sifat: ['produk'] }, /jenis tagihan/],
    ['for larger families', { min_kursus_keluarga: 9 }, /promo mulai 9/],
  ])('is rejected with the reason: %s', async (_, more, reason) => {
    const { gedung, code } = await kode(more)
    const answer = await s.admin.post('/billing/create', {
      akun_billing_id: s.ids.akun,
      gedung_id: gedung,
      jatuh_tempo: '2040-12-31',
      kode_promo: code,
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan: 5000 }],
    })
    expect([answer.status, answer.data.errors]).toEqual([
      422,
      [{ field: 'kode_promo', message: expect.stringMatching(reason) }],
    ])
  })
  test('is rejected if it is unknown', async () => {
    expect(
      await s.admin.post('/billing/create', {
        akun_billing_id: s.ids.akun,
        gedung_id: s.ids.gedung,
        jatuh_tempo: '2040-12-31',
        kode_promo: 'ENTAH',
        items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan: 5000 }],
      }),
    ).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'kode_promo', message: 'Kode promo tidak dikenal' }] },
    })
  })
  test('is combined with an automatic promo on one line if both allow it', async () => {
    const { gedung, code, id } = await kode({ nama: 'Kode', nilai: 1000, dapat_digabung: true })
    const kelas = await makeKelas(s, gedung)
    const auto = await makePromo(gedung, { nama: 'Otomatis', nilai: 500, dapat_digabung: true })
    await makeFamily(s, gedung, kelas)
    await generate(gedung)
    const [draft] = await draftsOf(gedung)
    must(
      await s.admin.post(`/billing/update?id=${draft.id}`, {
        versi: draft.versi,
        kode_promo: code,
      }),
    )
    const bill = await view(draft.id)
    expect(bill.items[0]).toMatchObject({
      promo_id: auto,
      promo_diskon: 25_000,
      promo_kedua_id: id,
      promo_kedua_diskon: 50_000,
      diskon: 75_000,
      diskon_alasan: 'Otomatis + Kode',
    })
    must(await s.admin.post(`/billing/terbitkan?id=${draft.id}`))
    expect([await readUse(auto), await readUse(id)]).toEqual([
      { terpakai: 1, diskon: 25_000, keluarga: 1 },
      { terpakai: 1, diskon: 50_000, keluarga: 1 },
    ])
  })
})

describe('the publish of bills with a promo', () => {
  test('accepts 7 of 20 simultaneous bills for a quota of 7, and frees it at void', async () => {
    const { gedung, code, id } = await kode({ kuota: 7 })
    const drafts: number[] = []
    for (let i = 0; i < 20; i++)
      drafts.push(await draftAt(gedung, i % 2 ? s.ids.akun : s.ids.akun2, { kode_promo: code }))
    const answers = await Promise.all(drafts.map((d) => s.admin.post(`/billing/terbitkan?id=${d}`)))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(7)
    expect(
      answers
        .filter((a) => a.status !== 200)
        .every((a) => a.status === 409 && /^Promo .*: Kuota 7 sudah habis/.test(a.data.message)),
    ).toBe(true)
    expect(await readUse(id)).toMatchObject({ terpakai: 7, diskon: 70_000 })
    const [published, refused] = [
      drafts[answers.findIndex((a) => a.status === 200)]!,
      drafts[answers.findIndex((a) => a.status === 409)]!,
    ]
    must(
      await s.admin.post(`/billing/batalkan?id=${published}`, {
        alasan: 'Salah orang yang ditagih',
      }),
    )
    expect(await readUse(id)).toMatchObject({ terpakai: 6 })
    must(await s.admin.post(`/billing/terbitkan?id=${refused}`))
    expect(await readUse(id)).toMatchObject({ terpakai: 7 })
    // Admins of another outlet see the number of uses, but not the families.
    expect(must(await s.admin2.get(`/promo/pemakaian?id=${id}`))).toEqual({ total: 0, baris: [] })
    expect(
      must(await s.admin.get(`/promo/pemakaian?id=${id}&page=2&per-page=5`)).baris,
    ).toHaveLength(3)
    expect(must(await s.admin.get(`/promo/pemakaian?id=${id}`))).toMatchObject({
      total: 8,
      baris: expect.arrayContaining([
        expect.objectContaining({ billing_id: published, dibatalkan_at: expect.any(String) }),
        expect.objectContaining({ billing_id: refused, dibatalkan_at: null }),
      ]),
    })
  })
  test('skips and names the bills above the quota in a bulk publish', async () => {
    const { gedung, code } = await kode({ kuota: 2 })
    const ids = [
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun),
    ]
    expect(must(await s.admin.post('/billing/terbitkan-banyak', { ids }))).toMatchObject({
      berhasil: 3,
      gagal: [
        { id: ids[2], pesan: expect.stringMatching(/Kuota 2 sudah habis.*Hitung ulang promo/) },
      ],
    })
  })
  test('limits the quota of each family', async () => {
    const { gedung, code } = await kode({ kuota_per_akun: 1 })
    const [firstDraft, secondDraft, otherPayer] = [
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
      await draftAt(gedung, s.ids.akun2, { kode_promo: code }),
    ]
    must(await s.admin.post(`/billing/terbitkan?id=${firstDraft}`))
    expect(await s.admin.post(`/billing/terbitkan?id=${secondDraft}`)).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining('sudah memakainya 1 kali') },
    })
    must(await s.admin.post(`/billing/terbitkan?id=${otherPayer}`))
  })
  test('rejects a draft after the end until a recalculation; issued bills keep it', async () => {
    const { gedung, code, id } = await kode({ nama: 'Kilat' })
    const [issued, draft] = [
      await makeBill(s, s.ids.akun, 100_000, { gedung_id: gedung, kode_promo: code }),
      await draftAt(gedung, s.ids.akun, { kode_promo: code }),
    ]
    must(await updatePromo(id, { selesai: addDays(today, -1) }))
    expect(await s.admin.post(`/billing/terbitkan?id=${draft}`)).toMatchObject({
      status: 409,
      data: { message: expect.stringMatching(/^Promo Kilat: Sudah berakhir/) },
    })
    expect(await view(draft)).toMatchObject({ status: 0, total: 90_000 })
    expect(must(await s.admin.post(`/billing/hitung-ulang-promo?id=${draft}`))).toMatchObject({
      total: 100_000,
      kode_promo: null,
    })
    must(await s.admin.post(`/billing/terbitkan?id=${draft}`))
    expect(await view(issued)).toMatchObject({ total: 90_000, total_diskon: 10_000 })
    expect((await s.admin.post(`/billing/hitung-ulang-promo?id=${issued}`)).status).toBe(409)
  })
  test('requires the promo to be valid on a later issue date', async () => {
    const { gedung, code } = await kode({ mulai: tomorrow })
    const draft = await draftAt(gedung, s.ids.akun, { kode_promo: code, tanggal_terbit: tomorrow })
    must(await s.admin.post(`/billing/terbitkan?id=${draft}`))
    const otherCode = await kode({ selesai: today })
    const answer = await s.admin.post('/billing/create', {
      akun_billing_id: s.ids.akun,
      gedung_id: otherCode.gedung,
      jatuh_tempo: '2040-12-31',
      tanggal_terbit: tomorrow,
      kode_promo: otherCode.code,
      items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'Uji', harga_satuan: 5000 }],
    })
    expect(answer.status).toBe(422)
  })
  test('adds new automatic promos on a recalculation, but not to a published bill', async () => {
    const gedung = await makeOutlet(s)
    const draft = await draftAt(gedung, s.ids.akun)
    await makePromo(gedung, { nilai: 2500 })
    expect(must(await s.admin.post(`/billing/hitung-ulang-promo?id=${draft}`)).total).toBe(75_000)
    const { versi } = must(await s.admin.post(`/billing/terbitkan?id=${draft}`))
    expect(
      await s.admin.post(`/billing/update?id=${draft}`, { versi, kode_promo: 'X' }),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'kode_promo' }] } })
  })
})

test('shows the effect of each promo in a dry run, as on a bill, and stores nothing', async () => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  const family = await makeFamily(s, gedung, kelas, 2)
  const [sibling, future] = [
    await makePromo(gedung, { nama: 'Adik', urutan_anak: 2 }),
    await makePromo(gedung, { nama: 'Kelak', mulai: '2040-01-01' }),
  ]
  const before = (
    await s.db
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
  const tryPromo = (peserta_id: number, more: Body = {}) =>
    s.admin.post('/promo/coba', {
      peserta_id,
      kursus: [s.ids.kursus],
      tanggal: `${periode}-05`,
      ...more,
    })
  const trial = must(await tryPromo(family.peserta[1]!))
  expect(trial).toMatchObject({
    kursus_lain: 1,
    baris: [{ bruto: 500_000, diskon: 50_000, promo: ['Adik'] }],
  })
  expect(trial.promo.find((p: any) => p.id === sibling)).toMatchObject({
    diskon: 50_000,
    putusan: [{ diskon: 50_000, alasan: null }],
  })
  expect(trial.promo.find((p: any) => p.id === future)).toMatchObject({
    diskon: 0,
    putusan: [{ alasan: 'Baru berlaku 1 Januari 2040' }],
  })
  expect(
    must(await tryPromo(family.peserta[0]!)).promo.find((p: any) => p.id === sibling),
  ).toMatchObject({
    diskon: 0,
    putusan: [{ alasan: 'Anak ke-1 dalam keluarga, promo mulai anak ke-2' }],
  })
  await generate(gedung)
  expect((await draftsOf(gedung))[0].total_diskon).toBe(50_000)
  expect((await tryPromo(s.ids.akun)).status).toBe(422)
  expect((await tryPromo(s.ids.peserta, { kursus: [] })).status).toBe(422)
  // Admins of another outlet cannot see this family.
  expect(
    (
      await s.admin2.post('/promo/coba', {
        peserta_id: family.peserta[1],
        kursus: [s.ids.kursus],
        tanggal: today,
      })
    ).status,
  ).toBe(422)
  expect(
    (
      await s.db
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('aksi', 'not in', ['generate', 'create'])
        .executeTakeFirstOrThrow()
    ).n,
  ).toBeLessThanOrEqual(before)
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
