/**
 * Login after a forgotten password (by a mailed code), an invitation or a registration. Also the
 * profile of the user and the list of the user's sessions.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, goto, password, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
/**
 * Returns the mails to an address, oldest first. Reads the mails from the folder to which the
 * server writes them. Removes the line breaks of the transfer encoding.
 */
const lettersTo = (folder: string, email: string) => {
  const mailFolder = join(folder, 'surat')
  if (!existsSync(mailFolder)) return []
  return readdirSync(mailFolder)
    .toSorted()
    .map((file) => readFileSync(join(mailFolder, file), 'utf8').replace(/=\r?\n/g, ''))
    .filter((text) => new RegExp(`^To: .*${email}`, 'm').test(text))
}
/** Waits until the newest mail contains `text`, and returns the mail. */
const letterTo = async (folder: string, email: string, text: string) => {
  const newest = () => lettersTo(folder, email).at(-1) ?? ''
  await expect.poll(newest).toContain(text)
  return newest()
}
const choose = async (page: Page, secret: string, repeated = secret) => {
  await page.locator('[name=password]').fill(secret)
  await page.locator('[name=re_password]').fill(repeated)
  await page.getByRole('button', { name: 'Simpan Password' }).click()
}
const ownMail = 'guru.e2e@contoh.id'

test.describe('too many attempts', () => {
  test.use({ allowErrors: [/\b(401|429)\b/] })
  const enter = async (page: Page, secret: string) => {
    await page.getByLabel('Username atau email').fill('akunbilling')
    await page.locator('[name=password]').fill(secret)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  test('shows how long to wait; admits a user on a known device', async ({
    page,
    open,
    api,
    browser,
    server,
  }) => {
    await open('/auth/login')
    await enter(page, password)
    await expect(h1(page)).toHaveText('Portal Akun Billing')
    await page.getByRole('button', { name: 'Menu pengguna' }).click()
    await page.getByRole('menuitem', { name: 'Log Out' }).click()
    await expect(h1(page)).toHaveText('Masuk')
    for (let n = 0; n < 5; n++)
      expect(
        (await api(null).post('/auth/login', { username: 'akunbilling', password: 'salah-salah' }))
          .status,
      ).toBe(401)
    const context = await browser.newContext()
    const stranger = await context.newPage()
    await goto(stranger, server.url, '/auth/login')
    await enter(stranger, password)
    await expect(stranger.getByRole('alert')).toHaveText(
      'Terlalu banyak percobaan. Coba lagi dalam 15 menit.',
    )
    // A server other than ours may send the time to wait only in the Retry-After header.
    await stranger.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '40' },
        json: { success: false, data: { message: 'Too Many Requests' } },
      }),
    )
    await enter(stranger, password)
    await expect(stranger.getByRole('alert')).toHaveText(
      'Terlalu banyak percobaan. Coba lagi dalam 40 detik.',
    )
    await context.close()
    await enter(page, password)
    await expect(h1(page)).toHaveText('Portal Akun Billing')
    expect(
      (await page.context().cookies()).filter((c) => c.name === 'nada_perangkat'),
    ).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api' }])
    expect(await page.evaluate(() => document.cookie)).toBe('')
  })
})

test.describe('a forgotten password', () => {
  test.use({ allowErrors: [/\b(401|422)\b/] })

  test('responds alike to known and unknown addresses; keeps input; delays the next mail', async ({
    page,
    open,
    server,
  }) => {
    await open('/auth/login')
    await page.getByRole('link', { name: 'Lupa password?' }).click()
    await expect(h1(page)).toHaveText('Lupa Password')
    await page.getByRole('button', { name: 'Kirim Kode' }).click()
    await expect(page.getByText('Wajib diisi')).toBeVisible()
    await page.getByLabel('Email').fill('Siapa@contoh.id')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Jika alamat ini terdaftar')).toBeVisible()
    await expect(page.getByLabel('Kode')).toBeFocused()
    await expect(
      page.getByRole('button', { name: /Kirim ulang kode \(\d+ detik\)/ }),
    ).toBeDisabled()
    await page.goBack()
    await expect(page.getByLabel('Email')).toHaveValue('Siapa@contoh.id')
    await page.getByRole('button', { name: 'Kirim Kode' }).click()
    await page.getByLabel('Kode').fill('123456')
    await choose(page, 'sandi baru 1')
    await expect(page.getByText('Kode salah atau tidak berlaku lagi')).toBeVisible()
    await expect(page.locator('[name=password]')).toHaveValue('sandi baru 1')
    expect(lettersTo(server.folder, 'siapa@contoh.id')).toEqual([])
    await page.reload()
    await expect(page.getByLabel('Email')).toHaveValue('')
  })

  test('opens the account with a new password by the mailed code and ends its sessions', async ({
    page,
    open,
    api,
    server,
  }) => {
    const {
      data: { versi },
    } = await api('pelatih').get<{ versi: number }>('/profile/detail')
    expect(
      (await api('pelatih').post('/profile/update', { versi, email: ownMail, password })).status,
    ).toBe(200)
    await open('/auth/lupa-password')
    await page.getByLabel('Email').fill(ownMail)
    await page.keyboard.press('Enter')
    const code =
      /^\d{6}\r?$/m
        .exec(await letterTo(server.folder, ownMail, 'Kode untuk mengganti'))?.[0]
        .trim() ?? ''
    await page.getByLabel('Kode').fill(code)
    await choose(page, 'sandi baru 1', 'sandi lain 1')
    await expect(page.getByText('Tidak sama dengan password baru')).toBeVisible()
    await choose(page, 'sandi baru 1')
    await expect(h1(page)).toHaveText('Portal Guru')
    await expect(page.getByText('Password diganti. Username Anda: pelatih')).toBeVisible()
    expect((await api('pelatih').get('/profile')).status).toBe(401)
    expect(server.output()).not.toContain(code)
  })
})

test('gives a student without mail a link to choose a password, which works once', async ({
  page,
  open,
  api,
  browser,
  server,
}) => {
  const {
    data: [student],
  } = await api('admin').get<{ id: number; username: string }[]>(
    '/user?role_id=6&status=10&sort=-name',
  )
  await page.goto('/')
  await page.evaluate((value) => localStorage.setItem('token', value), await api('admin').token())
  await open(`/user/view?id=${student?.id}`)
  await page.getByRole('button', { name: 'Aksi lain' }).click()
  await page.getByRole('menuitem', { name: 'Tautan undangan', exact: true }).click()
  const link = await page.getByRole('textbox', { name: 'Tautan', exact: true }).inputValue()
  expect(link).toMatch(new RegExp(`^${server.url}/#/auth/lupa-password\\?undangan=[\\w-]{22}$`))
  const context = await browser.newContext()
  const studentPage = await context.newPage()
  await studentPage.goto(link)
  await choose(studentPage, 'sandi murid 1')
  await expect(h1(studentPage)).toHaveText('Portal Peserta')
  await studentPage.evaluate(() => localStorage.clear())
  await studentPage.goto('about:blank')
  await studentPage.goto(link)
  await choose(studentPage, 'sandi murid 2')
  await expect(studentPage.getByRole('alert')).toContainText(
    'Tautan ini salah atau tidak berlaku lagi',
  )
  await context.close()
})

test.describe('registration', () => {
  const fill = async (page: Page) => {
    await page.getByLabel('Nama Lengkap').fill('Dito Pratama')
    await page.getByLabel('Tanggal Lahir').fill('2018-05-06')
    await page.getByLabel('No. HP / WhatsApp').fill('0812-3456-7890')
    await page.getByLabel('Email').fill('ibu.dito@contoh.id')
    await page.locator('[name=password]').fill('sandi dito 1')
    await page.getByLabel('Outlet').selectOption({ index: 1 })
    await page
      .getByRole('group', { name: 'Kursus yang Diminati' })
      .getByRole('checkbox')
      .first()
      .check()
    await page.getByLabel('Nama Wali').fill('Ibu Dito')
    await page.getByLabel('Hubungan Wali').fill('ibu')
    await page.getByLabel('No. HP Wali').fill('081234567891')
  }
  test('registers a child with a parent’s consent and shows staff its interests', async ({
    page,
    open,
    api,
    server,
  }) => {
    await open('/auth/login')
    await page.getByRole('link', { name: 'Daftar sebagai peserta' }).click()
    await expect(h1(page)).toHaveText('Daftar')
    await fill(page)
    await page.getByRole('button', { name: 'Daftar' }).click()
    await expect(page.getByText('Tanpa persetujuan ini data tidak boleh kami simpan')).toBeVisible()
    await page.getByRole('switch', { name: /Saya wali peserta/ }).check()
    await page.getByRole('button', { name: 'Daftar' }).click()
    await expect(page.getByRole('heading', { name: 'Selanjutnya', exact: true })).toBeFocused()
    await letterTo(server.folder, 'ibu.dito@contoh.id', 'sudah kami terima')
    const { data } = await api('admin').get<
      { name: string; wali_nama: string; peserta_profil: { kursus_minat: number[] } }[]
    >('/user?jenis=pendaftar-mandiri&q=dito&expand=peserta_profil')
    expect(data).toMatchObject([
      {
        name: 'Dito Pratama',
        wali_nama: 'Ibu Dito',
        peserta_profil: { kursus_minat: [expect.any(Number)] },
      },
    ])
  })
  test('shows the same page for a registered mail and informs its owner', async ({
    page,
    open,
    api,
    server,
  }) => {
    await open('/auth/register')
    await fill(page)
    await page.getByRole('switch', { name: /Saya wali peserta/ }).check()
    await page.getByRole('button', { name: 'Daftar' }).click()
    await expect(page.getByRole('heading', { name: 'Selanjutnya', exact: true })).toBeVisible()
    await letterTo(server.folder, 'ibu.dito@contoh.id', 'sudah terdaftar')
    expect(
      (await api('admin').get<unknown[]>('/user?jenis=pendaftar-mandiri&q=dito')).data,
    ).toHaveLength(1)
  })
})

test.describe('the user’s own profile', () => {
  test.use({ role: 'sales', allowErrors: [/\b(401|422)\b/] })

  test('changes contact data; asks for the password to change the mail', async ({
    page,
    open,
    api,
  }) => {
    await open('/profile/view')
    await expect(h1(page)).toHaveText('Profil Saya')
    await page.getByRole('button', { name: 'Ubah Kontak' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kota').fill('Depok')
    await dialog.getByLabel('Email').fill('sales.baru@contoh.id')
    await dialog.getByLabel('Password Anda').fill('salah-salah')
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog.getByText('Password salah')).toBeVisible()
    await dialog.getByLabel('Password Anda').fill(password)
    await dialog.getByRole('button', { name: 'Simpan' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('sales.baru@contoh.id')).toBeVisible()
    expect((await api('sales').get('/profile/detail')).data).toMatchObject({
      kota: 'Depok',
      email: 'sales.baru@contoh.id',
    })
  })

  test('shows and ends a session elsewhere, whose page leads to login', async ({
    page,
    open,
    api,
    browser,
    server,
  }) => {
    const {
      data: { key },
    } = await api(null).post<{ key: string }>(
      '/auth/login',
      { username: 'sales', password },
      { 'user-agent': 'Mozilla/5.0 (Android 15) Firefox/140.0' },
    )
    const context = await browser.newContext()
    const otherPage = await context.newPage()
    await goto(otherPage, server.url, '/errors/404')
    await otherPage.evaluate((value) => localStorage.setItem('token', value), key)
    await goto(otherPage, server.url, '/profile/view')
    await expect(h1(otherPage)).toHaveText('Profil Saya')
    await open('/profile/view?tab=sesi')
    await page.getByRole('button', { name: /^Akhiri sesi Firefox di Android/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Akhiri' }).click()
    await expect(page.getByText('Sesi Firefox di Android diakhiri')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Akhiri sesi Firefox di Android/ })).toHaveCount(
      0,
    )
    await otherPage.getByRole('tab', { name: 'Sesi' }).click()
    await expect(h1(otherPage)).toHaveText('Masuk')
    await context.close()
  })
})
