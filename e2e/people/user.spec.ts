/**
 * Users: an admin creates a payer and a student of the payer, and finds both. Also concurrent
 * changes in two tabs, and the fields and actions that each role sees.
 */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { expect, goto, take, test } from '../fixtures.ts'

const role = (page: Page) => page.getByRole('combobox', { name: 'Role', exact: true })
const pick = async (page: Page, label: string, text: string) => {
  await page
    .getByRole('textbox', { name: label, exact: true })
    .or(page.getByRole('combobox', { name: label, exact: true }))
    .first()
    .click()
  await page.keyboard.type(text)
  await take(page, text)
}
const save = (page: Page) => page.getByRole('button', { name: 'Simpan' }).last().click()
const year = new Date().getUTCFullYear()
const family = 'Keluarga Uji Coba'
const child = 'Anak Uji Coba'

test.describe('admin', () => {
  test.use({ role: 'admin', allowErrors: [/40[09]|422/] })

  test(
    'creates an account, then a child student under it with consent, and finds both',
    { tag: '@smoke' },
    async ({ page, open }) => {
      await open('/user/akun-billing')
      await page.getByRole('button', { name: 'Tambah' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tambah User')
      await expect(role(page)).toHaveValue('5')
      // An admin may not create users with the role superadmin or admin.
      await expect(role(page).getByRole('option', { name: 'Admin', exact: true })).toHaveCount(0)
      await save(page)
      await expect(page.getByText('Wajib diisi').first()).toBeVisible()
      await page.getByRole('textbox', { name: 'Nama', exact: true }).fill(family)
      await page.getByRole('textbox', { name: 'No. HP / WhatsApp' }).fill('0812-7000-1234')
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('keluarga.uji@contoh.id')
      await save(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail User')
      await expect(page.getByText('Belum ada tagihan')).toBeVisible()
      await page.getByRole('tab', { name: 'Data' }).click()
      await expect(page.getByText('+62 812-7000-1234')).toBeVisible()

      await page.getByRole('button', { name: 'Tambah Peserta' }).click()
      await expect(role(page)).toHaveValue('6')
      await page.getByRole('textbox', { name: 'Nama', exact: true }).fill(child)
      await page.getByLabel('Jenis Kelamin').selectOption('Perempuan')
      await expect(page.getByRole('textbox', { name: 'Nama Wali' })).toHaveCount(0)
      await page.getByLabel('Tanggal Lahir').fill(`${year - 9}-05-17`)
      await pick(page, 'Outlet', 'Nada')
      await page.getByRole('textbox', { name: 'Nama Wali' }).fill('Ibu Uji')
      await page.getByRole('textbox', { name: 'No. HP Wali' }).fill('081270001234')
      await save(page)
      await expect(
        page.getByText('Persetujuan wali wajib untuk peserta di bawah 18 tahun'),
      ).toBeVisible()
      await page.getByRole('switch', { name: 'Wali menyetujui pemrosesan data anak' }).check()
      await save(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail User')
      await page.getByRole('tab', { name: 'Data' }).click()
      await expect(page.getByText(/oleh Ibu Uji/)).toBeVisible()
      await page.getByRole('link', { name: family, exact: true }).first().click()
      await page.getByRole('tab', { name: 'Peserta' }).click()
      await expect(
        page.getByRole('tabpanel').getByRole('link', { name: child, exact: true }),
      ).toBeVisible()

      for (const [route, name, title] of [
        ['/user/akun-billing', family, 'Akun Billing'],
        ['/user/peserta', child, 'Peserta'],
      ] as const) {
        await open(route)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
        await page.getByLabel('Cari', { exact: true }).fill(name)
        await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
      }
      await page.getByRole('row').filter({ hasText: child }).click()
      await page.getByRole('tab', { name: 'Data' }).click()
      await expect(page.getByText(/P-\d{4}-\d{5}/)).toBeVisible()
    },
  )

  test('creates the payer from the student form and reports a taken email at its field', async ({
    page,
    open,
  }) => {
    await open('/user/create?role_id=6')
    await page.getByRole('textbox', { name: 'Nama', exact: true }).fill('Murid Dewasa Uji')
    await page.locator('[data-field=akun_billing_id] input').first().fill('Pembayar Baru Uji')
    await expect(
      page.getByRole('option', { name: '+ Buat akun billing "Pembayar Baru Uji"' }),
    ).toHaveAttribute('data-combobox-selected', 'true')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Nama', exact: true })).toHaveValue(
      'Pembayar Baru Uji',
    )
    await dialog.getByRole('textbox', { name: 'No. HP / WhatsApp' }).fill('081270005678')
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('keluarga.uji@contoh.id')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByText('Email sudah dipakai')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('pembayar.uji@contoh.id')
    await page.keyboard.press('Control+Enter')
    await expect(dialog).toHaveCount(0)
    // Ctrl+Enter must submit only the dialog, not the form behind it. The form now contains the new
    // payer.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tambah User')
    await expect(page.locator('[data-field=akun_billing_id] input').first()).toHaveValue(
      'Pembayar Baru Uji',
    )
    await expect(page.getByRole('textbox', { name: 'Nama', exact: true })).toHaveValue(
      'Murid Dewasa Uji',
    )
  })

  test('lets the second of two tabs to save choose between both versions', async ({
    page,
    context,
    open,
    server,
  }) => {
    await open('/user/akun-billing')
    await page.getByLabel('Cari', { exact: true }).fill(family)
    await page.getByRole('row').filter({ hasText: family }).click()
    await page.getByRole('button', { name: 'Ubah' }).click()
    await expect(page.getByRole('textbox', { name: 'Nama', exact: true })).toHaveValue(family)
    const otherPage = await context.newPage()
    await goto(otherPage, server.url, new URL(page.url()).hash.slice(1))
    await otherPage.getByRole('textbox', { name: 'Nama', exact: true }).fill(`${family} Dua`)
    await save(otherPage)
    await expect(otherPage.getByRole('heading', { level: 1 })).toHaveText('Detail User')
    await page.getByRole('textbox', { name: 'Nama', exact: true }).fill(`${family} Satu`)
    await save(page)
    const conflict = page.getByRole('alert').filter({ hasText: 'Data diubah oleh' })
    // Saving in the other tab also changed the name on bills, which this tab has not changed.
    await expect(conflict.getByRole('row', { name: /Nama pada Tagihan/ })).toContainText(
      'tidak Anda ubah',
    )
    await conflict.getByRole('radio', { name: `${family} Dua` }).click()
    await save(page)
    await expect(page.getByText(`${family} Dua`).first()).toBeVisible()
    await page.getByRole('tab', { name: 'Riwayat' }).click()
    await expect(page.getByText('mengubah').first()).toBeVisible()
  })
})

test.describe('sales', () => {
  test.use({ role: 'sales', allowErrors: [/40[34]/] })

  test('shows own students, with fewer editable fields, and no coach', async ({
    page,
    open,
    api,
  }) => {
    await open('/user/peserta')
    await expect(page.getByRole('button', { name: 'Tambah' })).toHaveCount(0)
    await page.locator('tbody tr[data-id]').first().click()
    await page.getByRole('button', { name: 'Ubah' }).click()
    await expect(page.getByRole('textbox', { name: 'Nama', exact: true })).not.toHaveValue('')
    for (const name of ['role_id', 'status', 'sales_id'])
      await expect(page.locator(`[data-field=${name}]`)).toHaveCount(0)
    await expect(page.locator('[data-field=sekolah]')).toHaveCount(1)
    await page.getByRole('textbox', { name: 'Kota' }).fill('Kota Uji')
    await save(page)
    await page.getByRole('tab', { name: 'Data' }).click()
    await expect(page.getByText(/Kota Uji/)).toBeVisible()
    await open('/user/pelatih')
    // Waits for the heading, because the previous list may still show. `data-id` excludes skeleton
    // rows.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Guru')
    await page.locator('tbody tr[data-id]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail User')
    await expect(page.getByRole('button', { name: 'Ubah' })).toHaveCount(0)
    const { data: coaches } =
      await api('sales').get<{ id: number; versi: number }[]>('/user?jenis=pelatih')
    expect(
      (
        await api('sales').post(`/user/update?id=${coaches[0]?.id}`, {
          kota: 'X',
          versi: coaches[0]?.versi,
        })
      ).status,
    ).toBe(403)
    await open('/user/sales')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akses Ditolak')
  })
})

test.describe('akunbilling', () => {
  test.use({ role: 'akunbilling', allowErrors: [/40[34]/] })

  test('shows own children and nobody else', async ({ page, open, api }) => {
    await open('/user/peserta')
    await expect(page.locator('tbody tr[data-id]')).toHaveCount(2)
    await page.locator('tbody tr[data-id]').first().click()
    await expect(page.getByRole('tab', { name: 'Jadwal' })).toBeVisible()
    for (const name of ['Ubah', 'Terima pembayaran', 'Tambah kursus', 'WhatsApp'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    const { data } = await api('superadmin').get<{ id: number }[]>('/user?jenis=sales')
    await open(`/user/view?id=${data[0]?.id}`)
    await expect(page.getByRole('dialog')).toContainText('Error 404')
  })
})

for (const account of ['pelatih', 'peserta'] as const) {
  test.describe(account, () => {
    test.use({ role: account })
    test('shows no user screens', async ({ page, open }) => {
      for (const route of ['/user/peserta', '/user/create', '/user/view?id=1']) {
        await open(route)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akses Ditolak')
      }
    })
  })
}

test.describe('superadmin', () => {
  test.use({ role: 'superadmin' })
  test('shows all users and rejects changes of one’s own role or status', async ({
    page,
    open,
    api,
  }) => {
    await open('/user?role_id=2')
    await expect(page.getByRole('row').filter({ hasText: 'Admin' }).first()).toBeVisible()
    const { data } = await api('superadmin').get<{ id: number }>('/profile')
    await open(`/user/update?id=${data.id}`)
    await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeDisabled()
    await expect(role(page)).toBeDisabled()
  })
})

const reach = async (page: Page, label: string) => {
  await page.getByRole('button', { name: 'Aksi lain' }).click()
  await page.getByRole('menuitem', { name: label }).click()
}
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
interface Made {
  id: number
}

test.describe('status and role of a user', () => {
  test.use({ role: 'admin', allowErrors: [/40[09]|422/] })

  test('disables and enables; explains an unavailable action', async ({ page, open, api }) => {
    const {
      data: [coach],
    } = await api('admin').get<{ id: number; name: string }[]>('/user?jenis=pelatih')
    await open(`/user/view?id=${coach?.id}`)
    await page.getByRole('button', { name: 'Aksi lain' }).click()
    const blocked = page.getByRole('menuitem', { name: /^Nonaktifkan/ })
    await expect(blocked).toContainText(/Masih mengajar \d+ kelas/)
    await expect(blocked).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    const { data: seller } = await api('admin').post<Made>('/user/create', {
      role_id: RoleId.sales,
      name: 'Sales Uji Status',
      email: 'sales.status@contoh.id',
      phone: '081270009001',
      gedung_id: 1,
    })
    await open(`/user/view?id=${seller.id}`)
    await reach(page, 'Nonaktifkan')
    await page.getByRole('dialog').getByRole('button', { name: 'Nonaktifkan' }).click()
    await expect(page.getByText('Sales Uji Status dinonaktifkan')).toBeVisible()
    await page.getByRole('button', { name: 'Aktifkan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Aktifkan' }).click()
    await expect(page.getByText('Sales Uji Status diaktifkan')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Aktifkan' })).toHaveCount(0)
  })

  test('turns a student into a payer and back; requires a new password typed twice', async ({
    page,
    open,
    api,
  }) => {
    const {
      data: [payer],
    } = await api('admin').get<{ id: number; name: string }[]>(
      '/user?jenis=akun-billing&q=hendra+santoso',
    )
    const { data: student } = await api('admin').post<Made>('/user/create', {
      role_id: RoleId.peserta,
      name: 'Murid Mandiri Uji',
      email: 'murid.mandiri@contoh.id',
      phone: '081270009002',
      gedung_id: 1,
      gender: 'Perempuan',
      tanggal_lahir: '1995-04-05',
      akun_billing_id: payer?.id,
    })
    await open(`/user/view?id=${student.id}`)
    await reach(page, 'Jadikan akun billing')
    await expect(page.getByRole('dialog')).toContainText(`tetap pada ${payer?.name}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Jadikan akun billing' }).click()
    await expect(page.getByText('Murid Mandiri Uji menjadi akun billing')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Kontak Lain' })).toBeVisible()
    await reach(page, 'Jadikan peserta')
    await page.getByRole('dialog').getByRole('button', { name: 'Jadikan peserta' }).click()
    await expect(page.getByRole('dialog').getByText('Wajib diisi')).toBeVisible()
    await page
      .getByRole('dialog')
      .getByLabel('Akun Billing')
      .fill(payer?.name ?? '')
    await take(page, payer?.name ?? '')
    await page.getByRole('dialog').getByRole('button', { name: 'Jadikan peserta' }).click()
    await expect(page.getByText('Murid Mandiri Uji menjadi peserta')).toBeVisible()
    await reach(page, 'Reset password')
    await page.getByLabel(/^Password Baru/).fill('sandi-uji-baru')
    await page.getByLabel('Ulangi Password Baru').fill('lain-lagi')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Tidak sama dengan password baru')).toBeVisible()
    await page.getByLabel('Ulangi Password Baru').fill('sandi-uji-baru')
    await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByText('Murid Mandiri Uji mendapat password baru')).toBeVisible()
  })

  test('creates a coach with all fields; masks the NIK until a reason is given', async ({
    page,
    open,
    api,
  }) => {
    await open('/user/create?role_id=3')
    await page.getByRole('textbox', { name: 'Nama', exact: true }).fill('Guru Baru Uji')
    await page.getByRole('button', { name: 'Data lain' }).click()
    await page.getByRole('textbox', { name: 'NIK' }).fill('3174 0101 9001 0001')
    const {
      data: [seller],
    } = await api('admin').get<{ phone: string; name: string }[]>('/user?jenis=sales')
    await page.getByRole('textbox', { name: 'No. HP / WhatsApp' }).fill(seller?.phone ?? '')
    await expect(
      page.getByRole('status').filter({ hasText: `Sudah dipakai: ${seller?.name}` }),
    ).toBeVisible()
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('guru.baru@contoh.id')
    await pick(page, 'Bidang', 'Piano')
    await page.getByRole('textbox', { name: 'No. Rekening' }).fill('1234567890')
    await page.getByRole('textbox', { name: 'No. Rekening' }).press('Control+Enter')
    await expect(heading(page)).toHaveText('Detail User')
    await page.getByRole('tab', { name: 'Data' }).click()
    await expect(page.getByText('************0001')).toBeVisible()
    await expect(page.getByText(/7890/)).toHaveText(/\*{12}7890/)
    await expect(page.getByText('Piano', { exact: true })).toBeVisible()
    await reach(page, 'Lihat NIK')
    await page.getByRole('dialog').getByLabel('Alasan').fill('Verifikasi data pajak guru')
    await page.getByRole('dialog').getByRole('button', { name: 'Lihat NIK' }).click()
    await expect(page.getByText('3174010190010001')).toBeVisible()
    await page.getByRole('button', { name: 'Ubah', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'NIK' })).toHaveValue('************0001')
  })

  test('prints one person, and a filtered list', async ({ page, open }) => {
    await open('/user/peserta?q=santoso')
    await expect(page.getByRole('row').filter({ hasText: 'Clara Ayu Santoso' })).toBeVisible()
    await page.getByRole('button', { name: 'Cetak' }).click()
    await expect(heading(page)).toHaveText('Cetak Data User')
    const sheet = page.getByRole('article')
    await expect(sheet.getByRole('heading', { name: 'DAFTAR PESERTA', exact: true })).toBeVisible()
    await expect(sheet).toContainText('Cari: santoso')
    await expect(sheet.getByRole('row').filter({ hasText: 'Clara Ayu Santoso' })).toBeVisible()
    await page.goBack()
    await page.getByRole('row').filter({ hasText: 'Clara Ayu Santoso' }).click()
    await expect(heading(page)).toHaveText('Detail User')
    await reach(page, 'Cetak')
    await expect(page.getByRole('article')).toContainText('Clara Ayu Santoso')
    await expect(page.getByRole('article')).toContainText(/P-\d{4}-\d{5}/)
  })
})
