/**
 * Bills: an admin writes a draft, edits, publishes and prints it, finds it among the unpaid bills,
 * and voids it with a reason. Also credit (saldo), and roles that may only read bills.
 */
import type { Page } from '@playwright/test'
import { MetodePembayaran } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { expect, take, test } from '../fixtures.ts'

const pick = async (
  scope: Page | ReturnType<Page['getByRole']>,
  page: Page,
  label: string,
  text: string | RegExp,
) => {
  await scope.getByRole('combobox', { name: label }).click()
  await take(page, text)
}
const line = (page: Page, n: number) => page.getByRole('group', { name: `Baris ${n}` })
const sums = (page: Page) => page.getByRole('table', { name: 'Jumlah tagihan' })
const day = (offset: number) => addDays(currentDay(), offset)
interface Choice {
  id: number
  label: string
}

test.describe('admin', () => {
  test.describe.configure({ mode: 'serial' })
  test.use({ role: 'admin', allowErrors: [/409/] })
  let nomor = ''

  test(
    'writes a bill by hand, changes and publishes it',
    { tag: '@smoke' },
    async ({ page, open, api }) => {
      // Picks a payer without credit, because publishing a bill would pay it from credit.
      const choices = (await api('admin').get<Choice[]>('/user/pilihan?jenis=akun-billing')).data
      const saldo = await Promise.all(
        choices.map(
          async ({ id }) =>
            (await api('admin').get<{ saldo_kredit: number }>(`/user/info-billing?id=${id}`)).data
              .saldo_kredit,
        ),
      )
      const akun = choices.find((_, i) => saldo[i] === 0)
      if (!akun) throw new Error('The demo school has no account without saldo')
      await open('/billing')
      await page.getByRole('button', { name: 'Tambah' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Buat Tagihan')
      await page.getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Wajib diisi').first()).toBeVisible()

      await page.getByRole('combobox', { name: 'Akun Billing' }).fill(akun.label)
      await take(page, akun.label)
      await pick(page, page, 'Outlet', /./)
      await page.getByLabel('Jatuh Tempo').fill(day(14))
      await pick(line(page, 1), page, 'Jenis Billing', /Produk/)
      await line(page, 1).getByLabel('Deskripsi').fill('Buku lagu piano')
      await line(page, 1).getByLabel('Jumlah', { exact: true }).fill('2')
      await line(page, 1).getByLabel('Harga Satuan').fill('Rp 125.000')
      await page.getByRole('button', { name: 'Tambah baris' }).click()
      await pick(line(page, 2), page, 'Jenis Billing', /Produk/)
      await line(page, 2).getByLabel('Deskripsi').fill('Metronom')
      await line(page, 2).getByLabel('Harga Satuan').fill('90000')
      await line(page, 2).getByLabel('Diskon', { exact: true }).fill('15000')
      await expect(sums(page)).toContainText('TotalRp325.000')
      await page.getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Wajib diisi jika ada diskon')).toBeVisible()
      await line(page, 2).getByLabel('Alasan Diskon').fill('Pelanggan lama')
      await page.getByRole('button', { name: 'Simpan' }).click()

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail Tagihan')
      await expect(sums(page)).toContainText('TotalRp325.000')
      await page.getByRole('button', { name: 'Ubah' }).click()
      await page.getByRole('button', { name: 'Hapus baris 2' }).click()
      await page.getByLabel('Catatan').fill('Diambil di outlet')
      await expect(sums(page)).toContainText('TotalRp250.000')
      await page.getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Diambil di outlet')).toBeVisible()
      await expect(sums(page)).toContainText('TotalRp250.000')

      await page.getByRole('button', { name: 'Terbitkan' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }).click()
      await expect(page.getByText(/^Tagihan INV\S+ diterbitkan$/)).toBeVisible()
      nomor =
        /INV\S+/.exec(await page.getByText(/^Tagihan INV\S+ diterbitkan$/).innerText())?.[0] ?? ''
      await page.getByRole('button', { name: 'Ubah' }).click()
      await expect(page.getByText(/Tagihan ini sudah terbit/)).toBeVisible()
      await expect(line(page, 1)).toHaveCount(0)
    },
  )

  test('finds the bill among the unpaid, prints it, and voids it with a reason', async ({
    page,
    open,
  }) => {
    await open('/billing/unpaid')
    await page.getByLabel('Cari', { exact: true }).fill(nomor)
    await expect(page.getByRole('cell', { name: nomor, exact: true })).toBeVisible()
    await page.getByRole('button', { name: `Aksi ${nomor}` }).click()
    await page.getByRole('menuitem', { name: 'Cetak' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cetak Tagihan')
    await expect(page.getByText('Terbilang: Dua ratus lima puluh ribu rupiah')).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('button', { name: 'Cetak' })).toBeHidden()
    await expect(page.getByRole('article')).toHaveCSS('color', 'rgb(0, 0, 0)')
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Kembali' }).click()

    await page.getByRole('cell', { name: nomor, exact: true }).click()
    await page.getByRole('button', { name: 'Batalkan' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(nomor)
    await dialog.getByLabel('Alasan').fill('salah')
    await dialog.getByRole('button', { name: 'Batalkan' }).click()
    await expect(dialog.getByText('Minimal 10 karakter').first()).toBeVisible()
    await dialog.getByLabel('Alasan').fill('Salah memilih akun billing')
    await dialog.getByRole('button', { name: 'Batalkan' }).click()
    await expect(page.getByText('Salah memilih akun billing')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Bayar', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByRole('button', { name: 'Cetak' }).click()
    await expect(page.locator('.watermark[data-text="BATAL"]')).toBeVisible()
  })

  test('pays from saldo and rejects voiding a bill that a receipt still pays', async ({
    page,
    open,
    api,
  }) => {
    const admin = api('admin')
    const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })
    const [akun] = (await admin.get<Choice[]>('/user/pilihan?jenis=akun-billing')).data
    const [gedung] = (await admin.get<Choice[]>('/gedung/pilihan')).data
    const [jenis] = (await admin.get<Choice[]>('/jenis-billing/pilihan')).data
    if (!akun || !gedung || !jenis)
      throw new Error('The demo school lacks an account, an outlet or a billing type')
    const items = [
      {
        jenis_billing_id: jenis.id,
        deskripsi: 'Sewa studio',
        harga_satuan: 400_000,
        alasan_manual: 'Bukan kursus',
      },
    ]
    const { data: bill } = await admin.post<{ id: number }>('/billing/create', {
      akun_billing_id: akun.id,
      gedung_id: gedung.id,
      jatuh_tempo: day(7),
      items,
    })
    const { data: published } = await admin.post<{ sisa: number }>(
      `/billing/terbitkan?id=${bill.id}`,
      {},
    )
    if (published.sisa > 0)
      await admin.post(
        '/billing-payment/create',
        {
          akun_billing_id: akun.id,
          gedung_id: gedung.id,
          tanggal: day(-1),
          metode: MetodePembayaran.tunai,
          jumlah: 150_000,
          alokasi: [],
        },
        key(),
      )
    await open(`/billing/view?id=${bill.id}`)
    await page.getByRole('button', { name: 'Pakai saldo' }).click()
    await expect(page.getByRole('dialog')).toContainText('Rp150.000')
    await page.getByRole('dialog').getByRole('button', { name: 'Pakai saldo' }).click()
    await expect(sums(page)).toContainText('SisaRp250.000')
    await expect(page.getByRole('button', { name: 'Pakai saldo' })).toHaveCount(0)

    await admin.post(
      '/billing-payment/create',
      {
        akun_billing_id: akun.id,
        tanggal: day(-1),
        metode: MetodePembayaran.tunai,
        jumlah: 250_000,
        alokasi: [{ billing_id: bill.id, jumlah: 250_000 }],
      },
      key(),
    )
    await page.reload()
    await expect(page.getByText('Lunas', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^KW/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Batalkan' })).toHaveAttribute(
      'title',
      /Masih ada pembayaran/,
    )
  })
})

for (const [role, verbs] of [
  ['sales', ['Lihat', 'Cetak', 'Bagikan']],
  ['akunbilling', ['Lihat', 'Cetak']],
] as const) {
  test.describe(role, () => {
    test.use({ role, allowErrors: [/404/] })
    test('shows its own bills and allows no changes', async ({ page, open, api }) => {
      const ownBills = (
        await api(role).get<{ id: number; nomor: string; status: number }[]>(
          '/billing?status=1&sort=-jatuh_tempo',
        )
      ).data
      await open('/billing?status=1&sort=-jatuh_tempo')
      const first = ownBills[0]
      if (!first) throw new Error(`${role} has no bill in the demo school`)
      await expect(page.getByRole('button', { name: 'Tambah' })).toHaveCount(0)
      await page.getByRole('button', { name: `Aksi ${first.nomor}` }).click()
      await expect(page.getByRole('menuitem')).toHaveText([...verbs])
      await page.getByRole('menuitem', { name: 'Lihat' }).click()
      await expect(page.getByRole('button', { name: 'Cetak' })).toBeVisible()
      await expect(
        page.getByRole('button', { name: /Ubah|Bayar|Batalkan|Terbitkan|Hapus/ }),
      ).toHaveCount(0)
      await open('/billing/form')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akses Ditolak')
      await open('/billing/view?id=2147483647')
      await expect(page.getByText('Tagihan tidak ditemukan').first()).toBeVisible()
    })
  })
}
