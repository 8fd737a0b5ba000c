/**
 * Setup guide: leads an empty school to the first receipt, in few presses.
 */
import type { Locator, Page } from '@playwright/test'
import { makeEmptySchool } from '#mocks/school/emptySchool.ts'
import { checkAll } from '../accessible.ts'
import { expect, take, test } from '../fixtures.ts'

test.use({ school: { make: makeEmptySchool }, role: 'superadmin' })

/** Maximum number of presses from the empty school to the receipt, without typing. */
const mostPresses = 40

/** Counts the presses of a walk. Typing and moving by Tab do not count. */
const counting = (page: Page) => {
  let presses = 0
  const press = async (target: Locator) => {
    await target.click()
    presses += 1
  }
  const dialog = (name: string) => page.getByRole('dialog', { name })
  return {
    press,
    count: () => presses,
    button: (name: string | RegExp) => press(page.getByRole('button', { name, exact: true })),
    link: (name: string) => press(page.getByRole('link', { name, exact: true })),
    choose: async (combobox: Locator, option: string | RegExp) => {
      await press(combobox)
      await take(page, option)
      presses += 1
    },
    /** Fills the text boxes of a dialog by name, saves, and waits until the dialog has closed. */
    save: async (name: string, texts: Record<string, string>) => {
      for (const [label, text] of Object.entries(texts))
        await dialog(name).getByRole('textbox', { name: label, exact: true }).fill(text)
      await press(dialog(name).getByRole('button', { name: 'Simpan' }))
      await expect(dialog(name)).toBeHidden()
    },
    dialog,
  }
}
const head = (page: Page, name: RegExp) => page.getByRole('button', { name })
const isNext = (page: Page, name: RegExp) =>
  expect(head(page, name)).toHaveAttribute('aria-expanded', 'true')

test('leads an empty school to the first receipt', { tag: '@smoke' }, async ({ page, open }) => {
  test.setTimeout(240_000)
  const walk = counting(page)
  await open('/')
  await isNext(page, /^Nama dan logo sekolah/)
  await expect(page.getByRole('heading', { name: 'Menunggu hari ini', exact: true })).toHaveCount(0)
  await checkAll(page, 'the guide of an empty school')

  await walk.button('Isi nama dan logo')
  await walk.save('Nama dan logo sekolah', { 'Nama sekolah': 'Nada Kita' })
  // The focus follows the guide, so that Enter opens the next form.
  await expect(page.getByRole('button', { name: 'Tambah outlet' })).toBeFocused()
  await walk.button('Tambah outlet')
  await walk.save('Tambah Outlet', {
    'Nama Outlet': 'Menteng',
    Kode: 'MTG',
    Alamat: 'Jl. Teuku Umar 1',
    Kota: 'Jakarta',
  })
  await walk.button('Tambah ruang')
  await walk.save('Tambah Ruang', {})
  await expect(head(page, /^Ruang/)).toContainText('Ruang 1')
  await walk.button('Tambah rekening')
  await walk.save('Tambah Bank', {
    'Nama Bank': 'BCA',
    'No. Rekening': '1234567890',
    'Atas Nama': 'Nada Kita',
  })
  await walk.button('Tambah kategori')
  await walk.save('Tambah Kategori Kursus', { Nama: 'Piano' })
  await walk.button('Tambah kursus')
  await walk.save('Tambah Kursus', {
    'Nama Kursus': 'Piano Dasar',
    Kode: 'PNO-1',
    'Biaya Bulanan': '500000',
    'Biaya Pendaftaran': '150000',
  })
  await walk.button('Tambah guru')
  await expect(walk.dialog('Tambah Guru').getByText('Piano')).toBeVisible()
  await walk.save('Tambah Guru', { Nama: 'Citra', 'No. HP / WhatsApp': '081234567890' })

  await walk.link('Isi jam mengajar')
  await walk.button('Isi Senin–Sabtu 09.00–20.00')
  await walk.button('Simpan')
  await page.waitForURL(/user\/view/)
  const menu = page.getByRole('navigation', { name: 'Menu utama' })
  await walk.press(menu.getByRole('link', { name: 'Dashboard' }))

  await walk.button('Tambah peserta')
  const student = walk.dialog('Tambah Peserta')
  await student.getByRole('textbox', { name: 'Nama', exact: true }).fill('Hana')
  await walk.press(student.getByRole('combobox', { name: 'Jenis Kelamin' }))
  await student.getByRole('combobox', { name: 'Jenis Kelamin' }).selectOption('Perempuan')
  await student.getByRole('textbox', { name: 'Tanggal Lahir' }).fill('1/2/1990')
  const payer = student.getByRole('combobox', { name: 'Akun Billing' })
  await payer.fill('Fajar')
  await walk.press(page.getByRole('option', { name: '+ Buat akun billing "Fajar"' }))
  await walk.save('Tambah Akun Billing', { 'No. HP / WhatsApp': '081234567891' })
  await walk.save('Tambah Peserta', { 'No. HP / WhatsApp': '081234567892' })
  await expect(head(page, /^Peserta dan akun billing/)).toContainText('Hana')

  await walk.link('Pilih kelas')
  await walk.choose(page.getByRole('combobox', { name: 'Kursus' }), /^Piano Dasar/)
  await walk.press(page.getByRole('button', { name: /^Pilih jam ini/ }).first())
  await walk.button('Daftarkan dan buat draft tagihan')
  await walk.link('Hana didaftarkan')

  await expect(page.getByText('belum memuat logo.')).toBeVisible()
  await walk.button('Terbitkan')
  await walk.press(page.getByRole('dialog').getByRole('button', { name: 'Terbitkan' }))
  await walk.button('Bayar')
  await walk.button('Terima & cetak')
  await walk.press(page.getByRole('dialog').getByRole('button', { name: 'Terima' }))
  await expect(page.getByRole('heading', { name: 'KWITANSI', exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Nada Kita')
  expect(walk.count()).toBeLessThanOrEqual(mostPresses)

  await open('/')
  await expect(page.getByRole('heading', { name: 'Kas outlet', exact: true })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'Siapkan sekolah Anda', exact: true }),
  ).toHaveCount(0)
})
