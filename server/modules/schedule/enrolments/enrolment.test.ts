/** Actions that change the state of an enrolment (domain.md 2.4), and their effect on bills. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Hari, KursusPesertaStatus } from '#contract/enums.ts'
import {
  addDays,
  addMonths,
  currentDay,
  firstDay,
  lastDay,
  occurrences,
} from '#contract/values/tanggal.ts'
import type { Answer, Body, Client } from '#mocks/api/api.ts'
import {
  checkMoney,
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // Fifth weeks have no lesson, so a whole month has four lessons.
  await setSetting(s, 'minggu_kelima', 'libur')
})
afterAll(() => s.close())
afterEach(async () => {
  const broken = await checkMoney(s.db)
  if (broken.length > 0) throw new Error(broken.join('; '))
})

const { tidakAktif, aktif, cuti, lulus } = KursusPesertaStatus
const today = currentDay()
const thisMonth = today.slice(0, 7)
const next = addMonths(thisMonth, 1)
const reason = 'Pindah kota bersama keluarga'

/** Enrols a student in a new class on Saturdays. Every month has four or five Saturdays. */
const makeOne = async (more: Body = {}, payer?: number) => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung, { hari: Hari.sabtu })
  const akun = payer ?? (await makeAkun(s))
  const peserta = await makePeserta(s, akun, gedung)
  const id = await enrol(s, peserta, kelas, more)
  return { gedung, kelas, akun, peserta, id }
}
type One = Awaited<ReturnType<typeof makeOne>>
const view = async (id: number) =>
  must(await s.superadmin.get<any>(`/kursus-peserta/view?id=${id}`))
const act = (id: number, verb: string, body: Body = {}, by = s.admin): Promise<Answer<any>> =>
  by.post(`/kursus-peserta/${verb}?id=${id}`, body)
const preview = (id: number, verb: string, body: Body = {}, by = s.admin): Promise<Answer<any>> =>
  by.post(`/kursus-peserta/pratinjau-${verb}?id=${id}`, body)
const generate = async (periode: string, { gedung }: Pick<One, 'gedung'>) =>
  must(await s.admin.post<any>('/billing/generate', { periode, gedung_id: [gedung] }))
/** Returns the lines of all bills of the outlet, except void bills, ordered by month. */
const billed = async ({ gedung }: Pick<One, 'gedung'>) =>
  (
    await s.db
      .selectFrom('billing_item')
      .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
      .select(['billing_item.periode', 'jumlah', 'prorata_pembilang', 'biaya_id', 'billing.status'])
      .where('billing.gedung_id', '=', gedung)
      .where('void_at', 'is', null)
      .orderBy('billing_item.periode')
      .orderBy('billing_item.id')
      .execute()
  ).map((l) => [l.periode, l.jumlah, l.prorata_pembilang, l.status])
const publish = async ({ gedung }: Pick<One, 'gedung'>) => {
  const [draft] = await s.db
    .selectFrom('billing')
    .select('id')
    .where('gedung_id', '=', gedung)
    .where('status', '=', 0)
    .execute()
  must(await s.admin.post(`/billing/terbitkan?id=${draft!.id}`, {}))
  return draft!.id
}

test('shows outlet and seats of a class before it is chosen', async () => {
  const gedung = await makeOutlet(s)
  const kelas = await makeKelas(s, gedung, { kapasitas: 2 })
  const { kode, gedung: outlet } = must(
    await s.superadmin.get<any>(`/kursus-pelatih/view?id=${kelas}&expand=gedung`),
  )
  const noteOf = async () =>
    must(await s.admin.get<any[]>(`/kursus-pelatih/pilihan?id=${kelas}`))[0].keterangan
  const akun = await makeAkun(s)
  const join = async (more: Body = {}) =>
    await enrol(s, await makePeserta(s, akun, gedung), kelas, more)
  expect(await noteOf()).toBe(`${kode} · ${outlet.nama}`)
  await join()
  expect(await noteOf()).toBe(`${kode} · ${outlet.nama}`)
  // A seat that is taken from next month on is not free today either.
  await join({ mulai: firstDay(next) })
  expect(await noteOf()).toBe(`${kode} · ${outlet.nama} · penuh`)
})

test('offers classes by weekday and time, full ones last', async () => {
  const gedung = await makeOutlet(s)
  const later = await makeKelas(s, gedung, { hari: Hari.sabtu, jam_mulai: '09:00' })
  const full = await makeKelas(s, gedung, { hari: Hari.senin, jam_mulai: '09:00', kapasitas: 1 })
  const noon = await makeKelas(s, gedung, { hari: Hari.rabu, jam_mulai: '12:00' })
  const morning = await makeKelas(s, gedung, { hari: Hari.rabu, jam_mulai: '10:00' })
  await enrol(s, await makePeserta(s, await makeAkun(s), gedung), full)
  const order = async (more = '') =>
    must(await s.admin.get<any[]>(`/kursus-pelatih/pilihan?gedung_id=${gedung}${more}`)).map(
      (row) => row.id,
    )
  expect(await order()).toEqual([morning, noon, later, full])
  expect(await order('&sort=-id')).toEqual([morning, noon, full, later])
})

test('fits the offered classes to a student', async () => {
  const [home, otherOutlet] = [await makeOutlet(s), await makeOutlet(s)]
  const course = { kode: 'UNTUK', nama: 'Kursus untuk', kategori_kursus_id: s.ids.kategori }
  const { id: kursus_id } = must(
    await s.superadmin.post<any>('/kursus/create', { ...course, biaya_bulanan: 1000 }),
  )
  const away = await makeKelas(s, otherOutlet, { kursus_id, hari: Hari.senin })
  const full = await makeKelas(s, home, { kursus_id, hari: Hari.senin, kapasitas: 1 })
  const near = await makeKelas(s, home, { kursus_id, hari: Hari.sabtu })
  const akun = await makeAkun(s)
  const [seated, student] = [await makePeserta(s, akun, home), await makePeserta(s, akun, home)]
  await enrol(s, seated, full)
  const offered = async (by: Client, untuk: unknown) =>
    must(await by.get<any[]>(`/kursus-pelatih/pilihan?kursus_id=${kursus_id}&untuk=${untuk}`))
      .filter((row) => [away, full, near].includes(row.id))
      .map((row) => [row.id, row.tutup])
  const unknown = [
    [away, null],
    [near, null],
    [full, 'penuh'],
  ]
  expect(await offered(s.admin, student)).toEqual([unknown[1], unknown[0], unknown[2]])
  expect(await offered(s.admin, 0)).toEqual(unknown)
  // The student's own class stays open, and a student out of scope changes nothing.
  expect(await offered(s.admin, seated)).toEqual([
    [full, null],
    [near, null],
    [away, null],
  ])
  expect(await offered(s.sales2, seated)).toEqual(unknown)
  for (const query of ['kursus-pelatih/pilihan?untuk=x', 'kursus-pelatih/pilihan?untuk='])
    expect((await s.admin.get(`/${query}`)).status, query).toBe(422)
  expect((await s.admin.get('/bank/pilihan?untuk=1')).status).toBe(422)
})

describe('the state of an enrolment', () => {
  test('is not changed to leave, stop or graduated by a create or an update', async () => {
    const { id, peserta, kelas, gedung } = await makeOne()
    const versi = (await view(id)).versi
    for (const body of [{ status: tidakAktif }, { status: lulus }, { selesai: '2030-01-01' }])
      expect((await act(id, 'update', { ...body, versi })).status).toBe(422)
    must(await act(id, 'update', { versi, mulai: '2024-02-05' }))
    const otherStudent = await makePeserta(s, await makeAkun(s), gedung)
    for (const status of [cuti, lulus])
      expect(
        await s.admin.post('/kursus-peserta/create', {
          peserta_id: otherStudent,
          kursus_pelatih_id: kelas,
          mulai: today,
          status,
        }),
      ).toMatchObject({ status: 422, data: { errors: [{ field: 'status' }] } })
    expect(peserta).toBeGreaterThan(0)
  })
  test('returns 409 for an invalid action, and is final after graduation', async () => {
    const { id } = await makeOne()
    expect((await act(id, 'aktifkan')).status).toBe(409)
    expect((await act(id, 'kembali')).status).toBe(409)
    must(await act(id, 'lulus', { selesai: today }))
    expect(await view(id)).toMatchObject({ status: lulus, selesai: today })
    for (const [verb, body] of [
      ['aktifkan', {}],
      ['cuti', { cuti_mulai: firstDay(next) }],
      ['kembali', {}],
      ['berhenti', { selesai: today, alasan: reason }],
      ['lulus', { selesai: today }],
    ] as const)
      expect((await act(id, verb, body)).status).toBe(409)
  })
  test('is set to graduated by admins only, and otherwise by the own sales person', async () => {
    const { id } = await makeOne()
    expect((await act(id, 'lulus', { selesai: today }, s.sales)).status).toBe(403)
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.sales))
    must(await act(id, 'kembali', {}, s.sales))
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.peserta)).status).toBe(403)
  })
})

describe('a leave', () => {
  test('begins with a month, not a past one, up to the length in the settings', async () => {
    await setSetting(s, 'cuti_maks_bulan', 2)
    const { id } = await makeOne()
    const refused = async (body: Body, field: string) =>
      expect(await act(id, 'cuti', body)).toMatchObject({
        status: 422,
        data: { errors: [{ field }] },
      })
    await refused({ cuti_mulai: `${next}-02` }, 'cuti_mulai')
    await refused({ cuti_mulai: firstDay(addMonths(thisMonth, -1)) }, 'cuti_mulai')
    const late = lastDay(addMonths(next, 2))
    await refused({ cuti_mulai: firstDay(next), cuti_selesai: late }, 'cuti_selesai')
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next), alasan: 'Ujian' }))
    expect(await view(id)).toMatchObject({
      status: cuti,
      cuti_mulai: firstDay(next),
      cuti_selesai: lastDay(addMonths(next, 1)),
      alasan_status: 'Ujian',
    })
  })
  test('is rejected with overdue bills if the school requires payment', async () => {
    const enrolment = await makeOne()
    const { peserta_id, akun_billing_id } = await view(enrolment.id)
    const bill = await makeBill(s, akun_billing_id, 400_000)
    const late = { jatuh_tempo: '2024-01-10' }
    await s.db.updateTable('billing').set(late).where('id', '=', bill).execute()
    await s.db
      .updateTable('billing_item')
      .set({ peserta_id })
      .where('billing_id', '=', bill)
      .execute()
    await setSetting(s, 'tahan_cuti_tunggakan', true)
    const leave = { cuti_mulai: firstDay(next) }
    expect((await act(enrolment.id, 'cuti', leave)).status).toBe(409)
    const ask = { permintaan: 'cuti', mulai: firstDay(next), alasan: 'Ujian' }
    expect((await act(enrolment.id, 'ajukan', ask, await s.as(akun_billing_id))).status).toBe(409)
    await setSetting(s, 'tahan_cuti_tunggakan', false)
    must(await act(enrolment.id, 'cuti', leave))
  })
  test('is not billed, other months are, and a second leave keeps the first', async () => {
    const enrolment = await makeOne()
    const months = [0, 1, 2, 3].map((n) => addMonths(next, n))
    const leave = { cuti_mulai: firstDay(months[1]!), cuti_selesai: lastDay(months[1]!) }
    must(await act(enrolment.id, 'cuti', leave))
    must(await act(enrolment.id, 'kembali', { tanggal: firstDay(months[2]!) }))
    must(
      await act(enrolment.id, 'cuti', {
        cuti_mulai: firstDay(months[3]!),
        cuti_selesai: lastDay(months[3]!),
      }),
    )
    for (const month of months) await generate(month, enrolment)
    for (const month of months) await generate(month, enrolment)
    expect(await billed(enrolment)).toEqual([
      [months[0], 500_000, null, 0],
      [months[2], 500_000, null, 0],
    ])
  })
  test('is removed on a return before its start, and billed from an early return on', async () => {
    const enrolment = await makeOne()
    must(await act(enrolment.id, 'cuti', { cuti_mulai: firstDay(next) }))
    must(await act(enrolment.id, 'kembali'))
    expect(await view(enrolment.id)).toMatchObject({ status: aktif, cuti_mulai: null })
    must(await act(enrolment.id, 'cuti', { cuti_mulai: firstDay(next) }))
    const third = occurrences(next, Hari.sabtu)[2]!
    must(await act(enrolment.id, 'kembali', { tanggal: third }))
    await generate(next, enrolment)
    expect(await billed(enrolment)).toEqual([[next, 250_000, 2, 0]])
  })
  test('keeps the seat, or needs a free one on return if the setting is off', async () => {
    const enrolment = await makeOne()
    const kursus = must(
      await s.superadmin.post<any>('/kursus/create', {
        kode: `CUTI-${enrolment.id}`,
        nama: 'Cuti Privat',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'private',
        kapasitas_maks: 1,
        biaya_bulanan: 1000,
      }),
    ).id
    const kelas = await makeKelas(s, enrolment.gedung, { kursus_id: kursus })
    const id = await enrol(s, enrolment.peserta, kelas)
    const join = async (mulai: string) =>
      s.admin.post('/kursus-peserta/create', {
        peserta_id: await makePeserta(s, enrolment.akun, enrolment.gedung),
        kursus_pelatih_id: kelas,
        mulai,
      })
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next) }))
    expect((await join(firstDay(next))).status).toBe(409)
    await setSetting(s, 'cuti_tahan_slot', false)
    // Before the leave begins, the seat is taken even if leaves do not keep seats.
    expect((await join(today)).status).toBe(409)
    // The form for the next class also offers the seat of the student on leave to other students.
    const lower = must(
      await s.superadmin.post<any>('/kursus/create', {
        kode: `BAWAH-${enrolment.id}`,
        nama: 'Bawah Privat',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'private',
        kapasitas_maks: 1,
        biaya_bulanan: 1000,
        kursus_selanjutnya_id: kursus,
      }),
    ).id
    const child = await makePeserta(s, enrolment.akun, enrolment.gedung)
    const below = await makeKelas(s, enrolment.gedung, { kursus_id: lower, hari: Hari.rabu })
    const step = await enrol(s, child, below)
    const offered = async () =>
      must(
        await s.admin.get<any>(`/kursus-peserta/pilihan-kelas-selanjutnya?id=${step}`),
      ).kelas.map((k: any) => [k.id, k.sisa])
    expect(await offered()).toEqual([[kelas, 1]])
    expect((await join(firstDay(next))).status).toBe(201)
    expect(await offered()).toEqual([[kelas, 0]])
    // A student who comes back gets a conflict, because another student has the seat. The
    // alternative is another class with a free seat.
    const otherClass = await makeKelas(s, enrolment.gedung, { kursus_id: kursus, hari: Hari.jumat })
    const back = await act(id, 'kembali', { tanggal: firstDay(next) })
    expect([back.status, back.data.konflik.map((k: any) => k.jenis)]).toEqual([409, ['kapasitas']])
    expect(back.data.alternatif.map((a: any) => a.kursus_pelatih_id)).toEqual([otherClass])
    expect((await act(id, 'kembali')).status).toBe(409)
    // The class has only one seat, so the return fails even after leaves keep seats again.
    await setSetting(s, 'cuti_tahan_slot', true)
    expect((await act(id, 'kembali')).status).toBe(409)
  })
  test('charges its fee once on the generated draft, and removes it on return', async () => {
    const enrolment = await makeOne()
    const biaya = must(
      await s.superadmin.post<any>('/biaya/create', {
        kode: `CUTI${enrolment.id}`,
        nama: 'Biaya Cuti',
        jenis_billing_id: s.ids.jenis,
        nominal: 50_000,
        pemicu: 'cuti',
        gedung: [enrolment.gedung],
        berlaku_mulai: '2024-01-01',
      }),
    ).id
    const body = { cuti_mulai: firstDay(next), cuti_selesai: lastDay(next) }
    expect(must(await preview(enrolment.id, 'cuti', body)).biaya).toEqual([
      { nama: 'Biaya Cuti', nominal: 50_000 },
    ])
    expect(await billed(enrolment)).toEqual([])
    must(await act(enrolment.id, 'cuti', body))
    expect(await billed(enrolment)).toEqual([[null, 50_000, null, 0]])
    const sibling = await makePeserta(s, enrolment.akun, enrolment.gedung)
    await enrol(s, sibling, enrolment.kelas)
    await generate(next, enrolment)
    const bills = await s.db
      .selectFrom('billing')
      .select(['total'])
      .where('gedung_id', '=', enrolment.gedung)
      .execute()
    expect(bills).toEqual([{ total: 550_000 }])
    must(await act(enrolment.id, 'kembali'))
    expect(await billed(enrolment)).toEqual([[next, 500_000, null, 0]])
    must(await s.superadmin.post(`/biaya/delete?id=${biaya}`))
  })
})

describe('a stop', () => {
  test('with a future last lesson takes effect then, and can be withdrawn', async () => {
    const { id } = await makeOne()
    const selesai = lastDay(next)
    const forecast = must(await preview(id, 'berhenti', { selesai, alasan: reason }))
    expect(forecast).toMatchObject({ status: aktif, selesai })
    expect(forecast.peringatan).toEqual([expect.stringContaining('Tetap berjalan')])
    must(await act(id, 'berhenti', { selesai, alasan: reason }))
    expect(await view(id)).toMatchObject({ status: aktif, selesai, alasan_status: reason })
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) })).status).toBe(409)
    must(await act(id, 'kembali'))
    expect(await view(id)).toMatchObject({ status: aktif, selesai: null, diakhiri_at: null })
  })
  test('leaves a seat to others from then on, and rejects a return without a seat', async () => {
    const { id, kelas, gedung, akun } = await makeOne()
    await s.db.updateTable('kursus_pelatih').set({ kapasitas: 1 }).where('id', '=', kelas).execute()
    const [selesai, later] = [addDays(today, 10), addDays(today, 20)]
    must(await act(id, 'berhenti', { selesai, alasan: reason }))
    await enrol(s, await makePeserta(s, akun, gedung), kelas, { mulai: addDays(selesai, 1) })
    for (const [verb, body] of [
      ['kembali', {}],
      ['berhenti', { selesai: later, alasan: reason }],
      ['lulus', { selesai: later }],
    ] as const)
      expect((await act(id, verb, body)).status, verb).toBe(409)
    must(await act(id, 'berhenti', { selesai: addDays(today, 5), alasan: reason }))
  })
  test('with a past last lesson takes effect at once, billed by lessons', async () => {
    const month = addMonths(thisMonth, -1)
    const enrolment = await makeOne()
    const second = occurrences(month, Hari.sabtu)[1]!
    must(await act(enrolment.id, 'berhenti', { selesai: second, alasan: reason }))
    expect(await view(enrolment.id)).toMatchObject({ status: tidakAktif, selesai: second })
    for (const periode of [month, thisMonth, month]) await generate(periode, enrolment)
    expect(await billed(enrolment)).toEqual([[month, 250_000, 2, 0]])
  })
  test.each([
    ['biarkan', false],
    ['batalkan', false],
    ['prorata', false],
    ['biarkan', true],
    ['batalkan', true],
    ['prorata', true],
  ] as const)(
    'bills the months after the stop by the choice %s, published %s',
    async (tagihan, published) => {
      const enrolment = await makeOne()
      await enrol(s, await makePeserta(s, enrolment.akun, enrolment.gedung), enrolment.kelas)
      for (const month of [thisMonth, next]) {
        await generate(month, enrolment)
        if (published) await publish(enrolment)
      }
      const status = published ? 1 : 0
      const selesai = occurrences(thisMonth, Hari.sabtu)[1]!
      const body = { selesai, alasan: reason, tagihan }
      const forecast = must(await preview(enrolment.id, 'berhenti', body))
      expect(forecast.tagihan).toMatchObject([
        { periode: thisMonth, jumlah: 500_000, pembilang_baru: 2, jumlah_baru: 250_000 },
        { periode: next, jumlah: 500_000, pembilang_baru: 0, jumlah_baru: 0 },
      ])
      expect(await billed(enrolment)).toHaveLength(4)
      must(await act(enrolment.id, 'berhenti', body))
      const shrunk = tagihan === 'prorata' ? [250_000, 2, 0] : [500_000, null, status]
      const sibling = (touched: boolean) => [500_000, null, touched ? 0 : status]
      const expected = [
        [thisMonth, ...shrunk],
        [thisMonth, ...sibling(tagihan === 'prorata')],
        ...(tagihan === 'biarkan' ? [[next, 500_000, null, status]] : []),
        [next, ...sibling(tagihan !== 'biarkan')],
      ]
      expect((await billed(enrolment)).toSorted()).toEqual(expected.toSorted())
      for (const month of [thisMonth, next]) await generate(month, enrolment)
      expect((await billed(enrolment)).toSorted()).toEqual(expected.toSorted())
    },
  )
  test('keeps a paid bill: rejects proration, and accepts no change', async () => {
    const enrolment = await makeOne()
    await generate(next, enrolment)
    const bill = await publish(enrolment)
    must(
      await s.admin.post(
        '/billing-payment/create',
        {
          akun_billing_id: enrolment.akun,
          gedung_id: enrolment.gedung,
          tanggal: today,
          metode: 0,
          jumlah: 500_000,
          alokasi: [{ billing_id: bill, jumlah: 500_000 }],
        },
        `bayar-${enrolment.id}`,
      ),
    )
    const body = { selesai: today, alasan: reason }
    const forecast = must(await preview(enrolment.id, 'berhenti', body))
    expect(forecast.tagihan[0].halangan).toMatch(/dibayar/)
    expect((await act(enrolment.id, 'berhenti', { ...body, tagihan: 'prorata' })).status).toBe(409)
    must(await act(enrolment.id, 'berhenti', body))
    expect(await billed(enrolment)).toEqual([[next, 500_000, null, 1]])
  })
  test('by sales people rejects changes of bills', async () => {
    const enrolment = await makeOne()
    await generate(next, enrolment)
    const body = { selesai: today, alasan: reason }
    expect(
      (await act(enrolment.id, 'berhenti', { ...body, tagihan: 'prorata' }, s.sales)).status,
    ).toBe(409)
    must(await act(enrolment.id, 'berhenti', body, s.sales))
  })
  test('takes effect automatically after the last lesson, billed by lessons', async () => {
    const month = addMonths(thisMonth, -1)
    const enrolment = await makeOne()
    const second = occurrences(month, Hari.sabtu)[1]!
    must(await act(enrolment.id, 'berhenti', { selesai: lastDay(next), alasan: reason }))
    await s.db
      .updateTable('kursus_peserta')
      .set({ selesai: second })
      .where('id', '=', enrolment.id)
      .execute()
    const stays = await makeOne({ selesai: today })
    const run = () => s.superadmin.post<any>('/pekerjaan/jalankan', { nama: 'akhir-kursus' })
    expect(must(await run()).terakhir.galat).toBeNull()
    expect(await view(enrolment.id)).toMatchObject({ status: tidakAktif, selesai: second })
    expect((await view(stays.id)).status).toBe(aktif)
    must(await run())
    await generate(month, enrolment)
    expect(await billed(enrolment)).toEqual([[month, 250_000, 2, 0]])
  })
  test('does not bill the time before a return', async () => {
    const enrolment = await makeOne()
    const month = addMonths(thisMonth, -3)
    const last = lastDay(month)
    must(await act(enrolment.id, 'berhenti', { selesai: last, alasan: reason }))
    expect((await act(enrolment.id, 'aktifkan', { mulai: last })).status).toBe(422)
    must(await act(enrolment.id, 'aktifkan', { mulai: firstDay(next) }))
    expect(await view(enrolment.id)).toMatchObject({ status: aktif, selesai: null })
    for (let n = -2; n <= 1; n++) await generate(addMonths(thisMonth, n), enrolment)
    expect(await billed(enrolment)).toEqual([[next, 500_000, null, 0]])
  })
})

describe('a return in the month of the stop', () => {
  const month = addMonths(thisMonth, -1)
  const [, second, third, fourth] = occurrences(month, Hari.sabtu) as [string, ...string[]]
  const back = addDays(third!, 1)
  const stopped = async () => {
    const enrolment = await makeOne()
    must(await act(enrolment.id, 'berhenti', { selesai: second, alasan: reason }))
    await generate(month, enrolment)
    expect(await billed(enrolment)).toEqual([[month, 250_000, 2, 0]])
    return enrolment
  }
  test('bills the lessons before and after the gap on the draft', async () => {
    const enrolment = await stopped()
    const forecast = must(await preview(enrolment.id, 'aktifkan', { mulai: back }))
    expect(forecast.tagihan).toMatchObject([
      { pembilang: 2, pembilang_baru: 3, jumlah_baru: 375_000, halangan: null },
    ])
    must(await act(enrolment.id, 'aktifkan', { mulai: back }, s.sales))
    expect(await billed(enrolment)).toEqual([[month, 375_000, 3, 0]])
    const { mulai, cuti_mulai, cuti_selesai } = await view(enrolment.id)
    expect([mulai < second!, cuti_mulai, cuti_selesai]).toEqual([true, addDays(second!, 1), third])
    // After a second stop in the month, the lessons on the days of both gaps are not billed.
    must(await act(enrolment.id, 'berhenti', { selesai: back, alasan: reason, tagihan: 'prorata' }))
    expect(await billed(enrolment)).toEqual([[month, 250_000, 2, 0]])
    must(await act(enrolment.id, 'aktifkan', { mulai: fourth }))
    await generate(month, enrolment)
    expect(await billed(enrolment)).toEqual([[month, 375_000, 3, 0]])
  })
  test.each([
    ['biarkan', [250_000, 2, 1]],
    ['prorata', [375_000, 3, 0]],
  ] as const)('changes a published bill by the choice %s', async (tagihan, line) => {
    const enrolment = await stopped()
    await publish(enrolment)
    must(await act(enrolment.id, 'aktifkan', { mulai: back, tagihan }))
    expect(await billed(enrolment)).toEqual([[month, ...line]])
  })
})

test('removes a leave that a stop cut off when the enrolment is active again', async () => {
  const enrolment = await makeOne()
  must(await act(enrolment.id, 'cuti', { cuti_mulai: firstDay(next), cuti_selesai: lastDay(next) }))
  must(await act(enrolment.id, 'berhenti', { selesai: today, alasan: reason }))
  must(await act(enrolment.id, 'aktifkan', { mulai: firstDay(next) }))
  expect(await view(enrolment.id)).toMatchObject({ cuti_mulai: null, cuti_selesai: null })
  await generate(next, enrolment)
  expect(await billed(enrolment)).toEqual([[next, 500_000, null, 0]])
})

describe('an earlier start of a seat', () => {
  const [start, earlier] = [addDays(today, 20), addDays(today, 5)]
  const update = async (id: number, body: Body) =>
    act(id, 'update', { ...body, versi: (await view(id)).versi })
  const conflictsOf = async (answer: Promise<Answer<any>>) => {
    const { status, data } = await answer
    return [status, (data.konflik ?? []).map((k: Body) => k.jenis)]
  }
  const makeLate = () => makeOne({ mulai: start })
  const oneSeat = ({ kelas }: One) =>
    s.db.updateTable('kursus_pelatih').set({ kapasitas: 1 }).where('id', '=', kelas).execute()

  test('requires free seats on the added days only', async () => {
    const enrolment = await makeLate()
    const otherStudent = await makePeserta(s, enrolment.akun, enrolment.gedung)
    await enrol(s, otherStudent, enrolment.kelas, {
      mulai: addDays(today, -60),
      selesai: addDays(today, 10),
    })
    await oneSeat(enrolment)
    expect(await conflictsOf(update(enrolment.id, { mulai: earlier }))).toEqual([
      409,
      ['kapasitas'],
    ])
    const request = {
      peserta_id: enrolment.peserta,
      kursus_pelatih_id: enrolment.kelas,
      mulai: earlier,
    }
    const answer = must(
      await s.admin.post<any>('/kursus-peserta/periksa', {
        ...request,
        id: enrolment.id,
        selesai: null,
      }),
    )
    expect(answer.konflik).toMatchObject([{ jenis: 'kapasitas' }])
    must(await update(enrolment.id, { mulai: addDays(today, 11) }))
    expect(await view(enrolment.id)).toMatchObject({ mulai: addDays(today, 11) })
  })
  test('is rejected at the time of another class of the student until then', async () => {
    const enrolment = await makeLate()
    const kelas = await makeKelas(s, enrolment.gedung, { hari: Hari.sabtu })
    await enrol(s, enrolment.peserta, kelas, { selesai: addDays(start, -1) })
    expect(await conflictsOf(update(enrolment.id, { mulai: earlier }))).toEqual([409, ['peserta']])
    must(await update(enrolment.id, { mulai: addDays(start, 7) }))
  })
  test('is allowed despite a sibling conflict with a reason, which is stored', async () => {
    const enrolment = await makeLate()
    const elsewhere = await makeOutlet(s)
    const kelas = await makeKelas(s, elsewhere, { hari: Hari.sabtu })
    const sibling = await makePeserta(s, enrolment.akun, elsewhere)
    await enrol(s, sibling, kelas, { selesai: addDays(start, -1) })
    const body = { mulai: earlier }
    expect(await conflictsOf(update(enrolment.id, body))).toEqual([409, ['saudara']])
    const alasan_bentrok = 'Diantar bergantian'
    must(await update(enrolment.id, { ...body, konfirmasi: ['saudara'], alasan_bentrok }))
    expect(await view(enrolment.id)).toMatchObject({ mulai: earlier, bentrok: ['saudara'] })
  })
  test('does not check past days and students who have stopped', async () => {
    const enrolment = await makeLate()
    const otherStudent = await makePeserta(s, enrolment.akun, enrolment.gedung)
    await enrol(s, otherStudent, enrolment.kelas, { selesai: addDays(today, -7) })
    await oneSeat(enrolment)
    expect(await conflictsOf(update(enrolment.id, { mulai: addDays(today, -40) }))).toEqual([
      200,
      [],
    ])
    const mover = await makeOne({ mulai: addDays(today, -40) })
    await s.db
      .updateTable('kursus_peserta')
      .set({ selesai: addDays(today, -1) })
      .where('id', '=', enrolment.id)
      .execute()
    expect(await conflictsOf(update(mover.id, { kursus_pelatih_id: enrolment.kelas }))).toEqual([
      200,
      [],
    ])
  })
})

describe('a request of the family', () => {
  const ask = (id: number, body: Body = {}) =>
    act(
      id,
      'ajukan',
      { permintaan: 'cuti', mulai: firstDay(next), alasan: 'Ujian', ...body },
      s.akun,
    )
  const ownEnrolment = async () => {
    const enrolment = await makeOne({}, s.ids.akun)
    return enrolment.id
  }
  test('is stored and shown, and granted by its action', async () => {
    const id = await ownEnrolment()
    must(await ask(id))
    expect(await view(id)).toMatchObject({
      status: aktif,
      permintaan: 'cuti',
      permintaan_status: 'diajukan',
      permintaan_mulai: firstDay(next),
    })
    expect((await ask(id)).status).toBe(409)
    const waiting = must(await s.admin.get<any[]>('/kursus-peserta?permintaan_status=diajukan'))
    expect(waiting.map((r) => r.id)).toContain(id)
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next) }))
    expect(await view(id)).toMatchObject({ status: cuti, permintaan_status: 'disetujui' })
  })
  test('is rejected by the school with an answer, or withdrawn by the family', async () => {
    const id = await ownEnrolment()
    must(await ask(id))
    must(await act(id, 'batal-permintaan', { alasan: 'Masih ada tunggakan' }))
    expect(await view(id)).toMatchObject({
      permintaan_status: 'ditolak',
      permintaan_jawaban: 'Masih ada tunggakan',
    })
    must(await ask(id, { permintaan: 'berhenti', mulai: addDays(today, 7) }))
    must(await act(id, 'batal-permintaan', {}, s.akun))
    expect((await view(id)).permintaan_status).toBe('ditarik')
    expect((await act(id, 'batal-permintaan', {}, s.akun)).status).toBe(409)
  })
  test('is limited to own children and to the rules', async () => {
    const stranger = await makeOne()
    expect((await ask(stranger.id)).status).toBe(404)
    const id = await ownEnrolment()
    expect((await ask(id, { mulai: `${next}-02` })).status).toBe(422)
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.akun)).status).toBe(403)
  })
})
