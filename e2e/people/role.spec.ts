/**
 * Custom roles: created from a base role, with single access codes added or removed. A change takes
 * effect at once for the users with the role.
 */
import type { Page } from '@playwright/test'
import { RoleId } from '#contract/enums.ts'
import { expect, goto, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const unfold = (page: Page, name: string) =>
  group(page, name)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
const changes = (page: Page) => page.getByRole('status', { name: 'Perubahan akses' })

test.use({ role: 'superadmin', allowErrors: [/\b(403|409)\b/] })

test(
  'creates a custom role: defaults from its base, changed codes, summary before saving',
  { tag: '@smoke' },
  async ({ page, open }) => {
    await open('/role')
    await expect(page.getByRole('row', { name: /Superadmin.*Semua akses/ })).toBeVisible()
    await button(page, 'Tambah').click()
    await expect(h1(page)).toHaveText('Tambah Role')
    await page.getByLabel('Nama', { exact: false }).first().fill('Kasir')
    await page.getByLabel('Role Dasar').selectOption({ label: 'Admin' })
    const tagihan = group(page, 'Tagihan')
    await expect(tagihan).toHaveText('TagihanBoleh semuanya')
    await page.getByLabel('Cari akses').fill('setting/')
    await expect(tagihan).toHaveCount(0)
    for (const name of [/^Membuka setting/, /^Mengubah setting/, /^Melihat cadangan data/])
      await page.getByRole('checkbox', { name }).check()
    await page.getByLabel('Cari akses').fill('')
    await unfold(page, 'Tagihan')
    await tagihan.getByRole('checkbox', { name: /^Menerbitkan tagihan/ }).uncheck()
    await expect(tagihan).toContainText('Boleh semuanya, kecuali menerbitkan tagihan')
    await expect(
      page
        .getByRole('group', { name: 'Tampilkan' })
        .getByRole('button', { name: /Beda dari bawaan 4/ }),
    ).toBeVisible()
    await button(page, 'Simpan').click()
    await expect(h1(page)).toHaveText('Detail Role')
    await expect(page.locator('h1 + [data-name]')).toContainText('Kasir')
    await expect(page.getByText('Dibanding bawaan: 3 ditambah, 1 dicabut.')).toBeVisible()
    await page.getByRole('tab', { name: 'Riwayat' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('menambahkan')
  },
)

test('shows code changes before saving, and applies them at once to active users', async ({
  page,
  open,
  browser,
  api,
  server,
}) => {
  const context = await browser.newContext()
  const sales = await context.newPage()
  await goto(sales, server.url, '/errors/404')
  const token = await api('sales').token()
  await sales.evaluate((value) => localStorage.setItem('token', value), token)
  await goto(sales, server.url, '/billing')
  await sales.reload()
  await expect(h1(sales)).toHaveText('Semua Tagihan')

  await open('/role/update?id=4')
  await page.getByLabel('Cari akses').fill('billing/index')
  await page.getByRole('checkbox', { name: /^Membuka daftar tagihan/ }).uncheck()
  await page.getByLabel('Cari akses').fill('')
  // The codes show on demand; single codes of an ability can be granted there.
  await unfold(page, 'Laporan & riwayat')
  await expect(page.getByText('audit/index')).toHaveCount(0)
  await group(page, 'Laporan & riwayat').getByRole('button', { name: 'Tampilkan kode' }).click()
  const history = page.getByRole('checkbox', { name: /^Melihat riwayat perubahan audit\/index/ })
  await history.check()
  await expect(changes(page)).toContainText('Ditambah (1): Melihat riwayat perubahan')
  await expect(changes(page)).toContainText('Dicabut (1): Membuka daftar tagihan')
  await button(page, 'Simpan').click()
  await expect(h1(page)).toHaveText('Detail Role')
  await page.getByRole('tab', { name: 'Riwayat' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('mengubah')
  await expect(page.getByRole('tabpanel')).toContainText('billing/index')

  await sales.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(h1(sales)).toHaveText('Akses Ditolak')
  await goto(sales, server.url, '/portal/sales')
  await expect(sales.getByRole('button', { name: 'Tagihan', exact: true })).toHaveCount(0)

  await open('/role/update?id=4')
  await button(page, 'Kembalikan ke bawaan').click()
  await expect(changes(page)).toContainText('Ditambah (1): Membuka daftar tagihan')
  await expect(changes(page)).toContainText('Dicabut (1): Melihat riwayat perubahan')
  await button(page, 'Simpan').click()
  await expect(page.getByText('Sama dengan bawaan.')).toBeVisible()
  await context.close()
})

test('protects built-in roles: superadmin holds all codes, none is deleted or renamed', async ({
  page,
  open,
}) => {
  await open('/role/view?id=1')
  await expect(page.getByText('Semua akses (*): role ini boleh melakukan apa saja')).toBeVisible()
  await expect(button(page, 'Hapus')).toHaveAttribute('aria-disabled', 'true')
  await button(page, 'Ubah').click()
  await expect(page.getByText('Superadmin selalu punya semua akses (*).')).toBeVisible()
  await expect(page.getByLabel('Nama', { exact: false }).first()).toBeDisabled()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('asks about unsaved changes', async ({ page, open }) => {
  await open('/role/view?id=6')
  await button(page, 'Ubah').click()
  await page.getByRole('checkbox', { name: 'Semua akses Kas' }).check()
  await button(page, 'Batal').click()
  await button(page, 'Tetap di sini').click()
  await expect(group(page, 'Kas')).toContainText('Boleh semuanya')
  await button(page, 'Batal').click()
  await button(page, 'Tinggalkan').click()
  await expect(h1(page)).toHaveText('Detail Role')
})

test('shows the holder of a custom role the menu, lists and buttons of its codes', async ({
  page,
  open,
  api,
  browser,
  server,
}) => {
  const by = api('superadmin')
  const { data: role } = await by.post<{ id: number }>('/role/create', {
    name: 'Juru Bank',
    dasar_role_id: RoleId.admin,
    accesses: [
      'dashboard',
      'bank/index',
      'bank/view',
      'bank/update',
      'role/index',
      'role/view',
      'role/update',
      'profile/view',
    ],
  })
  await by.post('/user/create', {
    role_id: role.id,
    name: 'Juni Bank',
    email: 'juni@contoh.id',
    phone: '081200005555',
    username: 'juni.bank',
    password: 'sandi-juni-1',
  })
  const { data: first } = await api(null).post<{ key: string }>('/auth/login', {
    username: 'juni.bank',
    password: 'sandi-juni-1',
  })
  await api(null).post(
    '/profile/update-password',
    { old_password: 'sandi-juni-1', password: 'sandi-juni-2', re_password: 'sandi-juni-2' },
    { authorization: `Bearer ${first.key}` },
  )
  const context = await browser.newContext()
  const juni = await context.newPage()
  await goto(juni, server.url, '/errors/404')
  await juni.evaluate((value) => localStorage.setItem('token', value), first.key)
  await goto(juni, server.url, '/bank')
  await juni.reload()
  await expect(h1(juni)).toHaveText('Bank')
  const nav = juni.getByRole('navigation', { name: 'Menu utama' })
  await expect(nav.getByRole('link')).toHaveText(['Dashboard', 'Role', 'Bank'])
  await expect(juni.getByRole('button', { name: 'Tambah' })).toHaveCount(0)
  await juni.locator('tbody tr[data-id]').first().click()
  await expect(juni.getByRole('dialog', { name: 'Ubah Bank' })).toBeVisible()
  // A user may add to a role only access codes that the user has as well.
  await goto(juni, server.url, `/role/update?id=${role.id}`)
  await juni.getByLabel('Cari akses').fill('bank/')
  await expect(juni.getByRole('checkbox', { name: /^Mengubah rekening bank/ })).toBeEnabled()
  await expect(juni.getByRole('checkbox', { name: /^Menghapus rekening bank/ })).toBeDisabled()
  await expect(juni.getByRole('switch')).toHaveCount(0)
  await context.close()
  await open(`/role/view?id=${role.id}&tab=pengguna`)
  await expect(page.getByRole('link', { name: 'Juni Bank' })).toBeVisible()
  await page.getByRole('button', { name: 'Hapus' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hapus' }).click()
  await expect(page.getByRole('dialog', { name: 'Error 409' })).toContainText(
    'Role masih dipakai: Juni Bank',
  )
})

test('renames a code and shows the new name in roles', async ({ page, open }) => {
  await open('/access?q=bank%2Fekspor')
  await page.locator('tbody tr[data-id]').first().click()
  await page.getByRole('dialog').getByLabel('Nama').fill('Unduh daftar bank')
  await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('row', { name: /Unduh daftar bank.*bank\/ekspor/ })).toBeVisible()
  await open('/role/view?id=2')
  await expect(page.getByRole('tabpanel')).toContainText(
    'KasBoleh melihat tutup kas, menutup kas, dan mengekspor tutup kas, tidak boleh membuka kembali kas',
  )
  await page.getByLabel('Cari akses').fill('unduh daftar')
  await expect(page.getByRole('tabpanel').getByText('Unduh daftar bank')).toBeVisible()
})
