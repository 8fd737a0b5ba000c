/**
 * A month of work in a school of about 300 families, seen by the office and by families: sending
 * bills, payment confirmations, a bank statement, reminders, late fees and cash closing. At the
 * end, all totals must agree.
 */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { MetodePembayaran } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { addDays, addMonths, currentDay } from '#contract/values/tanggal.ts'
import { mixedStatement } from '#mocks/money/mixedStatement.ts'
import { bri } from '#mocks/money/statement.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeMonthSchool } from '#mocks/school/monthSchool.ts'
import { expect, keepOpened, takePhoto, test, type Api } from '../fixtures.ts'

test.describe.configure({ mode: 'serial' })
test.use({ school: { make: makeMonthSchool }, role: 'admin' })

const today = currentDay()
const month = addMonths(today.slice(0, 7), 1)

interface Bill {
  id: number
  nomor: string
  akun_billing_id: number
  nama_tagihan: string
  jatuh_tempo: string
  total: number
  sisa: number
}
const daysUntil = (day: string) => Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const all = async <T>(api: Api, path: string): Promise<T[]> => {
  const rows: T[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, headers } = await api.get<T[]>(`${path}&per-page=100&page=${page}`)
    rows.push(...data)
    pages = Number(headers.get('x-pagination-page-count'))
  }
  return rows
}
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0)
const openBills = (api: Api, more = '') =>
  all<Bill>(api, `/billing?status=1&batal=false&sort=id&payment_status=0${more}`)
interface Line {
  id: number
  keterangan: string
  status: string
  usulan?: { jenis: string; id: number; billing_ids: number[]; akun_billing_id: number }[]
  pembayaran?: { akun_billing_id: number; billing_ids?: number[] } | null
}
const send = async (api: Api, path: string, body: unknown) => {
  const { status, data } = await api.post<{ id: number }>(path, body, {
    'Idempotency-Key': randomUUID(),
  })
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(data)}`)
  return data
}
const setSettings = async (api: Api, values: Record<string, unknown>) => {
  const { data } = await api.get<{ key: string; versi: number }[]>('/setting')
  for (const [key, value] of Object.entries(values)) {
    const versi = data.find((row) => row.key === key)?.versi
    await send(api, '/setting/update', { key, value, versi, alasan: 'Mulai menagih denda' })
  }
}
/** Returns one bill of each payer, so that the payer's name and the amount identify the bill. */
const onePerAccount = (bills: readonly Bill[]) => [
  ...new Map(bills.map((bill) => [bill.akun_billing_id, bill])).values(),
]
const totalOf = async (api: Api, filter: string) => {
  const { data } = await api.get<{ jumlah_baris: number; total: number; sisa: number }>(
    `/billing/total?status=1&batal=false${filter}`,
  )
  return data
}
/**
 * Bills that earlier tests choose and later tests use: bills with a payment confirmation
 * (`confirmed`), and bills paid by transfer without a confirmation (`silent`).
 */
const sharedBills = { confirmed: [] as Bill[], silent: [] as Bill[] }
const transferDay = (place: number) => addDays(today, -1 - (place % 3))
const confirmations = 50
const lines = 200

test('generates and publishes the next month at once, matching its preview', async ({
  page,
  open,
  api,
}) => {
  await open('/billing/generate')
  await page.getByLabel('Periode').selectOption(month)
  await page.getByRole('button', { name: 'Lihat pratinjau' }).click()
  const tile = (name: string) =>
    page.getByRole('term').filter({ hasText: name }).locator('+ dd').innerText()
  const families = Number(await tile('Tagihan baru'))
  const total = await tile('Total')
  expect(families).toBeGreaterThan(290)
  await page.getByRole('button', { name: 'Buat draft' }).click()
  await page.getByRole('button', { name: 'Terbitkan semua' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${families} tagihan, total ${total}, mendapat nomor`)
  await dialog.getByRole('button', { name: 'Terbitkan' }).click()
  await expect(dialog.getByRole('status')).toHaveText(`${families} berhasil, 0 gagal`)
  const sums = await totalOf(api('admin'), `&periode=${month}&sumber=generate`)
  expect(sums.jumlah_baris).toBe(families)
  expect(formatRupiah(sums.total)).toBe(total)
  await dialog.getByRole('link', { name: 'Lihat tagihan belum terbayar' }).click()
  await expect(h1(page)).toHaveText('Tagihan Belum Terbayar')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText(
    formatRupiah((await totalOf(api('admin'), `&periode=${month}&payment_status=0`)).sisa),
  )
})

test('sends bills one after another; shows a family its own on a phone', async ({
  page,
  open,
  browser,
}) => {
  const opened = await keepOpened(page)
  await open(`/billing/unpaid?periode=${month}`)
  await page.getByLabel('Pilih semua').click()
  await page.getByRole('button', { name: 'Bagikan' }).click()
  const place = page.getByRole('status').filter({ hasText: 'dari 20' })
  for (const n of [1, 2, 3]) {
    await expect(place).toContainText(`${n} dari 20`)
    await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
  }
  await expect(place).toContainText('4 dari 20')
  const sent = await opened()
  expect(sent).toHaveLength(3)
  const text = decodeURIComponent(sent[0] ?? '')
  const family = await (
    await browser.newContext({ viewport: { width: 320, height: 640 } })
  ).newPage()
  await family.goto(/https?:\/\/\S+\/t\/[\w-]{22}/.exec(text)?.[0] ?? '')
  await expect(family.getByRole('heading', { level: 1 })).toContainText('Tagihan INV/')
  // The WhatsApp message and the linked page of the bill must show the same amount.
  const amount = /Rp[\d.]+/.exec(text)?.[0] ?? ''
  await expect(family.getByText(amount).first()).toBeVisible()
  expect(await family.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await family.context().close()
})

test.describe('a phone', () => {
  test.use({ role: 'akunbilling', viewport: { width: 320, height: 640 }, hasTouch: true })

  test('shows a family its due amount and sends the photo of its transfer', async ({
    page,
    open,
    api,
  }) => {
    const { data: ownBills } = await api('akunbilling').get<Bill[]>(
      `/billing?periode=${month}&status=1&batal=false`,
    )
    const bill = ownBills[0] as Bill
    await open('/portal/akun-billing')
    await expect(page.getByRole('main')).toContainText(bill.nomor)
    await open(`/konfirmasi-pembayaran/form?billing_id=${bill.id}`)
    await expect(page.getByLabel('Jumlah')).toHaveValue(
      formatRupiah(bill.sisa).replace('Rp', 'Rp '),
    )
    await page.getByLabel('Rekening Tujuan').selectOption({ index: 1 })
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Ambil foto' }).tap()
    await (
      await chooser
    ).setFiles({
      name: 'IMG_2034.jpg',
      mimeType: 'image/jpeg',
      buffer: await takePhoto(page),
    })
    await expect(page.getByRole('img', { name: 'Pratinjau Bukti' })).toBeVisible()
    await page.getByRole('button', { name: 'Kirim konfirmasi' }).tap()
    await expect(page.getByText('Menunggu verifikasi')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    sharedBills.confirmed.push(bill)
  })
})

test('approves 50 confirmations by keys, each as a payment of the claimed amount', async ({
  page,
  open,
  api,
  server,
}) => {
  test.setTimeout(300_000)
  const office = api('superadmin')
  const [ownBill] = sharedBills.confirmed
  // Skips payers with a recent payment: for another payment of the same day and amount, the app
  // would ask whether it is a duplicate.
  const days = [0, 1, 2].map(transferDay)
  const recent = await all<{ akun_billing_id: number; tanggal: string }>(
    office,
    '/billing-payment?sort=-tanggal',
  )
  const payers = new Set(
    recent.filter(({ tanggal }) => days.includes(tanggal)).map((row) => row.akun_billing_id),
  )
  const bills = onePerAccount(await openBills(office, `&periode=${month}`)).filter(
    (bill) =>
      bill.akun_billing_id !== ownBill?.akun_billing_id && !payers.has(bill.akun_billing_id),
  )
  for (const [i, bill] of bills.slice(0, confirmations - 1).entries()) {
    const form = new FormData()
    form.set('jenis', 'bukti')
    form.set('file', new Blob([pngOf(i + 1, 2)]), 'bukti.png')
    const upload = await fetch(`${server.url}/api/berkas/unggah`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await office.token()}` },
      body: form,
    })
    const { data: proof } = (await upload.json()) as { data: { id: number } }
    await send(office, '/konfirmasi-pembayaran/create', {
      akun_billing_id: bill.akun_billing_id,
      billing_ids: [bill.id],
      bank_tujuan_id: 1,
      jumlah: bill.sisa,
      tanggal_transfer: transferDay(i + 1),
      bukti: proof.id,
      pengirim_nama: bill.nama_tagihan,
    })
    sharedBills.confirmed.push(bill)
  }
  sharedBills.silent = bills.slice(confirmations - 1, confirmations + 59)
  await open('/konfirmasi-pembayaran')
  await page.getByRole('button', { name: `Periksa (${confirmations})` }).click()
  for (let count = confirmations; count > 0; count--) {
    await expect(page.getByText(`1 dari ${count} yang menunggu`)).toBeVisible()
    await expect(page.getByRole('img', { name: /^Bukti KP/ })).toBeVisible()
    await page.keyboard.press('s')
    const amount = page.getByRole('dialog').getByLabel('Jumlah Diterima')
    await amount.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await expect(page.getByText('yang menunggu')).toHaveCount(0)
  const sums = await Promise.all(
    sharedBills.confirmed.map(async ({ id }) => {
      const { data } = await office.get<Bill & { terbayar: number }>(`/billing/view?id=${id}`)
      return [data.terbayar, data.sisa]
    }),
  )
  expect(sums).toEqual(sharedBills.confirmed.map(({ total }) => [total, 0]))
})

test('proposes nine of ten true lines in a statement of 200 and books none wrongly', async ({
  page,
  open,
  api,
}) => {
  test.setTimeout(300_000)
  const office = api('superadmin')
  const truth = [...sharedBills.confirmed, ...sharedBills.silent]
  const { rows, familyOf } = mixedStatement(
    makeRandom(15),
    truth.map(({ nama_tagihan, sisa }) => ({ sender: nama_tagihan, jumlah: sisa })),
    { lines, day: addDays(today, -1) },
  )
  await open('/mutasi-bank/import')
  await page.getByLabel('Rekening').selectOption({ index: 1 })
  await page.getByLabel('Berkas mutasi').setInputFiles({
    name: 'mutasi.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(bri(rows), 'latin1'),
  })
  await page.getByRole('button', { name: `Impor ${lines} baris` }).click()
  await page.getByRole('button', { name: 'Lihat dan cocokkan' }).click()
  await expect(page.getByText(`dari ${lines}`, { exact: false }).first()).toBeVisible()
  const before = await all<Line>(office, '/mutasi-bank?sort=id&expand=usulan')
  const familyOfLine = (line: Line) => truth[familyOf.get(line.keterangan) ?? -1]
  const proposed = before.filter((line) =>
    line.usulan?.some((p) => p.akun_billing_id === familyOfLine(line)?.akun_billing_id),
  )
  expect(proposed.length).toBeGreaterThanOrEqual(truth.length * 0.9)
  await page.getByLabel('Pilih semua').click()
  await page.getByRole('button', { name: `Pilih semua ${lines} baris` }).click()
  await expect(page.getByText(`${lines} dipilih`)).toBeVisible()
  await page.getByRole('button', { name: 'Terima yang pasti' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Terima yang pasti' }).click()
  await expect(dialog.getByRole('button', { name: 'Tutup' })).toBeVisible({ timeout: 60_000 })
  await dialog.getByRole('button', { name: 'Tutup' }).click()
  const after = await all<Line>(office, '/mutasi-bank?status=cocok&sort=id&expand=pembayaran')
  const wrong = after.filter(
    (line) => line.pembayaran?.akun_billing_id !== familyOfLine(line)?.akun_billing_id,
  )
  expect(wrong.map((line) => line.keterangan)).toEqual([])
  expect(after.length).toBeGreaterThan(truth.length / 2)
})

test.describe('the owner', () => {
  test.use({ role: 'superadmin' })
  const job = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const runJob = async (page: Page, name: string) =>
    job(page, name).getByRole('button', { name: 'Jalankan sekarang' }).click()

  test('charges late fees by tier and waives one with a reason', async ({ page, open, api }) => {
    const office = api('superadmin')
    const late = await all<
      Bill & { terbayar: number; items: { jenis_billing_id: number; jumlah: number }[] }
    >(
      office,
      `/billing?status=1&batal=false&sort=id&filter[jatuh_tempo][lte]=${addDays(today, -1)}&filter[sisa][gte]=1&expand=items`,
    )
    const { data: kinds } = await office.get<{ id: number; sifat: string }[]>(
      '/jenis-billing?per-page=100',
    )
    const tuition = new Set(kinds.filter((k) => k.sifat === 'kursus').map((k) => k.id))
    const bases = late
      .map(
        (bill) =>
          sumOf(
            bill.items.filter((i) => tuition.has(i.jenis_billing_id)),
            (i) => i.jumlah,
          ) - bill.terbayar,
      )
      .filter((base) => base > 0)
    expect(bases.length).toBeGreaterThan(10)
    await setSettings(office, {
      denda_tier: [{ dari_hari: 1, sampai: null, tipe: 'persen', nilai: 500 }],
      denda_mulai: addDays(today, -100),
      pengingat_hari: [-daysUntil(sharedBills.confirmed[0]?.jatuh_tempo ?? today)],
      pengingat_sampai: '08:00',
    })
    await open('/setting?tab=pekerjaan')
    await runJob(page, 'Denda keterlambatan')
    await expect(job(page, 'Denda keterlambatan')).toContainText(`${bases.length} denda ditagih.`)
    const fees = await all<Bill>(office, '/billing?sumber=denda&sort=id')
    expect(fees).toHaveLength(bases.length)
    expect(sumOf(fees, (fee) => fee.total)).toBe(
      sumOf(bases, (base) => Math.round(base / 20_000) * 1000),
    )
    const [waived] = fees
    await open(`/billing/view?id=${waived?.id}`)
    await page.getByRole('button', { name: 'Aksi lain' }).click()
    await page.getByRole('menuitem', { name: 'Hapus denda' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('Sudah dibicarakan dengan keluarga')
    await dialog.getByRole('button', { name: 'Hapus denda' }).click()
    await expect(page.getByText('Sudah dibicarakan dengan keluarga').first()).toBeVisible()
  })

  test('queues open bills and reminds of them one after another', async ({ page, open, api }) => {
    const office = api('superadmin')
    const due = sharedBills.confirmed[0]?.jatuh_tempo ?? ''
    // Includes bills that were due up to six days before `due`, because the job also queues missed
    // reminders of the past week.
    const waiting = await totalOf(
      office,
      `&filter[jatuh_tempo][gte]=${addDays(due, -6)}&filter[jatuh_tempo][lte]=${due}&filter[sisa][gte]=1`,
    )
    await keepOpened(page)
    await open('/setting?tab=pekerjaan')
    await runJob(page, 'Antrean pengingat')
    await expect(job(page, 'Antrean pengingat')).toContainText(
      `${waiting.jumlah_baris} tagihan diantrekan.`,
    )
    await open('/billing/pengingat?antre=1')
    await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
    for (const sent of [0, 1, 2]) {
      await expect(page.getByText(`${waiting.jumlah_baris - sent} dalam antrean`)).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Isi pesan' })).toHaveValue(
        /mengingatkan tagihan/,
      )
      await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
    }
    await expect(page.getByRole('button', { name: 'Kirim berikutnya' })).toBeEnabled()
    await expect(page.getByText(`${waiting.jumlah_baris - 3} dalam antrean`)).toBeVisible()
    // Holds back the response with the next reminder. Meanwhile, the button must stay disabled, so
    // that the sent reminder cannot be sent twice.
    let requestCount = 0
    const next = Promise.withResolvers<void>()
    await page.route('**/api/pengingat/berikut*', async (route) => {
      requestCount += 1
      if (requestCount === 2) await next.promise
      await route.continue()
    })
    const here = page.url()
    await page.getByRole('button', { name: 'Kirim berikutnya' }).click()
    // Two requests are expected: for the number of reminders, and for the next reminder.
    await expect.poll(() => requestCount).toBe(2)
    await expect(page.getByText(`${waiting.jumlah_baris - 4} dalam antrean`)).toBeVisible()
    expect(page.url()).toBe(here)
    await expect(page.locator('main button[data-loading]')).toBeDisabled()
    next.resolve()
    await expect(page).not.toHaveURL(here)
    await expect(page.getByRole('button', { name: 'Kirim berikutnya' })).toBeEnabled()
  })
})

test('counts and closes the cash of the day', async ({ page, open, api }) => {
  const office = api('superadmin')
  const paid = (await openBills(office, `&periode=${month}`)).slice(-40)
  for (const bill of paid)
    await send(office, '/billing-payment/create', {
      akun_billing_id: bill.akun_billing_id,
      gedung_id: 1,
      tanggal: today,
      metode: MetodePembayaran.tunai,
      jumlah: bill.sisa,
      alokasi: [{ billing_id: bill.id, jumlah: bill.sisa }],
    })
  const cash = sumOf(paid, (bill) => bill.sisa)
  await open('/tutup-kas/form?gedung_id=1')
  await expect(page.getByRole('row', { name: /Tunai/ })).toContainText(formatRupiah(cash))
  await page.getByLabel('Kas Awal').fill('500000')
  await page.getByLabel('Kas Dihitung').fill(String(cash + 500_000))
  await page.getByLabel('Disetor').fill(String(cash))
  await expect(page.getByText('Sisa di laci Rp500.000')).toBeVisible()
  await page.getByRole('button', { name: 'Tutup kas' }).click()
  await expect(h1(page)).toHaveText('Detail Tutup Kas')
})

test.describe('the owner at month end', () => {
  test.use({ role: 'superadmin' })

  test('agrees between statements, the list of bills and the report, and keeps every rule', async ({
    page,
    open,
    api,
  }) => {
    const office = api('superadmin')
    const owed = await totalOf(office, '')
    const bills = Map.groupBy(
      await all<Bill>(office, '/billing?status=1&batal=false&sort=nomor'),
      (bill) => bill.akun_billing_id,
    )
    const mismatches: string[] = []
    for (const [id, accountBills] of bills) {
      const { data } = await office.get<{ akhir: { sisa: number; saldo: number } }>(
        `/user/rekening-koran?id=${id}&dari=${addDays(today, -120)}&sampai=${today}`,
      )
      // The balance of an account statement (`sisa`) is the sum of the unpaid amounts of the bills
      // minus the credit of the payer (`saldo`).
      const { sisa, saldo } = data.akhir
      const remainder = sumOf(accountBills, (bill) => bill.sisa)
      if (sisa + saldo !== remainder)
        mismatches.push(
          `${accountBills[0]?.nama_tagihan}: ${sisa} and ${saldo}, of its bills ${remainder}`,
        )
    }
    expect(mismatches).toEqual([])
    expect(sumOf([...bills.values()].flat(), (bill) => bill.sisa)).toBe(owed.sisa)
    await open('/laporan/piutang')
    await expect(page.getByRole('row', { name: /^Total|^Jumlah/ }).first()).toContainText(
      formatRupiah(owed.sisa),
    )
    await open('/billing?status=1&batal=false')
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(formatRupiah(owed.sisa))
    await open('/setting?tab=pekerjaan')
    const check = page.getByRole('region', { name: 'Pemeriksaan data', exact: true })
    await check.getByRole('button', { name: 'Jalankan sekarang' }).click()
    await expect(check).toContainText(/Semua \d+ aturan dipenuhi\./)
  })
})
