/** Cash closing (domain.md 3.17): its sums, the payments that it locks, and reopening it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { pdfPages } from '#mocks/pdf.ts'
import {
  checkMoney,
  makeAkun,
  makeBill,
  makeFamily,
  makeOutlet,
  setSetting,
} from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const { tunai, transfer, kartuKredit } = MetodePembayaran
const today = currentDay()
const yesterday = addDays(today, -1)
const reason = { alasan: 'Salah hitung waktu uji' }
let card = 0
beforeAll(async () => {
  card = must<any>(
    await s.superadmin.post('/bank/create', {
      nama_bank: 'Mesin BCA',
      no_rekening: '99',
      atas_nama: 'Nada',
      tipe: 'edc',
      metode: kartuKredit,
    }),
  ).id
})

const receive = async (gedung_id: number, more: Body = {}, by: Client = s.admin) =>
  by.post<any>('/billing-payment/create', {
    akun_billing_id: more.akun_billing_id ?? (await makeAkun(s)),
    gedung_id,
    tanggal: today,
    metode: tunai,
    jumlah: 100_000,
    ...more,
  })
const closing = (gedung_id: number, more: Body = {}, by: Client = s.admin) =>
  by.post<any>('/tutup-kas/create', { gedung_id, tanggal: today, ...more })
const preview = async (gedung_id: number, tanggal = today): Promise<any> =>
  must(await s.admin.get(`/tutup-kas/pratinjau?gedung_id=${gedung_id}&tanggal=${tanggal}`))
const voidPayment = (id: number) => s.admin.post<any>(`/billing-payment/batalkan?id=${id}`, reason)
const problem = ({ status, data }: any): unknown[] => [status, data.errors?.[0]?.field]

describe('the sum of a closing', () => {
  test('expects the cash, and shows cards and transfers beside it', async () => {
    const gedung = await makeOutlet(s)
    must(await receive(gedung))
    must(await receive(gedung, { jumlah: 40_000, metode: transfer, bank_id: s.ids.bank }))
    must(await receive(gedung, { jumlah: 70_000, metode: kartuKredit, bank_id: card }))
    must(await receive(gedung, { jumlah: 5000 }, s.superadmin))
    const voidedPayment = must(await receive(gedung, { jumlah: 30_000 }))
    must(await voidPayment(voidedPayment.id))
    const tillPreview = await preview(gedung)
    expect(tillPreview).toMatchObject({ halangan: null, dari: today, awal: null, tunai: 105_000 })
    const row = must(
      await closing(gedung, {
        awal: 200_000,
        kas_masuk: 1000,
        kas_keluar: 6000,
        keterangan_kas: 'Beli air, uang kembalian',
        pecahan: [
          { nilai: 100_000, lembar: 3 },
          { nilai: 500, lembar: 0 },
        ],
        dihitung: 300_000,
        disetor: 250_000,
        dilihat: 300_000,
      }),
    )
    expect(row).toMatchObject({
      dari: today,
      kas_awal: 200_000,
      tunai: 105_000,
      pengembalian: 0,
      seharusnya: 300_000,
      selisih: 0,
      sisa_kas: 50_000,
      ditutup_oleh: s.ids.admin,
    })
    const view = must<any>(
      await s.admin.get(`/tutup-kas/view?id=${row.id}&expand=rincian,lembaran`),
    )
    expect(view.lembaran).toEqual([{ nilai: 100_000, lembar: 3 }])
    expect(view.rincian).toEqual(tillPreview.baris)
    expect(view.rincian).toHaveLength(4)
    expect(
      view.rincian.find((r: any) => r.metode === tunai && r.penerima_id === s.ids.admin),
    ).toEqual({
      metode: tunai,
      bank_id: null,
      bank: null,
      penerima_id: s.ids.admin,
      penerima: 'Ayu Admin',
      banyak: 1,
      jumlah: 100_000,
      banyak_batal: 1,
      jumlah_batal: 30_000,
    })
    const pdf = await s.admin.bytes(`/tutup-kas/pdf?id=${row.id}`)
    const [page] = pdfPages(Buffer.from(pdf.data))
    for (const text of ['TUTUP KAS', 'Rp105.000', 'Rp300.000', 'Ayu Admin', 'Mesin BCA'])
      expect(page).toContain(text)
  })
  test.each([
    ['no opening cash the first time', {}, 'awal'],
    ['a difference without a reason', { awal: 0, dihitung: 1 }, 'alasan_selisih'],
    ['notes of another sum', { awal: 0, pecahan: [{ nilai: 1000, lembar: 1 }] }, 'dihitung'],
    [
      'a note that there is none of',
      { awal: 0, pecahan: [{ nilai: 75, lembar: 1 }] },
      'pecahan.0.nilai',
    ],
    ['half a rupiah', { awal: 0, dihitung: 0.5 }, 'dihitung'],
    ['more taken away than there was', { awal: 0, disetor: 1 }, 'disetor'],
    ['other cash without a word', { awal: 0, kas_keluar: 1, dihitung: 0 }, 'keterangan_kas'],
    ['tomorrow', { awal: 0, tanggal: addDays(today, 2) }, 'tanggal'],
  ])('rejects %s', async (_, more, field) => {
    const gedung = await makeOutlet(s)
    expect(problem(await closing(gedung, { dihitung: 0, ...more }))).toEqual([422, field])
  })
  test('rejects payments that were entered after the page was opened', async () => {
    const gedung = await makeOutlet(s)
    must(await receive(gedung))
    const body = { awal: 0, dihitung: 100_000, dilihat: 100_000, alasan_selisih: 'Tidak tahu' }
    must(await receive(gedung, { jumlah: 1000 }))
    expect((await closing(gedung, body)).status).toBe(409)
    must(await closing(gedung, { ...body, dilihat: 101_000 }))
  })
  test('starts with the cash that was left, and covers the days in between', async () => {
    const gedung = await makeOutlet(s)
    must(
      await closing(gedung, {
        tanggal: addDays(today, -3),
        awal: 7000,
        dihitung: 7000,
        disetor: 2000,
      }),
    )
    must(await receive(gedung, { tanggal: addDays(today, -2) }))
    must(await receive(gedung, { tanggal: today, jumlah: 3000 }))
    const open = must<any[]>(await s.admin.get('/tutup-kas/belum'))
    expect(open.find((o) => o.gedung_id === gedung)).toMatchObject({
      terakhir: addDays(today, -3),
      sejak: addDays(today, -2),
    })
    expect(await preview(gedung)).toMatchObject({
      awal: 5000,
      dari: addDays(today, -2),
      tunai: 103_000,
    })
    expect(problem(await closing(gedung, { awal: 6000, dihitung: 1 }))).toEqual([422, 'awal'])
    const row = must(await closing(gedung, { dihitung: 108_000 }))
    expect(row).toMatchObject({ dari: addDays(today, -2), kas_awal: 5000, selisih: 0 })
    const waitingTills = must<any[]>(await s.admin.get('/tutup-kas/belum'))
    expect(waitingTills.find((o) => o.gedung_id === gedung)).toBeUndefined()
  })
  test('follows the day of the outlet in each of the three time zones', async () => {
    for (const zona_waktu of ['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura']) {
      const gedung = await makeOutlet(s, { zona_waktu })
      const day = currentDay(zona_waktu)
      must(await receive(gedung, { tanggal: day }))
      expect(must(await closing(gedung, { tanggal: day, awal: 0, dihitung: 100_000 })).tunai).toBe(
        100_000,
      )
      expect((await receive(gedung, { tanggal: day })).status).toBe(409)
      const late = await closing(gedung, { tanggal: addDays(day, 1), dihitung: 100_000 })
      expect(problem(late)).toEqual([422, 'tanggal'])
    }
  })
  test('subtracts a refund in cash, but not by transfer', async () => {
    const gedung = await makeOutlet(s)
    const akun = await makeAkun(s)
    must(await receive(gedung, { akun_billing_id: akun, alokasi: [] }))
    const refund = async (more: Body) =>
      s.admin.post<any>(`/user/refund-saldo?id=${akun}`, {
        jumlah: 10_000,
        tanggal: today,
        metode: tunai,
        bukti: must<any>(
          await s.admin.upload('/berkas/unggah', 'b.png', pngOf(2, 2), { jenis: 'bukti' }),
        ).id,
        ...reason,
        ...more,
      })
    expect(problem(await refund({ gedung_id: 999_999 }))).toEqual([422, 'gedung_id'])
    must(await refund({ gedung_id: gedung }))
    must(await refund({ metode: transfer, bank_id: s.ids.bank, gedung_id: gedung }))
    const row = must(await closing(gedung, { awal: 0, dihitung: 90_000 }))
    expect(row).toMatchObject({ pengembalian: 10_000, seharusnya: 90_000 })
    expect((await refund({ gedung_id: gedung })).status).toBe(409)
    must(await refund({ metode: transfer, bank_id: s.ids.bank }))
  })
})

describe('the lock of a closing', () => {
  test('covers cash and cards of its days, no transfers, other outlets or later days', async () => {
    const gedung = await makeOutlet(s)
    const cash = must(await receive(gedung, { tanggal: yesterday }))
    const bank = { metode: transfer, bank_id: s.ids.bank, tanggal: yesterday }
    const sent = must(await receive(gedung, bank))
    must(await closing(gedung, { tanggal: yesterday, awal: 0, dihitung: 100_000 }))
    for (const by of [s.admin, s.superadmin]) {
      const late = await receive(gedung, { tanggal: yesterday }, by)
      expect(late.status).toBe(409)
      expect(late.data.message).toMatch(/^Kas Outlet \d+ sudah ditutup sampai .* oleh Ayu Admin/)
    }
    expect((await receive(gedung, { tanggal: addDays(today, -9) })).status).toBe(409)
    const byCard = { metode: kartuKredit, bank_id: card, tanggal: yesterday }
    expect((await receive(gedung, byCard)).status).toBe(409)
    expect((await voidPayment(cash.id)).status).toBe(409)
    const change = (id: number) =>
      s.admin.post<any>(`/billing-payment/update?id=${id}`, { versi: 1, catatan: 'Lain' })
    expect((await change(cash.id)).status).toBe(409)
    must(await change(sent.id))
    must(await voidPayment(sent.id))
    must(await receive(gedung, bank))
    must(await receive(gedung))
    must(await receive(await makeOutlet(s), { tanggal: yesterday }))
  })
  test('allows a payment to be moved to another bill, as the money stays', async () => {
    const gedung = await makeOutlet(s)
    const { akun } = await makeFamily(s, gedung, s.ids.kelas)
    const bills = [await makeBill(s, akun, 100_000), await makeBill(s, akun, 100_000)]
    const paid = must(
      await receive(gedung, {
        akun_billing_id: akun,
        alokasi: [{ billing_id: bills[0], jumlah: 100_000 }],
      }),
    )
    must(await closing(gedung, { awal: 0, dihitung: 100_000 }))
    must(
      await s.admin.post(`/billing-payment/alih?id=${paid.id}`, {
        alokasi: [{ billing_id: bills[1], jumlah: 100_000 }],
        ...reason,
      }),
    )
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('allows a transfer of a closed day, which is known later', async () => {
    const gedung = await makeOutlet(s)
    must(await closing(gedung, { awal: 0, dihitung: 0 }))
    must(await receive(gedung, { metode: transfer, bank_id: s.ids.bank }))
    expect(await checkMoney(s.db)).toEqual([])
  })
})

describe('the reopening of a closing', () => {
  test('requires the access code and a reason, and starts with the latest closing', async () => {
    const gedung = await makeOutlet(s)
    const first = must(await closing(gedung, { tanggal: yesterday, awal: 0, dihitung: 0 }))
    must(await receive(gedung))
    const wrong = must(
      await closing(gedung, { dihitung: 90_000, disetor: 90_000, alasan_selisih: 'Belum ketemu' }),
    )
    expect(wrong.selisih).toBe(-10_000)
    expect((await closing(gedung, { dihitung: 1 })).status).toBe(422)
    const open = (id: number, by = s.superadmin, body: Body = reason) =>
      by.post<any>(`/tutup-kas/buka?id=${id}`, body)
    expect((await open(wrong.id, s.admin)).status).toBe(403)
    expect((await open(wrong.id, s.superadmin, {})).status).toBe(422)
    expect((await open(first.id)).status).toBe(409)
    expect(must(await open(wrong.id))).toMatchObject({
      dibuka_oleh: 1,
      dibuka_alasan: reason.alasan,
    })
    expect((await open(wrong.id)).status).toBe(409)
    must(await receive(gedung, { jumlah: 1 }))
    const again = must(await closing(gedung, { dihitung: 100_001 }))
    expect(again).toMatchObject({ kas_awal: 0, selisih: 0, dari: today })
    expect((await open(first.id)).status).toBe(409)
    const said = must<any[]>(
      await s.superadmin.get(`/audit?entitas=tutup-kas&entitas_id=${wrong.id}`),
    )
    expect(said.map((a) => [a.aksi, a.alasan])).toContainEqual(['buka', reason.alasan])
    expect(await checkMoney(s.db)).toEqual([])
  })
  test('is rejected in a locked month', async () => {
    const gedung = await makeOutlet(s)
    const day = addDays(today, -40)
    const row = must(await closing(gedung, { tanggal: day, awal: 0, dihitung: 0 }))
    await setSetting(s, 'kunci_buku_sampai', addDays(today, -32))
    expect((await s.superadmin.post(`/tutup-kas/buka?id=${row.id}`, reason)).status).toBe(409)
    await setSetting(s, 'kunci_buku_sampai', null)
  })
})

describe('simultaneous actions', () => {
  test('include every acknowledged payment in the closing, and accept none after it', async () => {
    const r = makeRandom(5)
    for (let round = 0; round < 4; round++) {
      const gedung = await makeOutlet(s)
      const akun = await makeAkun(s)
      const old = must(await receive(gedung, { akun_billing_id: akun, jumlah: 1000 }))
      const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
      const [closed, voiding, ...paid] = await Promise.all([
        wait(r.int(0, 15)).then(() =>
          closing(gedung, { awal: 0, dihitung: 1, alasan_selisih: 'Uji bersamaan' }),
        ),
        wait(r.int(0, 15)).then(() => voidPayment(old.id)),
        ...Array.from({ length: 6 }, () =>
          wait(r.int(0, 20)).then(() => receive(gedung, { akun_billing_id: akun, jumlah: 500 })),
        ),
      ])
      const received = paid.filter((p) => p.success).length * 500 + (voiding.success ? 0 : 1000)
      expect(must(closed).tunai).toBe(received)
      for (const { status } of [voiding, ...paid]) expect([200, 201, 409]).toContain(status)
      expect(await checkMoney(s.db)).toEqual([])
    }
  })
  test('close a day once', async () => {
    const gedung = await makeOutlet(s)
    const answers = await Promise.all(
      [s.admin, s.superadmin].map((by) => closing(gedung, { awal: 0, dihitung: 0 }, by)),
    )
    expect(answers.map((a) => a.success).toSorted()).toEqual([false, true])
    expect(answers.find((a) => !a.success)!.status).toBeOneOf([409, 422])
  })
})

test('returns the cash state of each outlet in scope', async () => {
  const gedung = await makeOutlet(s)
  const stateOf = async (by = s.superadmin) =>
    must<any[]>(await by.get('/tutup-kas/keadaan')).find((till) => till.gedung_id === gedung)
  expect(await stateOf()).toMatchObject({ terakhir: null, sejak: null, seharusnya: null })
  const first = must(
    await closing(gedung, {
      tanggal: addDays(today, -3),
      awal: 7000,
      dihitung: 7000,
      disetor: 2000,
    }),
  )
  const terakhir = { id: first.id, tanggal: addDays(today, -3), dihitung: 7000, selisih: 0 }
  expect(await stateOf()).toMatchObject({
    hari_ini: today,
    terakhir,
    sejak: null,
    seharusnya: 5000,
  })
  must(await receive(gedung, { tanggal: addDays(today, -2), jumlah: 3000 }))
  must(await receive(gedung, { tanggal: today, jumlah: 4000 }))
  const state = await stateOf()
  expect(state).toMatchObject({ terakhir, sejak: addDays(today, -2), seharusnya: 12_000 })
  const last = must(await closing(gedung, { dihitung: 12_000 }))
  expect(last.seharusnya).toBe(state.seharusnya)
  expect(await stateOf()).toMatchObject({
    terakhir: { id: last.id, tanggal: today, selisih: 0 },
    sejak: null,
    seharusnya: 12_000,
  })
  // A reopened closing no longer holds: the state is the one before it.
  must(await s.superadmin.post(`/tutup-kas/buka?id=${last.id}`, { alasan: 'Salah hitung' }))
  expect(await stateOf()).toEqual(state)
  expect(await stateOf(s.admin2)).toBeUndefined()
  expect((await s.sales.get('/tutup-kas/keadaan')).status).toBe(403)
})

test('hides the closing from an admin of another outlet', async () => {
  const gedung = await makeOutlet(s)
  const { id } = must(await closing(gedung, { awal: 0, dihitung: 0 }))
  expect((await s.admin2.get(`/tutup-kas/view?id=${id}`)).status).toBe(404)
  expect(
    (await s.admin2.get(`/tutup-kas/pratinjau?gedung_id=${gedung}&tanggal=${today}`)).status,
  ).toBe(404)
  expect((await closing(gedung, { awal: 0, dihitung: 0 }, s.admin2)).success).toBe(false)
  expect(must<any[]>(await s.admin2.get('/tutup-kas/belum'))).toEqual([])
  for (const by of [s.sales, s.akun, s.pelatih, s.peserta])
    expect((await by.get('/tutup-kas')).status).toBe(403)
})
