/**
 * Tests the route guard: the page to which the app redirects a user without a login or without
 * access. Also tests the data that the browser stores after login and logout.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startServer } from '../../scripts/process.ts'
import { expect, goto, password, roles, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const enter = async (page: Page, username: string, secret = password) => {
  await page.getByLabel('Username atau email').fill(username)
  await page.locator('[name=password]').fill(secret)
  await page.getByRole('button', { name: 'Login' }).click()
}
const logout = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu pengguna' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
}
const stored = (page: Page) =>
  page.evaluate(() => ({
    token: localStorage.getItem('token'),
    user: localStorage.getItem('user'),
  }))

test.describe('a guest', () => {
  test.use({ allowErrors: [/\b401\b/] })

  test(
    'requests nothing on public paths; sends other paths to login and back to their target',
    { tag: '@smoke' },
    async ({ page, open }) => {
      const requests: string[] = []
      page.on('request', (r) => {
        if (r.url().includes('/api/') && !r.url().endsWith('/auth/pilihan-daftar'))
          requests.push(r.url())
      })
      for (const [route, title] of [
        ['/auth/login', 'Masuk'],
        ['/auth/lupa-password', 'Lupa Password'],
        ['/auth/register', 'Daftar'],
        ['/errors/404', 'Halaman Tidak Ditemukan'],
        ['/errors/403', 'Akses Ditolak'],
        ['/errors/500', 'Kesalahan Server'],
      ] as const) {
        await open(route)
        await expect(h1(page)).toHaveText(title)
        await expect(page).toHaveTitle(new RegExp(`^${title}`))
      }
      for (const route of ['/', '/errors/503', '/profile/view']) {
        await open(route)
        await expect(h1(page)).toHaveText('Masuk')
      }
      expect(requests).toEqual([])
      await open('/tidak/ada')
      await expect(page).toHaveURL(/#\/errors\/404$/)
      await open('/kursus?status=aktif&sort=-nama')
      await expect(page).toHaveURL(/#\/auth\/login\?ke=/)
      await enter(page, 'admin')
      await expect(h1(page)).toHaveText('Semua Kursus')
      await expect(page).toHaveURL(/#\/kursus\?status=aktif&sort=-nama$/)
      // The login page redirects a logged-in user.
      await open('/auth/login')
      await expect(h1(page)).toHaveText('Dashboard')
    },
  )

  test('rejects an invalid token and remembers the path', async ({ page, open }) => {
    await open('/auth/login')
    await page.evaluate(() => localStorage.setItem('token', 'palsu'))
    await page.reload()
    await open('/gedung?q=nada')
    await expect(page).toHaveURL(/#\/auth\/login\?ke=%2Fgedung%3Fq%3Dnada$/)
    await expect(page.getByText('Sesi Anda sudah berakhir')).toBeVisible()
    expect(await stored(page)).toEqual({ token: null, user: null })
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // The parameter `ke` must not redirect to another site after the login.
    await open('/auth/login?ke=//contoh.id')
    await enter(page, 'admin')
    await expect(h1(page)).toHaveText('Dashboard')
  })

  test('opens the first page of each role', { tag: '@smoke' }, async ({ page, open, api }) => {
    await open('/auth/login')
    const first = {
      superadmin: ['/', 'Dashboard'],
      admin: ['/', 'Dashboard'],
      pelatih: ['/portal/pelatih', 'Portal Guru'],
      sales: ['/portal/sales', 'Portal Sales'],
      akunbilling: ['/portal/akun-billing', 'Portal Akun Billing'],
      peserta: ['/portal/peserta', 'Portal Peserta'],
    } as const
    for (const role of roles) {
      const token = await api(role).token()
      await page.evaluate((value) => {
        localStorage.clear()
        localStorage.setItem('token', value)
      }, token)
      await page.goto('about:blank')
      await open('/')
      await expect(page).toHaveURL(new RegExp(`#${first[role][0]}$`))
      await expect(h1(page)).toHaveText(first[role][1])
      expect(JSON.parse((await stored(page)).user ?? '{}')).toMatchObject({
        role: { accesses: expect.any(Array) },
      })
    }
  })
})

test.describe('admin', () => {
  test.use({ role: 'admin', allowErrors: [/\b(401|500)\b/] })

  test('reports a forbidden route and hides a failed report', async ({ page, open }) => {
    const reports: unknown[] = []
    await page.route('**/api/audit/rute-ditolak', (route) => {
      reports.push(route.request().postDataJSON())
      return route.fulfill({ status: 500, body: 'x' })
    })
    await open('/bank?q=x')
    await expect(page).toHaveURL(/#\/errors\/403$/)
    await expect(h1(page)).toHaveText('Akses Ditolak')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(reports).toEqual([{ route: '/bank' }])
    // A denied URL is not in the browser history, so that `Kembali` skips it.
    await open('/gedung')
    await open('/role')
    await expect(h1(page)).toHaveText('Akses Ditolak')
    await page.getByRole('button', { name: 'Kembali' }).click()
    await expect(h1(page)).toHaveText('Kelola Outlet')
  })

  test('shows the thin bar without a spinner while a page loads, and starts at its top', async ({
    page,
    open,
  }) => {
    await open('/user/peserta')
    await expect(page.locator('tbody tr[data-id]').nth(10)).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 400))
    let go = () => {}
    const held = new Promise<void>((done) => {
      go = done
    })
    await page.route(
      (url) => url.pathname === '/api/gedung',
      async (route) => {
        await held
        await route.continue()
      },
    )
    await page.evaluate(() => {
      location.hash = '/gedung'
    })
    await expect(page.locator('[data-loading]')).toBeVisible()
    await expect(page.locator('.mantine-Loader-root, [role=progressbar]')).toHaveCount(0)
    go()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kelola Outlet')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })

  test('closes the page when its access code is removed during work', async ({ page, open }) => {
    await open('/gedung')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await page.route('**/api/profile', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.json()) as { data: { role: { accesses: string[] } } }
      body.data.role.accesses = body.data.role.accesses.filter(
        (code) => !code.startsWith('gedung/'),
      )
      await route.fulfill({ response: answer, json: body })
    })
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect(h1(page)).toHaveText('Akses Ditolak')
  })

  test('clears token, profile and cache on logout, ends the session and blocks going back', async ({
    page,
    context,
    open,
    server,
    api,
  }) => {
    const token = await api('admin')
      .post<{ key: string }>('/auth/login', { username: 'admin', password })
      .then(({ data }) => data.key)
    await open('/errors/404')
    await page.evaluate((value) => {
      localStorage.setItem('token', value)
      localStorage.setItem('nada.layout', '{"sidebarMini":true}')
    }, token)
    await page.goto('about:blank')
    await open('/user/peserta')
    await page.locator('tbody tr[data-id]').first().click()
    await expect(h1(page)).toHaveText('Detail User')
    const name = await page.locator('h1 + [data-name]').innerText()
    const otherPage = await context.newPage()
    await goto(otherPage, server.url, '/user/akun-billing')
    await expect(otherPage.locator('tbody tr[data-id]').first()).toBeVisible()
    const bare: string[] = []
    page.on('request', (r) => {
      if (r.url().includes('/api/') && !r.headers().authorization) bare.push(r.url())
    })
    await logout(page)
    await expect(page).toHaveURL(/#\/auth\/login$/)
    expect(await stored(page)).toEqual({ token: null, user: null })
    expect(await page.evaluate(() => localStorage.getItem('nada.layout'))).toBe(
      '{"sidebarMini":true}',
    )
    const answer = await fetch(`${server.url}/api/profile`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
    // The logout must also log out the other tab. After the next login, the other tab must return
    // to its page.
    await expect(h1(otherPage)).toHaveText('Masuk')
    await page.goBack()
    await expect(h1(page)).toHaveText('Masuk')
    await expect(page.getByText('Sesi Anda sudah berakhir')).toHaveCount(0)
    expect(bare).toEqual([])
    await expect(page.getByText(name)).toHaveCount(0)
    await enter(otherPage, 'admin')
    await expect(h1(otherPage)).toHaveText('Akun Billing')
  })

  test('leads to login on the next call after the session was ended elsewhere', async ({
    page,
    open,
    api,
    server,
  }) => {
    const {
      data: { key },
    } = await api('admin').post<{ key: string }>('/auth/login', { username: 'admin', password })
    await open('/errors/404')
    await page.evaluate((value) => localStorage.setItem('token', value), key)
    await page.goto('about:blank')
    // Waits for the prefetch of the next page of the list. If the prefetch came after the logout
    // below, its 401 response would redirect to the login page before the test clicks.
    const ahead = page.waitForResponse((r) => r.url().includes('page=2'))
    await open('/user/peserta')
    await ahead
    await fetch(`${server.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    })
    await page.getByRole('button', { name: 'Halaman terakhir' }).click()
    await expect(page).toHaveURL(/#\/auth\/login\?ke=%2Fuser%2Fpeserta%3Fpage%3D\d+$/)
    await expect(page.getByText('Sesi Anda sudah berakhir')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('requires a new password in place of a generated one before anything else', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'nada-sandi-'))
  const { url, stop, output } = await startServer({
    DATA_DIR: folder,
    DATABASE_URL: undefined,
    ADMIN_PASSWORD: undefined,
    LOG_LEVEL: 'warn',
  })
  try {
    const secret = /password: (\S+)/.exec(output())?.[1] ?? ''
    await goto(page, url, '/bank')
    await enter(page, 'superadmin', secret)
    await expect(page).toHaveURL(/#\/profile\/ubah-password\?ke=%2Fbank$/)
    for (const route of ['/', '/bank', '/user']) {
      await goto(page, url, route)
      await expect(page).toHaveURL(
        route === '/'
          ? /#\/profile\/ubah-password$/
          : new RegExp(`#/profile/ubah-password\\?ke=${encodeURIComponent(route)}$`),
      )
      await expect(page.getByText('Password Anda dibuatkan oleh sistem')).toBeVisible()
    }
    await page.getByLabel('Password Lama').fill(secret)
    await page.getByLabel('Password Baru', { exact: false }).first().fill('sandi-baru-1')
    await page.getByLabel('Ulangi Password Baru').fill('sandi-baru-2')
    await page.getByRole('button', { name: 'Simpan' }).click()
    await expect(page.getByText('Tidak sama dengan password baru')).toBeVisible()
    await page.getByLabel('Ulangi Password Baru').fill('sandi-baru-1')
    await page.keyboard.press('Enter')
    // After the password change, the page that was requested before login must open.
    await expect(h1(page)).toHaveText('Semua Users')
    await goto(page, url, '/bank')
    await expect(h1(page)).toHaveText('Bank')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('shows the school’s name for the app on the login page', async ({ page, open, api }) => {
  const office = api('superadmin')
  const { data: rows } = await office.get<{ key: string; versi: number }[]>('/setting')
  const versi = rows.find((r) => r.key === 'app_nama')?.versi
  const perubahan = [{ key: 'app_nama', value: 'Ruang Nada & Co', versi }]
  const { status } = await office.post('/setting/simpan', { perubahan, alasan: null })
  expect(status).toBe(200)
  await open('/auth/login')
  await expect(h1(page)).toHaveText('Masuk')
  await expect(page.getByText('Ruang Nada & Co', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle('Masuk · Ruang Nada & Co')
})
