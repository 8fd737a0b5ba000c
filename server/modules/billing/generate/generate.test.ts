import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus, PaymentStatus, MetodePembayaran } from '#contract/enums.ts'
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
import { engineOf } from '#server/db/engine.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // With this setting, a full month has four lessons even if the month has five weeks.
  await setSetting(s, 'minggu_kelima', 'libur')
})
afterAll(() => s.close())

const preview = async (periode: string, gedung: number[], more = {}) =>
  must(await s.admin.post('/billing/pratinjau', { periode, gedung_id: gedung, ...more }))
const run = async (periode: string, gedung: number[], more = {}, key?: string) =>
  must(await s.admin.post('/billing/generate', { periode, gedung_id: gedung, ...more }, key))
const drafts = async (batch: number) =>
  must(
    await s.admin.get(
      `/billing?generate_batch_id=${batch}&expand=items&per-page=100&sort=nama_tagihan`,
    ),
  )
const line = (lines: any[], kp: number) => lines.find((b) => b.kursus_peserta_id === kp)
const school = async (children = 1) => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung)
  return { gedung, kelas, keluarga: await makeFamily(s, gedung, kelas, children) }
}

test('makes exactly the drafts of the preview, which gives reasons for the rest', async () => {
  const { gedung, kelas, keluarga } = await school(2)
  const enrolOther = async (more = {}, payer = keluarga.akun) =>
    enrol(s, await makePeserta(s, payer, gedung), kelas, more)
  const kp = {
    cuti: await enrolOther({ status: KursusPesertaStatus.cuti, cuti_mulai: '2026-10-05' }),
    cutiLama: await enrolOther({ cuti_mulai: '2026-01-05', cuti_selesai: '2026-02-01' }),
    kelak: await enrolOther({ mulai: '2026-12-01' }),
    akhirBulan: await enrolOther({
      mulai: '2026-11-30',
      cuti_mulai: '2025-01-01',
      cuti_selesai: '2025-02-01',
    }),
    usai: await enrolOther({ selesai: '2026-10-31' }),
    usaiAwal: await enrolOther({ selesai: '2026-11-01' }),
    gratis: await enrolOther({ biaya_bulanan_khusus: 0, alasan_biaya: 'Anak guru' }),
    berhenti: await enrolOther({ status: 0, selesai: '2026-11-20' }),
    lulus: await enrolOther({ status: KursusPesertaStatus.lulus, selesai: '2026-11-20' }),
    lamaSekali: await enrolOther({ status: 0, selesai: '2025-11-20' }),
  }
  const blocked = await makeAkun(s, { blokir_tagihan: true })
  const blockedKp = await enrolOther({}, blocked)
  const formerPayer = await makeAkun(s)
  const withoutAkun = await enrolOther({}, formerPayer)
  await s.db.updateTable('user').set({ status: 1 }).where('id', '=', formerPayer).execute()
  const kursus = must(
    await s.superadmin.post('/kursus/create', {
      kode: `NOL-${gedung}`,
      nama: 'Belum Berharga',
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 5,
      biaya_bulanan: 0,
    }),
  ).id
  const withoutPrice = await enrol(
    s,
    keluarga.peserta[0]!,
    await makeKelas(s, gedung, { kursus_id: kursus, jam_mulai: '10:00' }),
  )

  const p = await preview('2026-11', [gedung])
  const outcomeOf = (id: number) => line(p.baris, id)?.hasil
  expect(Object.fromEntries(Object.entries(kp).map(([k, id]) => [k, outcomeOf(id)]))).toEqual({
    cuti: 'cuti',
    cutiLama: 'dibuat',
    kelak: 'belum_mulai',
    akhirBulan: 'belum_mulai',
    usai: 'selesai',
    usaiAwal: 'selesai',
    gratis: 'nominal_0',
    berhenti: 'tidak_aktif',
    lulus: 'tidak_aktif',
    lamaSekali: undefined,
  })
  expect([outcomeOf(blockedKp), outcomeOf(withoutAkun), outcomeOf(withoutPrice)]).toEqual([
    'diblokir',
    'tanpa_akun',
    'tanpa_harga',
  ])
  expect(p.ringkasan).toEqual({ tagihan: 1, baris: 3, total: 1_500_000, dilewati: 11, ada: 0 })
  expect(
    await s.db.selectFrom('billing').select('id').where('gedung_id', '=', gedung).execute(),
  ).toEqual([])

  const batch = await run('2026-11', [gedung])
  expect(batch).toMatchObject({ dibuat: p.ringkasan.tagihan, dilewati: p.ringkasan.dilewati })
  const bills = await drafts(batch.generate_batch_id)
  expect(bills).toMatchObject([
    {
      total: 1_500_000,
      sisa: 1_500_000,
      status: 0,
      payment_status: PaymentStatus.belum,
      nomor: null,
      akun_billing_id: keluarga.akun,
      sumber: 'generate',
      periode: '2026-11',
      jatuh_tempo: p.jatuh_tempo,
      tanggal_terbit: p.tanggal_terbit,
    },
  ])
  expect(
    bills[0].items.map((i: any) => [i.kursus_peserta_id, i.jumlah, i.deskripsi]).toSorted(),
  ).toEqual(
    p.baris
      .filter((b: any) => b.hasil === 'dibuat')
      .map((b: any) => [b.kursus_peserta_id, b.jumlah, b.deskripsi])
      .toSorted(),
  )
  expect(
    must(await s.admin.get(`/billing/generate-batch?id=${batch.generate_batch_id}`)),
  ).toMatchObject({
    status: 'selesai',
    jumlah_akun: 1,
    selesai_akun: 1,
    dibuat: 1,
    dilewati: 11,
    total: 1_500_000,
    galat: [],
  })
  const after = await preview('2026-11', [gedung])
  expect(after.ringkasan).toEqual({ tagihan: 0, baris: 0, total: 0, dilewati: 11, ada: 3 })
  expect(await run('2026-11', [gedung])).toMatchObject({ dibuat: 0, dilewati: 11 })
})

test('charges a part of the month by its lessons', async () => {
  const { gedung, kelas, keluarga } = await school(0)
  const student = async (more: Body) =>
    enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas, more)
  const cases: [more: Body, jumlah: number, bagian: [number, number] | null][] = [
    [{ mulai: '2026-11-16' }, 250_000, [2, 4]],
    [{ mulai: '2026-11-02' }, 500_000, null],
    [{ mulai: '2026-11-03' }, 375_000, [3, 4]],
    [{ selesai: '2026-11-09' }, 250_000, [2, 4]],
    [{ selesai: '2026-11-23' }, 500_000, null],
    [{ cuti_mulai: '2026-11-09', cuti_selesai: '2026-11-15' }, 375_000, [3, 4]],
    [{ status: KursusPesertaStatus.cuti, cuti_mulai: '2026-11-20' }, 375_000, [3, 4]],
    [
      { mulai: '2026-11-16', biaya_bulanan_khusus: 333_333, alasan_biaya: 'Beasiswa' },
      167_000,
      [2, 4],
    ],
  ]
  const ids: number[] = []
  for (const [more] of cases) ids.push(await student(more))
  const p = await preview('2026-11', [gedung])
  expect(
    ids.map((id) => {
      const l = line(p.baris, id)
      return [
        l.hasil,
        l.jumlah,
        l.prorata_pembilang === null ? null : [l.prorata_pembilang, l.prorata_penyebut],
      ]
    }),
  ).toEqual(cases.map(([, jumlah, part]) => ['dibuat', jumlah, part]))
  expect(line(p.baris, ids[0]!).deskripsi).toBe(
    'Piano Grade 1 – November 2026 (2 dari 4 pertemuan)',
  )
  const batch = await run('2026-11', [gedung])
  const [bill] = await drafts(batch.generate_batch_id)
  expect(bill.total).toBe(p.ringkasan.total)
  expect(bill.items.find((i: any) => i.kursus_peserta_id === ids[7])).toMatchObject({
    harga_satuan: 333_333,
    jumlah_bruto: 167_000,
    prorata_pembilang: 2,
    prorata_penyebut: 4,
  })
})

test('takes the special, outlet or course price of the first day of the period', async () => {
  const { gedung, keluarga } = await school(0)
  const kursus = must(
    await s.superadmin.post('/kursus/create', {
      kode: `HRG-${gedung}`,
      nama: 'Biola',
      kategori_kursus_id: s.ids.kategori,
      tipe: 'group',
      kapasitas_maks: 50,
      biaya_bulanan: 100_000,
      ppn_kena: true,
    }),
  ).id
  const kelas = await makeKelas(s, gedung, { kursus_id: kursus })
  const usual = await enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas)
  const ownPrice = await enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas, {
    biaya_bulanan_khusus: 70_000,
    alasan_biaya: 'Kakak beradik',
  })
  const setPrice = async (berlaku_mulai: string, biaya_bulanan: number, gedung_id: number | null) =>
    must(
      await s.superadmin.post('/kursus-harga/create', {
        kursus_id: kursus,
        gedung_id,
        berlaku_mulai,
        biaya_bulanan,
      }),
    )
  await setPrice('2030-02-01', 110_000, null)
  await setPrice('2030-03-02', 120_000, null)
  await setPrice('2030-05-01', 150_000, gedung)
  await setPrice('2030-06-01', 130_000, null)
  await setPrice('2030-06-01', 999_000, s.ids.gedung)
  await setPrice('2030-08-01', 0, gedung)
  const of = async (periode: string) => {
    const { baris } = await preview(periode, [gedung])
    return [line(baris, usual).jumlah, line(baris, ownPrice).jumlah, line(baris, usual).hasil]
  }
  expect(await of('2030-01')).toEqual([100_000, 70_000, 'dibuat'])
  expect(await of('2030-02')).toEqual([110_000, 70_000, 'dibuat'])
  expect(await of('2030-03')).toEqual([110_000, 70_000, 'dibuat'])
  expect(await of('2030-04')).toEqual([120_000, 70_000, 'dibuat'])
  expect(await of('2030-07')).toEqual([150_000, 70_000, 'dibuat'])
  expect(await of('2030-08')).toEqual([0, 70_000, 'nominal_0'])
  await setSetting(s, 'ppn_persen', 1100)
  expect(await of('2030-02')).toEqual([122_100, 77_700, 'dibuat'])
  const { generate_batch_id } = await run('2030-02', [gedung])
  await setSetting(s, 'ppn_persen', 0)
  expect(await drafts(generate_batch_id)).toMatchObject([
    { subtotal: 180_000, total_ppn: 19_800, total: 199_800 },
  ])
})

test('shows two courses of a category on the same days, but not consecutive ones', async () => {
  const { gedung, kelas, keluarga } = await school(1)
  const [first] = keluarga.peserta
  const child = first!
  const later = await makeKelas(s, gedung, { hari: Hari.kamis })
  const second = await enrol(s, child, later, { mulai: '2027-03-16' })
  const lines = async (periode: string): Promise<(string | null)[]> =>
    (await preview(periode, [gedung])).baris.map((l: any) => l.sekategori)
  expect(await lines('2027-02')).toEqual([null, null])
  expect(await lines('2027-03')).toEqual(['Piano Grade 1', 'Piano Grade 1'])
  await s.db
    .updateTable('kursus_peserta')
    .set({ selesai: '2027-03-15' })
    .where('kursus_pelatih_id', '=', kelas)
    .where('peserta_id', '=', child)
    .execute()
  expect(await lines('2027-03')).toEqual([null, null])
  expect(second).toBeGreaterThan(0)
})

test('makes one bill per payer and outlet, or one per student', async () => {
  const a = await school(3)
  const otherOutlet = await makeOutlet(s)
  await enrol(s, a.keluarga.peserta[0]!, await makeKelas(s, otherOutlet, { jam_mulai: '10:00' }))
  const both = [a.gedung, otherOutlet]
  expect((await preview('2027-01', both)).ringkasan).toMatchObject({ tagihan: 2, baris: 4 })
  expect(await run('2027-01', both)).toMatchObject({ dibuat: 2 })
  expect((await preview('2027-02', both, { mode: 'per_peserta' })).ringkasan).toMatchObject({
    tagihan: 4,
    baris: 4,
  })
  const batch = await run('2027-02', both, { mode: 'per_peserta' })
  expect((await drafts(batch.generate_batch_id)).map((b: any) => b.items.length)).toEqual([
    1, 1, 1, 1,
  ])
})

test('adds late students to the open draft, or to another bill after publishing', async () => {
  const { gedung, kelas, keluarga } = await school()
  const first = await run('2027-03', [gedung])
  const late = async () => {
    const peserta = await makePeserta(s, keluarga.akun, gedung)
    return { peserta, kp: await enrol(s, peserta, kelas) }
  }
  const second = await late()
  expect((await preview('2027-03', [gedung])).ringkasan).toEqual({
    tagihan: 0,
    baris: 1,
    total: 500_000,
    dilewati: 0,
    ada: 1,
  })
  expect(await run('2027-03', [gedung])).toMatchObject({ dibuat: 0, dilewati: 0 })
  const [bill] = await drafts(first.generate_batch_id)
  expect(bill).toMatchObject({ total: 1_000_000, sisa: 1_000_000, subtotal: 1_000_000, versi: 2 })
  expect(bill.items.map((i: any) => [i.urutan, i.peserta_id])).toEqual([
    [1, keluarga.peserta[0]],
    [2, second.peserta],
  ])
  const { name } = await s.db
    .selectFrom('user')
    .select('name')
    .where('id', '=', second.peserta)
    .executeTakeFirstOrThrow()
  expect(
    (await s.admin.get(`/billing?q=${encodeURIComponent(name)}&periode=2027-03`)).data,
  ).toMatchObject([{ id: bill.id }])
  // A run without new lines does not change the version of the draft, so that an open form can
  // still be saved.
  await run('2027-03', [gedung])
  expect((await drafts(first.generate_batch_id))[0].versi).toBe(2)
  must(await s.admin.post(`/billing/terbitkan?id=${bill.id}`))
  await late()
  const third = await run('2027-03', [gedung])
  expect(third).toMatchObject({ dibuat: 1 })
  expect(await drafts(third.generate_batch_id)).toMatchObject([{ total: 500_000, status: 0 }])
  expect(must(await s.admin.get(`/billing/view?id=${bill.id}`))).toMatchObject({ total: 1_000_000 })
})

test('does not add lines of the old payer to a draft that was given to another payer', async () => {
  const { gedung, kelas, keluarga } = await school()
  const { generate_batch_id } = await run('2027-04', [gedung])
  const [bill] = await drafts(generate_batch_id)
  const otherPayer = await makeAkun(s)
  must(
    await s.admin.post(`/billing/update?id=${bill.id}`, {
      versi: bill.versi,
      akun_billing_id: otherPayer,
    }),
  )
  await enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas)
  expect((await preview('2027-04', [gedung])).ringkasan).toMatchObject({ tagihan: 1, baris: 1 })
  const batch = await run('2027-04', [gedung])
  expect(await drafts(batch.generate_batch_id)).toMatchObject([
    { akun_billing_id: keluarga.akun, total: 500_000 },
  ])
  expect(must(await s.admin.get(`/billing/view?id=${bill.id}`))).toMatchObject({
    akun_billing_id: otherPayer,
    total: 500_000,
  })
})

test('makes a deleted draft and a void bill again', async () => {
  const { gedung } = await school(2)
  const first = await run('2027-05', [gedung])
  const [draft] = await drafts(first.generate_batch_id)
  must(await s.admin.post(`/billing/delete?id=${draft.id}`))
  const second = await run('2027-05', [gedung])
  expect(second).toMatchObject({ dibuat: 1 })
  const [bill] = await drafts(second.generate_batch_id)
  must(await s.admin.post(`/billing/terbitkan?id=${bill.id}`))
  must(await s.admin.post(`/billing/batalkan?id=${bill.id}`, { alasan: 'Salah harga bulan ini' }))
  expect((await preview('2027-05', [gedung])).ringkasan).toMatchObject({
    tagihan: 1,
    baris: 2,
    ada: 0,
  })
  const third = await run('2027-05', [gedung])
  expect(await drafts(third.generate_batch_id)).toMatchObject([{ total: 1_000_000 }])
})

describe('simultaneous runs', () => {
  test.each([2, 3, 4])('make each bill and line once in %i generations of one month', async (n) => {
    const outlets = [await school(1), await school(2), await school(3)]
    for (const o of outlets)
      for (let i = 0; i < 4; i++) await makeFamily(s, o.gedung, o.kelas, 1 + (i % 2))
    const gedung = outlets.map((o) => o.gedung)
    const periode = `2028-0${n}`
    const p = await preview(periode, gedung)
    // The concurrent runs cover overlapping outlets in different orders. A draft that one run
    // stores at its start is stored by another run at its end.
    const orders = [gedung, gedung.toReversed(), gedung.slice(1), gedung.toReversed()]
    const answers = await Promise.all(
      Array.from({ length: n }, (_, i) => run(periode, orders[i % 4] ?? gedung)),
    )
    expect(answers.reduce((sum, a) => sum + a.dibuat, 0)).toBe(p.ringkasan.tagihan)
    const rows = must(await s.admin.get(`/billing?periode=${periode}&per-page=100`)).filter(
      (b: any) => gedung.includes(b.gedung_id),
    )
    expect(rows.length).toBe(p.ringkasan.tagihan)
    expect(rows.reduce((sum: number, b: any) => sum + b.total, 0)).toBe(p.ringkasan.total)
    const states = await Promise.all(
      answers.map(async (a) =>
        must(await s.admin.get(`/billing/generate-batch?id=${a.generate_batch_id}`)),
      ),
    )
    expect(states.reduce((sum, b) => sum + b.total, 0)).toBe(p.ringkasan.total)
    expect(states.map((b) => [b.status, b.galat, b.selesai_akun === b.jumlah_akun])).toEqual(
      states.map(() => ['selesai', [], true]),
    )
    expect((await preview(periode, gedung)).ringkasan).toMatchObject({
      tagihan: 0,
      baris: 0,
      ada: p.ringkasan.baris,
    })
  })

  test('put every line of late students into exactly one bill during a publish', async () => {
    for (let round = 0; round < 5; round++) {
      const { gedung, kelas, keluarga } = await school(2)
      const periode = `2028-1${round % 3}`
      const { generate_batch_id } = await run(periode, [gedung])
      const [draft] = await drafts(generate_batch_id)
      await enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas)
      await Promise.all([
        s.admin.post(`/billing/terbitkan?id=${draft.id}`),
        run(periode, [gedung]),
        run(periode, [gedung]),
      ])
      const bills = must(
        await s.admin.get(`/billing?akun_billing_id=${keluarga.akun}&expand=items`),
      )
      expect(bills.flatMap((b: any) => b.items).length).toBe(3)
      expect(bills.reduce((sum: number, b: any) => sum + b.total, 0)).toBe(1_500_000)
    }
  })
})

describe('Idempotency-Key', () => {
  test('returns the first result, 422 for another body or call, 400 without a key', async () => {
    const { gedung, kelas, keluarga } = await school()
    const first = await run('2027-06', [gedung], {}, 'kunci-a')
    await enrol(s, await makePeserta(s, keluarga.akun, gedung), kelas)
    expect(await run('2027-06', [gedung], {}, 'kunci-a')).toEqual(first)
    expect((await preview('2027-06', [gedung])).ringkasan.baris).toBe(1)
    expect(must(await s.admin.get('/billing/generate-batch?kunci=kunci-a'))).toMatchObject({
      id: first.generate_batch_id,
    })
    expect(
      await s.admin.post(
        '/billing/generate',
        { periode: '2027-07', gedung_id: [gedung] },
        'kunci-a',
      ),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'Idempotency-Key' }] } })
    expect(
      await s.admin.post(
        '/billing-payment/create',
        {
          akun_billing_id: keluarga.akun,
          tanggal: '2026-01-02',
          metode: MetodePembayaran.tunai,
          jumlah: 5,
          gedung_id: gedung,
        },
        'kunci-a',
      ),
    ).toMatchObject({ status: 422 })
    expect(
      await s.admin.post('/billing/generate', { periode: '2027-07', gedung_id: [gedung] }, null),
    ).toMatchObject({ status: 400 })
    expect(
      await s.admin.post(
        '/billing/generate',
        { periode: '2027-07', gedung_id: [gedung] },
        'x'.repeat(81),
      ),
    ).toMatchObject({ status: 400 })
    // A key that another user has already used starts a new run, because a key identifies a request
    // of one user only.
    expect(
      must(
        await s.superadmin.post(
          '/billing/generate',
          { periode: '2027-07', gedung_id: [gedung] },
          'kunci-a',
        ),
      ),
    ).toMatchObject({ dibuat: 1 })
  })

  test('runs once and returns one answer to ten simultaneous posts with one key', async () => {
    const { gedung } = await school(2)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => run('2027-08', [gedung], {}, 'kunci-b')),
    )
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(answers[0]).toMatchObject({ dibuat: 1 })
    expect(
      (
        await s.db
          .selectFrom('audit')
          .select('id')
          .where('aksi', '=', 'generate')
          .where('sesudah', 'like', `%"generate_batch_id":${answers[0].generate_batch_id}}`)
          .execute()
      ).length,
    ).toBe(1)
  })

  test('runs one of two simultaneous bodies with one key and rejects the other', async () => {
    const { gedung } = await school(2)
    const answers = await Promise.all(
      ['2027-09', '2027-10', '2027-09', '2027-10'].map((periode) =>
        s.admin.post('/billing/generate', { periode, gedung_id: [gedung] }, 'kunci-c'),
      ),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 422, 422])
    expect(
      (await s.db.selectFrom('billing').select('periode').where('gedung_id', '=', gedung).execute())
        .length,
    ).toBe(1)
  })

  test('finishes a run that was killed midway on a retry with its key', async () => {
    const { gedung, kelas } = await school(2)
    for (let i = 0; i < 3; i++) await makeFamily(s, gedung, kelas)
    await setSetting(s, 'mode_tagihan', 'per_peserta')
    const done = await run('2027-11', [gedung], {}, 'kunci-d')
    // Simulates a killed run, which has stored only some of its bills and has no response yet.
    const bills = await drafts(done.generate_batch_id)
    for (const b of bills.slice(0, 3)) must(await s.admin.post(`/billing/delete?id=${b.id}`))
    await s.db
      .updateTable('idempotensi')
      .set({ jawaban: null })
      .where('kunci', '=', 'kunci-d')
      .execute()
    await s.db
      .updateTable('generate_batch')
      .set({ status: 'berjalan', selesai_akun: 1 })
      .where('id', '=', done.generate_batch_id)
      .execute()
    await setSetting(s, 'mode_tagihan', 'per_akun')
    expect(await run('2027-11', [gedung], {}, 'kunci-d')).toEqual(done)
    expect((await drafts(done.generate_batch_id)).length).toBe(bills.length)
    expect(must(await s.admin.get('/billing/generate-batch?kunci=kunci-d'))).toMatchObject({
      status: 'selesai',
      jumlah_akun: 4,
      selesai_akun: 4,
      dibuat: 5,
      total: 2_500_000,
    })
  })
})

test('limits preview and generation of an admin of one outlet to that outlet', async () => {
  const p = must(await s.admin2.post('/billing/pratinjau', { periode: '2027-12' }))
  expect(new Set(p.baris.map((b: any) => b.gedung_id))).toEqual(new Set([s.ids.gedung2]))
  expect(
    await s.admin2.post('/billing/generate', { periode: '2027-12', gedung_id: [s.ids.gedung] }),
  ).toMatchObject({ status: 422, data: { errors: [{ field: 'gedung_id' }] } })
  const batch = must(await s.admin2.post('/billing/generate', { periode: '2027-12' }))
  expect(await drafts(batch.generate_batch_id)).toMatchObject([{ gedung_id: s.ids.gedung2 }])
  expect(await s.sales.post('/billing/generate', { periode: '2027-12' })).toMatchObject({
    status: 403,
  })
  expect(await s.admin.post('/billing/generate', { periode: '2027-13' })).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'periode' }] },
  })
})

test('reports an account that fails and continues with the others', async () => {
  const { gedung, kelas, keluarga } = await school()
  const bad = await makeFamily(s, gedung, kelas)
  const good = await makeFamily(s, gedung, kelas, 2)
  const sqlite = engineOf(s.db) === 'sqlite'
  await (
    sqlite
      ? sql`create trigger rusak before insert on billing when new.akun_billing_id = ${sql.lit(bad.akun)} begin select raise(abort, 'rusak'); end`
      : sql`alter table billing add constraint rusak check (akun_billing_id <> ${sql.lit(bad.akun)}) not valid`
  ).execute(s.db)
  const batch = await run('2029-01', [gedung])
  await (sqlite ? sql`drop trigger rusak` : sql`alter table billing drop constraint rusak`).execute(
    s.db,
  )
  expect(batch).toMatchObject({ dibuat: 2 })
  expect(
    (await drafts(batch.generate_batch_id)).map((b: any) => b.akun_billing_id).toSorted(),
  ).toEqual([keluarga.akun, good.akun].toSorted())
  expect(
    must(await s.admin.get(`/billing/generate-batch?id=${batch.generate_batch_id}`)),
  ).toMatchObject({
    status: 'selesai',
    jumlah_akun: 3,
    selesai_akun: 3,
    galat: [{ akun_billing_id: bad.akun, pesan: 'Gagal disimpan' }],
  })
  expect(await run('2029-01', [gedung])).toMatchObject({ dibuat: 1 })
})

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
