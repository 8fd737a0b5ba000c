/**
 * Promos: a trial computation with an explanation, and a promo that is applied to a bill by its
 * code. Publishing a bill uses the quota of a promo; voiding the bill restores the quota.
 */
import type { Page } from '@playwright/test'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { expect, take, test } from '../fixtures.ts'

test.use({ role: 'admin', allowErrors: [/409/] })

const day = (offset: number) => addDays(currentDay(), offset)
const title = (page: Page, text: string) =>
  expect(page.getByRole('heading', { level: 1 })).toContainText(text)

test('creates a promo, shows its conditions, and explains who gets what and why not', async ({
  page,
  open,
  api,
}) => {
  const [student] = (
    await api('admin').get<{ id: number; label: string }[]>('/user/pilihan?jenis=peserta&q=santoso')
  ).data.concat(
    (await api('admin').get<{ id: number; label: string }[]>('/user/pilihan?jenis=peserta')).data,
  )
  await open('/promo')
  await title(page, 'Promo')
  await page.getByRole('button', { name: 'Tambah' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Nama Promo').fill('Promo Uji')
  await form.getByLabel('Kode Promo').fill('UJI-10')
  await form.getByLabel('Persen').fill('12,5')
  // Starts the promo on the first of this month, because a promo applies to the tuition of a month
  // only if it is valid on the first day of that month.
  await form.getByLabel(/^Mulai( \*)?$/).fill(`${day(0).slice(0, 7)}-01`)
  await form.getByLabel('Kuota', { exact: true }).fill('1')
  await form.getByRole('button', { name: 'Simpan' }).click()
  await expect(form).toBeHidden()
  await page
    .getByRole('row', { name: /Promo Uji/ })
    .getByText('Promo Uji')
    .click()
  await title(page, 'Detail Promo')
  await expect(page.getByText('12,5 %')).toBeVisible()
  await expect(page.getByText('Jenis tagihan: Kursus')).toBeVisible()

  await page.getByRole('tab', { name: 'Coba' }).click()
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Coba', exact: true }).click()
  await expect(main.getByText('Wajib diisi').first()).toBeVisible()
  await main.getByRole('combobox', { name: 'Peserta', exact: true }).fill(student?.label ?? '')
  await take(page, student?.label ?? '')
  await main.getByLabel('Kursus').first().click()
  await take(page, 'Vokal Dasar')
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Coba', exact: true }).click()
  const promoTable = page.getByRole('table', { name: 'Setiap promo' })
  await expect(promoTable.getByRole('row', { name: /Promo Uji/ })).toContainText('Diberikan')
  await expect(promoTable.getByRole('row', { name: /Semarak Kemerdekaan/ })).toContainText(
    'Sudah berakhir',
  )
})

test('discounts a bill by code; uses quota on publishing and returns it on voiding', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const promo = (await admin.get<{ id: number; kode: string | null }[]>('/promo?q=UJI-10')).data[0]
  const jenis = (await admin.get<{ id: number; sifat: string }[]>('/jenis-billing')).data.find(
    (j) => j.sifat === 'kursus',
  )
  const akun = (await admin.get<{ id: number }[]>('/user/pilihan?jenis=akun-billing')).data[0]
  const gedung = (await admin.get<{ id: number }[]>('/gedung/pilihan')).data[0]
  const draft = async () =>
    (
      await admin.post<{ id: number; total: number }>('/billing/create', {
        akun_billing_id: akun?.id,
        gedung_id: gedung?.id,
        jatuh_tempo: day(14),
        kode_promo: 'uji-10',
        items: [
          {
            jenis_billing_id: jenis?.id,
            deskripsi: 'Kursus intensif',
            harga_satuan: 800_000,
            alasan_manual: 'Di luar jadwal',
          },
        ],
      })
    ).data
  const [first, second] = [await draft(), await draft()]
  expect([first.total, second.total]).toEqual([700_000, 700_000])
  // While a promo is used on draft bills, only some of its fields can be changed. The form must
  // disable all other fields and show the reason, both in the list and on the detail page of the
  // promo.
  for (const path of ['/promo', `/promo/view?id=${promo?.id}`]) {
    await open(path)
    if (path === '/promo') {
      await page.getByRole('button', { name: 'Aksi Promo Uji' }).click()
      await page.getByRole('menuitem', { name: 'Ubah' }).click()
    } else await page.getByRole('button', { name: 'Ubah', exact: true }).click()
    const form = page.getByRole('dialog')
    await expect(form).toContainText('Promo ini ada di 2 draft tagihan')
    const field = (name: string) => form.getByLabel(new RegExp(`^${name}( \\*)?$`))
    for (const name of ['Nama Promo', 'Persen', 'Mulai', 'Kuota per Akun Billing', 'Prioritas'])
      await expect(field(name)).toBeDisabled()
    for (const name of ['Selesai', 'Status', 'Kuota']) await expect(field(name)).toBeEnabled()
    await field('Selesai').fill(day(path === '/promo' ? 30 : 31))
    await form.getByRole('button', { name: 'Simpan' }).click()
    await expect(form).toBeHidden()
  }
  await open(`/billing/view?id=${first.id}`)
  await title(page, 'Detail Tagihan')
  await expect(page.getByText('Diskon: Promo Uji')).toBeVisible()
  await page.getByRole('button', { name: 'Terbitkan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click()
  await expect(page.getByRole('button', { name: 'Batalkan' })).toBeVisible()

  // The quota of the promo is used up, so publishing the second draft is rejected with this reason.
  // The draft has a button that computes its promos again.
  await open(`/billing/view?id=${second.id}`)
  await expect(page.getByRole('button', { name: 'Hitung ulang promo' })).toBeVisible()
  await page.getByRole('button', { name: 'Terbitkan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Promo Uji: Kuota 1 sudah habis. Pilih Hitung ulang promo pada draft ini.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()
  const use = async () =>
    (
      await admin.get<{ pemakaian: { terpakai: number } }>(
        `/promo/view?id=${promo?.id}&expand=pemakaian`,
      )
    ).data.pemakaian.terpakai
  expect(await use()).toBe(1)
  expect(
    (await admin.post(`/billing/batalkan?id=${first.id}`, { alasan: 'Uji pengembalian kuota' }))
      .status,
  ).toBe(200)
  expect(await use()).toBe(0)
})

test('explains a full quota and an ended promo, and publishes the bill from there', async ({
  page,
  open,
  api,
}) => {
  const admin = api('admin')
  const make = async <T extends { id: number }>(path: string, input: object) => {
    const { status, data } = await admin.post<T & { message?: string }>(`${path}/create`, input)
    expect(status, data.message).toBe(201)
    return data
  }
  const jenis = (await admin.get<{ id: number; sifat: string }[]>('/jenis-billing')).data.find(
    (j) => j.sifat === 'kursus',
  )
  const [akun] = (await admin.get<{ id: number }[]>('/user/pilihan?jenis=akun-billing')).data
  const [gedung] = (await admin.get<{ id: number }[]>('/gedung/pilihan')).data
  const promo = (kode: string, more: object) =>
    make<{ id: number; versi: number }>('/promo', {
      nama: `Promo ${kode}`,
      kode,
      tipe: 'nominal',
      nilai: 100_000,
      mulai: day(-9),
      ...more,
    })
  const draft = (kode_promo: string) =>
    make('/billing', {
      akun_billing_id: akun?.id,
      gedung_id: gedung?.id,
      jatuh_tempo: day(14),
      kode_promo,
      items: [
        {
          jenis_billing_id: jenis?.id,
          deskripsi: 'Kursus intensif',
          harga_satuan: 800_000,
          alasan_manual: 'Di luar jadwal',
        },
      ],
    })
  const usedUp = await promo('PENUH', { kuota: 1 })
  const ended = await promo('HABIS', {})
  const drafts = [await draft('penuh'), await draft('penuh'), await draft('habis')]
  expect((await admin.post(`/billing/terbitkan?id=${drafts[0]?.id}`, {})).status).toBe(200)
  expect(
    (await admin.post(`/promo/update?id=${ended.id}`, { selesai: day(-2), versi: ended.versi }))
      .status,
  ).toBe(200)

  await open(`/promo/view?id=${usedUp.id}`)
  await expect(page.getByText('1 dari 1 baris tagihan (100 %)')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Kuota terpakai' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  for (const [bill, reason] of [
    [drafts[1], 'Promo PENUH: Kuota 1 sudah habis'],
    [drafts[2], 'Promo HABIS: Sudah berakhir'],
  ] as const) {
    await open(`/billing/view?id=${bill?.id}`)
    await title(page, 'Detail Tagihan')
    const publish = async () => {
      await page.getByRole('button', { name: 'Terbitkan' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click()
    }
    await expect(page.getByText('Rp700.000').first()).toBeVisible()
    await publish()
    await expect(page.getByRole('dialog')).toContainText(reason)
    await expect(page.getByRole('dialog')).toContainText('Pilih Hitung ulang promo pada draft ini')
    await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()
    await page.getByRole('button', { name: 'Hitung ulang promo' }).click()
    await expect(
      page.getByText(/Total menjadi Rp800\.000: Draft .* tidak lagi memberi potongan\./).last(),
    ).toBeVisible()
    await expect(page.getByText(/^Diskon: /)).toHaveCount(0)
    await publish()
    await expect(page.getByRole('button', { name: 'Batalkan' })).toBeVisible()
  }
})
