/**
 * Late fees (domain.md 3.12). The nightly job charges them, they can be replaced or waived, and
 * each bill has at most one active fee.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { clientFor, testKeys, type Body, type Client } from '#mocks/api/api.ts'
import { holdClock } from '#mocks/clock.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { checkMoney, makeAkun, makeBill, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { engineOf } from '#server/db/engine.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'

let s: School
let admin: Client
let superadmin: Client
let tuition = 0
const today = currentDay()
const reason = { alasan: 'Keluarga sudah memberi tahu' }
/** Tiers of the late fee: 5 % from day 1, 10 % from day 11, and Rp90,000 from day 31. */
const tiers = [
  { dari_hari: 1, sampai: 10, tipe: 'persen', nilai: 500 },
  { dari_hari: 11, sampai: 30, tipe: 'persen', nilai: 1000 },
  { dari_hari: 31, sampai: null, tipe: 'nominal', nilai: 90_000 },
]

beforeAll(async () => {
  s = await makeSchool()
  const clock = holdClock(`${today}T03:00:00.000Z`)
  const services = {
    db: s.db,
    reader: s.db,
    log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
  }
  const app = createApp({
    ...services,
    dataKeys: testKeys,
    jobs: new Scheduler({ ...services, clock }),
  })
  superadmin = await clientFor(app, s.db, 1)
  admin = await clientFor(app, s.db, s.ids.admin)
  const kind = async (kode: string, sifat: string): Promise<number> =>
    must(await s.superadmin.post<any>('/jenis-billing/create', { kode, nama: kode, sifat })).id
  tuition = await kind('KRS', 'kursus')
  await kind('DND', 'denda')
  await setSetting(s, 'denda_mulai', '2020-01-01')
})
afterAll(() => s.close())
beforeEach(async () => {
  await setSetting(s, 'kunci_buku_sampai', null)
  await setSetting(s, 'denda_tier', tiers)
  // Moves the due dates of all bills of earlier tests to the far future, so that no such bill is
  // overdue.
  await s.db.updateTable('billing').set({ jatuh_tempo: '2040-12-31' }).execute()
})

const lateBy = (id: number, days: number) =>
  s.db
    .updateTable('billing')
    .set({ jatuh_tempo: addDays(today, -days) })
    .where('id', '=', id)
    .execute()
/** Makes a bill that is `days` days overdue, with a line of tuition and a line for a book. */
const late = async (
  days: number,
  harga: number,
  { akun, ...more }: Body & { akun?: number } = {},
) => {
  const line = { jenis_billing_id: tuition, deskripsi: 'Kursus', alasan_manual: 'Uji denda' }
  const id = await makeBill(s, akun ?? (await makeAkun(s)), 0, {
    items: [
      { ...line, harga_satuan: harga },
      { jenis_billing_id: s.ids.jenis, deskripsi: 'Buku', harga_satuan: 70_000 },
    ],
    ...more,
  })
  await lateBy(id, days)
  return id
}
const run = async () => {
  const { terakhir } = must(await superadmin.post<any>('/pekerjaan/jalankan', { nama: 'denda' }))
  if (terakhir.galat) throw new Error(terakhir.galat)
  return terakhir.ringkasan as string
}
const view = async (id: number, expand = 'denda,denda_dari') =>
  must(await admin.get<any>(`/billing/view?id=${id}&expand=${expand}`))
const feesOf = async (id: number) =>
  (await view(id)).denda.map(({ jumlah, sisa, status }: any) => ({ jumlah, sisa, status }))
const pay = async (billing_id: number, jumlah: number) => {
  const { akun_billing_id, gedung_id } = await view(billing_id)
  return admin.post<any>('/billing-payment/create', {
    akun_billing_id,
    gedung_id,
    tanggal: today,
    metode: MetodePembayaran.tunai,
    jumlah,
    alokasi: [{ billing_id, jumlah }],
  })
}

test('charges tuition once a tier after setup, and replaces the fee at the next tier', async () => {
  const bill = await late(5, 500_000)
  const book = await makeBill(s, await makeAkun(s), 300_000)
  await lateBy(book, 5)
  await setSetting(s, 'denda_tier', [])
  expect(await run()).toBe('Tidak ada denda baru.')
  await setSetting(s, 'denda_tier', tiers)
  await setSetting(s, 'denda_mulai', today)
  expect(await run()).toBe('Tidak ada denda baru.')
  await setSetting(s, 'denda_mulai', '2020-01-01')
  expect(await run()).toBe('1 denda ditagih.')
  expect(await run()).toBe('Tidak ada denda baru.')
  const [fee] = (await view(bill)).denda
  expect(fee).toMatchObject({
    jumlah: 25_000,
    sisa: 25_000,
    status: 'ditagih',
    tier: 'Hari 1–10: 5 %',
  })
  expect(await view(fee.tagihan_id, 'items,denda_dari')).toMatchObject({
    sumber: 'denda',
    total: 25_000,
    tanggal_terbit: today,
    jatuh_tempo: addDays(today, 7),
    items: [{ deskripsi: expect.stringContaining('5 % dari sisa kursus Rp500.000') }],
    denda_dari: { billing_id: bill, status: 'ditagih' },
  })
  await lateBy(bill, 12)
  expect(await run()).toBe('1 denda ditagih.')
  expect(await feesOf(bill)).toEqual([
    { jumlah: 25_000, sisa: 0, status: 'diganti' },
    { jumlah: 50_000, sisa: 50_000, status: 'ditagih' },
  ])
  expect((await view(fee.tagihan_id)).void_at).not.toBeNull()
  expect(await feesOf(book)).toEqual([])
  expect(await checkMoney(s.db)).toEqual([])
})

test('charges a tier from its first to its last day', async () => {
  await setSetting(s, 'denda_tier', [
    { dari_hari: 4, sampai: 6, tipe: 'nominal', nilai: 10_000 },
    { dari_hari: 7, sampai: 9, tipe: 'nominal', nilai: 20_000 },
  ])
  const bills = await Promise.all([0, 3, 4, 6, 7, 9, 10].map((days) => late(days, 500_000)))
  await run()
  const fees = await Promise.all(bills.map(async (id) => (await feesOf(id))[0]?.jumlah ?? 0))
  expect(fees).toEqual([0, 0, 10_000, 10_000, 20_000, 20_000, 0])
})

test('subtracts payments from tuition first, and waits for a pending confirmation', async () => {
  const bill = await late(2, 500_000)
  must(await pay(bill, 480_000))
  await run()
  expect(await feesOf(bill)).toEqual([{ jumlah: 1000, sisa: 1000, status: 'ditagih' }])
  const paid = await late(2, 500_000)
  must(await pay(paid, 500_000))
  const akun = await makeAkun(s)
  const confirmedBill = await late(2, 500_000, { akun })
  must(
    await superadmin.post(
      '/konfirmasi-pembayaran/create',
      await confirmationBody(s, { akun, billing_ids: [confirmedBill], jumlah: 570_000 }),
    ),
  )
  await run()
  expect([await feesOf(paid), await feesOf(confirmedBill)]).toEqual([[], []])
})

test('never charges a waived tier again, and turns a waived paid fee into saldo', async () => {
  const bill = await late(2, 500_000)
  await run()
  const [fee] = (await view(bill)).denda
  expect(
    (await admin.post(`/billing/hapus-denda?id=${fee.tagihan_id}`, { alasan: 'x' })).status,
  ).toBe(422)
  expect((await admin.post(`/billing/hapus-denda?id=${bill}`, reason)).status).toBe(409)
  expect((await admin.post(`/billing/terbit-ulang?id=${fee.tagihan_id}`, reason)).status).toBe(409)
  must(await admin.post(`/billing/hapus-denda?id=${fee.tagihan_id}`, reason))
  expect((await admin.post(`/billing/hapus-denda?id=${fee.tagihan_id}`, reason)).status).toBe(409)
  await run()
  expect(await feesOf(bill)).toEqual([{ jumlah: 25_000, sisa: 0, status: 'dihapus' }])
  await lateBy(bill, 15)
  await run()
  const second = (await view(bill)).denda[1]
  must(await pay(second.tagihan_id, 50_000))
  must(await admin.post(`/billing/hapus-denda?id=${second.tagihan_id}`, reason))
  const { akun_billing_id, void_at } = await view(second.tagihan_id)
  expect(void_at).toBeNull()
  expect(must(await admin.get<any>(`/user/info-billing?id=${akun_billing_id}`)).saldo_kredit).toBe(
    50_000,
  )
  expect(await checkMoney(s.db)).toEqual([])
})

test('ends the fee with its bill and charges the reissued bill from the start', async () => {
  const bill = await late(2, 500_000)
  await run()
  const draft = must(await admin.post<any>(`/billing/terbit-ulang?id=${bill}`, reason))
  expect((await view(bill)).denda).toMatchObject([
    { status: 'gugur', sisa: 0, alasan: expect.stringContaining('dibatalkan') },
  ])
  must(await admin.post(`/billing/terbitkan?id=${draft.id}`))
  await lateBy(draft.id, 3)
  await run()
  expect(await feesOf(draft.id)).toMatchObject([{ status: 'ditagih' }])
  expect(await checkMoney(s.db)).toEqual([])
})

test('charges nothing in a locked month, and credits an old fee instead of a void', async () => {
  const bill = await late(2, 500_000)
  await setSetting(s, 'kunci_buku_sampai', today)
  expect(await run()).toContain('terkunci')
  await setSetting(s, 'kunci_buku_sampai', null)
  await run()
  const [fee] = (await view(bill)).denda
  await s.db
    .updateTable('billing')
    .set({ tanggal_terbit: addDays(today, -2) })
    .where('id', '=', fee.tagihan_id)
    .execute()
  await setSetting(s, 'kunci_buku_sampai', addDays(today, -1))
  await lateBy(bill, 12)
  await run()
  expect(await feesOf(bill)).toEqual([
    { jumlah: 25_000, sisa: 0, status: 'diganti' },
    { jumlah: 50_000, sisa: expect.any(Number), status: 'ditagih' },
  ])
  expect((await view(fee.tagihan_id)).void_at).toBeNull()
  expect(await checkMoney(s.db)).toEqual([])
})

test('shows the fee on documents, the page of the bill and the statement', async () => {
  const bill = await late(2, 500_000)
  await run()
  const { nomor } = (await view(bill)).denda[0]
  const { url } = must(await admin.post<any>(`/billing/share?id=${bill}`))
  const page = await s.app.request(new URL(url).pathname)
  expect(await page.text()).toContain(`Denda keterlambatan Rp25.000 ditagih tersendiri: ${nomor}`)
  const { akun_billing_id } = await view(bill)
  const { baris } = must(
    await admin.get<any>(
      `/user/rekening-koran?id=${akun_billing_id}&dari=${addDays(today, -30)}&sampai=${today}`,
    ),
  )
  expect(baris.map((l: any) => l.uraian)).toContain(`Denda ${nomor}`)
})

/**
 * Input of a random action: an overdue bill, its active fee, and the bill that the action changes
 * (`target`), which is either the overdue bill or the bill of its fee.
 */
interface Turn {
  r: Random
  bill: number
  live: { tagihan_id: number } | undefined
  target: number
}
const turns = {
  run: () => run(),
  wait: async ({ r, bill }: Turn) => {
    const { jatuh_tempo } = await view(bill)
    const days = (Date.parse(today) - Date.parse(jatuh_tempo)) / 86_400_000
    await lateBy(bill, days + r.int(1, 14))
  },
  pay: async ({ r, target }: Turn) => {
    const { sisa } = await view(target)
    if (sisa > 0) await pay(target, r.int(1, sisa))
  },
  credit: ({ r, target }: Turn) =>
    admin.post(`/billing/nota-kredit?id=${target}`, { jumlah: r.int(1, 9000), ...reason }),
  waive: async ({ live }: Turn) => {
    if (live) must(await admin.post(`/billing/hapus-denda?id=${live.tagihan_id}`, reason))
  },
  void: async ({ r, target }: Turn) => {
    if (r.chance(0.15)) await admin.post(`/billing/batalkan?id=${target}`, reason)
  },
  voidPayment: async ({ bill }: Turn) => {
    const { akun_billing_id } = await view(bill)
    const query = `sort=-created_at&per-page=1&akun_billing_id=${akun_billing_id}`
    const [last] = must(await admin.get<any[]>(`/billing-payment?${query}`))
    if (last) await admin.post(`/billing-payment/batalkan?id=${last.id}`, reason)
  },
}
/** Checks the invariants of the late fees of a bill. Returns the number of the fees. */
const checkFees = async (bill: number) => {
  const rows = await s.db.selectFrom('denda').selectAll().where('billing_id', '=', bill).execute()
  expect(rows.filter((d) => d.status === 'ditagih').length).toBeLessThanOrEqual(1)
  for (const { tier, dasar, jumlah } of rows) {
    const { tipe, nilai } = JSON.parse(tier)
    // A percentage fee is rounded to the nearest Rp1,000, so it exceeds the exact amount by at most
    // Rp500.
    expect(jumlah).toBeLessThanOrEqual(tipe === 'persen' ? (dasar * nilai) / 10_000 + 500 : nilai)
  }
  expect(await checkMoney(s.db)).toEqual([])
  return rows.length
}

test('charges at most one fee per bill and at most its tier, in random order', async () => {
  const stories = engineOf(s.db) === 'sqlite' ? 12 : 4
  let charged = 0
  for (let seed = 1; seed <= stories; seed++) {
    const r = makeRandom(seed)
    const bill = await late(r.int(1, 12), 1000 * r.int(20, 900))
    await run()
    for (let i = 0; i < 12; i++) {
      const live = (await view(bill)).denda.find((f: any) => f.status === 'ditagih')
      const target = live && r.chance() ? live.tagihan_id : bill
      const step = r.pick<keyof typeof turns>([
        'run',
        'run',
        'wait',
        'pay',
        'credit',
        'waive',
        'void',
        'voidPayment',
      ])
      await turns[step]({ r, bill, live, target })
      await checkFees(bill)
    }
    charged += await checkFees(bill)
  }
  // On average each bill was charged more than once, so some fees were replaced by the next tier.
  expect(charged).toBeGreaterThan(stories)
})
