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
import type { Answer, Body } from '#mocks/api/api.ts'
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
  // A whole month is four lessons.
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

/** Enrols a student in a separate class on Saturdays: every month has four or five of them. */
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
/** Returns the lines of the outlet's bills that are not void, by month. */
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

test('a class says where it is, and that it is full, before it is chosen', async () => {
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
  // A seat that is taken from next month on is not free either.
  await join({ mulai: firstDay(next) })
  expect(await noteOf()).toBe(`${kode} · ${outlet.nama} · penuh`)
})

describe('a state changes by its action alone', () => {
  test('neither a new row nor an update says leave, end or graduation', async () => {
    const { id, peserta, kelas, gedung } = await makeOne()
    const versi = (await view(id)).versi
    for (const body of [{ status: tidakAktif }, { status: lulus }, { selesai: '2030-01-01' }])
      expect((await act(id, 'update', { ...body, versi })).status).toBe(422)
    must(await act(id, 'update', { versi, mulai: '2024-02-05' }))
    const other = await makePeserta(s, await makeAkun(s), gedung)
    for (const status of [cuti, lulus])
      expect(
        await s.admin.post('/kursus-peserta/create', {
          peserta_id: other,
          kursus_pelatih_id: kelas,
          mulai: today,
          status,
        }),
      ).toMatchObject({ status: 422, data: { errors: [{ field: 'status' }] } })
    expect(peserta).toBeGreaterThan(0)
  })
  test('what the state does not allow is 409, and a graduated one is done', async () => {
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
  test('only an admin graduates; sales do the rest with their own students', async () => {
    const { id } = await makeOne()
    expect((await act(id, 'lulus', { selesai: today }, s.sales)).status).toBe(403)
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.sales))
    must(await act(id, 'kembali', {}, s.sales))
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.peserta)).status).toBe(403)
  })
})

describe('leave', () => {
  test('begins with a month, not before this one, and lasts as long as the school allows', async () => {
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
  test('is held back by bills that are overdue, where the school says so', async () => {
    const one = await makeOne()
    const { peserta_id, akun_billing_id } = await view(one.id)
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
    expect((await act(one.id, 'cuti', leave)).status).toBe(409)
    const ask = { permintaan: 'cuti', mulai: firstDay(next), alasan: 'Ujian' }
    expect((await act(one.id, 'ajukan', ask, await s.as(akun_billing_id))).status).toBe(409)
    await setSetting(s, 'tahan_cuti_tunggakan', false)
    must(await act(one.id, 'cuti', leave))
  })
  test('its months are not billed, those before and after are; a second one forgets nothing', async () => {
    const one = await makeOne()
    const months = [0, 1, 2, 3].map((n) => addMonths(next, n))
    const leave = { cuti_mulai: firstDay(months[1]!), cuti_selesai: lastDay(months[1]!) }
    must(await act(one.id, 'cuti', leave))
    must(await act(one.id, 'kembali', { tanggal: firstDay(months[2]!) }))
    must(
      await act(one.id, 'cuti', {
        cuti_mulai: firstDay(months[3]!),
        cuti_selesai: lastDay(months[3]!),
      }),
    )
    for (const month of months) await generate(month, one)
    for (const month of months) await generate(month, one)
    expect(await billed(one)).toEqual([
      [months[0], 500_000, null, 0],
      [months[2], 500_000, null, 0],
    ])
  })
  test('who is back before it began has had none; who is back early pays from then on', async () => {
    const one = await makeOne()
    must(await act(one.id, 'cuti', { cuti_mulai: firstDay(next) }))
    must(await act(one.id, 'kembali'))
    expect(await view(one.id)).toMatchObject({ status: aktif, cuti_mulai: null })
    must(await act(one.id, 'cuti', { cuti_mulai: firstDay(next) }))
    const third = occurrences(next, Hari.sabtu)[2]!
    must(await act(one.id, 'kembali', { tanggal: third }))
    await generate(next, one)
    expect(await billed(one)).toEqual([[next, 250_000, 2, 0]])
  })
  test('keeps the seat, unless the school gives it away: then the way back asks for one', async () => {
    const one = await makeOne()
    const kursus = must(
      await s.superadmin.post<any>('/kursus/create', {
        kode: `CUTI-${one.id}`,
        nama: 'Cuti Privat',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'private',
        kapasitas_maks: 1,
        biaya_bulanan: 1000,
      }),
    ).id
    const kelas = await makeKelas(s, one.gedung, { kursus_id: kursus })
    const id = await enrol(s, one.peserta, kelas)
    const join = async (mulai: string) =>
      s.admin.post('/kursus-peserta/create', {
        peserta_id: await makePeserta(s, one.akun, one.gedung),
        kursus_pelatih_id: kelas,
        mulai,
      })
    must(await act(id, 'cuti', { cuti_mulai: firstDay(next) }))
    expect((await join(firstDay(next))).status).toBe(409)
    await setSetting(s, 'cuti_tahan_slot', false)
    // Before the leave begins the seat is taken even so.
    expect((await join(today)).status).toBe(409)
    // The form for the next class offers the seat to others too.
    const lower = must(
      await s.superadmin.post<any>('/kursus/create', {
        kode: `BAWAH-${one.id}`,
        nama: 'Bawah Privat',
        kategori_kursus_id: s.ids.kategori,
        tipe: 'private',
        kapasitas_maks: 1,
        biaya_bulanan: 1000,
        kursus_selanjutnya_id: kursus,
      }),
    ).id
    const child = await makePeserta(s, one.akun, one.gedung)
    const below = await makeKelas(s, one.gedung, { kursus_id: lower, hari: Hari.rabu })
    const step = await enrol(s, child, below)
    const offered = async () =>
      must(
        await s.admin.get<any>(`/kursus-peserta/pilihan-kelas-selanjutnya?id=${step}`),
      ).kelas.map((k: any) => [k.id, k.sisa])
    expect(await offered()).toEqual([[kelas, 1]])
    expect((await join(firstDay(next))).status).toBe(201)
    expect(await offered()).toEqual([[kelas, 0]])
    // A student who comes back gets a conflict, and another class with a free seat as alternative.
    const other = await makeKelas(s, one.gedung, { kursus_id: kursus, hari: Hari.jumat })
    const back = await act(id, 'kembali', { tanggal: firstDay(next) })
    expect([back.status, back.data.konflik.map((k: any) => k.jenis)]).toEqual([409, ['kapasitas']])
    expect(back.data.alternatif.map((a: any) => a.kursus_pelatih_id)).toEqual([other])
    expect((await act(id, 'kembali')).status).toBe(409)
    // Reserving seats during leave again does not make room for both students.
    await setSetting(s, 'cuti_tahan_slot', true)
    expect((await act(id, 'kembali')).status).toBe(409)
  })
  test('brings its fee once, on the draft that the generation joins; coming back takes it off', async () => {
    const one = await makeOne()
    const biaya = must(
      await s.superadmin.post<any>('/biaya/create', {
        kode: `CUTI${one.id}`,
        nama: 'Biaya Cuti',
        jenis_billing_id: s.ids.jenis,
        nominal: 50_000,
        pemicu: 'cuti',
        gedung: [one.gedung],
        berlaku_mulai: '2024-01-01',
      }),
    ).id
    const body = { cuti_mulai: firstDay(next), cuti_selesai: lastDay(next) }
    expect(must(await preview(one.id, 'cuti', body)).biaya).toEqual([
      { nama: 'Biaya Cuti', nominal: 50_000 },
    ])
    expect(await billed(one)).toEqual([])
    must(await act(one.id, 'cuti', body))
    expect(await billed(one)).toEqual([[null, 50_000, null, 0]])
    const sibling = await makePeserta(s, one.akun, one.gedung)
    await enrol(s, sibling, one.kelas)
    await generate(next, one)
    const bills = await s.db
      .selectFrom('billing')
      .select(['total'])
      .where('gedung_id', '=', one.gedung)
      .execute()
    expect(bills).toEqual([{ total: 550_000 }])
    must(await act(one.id, 'kembali'))
    expect(await billed(one)).toEqual([[next, 500_000, null, 0]])
    must(await s.superadmin.post(`/biaya/delete?id=${biaya}`))
  })
})

describe('stop', () => {
  test('with a last lesson to come goes on until then; it may be taken back', async () => {
    const { id } = await makeOne()
    const selesai = lastDay(next)
    const shown = must(await preview(id, 'berhenti', { selesai, alasan: reason }))
    expect(shown).toMatchObject({ status: aktif, selesai })
    expect(shown.peringatan).toEqual([expect.stringContaining('Tetap berjalan')])
    must(await act(id, 'berhenti', { selesai, alasan: reason }))
    expect(await view(id)).toMatchObject({ status: aktif, selesai, alasan_status: reason })
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) })).status).toBe(409)
    must(await act(id, 'kembali'))
    expect(await view(id)).toMatchObject({ status: aktif, selesai: null, diakhiri_at: null })
  })
  test('leaves a seat that others may take from then on: nobody gets it back or stays longer', async () => {
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
  test('with a last lesson that was held ends at once, and its month is billed by lessons', async () => {
    const month = addMonths(thisMonth, -1)
    const one = await makeOne()
    const second = occurrences(month, Hari.sabtu)[1]!
    must(await act(one.id, 'berhenti', { selesai: second, alasan: reason }))
    expect(await view(one.id)).toMatchObject({ status: tidakAktif, selesai: second })
    for (const periode of [month, thisMonth, month]) await generate(periode, one)
    expect(await billed(one)).toEqual([[month, 250_000, 2, 0]])
  })
  test.each([
    ['biarkan', false],
    ['batalkan', false],
    ['prorata', false],
    ['biarkan', true],
    ['batalkan', true],
    ['prorata', true],
  ] as const)(
    '%s, published %s: the months that are billed follow the choice',
    async (tagihan, published) => {
      const one = await makeOne()
      await enrol(s, await makePeserta(s, one.akun, one.gedung), one.kelas)
      for (const month of [thisMonth, next]) {
        await generate(month, one)
        if (published) await publish(one)
      }
      const status = published ? 1 : 0
      const selesai = occurrences(thisMonth, Hari.sabtu)[1]!
      const body = { selesai, alasan: reason, tagihan }
      const shown = must(await preview(one.id, 'berhenti', body))
      expect(shown.tagihan).toMatchObject([
        { periode: thisMonth, jumlah: 500_000, pembilang_baru: 2, jumlah_baru: 250_000 },
        { periode: next, jumlah: 500_000, pembilang_baru: 0, jumlah_baru: 0 },
      ])
      expect(await billed(one)).toHaveLength(4)
      must(await act(one.id, 'berhenti', body))
      const shrunk = tagihan === 'prorata' ? [250_000, 2, 0] : [500_000, null, status]
      const sibling = (touched: boolean) => [500_000, null, touched ? 0 : status]
      const expected = [
        [thisMonth, ...shrunk],
        [thisMonth, ...sibling(tagihan === 'prorata')],
        ...(tagihan === 'biarkan' ? [[next, 500_000, null, status]] : []),
        [next, ...sibling(tagihan !== 'biarkan')],
      ]
      expect((await billed(one)).toSorted()).toEqual(expected.toSorted())
      for (const month of [thisMonth, next]) await generate(month, one)
      expect((await billed(one)).toSorted()).toEqual(expected.toSorted())
    },
  )
  test('a bill that is paid stays: the choice is refused, keeping it is not', async () => {
    const one = await makeOne()
    await generate(next, one)
    const bill = await publish(one)
    must(
      await s.admin.post(
        '/billing-payment/create',
        {
          akun_billing_id: one.akun,
          gedung_id: one.gedung,
          tanggal: today,
          metode: 0,
          jumlah: 500_000,
          alokasi: [{ billing_id: bill, jumlah: 500_000 }],
        },
        `bayar-${one.id}`,
      ),
    )
    const body = { selesai: today, alasan: reason }
    const shown = must(await preview(one.id, 'berhenti', body))
    expect(shown.tagihan[0].halangan).toMatch(/dibayar/)
    expect((await act(one.id, 'berhenti', { ...body, tagihan: 'prorata' })).status).toBe(409)
    must(await act(one.id, 'berhenti', body))
    expect(await billed(one)).toEqual([[next, 500_000, null, 1]])
  })
  test('sales stop, and leave bills to admins', async () => {
    const one = await makeOne()
    await generate(next, one)
    const body = { selesai: today, alasan: reason }
    expect((await act(one.id, 'berhenti', { ...body, tagihan: 'prorata' }, s.sales)).status).toBe(
      409,
    )
    must(await act(one.id, 'berhenti', body, s.sales))
  })
  test('ends by itself with its last lesson, and its month is billed by lessons all the same', async () => {
    const month = addMonths(thisMonth, -1)
    const one = await makeOne()
    const second = occurrences(month, Hari.sabtu)[1]!
    must(await act(one.id, 'berhenti', { selesai: lastDay(next), alasan: reason }))
    await s.db
      .updateTable('kursus_peserta')
      .set({ selesai: second })
      .where('id', '=', one.id)
      .execute()
    const stays = await makeOne({ selesai: today })
    const run = () => s.superadmin.post<any>('/pekerjaan/jalankan', { nama: 'akhir-kursus' })
    expect(must(await run()).terakhir.galat).toBeNull()
    expect(await view(one.id)).toMatchObject({ status: tidakAktif, selesai: second })
    expect((await view(stays.id)).status).toBe(aktif)
    must(await run())
    await generate(month, one)
    expect(await billed(one)).toEqual([[month, 250_000, 2, 0]])
  })
  test('who comes back begins anew, and the time between is not billed', async () => {
    const one = await makeOne()
    const month = addMonths(thisMonth, -3)
    const last = lastDay(month)
    must(await act(one.id, 'berhenti', { selesai: last, alasan: reason }))
    expect((await act(one.id, 'aktifkan', { mulai: last })).status).toBe(422)
    must(await act(one.id, 'aktifkan', { mulai: firstDay(next) }))
    expect(await view(one.id)).toMatchObject({ status: aktif, selesai: null })
    for (let n = -2; n <= 1; n++) await generate(addMonths(thisMonth, n), one)
    expect(await billed(one)).toEqual([[next, 500_000, null, 0]])
  })
})

describe('who is back in the month of the stop', () => {
  const month = addMonths(thisMonth, -1)
  const [, second, third, fourth] = occurrences(month, Hari.sabtu) as [string, ...string[]]
  const back = addDays(third!, 1)
  const stopped = async () => {
    const one = await makeOne()
    must(await act(one.id, 'berhenti', { selesai: second, alasan: reason }))
    await generate(month, one)
    expect(await billed(one)).toEqual([[month, 250_000, 2, 0]])
    return one
  }
  test('is billed for the lessons that were missed no more than for the others: a draft follows', async () => {
    const one = await stopped()
    const shown = must(await preview(one.id, 'aktifkan', { mulai: back }))
    expect(shown.tagihan).toMatchObject([
      { pembilang: 2, pembilang_baru: 3, jumlah_baru: 375_000, halangan: null },
    ])
    must(await act(one.id, 'aktifkan', { mulai: back }, s.sales))
    expect(await billed(one)).toEqual([[month, 375_000, 3, 0]])
    const { mulai, cuti_mulai, cuti_selesai } = await view(one.id)
    expect([mulai < second!, cuti_mulai, cuti_selesai]).toEqual([true, addDays(second!, 1), third])
    // A second stop in the month: the days of both gaps are missing.
    must(await act(one.id, 'berhenti', { selesai: back, alasan: reason, tagihan: 'prorata' }))
    expect(await billed(one)).toEqual([[month, 250_000, 2, 0]])
    must(await act(one.id, 'aktifkan', { mulai: fourth }))
    await generate(month, one)
    expect(await billed(one)).toEqual([[month, 375_000, 3, 0]])
  })
  test.each([
    ['biarkan', [250_000, 2, 1]],
    ['prorata', [375_000, 3, 0]],
  ] as const)('a bill that is published follows the choice: %s', async (tagihan, line) => {
    const one = await stopped()
    await publish(one)
    must(await act(one.id, 'aktifkan', { mulai: back, tagihan }))
    expect(await billed(one)).toEqual([[month, ...line]])
  })
})

test('who is active again after a stop is there from that day, whatever leave was cut off by it', async () => {
  const one = await makeOne()
  must(await act(one.id, 'cuti', { cuti_mulai: firstDay(next), cuti_selesai: lastDay(next) }))
  must(await act(one.id, 'berhenti', { selesai: today, alasan: reason }))
  must(await act(one.id, 'aktifkan', { mulai: firstDay(next) }))
  expect(await view(one.id)).toMatchObject({ cuti_mulai: null, cuti_selesai: null })
  await generate(next, one)
  expect(await billed(one)).toEqual([[next, 500_000, null, 0]])
})

describe('a seat that begins earlier than it did', () => {
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

  test('must have been free on the days that it newly covers, and on those alone', async () => {
    const one = await makeLate()
    const other = await makePeserta(s, one.akun, one.gedung)
    await enrol(s, other, one.kelas, { mulai: addDays(today, -60), selesai: addDays(today, 10) })
    await oneSeat(one)
    expect(await conflictsOf(update(one.id, { mulai: earlier }))).toEqual([409, ['kapasitas']])
    const asked = { peserta_id: one.peserta, kursus_pelatih_id: one.kelas, mulai: earlier }
    const told = must(
      await s.admin.post<any>('/kursus-peserta/periksa', { ...asked, id: one.id, selesai: null }),
    )
    expect(told.konflik).toMatchObject([{ jenis: 'kapasitas' }])
    must(await update(one.id, { mulai: addDays(today, 11) }))
    expect(await view(one.id)).toMatchObject({ mulai: addDays(today, 11) })
  })
  test('is not at the hour of another class that the student has until then', async () => {
    const one = await makeLate()
    const kelas = await makeKelas(s, one.gedung, { hari: Hari.sabtu })
    await enrol(s, one.peserta, kelas, { selesai: addDays(start, -1) })
    expect(await conflictsOf(update(one.id, { mulai: earlier }))).toEqual([409, ['peserta']])
    must(await update(one.id, { mulai: addDays(start, 7) }))
  })
  test('lets a sibling elsewhere stand with a reason, beside what stood before', async () => {
    const one = await makeLate()
    const elsewhere = await makeOutlet(s)
    const kelas = await makeKelas(s, elsewhere, { hari: Hari.sabtu })
    const sibling = await makePeserta(s, one.akun, elsewhere)
    await enrol(s, sibling, kelas, { selesai: addDays(start, -1) })
    const body = { mulai: earlier }
    expect(await conflictsOf(update(one.id, body))).toEqual([409, ['saudara']])
    const alasan_bentrok = 'Diantar bergantian'
    must(await update(one.id, { ...body, konfirmasi: ['saudara'], alasan_bentrok }))
    expect(await view(one.id)).toMatchObject({ mulai: earlier, bentrok: ['saudara'] })
  })
  test('asks nothing about days that are over, nor of who was there and has left', async () => {
    const one = await makeLate()
    const other = await makePeserta(s, one.akun, one.gedung)
    await enrol(s, other, one.kelas, { selesai: addDays(today, -7) })
    await oneSeat(one)
    expect(await conflictsOf(update(one.id, { mulai: addDays(today, -40) }))).toEqual([200, []])
    const mover = await makeOne({ mulai: addDays(today, -40) })
    await s.db
      .updateTable('kursus_peserta')
      .set({ selesai: addDays(today, -1) })
      .where('id', '=', one.id)
      .execute()
    expect(await conflictsOf(update(mover.id, { kursus_pelatih_id: one.kelas }))).toEqual([200, []])
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
  const own = async () => {
    const one = await makeOne({}, s.ids.akun)
    return one.id
  }
  test('is kept and shown; doing what is asked grants it', async () => {
    const id = await own()
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
  test('is refused by the school with an answer, or taken back by the family', async () => {
    const id = await own()
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
  test('is of its own children, and within the rules', async () => {
    const stranger = await makeOne()
    expect((await ask(stranger.id)).status).toBe(404)
    const id = await own()
    expect((await ask(id, { mulai: `${next}-02` })).status).toBe(422)
    expect((await act(id, 'cuti', { cuti_mulai: firstDay(next) }, s.akun)).status).toBe(403)
  })
})
