/** Second factor of a login (a code of an authenticator app), and the password strength meter. */
import type { Page } from '@playwright/test'
import { codeOf } from '#mocks/people/totp.ts'
import { checkAll } from '../accessible.ts'
import { expect, goto, password, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Enters user name and password: the first step of a login with a second factor. */
const enter = async (page: Page, url: string, username: string) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await goto(page, url, '/auth/login')
  await page.getByLabel('Username atau email').fill(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}
/**
 * Begins the setup of a second factor: enters the password and, if given, a code of the existing
 * second factor (`kode`). Waits for the QR code and returns the secret that is shown beside it.
 */
const prepare = async (page: Page, kode?: string): Promise<string> => {
  await expect(page.getByLabel('Password Anda')).toBeFocused()
  await page.keyboard.type(password)
  if (kode) await page.getByLabel('Kode Verifikasi').fill(kode)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'Kode QR untuk aplikasi autentikator' })).toBeVisible()
  return (await page.getByRole('listitem').locator('code').innerText()).replaceAll(' ', '')
}
/** Reads the shown recovery codes, confirms that they are saved, and returns them. */
const keep = async (page: Page): Promise<string[]> => {
  await expect(
    page.getByRole('heading', { name: 'Kode pemulihan Nada', exact: true }),
  ).toBeVisible()
  const codes = await page
    .getByRole('list', { name: 'Kode pemulihan' })
    .locator('code')
    .allInnerTexts()
  await expect(button(page, 'Selesai')).toBeDisabled()
  await page.getByRole('switch', { name: 'Saya sudah menyimpan kode ini' }).press('Space')
  await button(page, 'Selesai').press('Enter')
  return codes
}

test.describe('password strength', () => {
  test.use({ allowErrors: [/\b422\b/] })
  const heavy = /\/assets\/(thread|PasswordMeter|-setUp|-secondFactor)-/

  test('is shown during typing; the server rejects a weak password too', async ({ page, open }) => {
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await open('/auth/login')
    await expect(h1(page)).toHaveText('Masuk')
    // Waits until all requests have ended, because the test expects that certain files are not
    // requested.
    // oxlint-disable-next-line nada/no-waiting
    await page.waitForLoadState('networkidle')
    expect(paths.filter((path) => heavy.test(path))).toEqual([])
    await page.getByRole('link', { name: 'Daftar sebagai peserta' }).click()
    const meter = page.getByRole('meter', { name: 'Kekuatan password' })
    await expect(meter).toHaveAttribute('aria-valuetext', 'Belum diisi')
    expect(paths.filter((path) => path.includes('/thread-'))).toEqual([])
    const field = page.locator('[name=password]')
    const says = meter.locator('..').getByRole('status')
    await field.fill('sayang')
    await expect(says).toContainText('Minimal 8 karakter')
    await field.fill('Rahasia123')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Lemah')
    await expect(says).toContainText('Pakai tiga atau empat kata yang tidak berhubungan.')
    await checkAll(page, 'a weak password')
    await page.getByLabel('Nama Lengkap').fill('Yohanes Teguh')
    await field.fill('yohanesteguh1')
    await expect(says).toContainText('Memuat nama atau data diri pemiliknya')
    await field.fill('hujan turun pagi')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Sangat kuat')
    await expect(says).toHaveText('Sangat kuat.')
    await checkAll(page, 'a strong password')
  })

  test('is checked at an invitation, with weak words reported at the field', async ({
    page,
    open,
    api,
  }) => {
    const { data } = await api('admin').get<{ id: number }[]>('/user?role_id=6&status=10')
    const {
      data: { tautan },
    } = await api('admin').post<{ tautan: string }>(`/user/undangan?id=${data[0]?.id}`)
    await open(tautan.replace('/#', ''))
    await page.locator('[name=password]').fill('sayang1234')
    await page.locator('[name=re_password]').fill('sayang1234')
    await button(page, 'Simpan Password').click()
    await expect(page.getByText(/^Password ini terlalu mudah ditebak/)).toBeVisible()
    await expect(page.locator('[name=password]')).toBeFocused()
    await checkAll(page, 'a refused password')
  })
})

test.describe('the user’s own second factor', () => {
  test.use({ role: 'sales', allowErrors: [/\b(401|422)\b/] })
  let secret = ''
  let codes: string[] = []

  test('is set up by keyboard: password, QR code, first code, recovery codes', async ({
    page,
    open,
  }) => {
    await open('/profile/view')
    await page.getByRole('tab', { name: 'Verifikasi Dua Langkah' }).click()
    await expect(page.getByText('Tidak aktif')).toBeVisible()
    await checkAll(page, 'the tab')
    await button(page, 'Pasang').press('Enter')
    secret = await prepare(page)
    await checkAll(page, 'the QR code')
    await page.getByLabel('Kode dari Aplikasi').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Kode salah. Periksa jam di ponsel Anda.')).toBeVisible()
    await expect(page.getByLabel('Kode dari Aplikasi')).toBeFocused()
    await page.getByLabel('Kode dari Aplikasi').fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('heading', { name: 'Kode pemulihan Nada', exact: true }),
    ).toBeFocused()
    await checkAll(page, 'the recovery codes')
    // Leaving the page before the user has saved the recovery codes needs a confirmation.
    await page.getByRole('link', { name: 'Peserta', exact: true }).click()
    await expect(page.getByRole('dialog')).toContainText('Kode pemulihan belum disimpan')
    await button(page, 'Kembali').click()
    codes = await keep(page)
    expect(new Set(codes).size).toBe(10)
    await expect(page.getByText('Kode pemulihan tersisa: 10 dari 10.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Kode pemulihan' })).toHaveCount(0)
  })

  test('is required at login, rejects a used code and accepts the next one', async ({
    page,
    open,
    server,
  }) => {
    await open('/errors/404')
    await enter(page, server.url, 'sales')
    await expect(page.getByLabel('Kode verifikasi')).toBeFocused()
    await checkAll(page, 'the second step')
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Kode terdiri dari 6 angka')).toBeVisible()
    await page.getByLabel('Kode verifikasi').fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Kode salah atau sudah dipakai')).toBeVisible()
    await expect(page.getByLabel('Kode verifikasi')).toBeFocused()
    await button(page, 'Kembali').click()
    await expect(page.getByLabel('Username atau email')).toHaveValue('sales')
    await page.locator('[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByLabel('Kode verifikasi').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(h1(page)).toHaveText('Portal Sales')
  })

  test('accepts a recovery code once; creates new ones and turns off', async ({
    page,
    open,
    server,
  }) => {
    await open('/errors/404')
    await enter(page, server.url, 'sales')
    const use = async (code = '') => {
      await button(page, 'Ponsel tidak ada? Pakai kode pemulihan').click()
      await expect(page.getByLabel('Kode pemulihan')).toBeFocused()
      await page.keyboard.type(code.toLowerCase())
      await page.keyboard.press('Enter')
    }
    await use(codes[0])
    await expect(h1(page)).toHaveText('Portal Sales')
    await enter(page, server.url, 'sales')
    await use(codes[0])
    await expect(page.getByText('Kode salah atau sudah dipakai')).toBeVisible()
    await page.getByLabel('Kode pemulihan').fill(codes[1] ?? '')
    await page.keyboard.press('Enter')
    await expect(h1(page)).toHaveText('Portal Sales')
    await open('/profile/view?tab=dua-langkah')
    await expect(page.getByText('Kode pemulihan tersisa: 8 dari 10.')).toBeVisible()
    await button(page, 'Kode pemulihan baru').click()
    const dialog = page.getByRole('dialog')
    const prove = async (kode = '') => {
      await dialog.getByLabel('Password Anda').fill(password)
      await dialog.getByLabel('Kode Verifikasi').fill(kode)
      await page.keyboard.press('Enter')
    }
    await prove(codes[2])
    const fresh = await keep(page)
    await button(page, 'Matikan').click()
    await prove(codes[3])
    await expect(dialog.getByText('Kode salah atau sudah dipakai')).toBeVisible()
    await checkAll(page, 'the dialog')
    await prove(fresh[0])
    await expect(page.getByText('Verifikasi dua langkah dimatikan')).toBeVisible()
    await expect(page.getByText('Tidak aktif')).toBeVisible()
    await enter(page, server.url, 'sales')
    await expect(h1(page)).toHaveText('Portal Sales')
  })
})

test.describe('a required second factor', () => {
  test.use({ role: 'superadmin', allowErrors: [/\b(401|403)\b/] })
  const secrets = { superadmin: '', admin: '' }

  test('makes the user who switches the setting on set one up first and then continue', async ({
    page,
    open,
  }) => {
    await open('/setting?tab=keamanan')
    await page.getByRole('switch', { name: 'Wajib verifikasi dua langkah' }).press('Space')
    await button(page, 'Simpan').click()
    await expect(h1(page)).toHaveText('Profil Saya')
    await expect(page.getByText('Pasanglah sebelum melanjutkan.')).toBeVisible()
    await checkAll(page, 'what is asked for')
    await open('/user')
    await expect(h1(page)).toHaveText('Profil Saya')
    await button(page, 'Pasang').press('Enter')
    secrets.superadmin = await prepare(page)
    await page.getByLabel('Kode dari Aplikasi').fill(codeOf(secrets.superadmin))
    await page.keyboard.press('Enter')
    await keep(page)
    await expect(h1(page)).toHaveText('Semua Users')
    await open('/profile/view?tab=dua-langkah')
    await expect(page.getByText('Sekolah mewajibkannya untuk akun Anda.')).toBeVisible()
    await expect(button(page, 'Matikan')).toHaveCount(0)
  })

  test('leads an admin there after login and allows leaving', async ({ page, open, server }) => {
    await open('/errors/404')
    await enter(page, server.url, 'admin')
    await expect(page.getByText('Pasanglah sebelum melanjutkan.')).toBeVisible()
    await button(page, 'Keluar').click()
    await expect(h1(page)).toHaveText('Masuk')
    await goto(page, server.url, '/gedung')
    await page.getByLabel('Username atau email').fill('admin')
    await page.locator('[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await button(page, 'Pasang').click()
    secrets.admin = await prepare(page)
    await page.getByLabel('Kode dari Aplikasi').fill(codeOf(secrets.admin))
    await page.keyboard.press('Enter')
    await keep(page)
    await expect(h1(page)).toHaveText('Kelola Outlet')
  })

  test('shows a superadmin who has one and removes it with a reason', async ({
    page,
    open,
    api,
    server,
  }) => {
    await open('/user?role_id=2')
    await expect(page.getByRole('columnheader', { name: 'Dua Langkah' })).toBeVisible()
    const { data } =
      await api('superadmin').get<{ id: number; username: string }[]>('/user?role_id=2')
    const id = data.find((u) => u.username === 'admin')?.id
    await open(`/user/view?id=${id}&tab=data`)
    await expect(page.getByText(/^Aktif sejak /)).toBeVisible()
    await button(page, 'Aksi lain').click()
    await page.getByRole('menuitem', { name: 'Reset verifikasi dua langkah' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Alasan').fill('Ponselnya hilang di angkot')
    await dialog.getByRole('button', { name: 'Reset' }).click()
    await expect(page.getByText('tidak lagi memakai verifikasi dua langkah')).toBeVisible()
    await expect(page.getByText(/^Aktif sejak /)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Riwayat' }).click()
    await expect(page.getByText('menyetel ulang verifikasi dua langkah')).toBeVisible()
    await enter(page, server.url, 'admin')
    await expect(page.getByText('Pasanglah sebelum melanjutkan.')).toBeVisible()
  })
})
