/** Tests the amounts with which a school moves in: open bills, saldo, and the sums for signing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaymentStatus } from '#contract/enums.ts'
import type { PindahanJob } from '#contract/import/pindahanCalls.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { moverOf, problems, type Rows } from '#mocks/import/workbook.ts'
import { pay, saldoOf } from '#mocks/money/payer.ts'
import { checkMoney, makeAkun, makeBill, makePeserta, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { transaction } from '#server/db/transaction.ts'
import { systemAuthor } from '#server/http/context.ts'
import { withdrawOpeningSaldo } from '#server/modules/billing/opening/opening.ts'

let s: School
const { tried, ran } = moverOf(() => s)
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const today = currentDay()
const overdue = addDays(today, -70)
const billHead = ['Orang Tua', 'No HP', 'Siswa', 'No Invoice', 'Jatuh Tempo', 'Sisa', 'Uraian']
const saldoHead = ['Orang Tua', 'Titipan']
const books = (bills: Rows, saldo: Rows = []) => ({
  ...(bills.length > 0 && { Tunggakan: [[...billHead, 'Cabang'], ...bills] }),
  ...(saldo.length > 0 && { Titipan: [saldoHead, ...saldo] }),
})
let last = 70_000
/** Makes a payer with a student. Returns their ids, names and the phone of the payer. */
const makeHome = async (name = `Keluarga Lama ${++last}`) => {
  const phone = `0815${10_000_000 + ++last}`
  const akun = await makeAkun(s, { name, phone, gedung_id: s.ids.gedung })
  const student = `Anak ${++last}`
  const peserta = await makePeserta(s, akun, s.ids.gedung, { name: student })
  return { akun, name, phone, peserta, student }
}
const billsOf = async (akun: number): Promise<any[]> =>
  must<any[]>(await s.admin.get(`/billing?akun_billing_id=${akun}&expand=items&sort=id`))
const figures = ({ lembar }: PindahanJob) =>
  lembar.map(({ impor: { berhasil, tidak_berubah, gagal } }) => [berhasil, tidak_berubah, gagal])
const sumOf = ({ jumlah }: PindahanJob, kunci: string) => jumlah?.find((j) => j.kunci === kunci)
const stored = async (sheets: Record<string, Rows>): Promise<PindahanJob> => {
  const trial = await tried(sheets)
  expect(problems(trial)).toEqual([])
  const job = await ran(trial)
  expect(job.lembar.every(({ tersimpan }) => tersimpan)).toBe(true)
  return job
}

describe('an open bill', () => {
  test('is published with its old number, and is owed and paid like others', async () => {
    const home = await makeHome()
    const job = await stored(
      books([[home.name, '', home.student, 'A-17', overdue, 'Rp 350.000,-', 'SPP lama', '']]),
    )
    expect(figures(job)).toEqual([[1, 0, 0]])
    const [bill] = await billsOf(home.akun)
    expect(bill).toMatchObject({
      nomor: expect.stringMatching(/^INV/),
      sumber: 'awal',
      tanggal_terbit: overdue,
      jatuh_tempo: overdue,
      gedung_id: s.ids.gedung,
      total: 350_000,
      sisa: 350_000,
      items: [{ peserta_id: home.peserta, deskripsi: 'SPP lama (No. lama A-17)' }],
    })
    expect(await saldoOf(s, home.akun)).toBe(0)
    for (const q of ['A-17', home.student])
      expect(must<any[]>(await s.admin.get(`/billing?q=${q}`)).map(({ id }) => id)).toEqual([
        bill.id,
      ])
    const later = await makeBill(s, home.akun, 100_000)
    await pay(s, home.akun, 400_000)
    const bills = await billsOf(home.akun)
    expect(bills.map(({ id, payment_status, sisa }) => [id, payment_status, sisa])).toEqual([
      [bill.id, PaymentStatus.lunas, 0],
      [later, PaymentStatus.sebagian, 50_000],
    ])
    const { data } = await s.superadmin.get<any>(`/billing/kertas?id=${bill.id}`)
    expect(data.aside.lines).toEqual([bill.nomor, 'Saldo awal'])
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('can be voided and then moved in again, but not be made again as a draft', async () => {
    const home = await makeHome()
    const sheetWith = (amount: number) =>
      books([[home.name, '', '', 'B-1', addDays(today, 9), amount, '', '']])
    await stored(sheetWith(70_000))
    const [bill] = await billsOf(home.akun)
    expect(bill.tanggal_terbit).toBe(today)
    const alasan = 'Jumlahnya salah di Excel'
    expect((await s.admin.post(`/billing/terbit-ulang?id=${bill.id}`, { alasan })).status).toBe(409)
    expect(problems(await tried(sheetWith(80_000)))).toEqual([
      `Tunggakan 2 Sisa Tagihan: Sudah dipindahkan sebagai ${bill.nomor} sebesar Rp70.000. Batalkan tagihan itu dahulu.`,
    ])
    must(await s.admin.post(`/billing/batalkan?id=${bill.id}`, { alasan }))
    await stored(sheetWith(80_000))
    expect((await billsOf(home.akun)).map(({ total, void_at }) => [total, !void_at])).toEqual([
      [70_000, false],
      [80_000, true],
    ])
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('finds its payer by phone or student, and has its problems at their columns', async () => {
    const [a, b] = [await makeHome('Bu Kembar'), await makeHome('Bu Kembar')]
    const row = (payer: string, more: Record<number, unknown> = {}) =>
      Object.assign([payer, '', '', '', overdue, 1000, `Uji ${++last}`, ''], more)
    await stored(
      books([
        row(a.phone),
        row('Bu Kembar', { 1: b.phone }),
        row('Bu Kembar', { 2: b.student }),
        row(b.student),
      ]),
    )
    expect((await billsOf(a.akun)).map(({ items }) => items[0].peserta_id)).toEqual([null])
    expect((await billsOf(b.akun)).map(({ items }) => items[0].peserta_id)).toEqual([
      null,
      b.peserta,
      b.peserta,
    ])
    const twice = row(a.phone)
    const trial = await tried(
      books([
        row('Bu Kembar'),
        row('Tidak Ada', { 4: '31-02-2026', 5: 'banyak', 7: 'Mana' }),
        row(a.phone, { 1: b.phone }),
        row(a.phone, { 2: b.student }),
        row(a.phone, { 5: 0 }),
        row(a.phone, { 4: '1926-01-01' }),
        twice,
        twice,
        row(a.phone, { 4: '' }),
      ]),
    )
    expect(problems(trial)).toEqual([
      'Tunggakan 2 Akun Billing: Ada lebih dari satu "Bu Kembar": isi juga nomor HP-nya',
      'Tunggakan 3 Jatuh Tempo: Tanggal tidak valid',
      'Tunggakan 3 Sisa Tagihan: Harus berupa rupiah bulat',
      'Tunggakan 3 Akun Billing: "Tidak Ada" tidak ditemukan',
      'Tunggakan 3 Outlet: "Mana" tidak ditemukan',
      'Tunggakan 4 No. HP Akun Billing: Bukan nomor HP akun billing ini',
      'Tunggakan 5 Peserta: Bukan peserta dari akun billing ini',
      'Tunggakan 6 Sisa Tagihan: Harus lebih dari Rp0',
      expect.stringContaining('Tunggakan 7 Jatuh Tempo: Isi antara'),
      'Tunggakan 9 Nomor Lama: Sama dengan baris sebelumnya: isi nomor yang berbeda',
      'Tunggakan 10 Jatuh Tempo: Wajib diisi',
    ])
  })

  test('is rejected at its due date when the month is closed', async () => {
    const home = await makeHome()
    await setSetting(s, 'kunci_buku_sampai', addDays(today, -1))
    try {
      const trial = await tried(
        books([
          [home.name, '', '', 'C-1', overdue, 500, '', ''],
          [home.name, '', '', 'C-2', today, 500, '', ''],
        ]),
      )
      expect(problems(trial)).toEqual([
        expect.stringContaining('Tunggakan 2 Jatuh Tempo: Buku sudah dikunci sampai'),
      ])
    } finally {
      await setSetting(s, 'kunci_buku_sampai', null)
    }
  })

  test('is no income by bill, and is income when it is paid', async () => {
    const incomeOf = async (basis: string) => {
      const path = `/laporan/pendapatan?dari=${overdue}&sampai=${today}&kelompok=bulan&basis=${basis}`
      return must<any>(await s.superadmin.get(path)).total.nilai.neto ?? 0
    }
    const home = await makeHome()
    const [billed, paid] = [await incomeOf('akrual'), await incomeOf('kas')]
    await stored(books([[home.name, '', '', 'D-1', overdue, 9000, '', '']], [[home.name, 4000]]))
    expect([await incomeOf('akrual'), await incomeOf('kas')]).toEqual([billed, paid])
    const [{ id }] = await billsOf(home.akun)
    must(await s.admin.post(`/billing/pakai-saldo?id=${id}`, {}))
    expect([await incomeOf('akrual'), await incomeOf('kas')]).toEqual([billed, paid + 4000])
  })
})

test('takes the outlet of the students for a payer without one', async () => {
  const home = await makeHome()
  await s.db.updateTable('user').set({ gedung_id: null }).where('id', '=', home.akun).execute()
  const bill = [home.name, '', '', 'K-1', overdue, 50_000, 'SPP', '']
  await stored(books([bill]))
  expect((await billsOf(home.akun))[0].gedung_id).toBe(s.ids.gedung)
  await makePeserta(s, home.akun, s.ids.gedung2)
  expect(problems(await tried(books([bill.with(3, 'K-2')])))).toEqual([
    'Tunggakan 2 Outlet: Wajib diisi',
  ])
})

test('stores saldo once, as money of the account that no payment brought', async () => {
  const home = await makeHome()
  await stored(books([], [[home.name, 'Rp 125.000']]))
  expect(await saldoOf(s, home.akun)).toBe(125_000)
  const { baris, akhir } = must<any>(
    await s.admin.get(`/user/rekening-koran?id=${home.akun}&dari=${today}&sampai=${today}`),
  )
  expect([baris.length, akhir]).toEqual([1, { sisa: -125_000, saldo: 125_000 }])
  expect(
    problems(
      await tried(
        books(
          [],
          [
            [home.name, 1],
            [home.phone, 1],
          ],
        ),
      ),
    ),
  ).toEqual([
    'Titipan 2 Saldo: Sudah dipindahkan sebesar Rp125.000. Selisihnya dicatat sebagai koreksi saldo.',
    'Titipan 3 Saldo: Sudah dipindahkan sebesar Rp125.000. Selisihnya dicatat sebagai koreksi saldo.',
  ])
  const neighbour = await makeHome()
  expect(
    problems(
      await tried(
        books(
          [],
          [
            [neighbour.name, 1],
            [neighbour.phone, 1],
          ],
        ),
      ),
    ),
  ).toEqual(['Titipan 3 Akun Billing: Sudah ada di baris sebelumnya: jumlahkan saldonya'])
  expect(await checkMoney(s.db)).toEqual([])
})

test('takes saldo back while it is unused, after which it can be moved in again', async () => {
  const home = await makeHome()
  const entryOf = async () => {
    const [entry] = must<any[]>(await s.admin.get(`/mutasi-saldo?akun_billing_id=${home.akun}`))
    return entry
  }
  const withdraw = (id: number) =>
    transaction(s.db, (trx) => withdrawOpeningSaldo(trx, systemAuthor, id))
  await setSetting(s, 'auto_pakai_saldo', true)
  await stored(books([], [[home.name, 5000]]))
  await withdraw((await entryOf()).id)
  expect([await saldoOf(s, home.akun), await entryOf()]).toMatchObject([0, { jumlah: -5000 }])
  await stored(books([], [[home.name, 8000]]))
  expect(await saldoOf(s, home.akun)).toBe(8000)
  const { id } = await entryOf()
  await makeBill(s, home.akun, 1000)
  await expect(withdraw(id)).rejects.toThrow('Saldo tidak cukup')
  expect(await saldoOf(s, home.akun)).toBe(7000)
  expect(await checkMoney(s.db)).toEqual([])
})

describe('the sums for signing', () => {
  test('are before and the sheets, whatever is owed already, and stay when repeated', async () => {
    await setSetting(s, 'auto_pakai_saldo', true)
    for (let seed = 1; seed <= 3; seed++) {
      const r = makeRandom(seed)
      const homes = [await makeHome(), await makeHome(), await makeHome()] as const
      for (const { akun } of homes) {
        if (r.chance()) await makeBill(s, akun, r.int(1, 900_000))
        await pay(s, akun, r.int(900_000, 2_000_000))
      }
      const bills = Array.from({ length: r.int(1, 6) }, (_, i) => [
        r.pick(homes).name,
        '',
        '',
        `S${seed}-${i}`,
        addDays(today, r.int(-200, 40)),
        r.int(1, 5_000_000),
        '',
        '',
      ])
      const saldo = homes.filter(() => r.chance(0.7)).map(({ name }) => [name, r.int(1, 2_000_000)])
      const given = (rows: Rows, column: number) =>
        rows.reduce((sum, row) => sum + Number(row[column]), 0)
      const trial = await tried(books(bills, saldo))
      const job = await ran(trial)
      for (const { jumlah } of [trial, job]) {
        expect(jumlah?.map(({ kunci, lembar }) => [kunci, lembar])).toEqual([
          ['tagihan', given(bills, 5)],
          ['saldo', given(saldo, 1)],
        ])
        for (const { sebelum, lembar, sesudah, cocok } of jumlah ?? [])
          expect([sesudah, cocok]).toEqual([sebelum + lembar, true])
      }
      const again = await stored(books(bills, saldo))
      for (const sheet of again.lembar) expect(sheet.impor.berhasil).toBe(0)
      for (const kunci of ['tagihan', 'saldo'])
        expect(sumOf(again, kunci)).toMatchObject({
          sebelum: sumOf(job, kunci)?.sesudah,
          lembar: 0,
          sesudah: sumOf(job, kunci)?.sesudah,
        })
      expect(await checkMoney(s.db)).toEqual([])
    }
  })

  test('that do not agree keep the workbook from being stored', async () => {
    const home = await makeHome()
    const trial = await tried(books([[home.name, '', '', 'E-1', overdue, 700, '', '']]))
    const wrong = trial.jumlah?.map((sum) => ({ ...sum, sesudah: 1, cocok: false }))
    await s.db
      .updateTable('import_job')
      .set({ jumlah: JSON.stringify(wrong) })
      .where('id', '=', trial.id)
      .execute()
    const answer = await s.superadmin.post(`/pindahan/import-jalankan?id=${trial.id}`)
    expect(answer.status).toBe(409)
    expect(await billsOf(home.akun)).toEqual([])
  })

  test('are absent for a workbook without amounts', async () => {
    const { jumlah } = await tried({
      Outlet: [
        ['Nama', 'Kode', 'Alamat', 'Kota'],
        ['Nada Baru', 'NB77', 'Jl. A', 'Bogor'],
      ],
    })
    expect(jumlah).toBe(null)
  })
})
