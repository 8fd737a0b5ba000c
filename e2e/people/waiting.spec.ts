/** Pages that wait for the API, in particular for the response about the logged-in user. */
import type { Page } from '@playwright/test'
import { expect, hold, test } from '../fixtures.ts'

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })
const bones = (page: Page) => page.getByRole('status', { name: 'Memuat' })
const profile = '**/api/profile'

test.describe('a list', () => {
  test.use({ role: 'superadmin' })

  test('shows its title and skeletons before slow rows', async ({ page, open }) => {
    await open('/gedung')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    const release = await hold(page, /\/api\/bank(\?|$)/)
    await page.evaluate(() => {
      location.hash = '/bank'
    })
    await expect(bones(page)).toBeVisible()
    await expect(h1(page)).toHaveText('Bank')
    await expect(page).toHaveTitle(/^Bank/)
    await expect(page.locator('tbody .mantine-Skeleton-root').first()).toBeVisible()
    release()
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await expect(bones(page)).toHaveCount(0)
  })

  test('shows rows without skeletons when the server responds at once', async ({ page, open }) => {
    await page.clock.install()
    await open('/gedung')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    const answer = await page.request.get('/api/jenis-billing', {
      headers: {
        authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`,
      },
    })
    // The test itself sends this response, because a server may respond late on a busy machine.
    await page.route(
      (url) => url.pathname === '/api/jenis-billing',
      async (route) => route.fulfill({ response: answer }),
    )
    // Below, the clock of the page advances by 5 ms only every 100 ms. A page on a busy machine
    // then has enough time to render before its skeleton is due.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.evaluate(() => {
      const hashes: string[] = []
      Object.assign(window, { seen: hashes })
      new MutationObserver(() => {
        if (document.querySelector('tbody .mantine-Skeleton-root')) hashes.push(location.hash)
      }).observe(document.body, { childList: true, subtree: true })
      location.hash = '/jenis-billing'
    })
    await expect(async () => {
      await page.clock.runFor(5)
      await expect(h1(page)).toHaveText('Jenis Billing', { timeout: 1 })
      await expect(page.locator('tbody tr[data-id]').first()).toBeVisible({ timeout: 1 })
    }).toPass({ intervals: [100] })
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([])
  })
})

test.describe('a profile that fails to load', () => {
  test.use({ role: 'superadmin', allowErrors: [/Failed to load resource/] })

  test('shows a titled error page for a failure of the server', async ({ page, open }) => {
    await page.route(profile, (route) =>
      route.fulfill({ status: 500, json: { success: false, data: { message: 'Rusak' } } }),
    )
    for (const path of ['/', '/bank']) {
      await open(path)
      await expect(h1(page)).toHaveText('Kesalahan Server')
      await expect(page).toHaveTitle(/^Kesalahan Server/)
    }
    await expect(page.locator('h1')).toHaveCount(1)
    await page.unroute(profile)
    await page.reload()
    await expect(h1(page)).toHaveText('Bank')
  })

  test('shows the lost connection and recovers by itself', async ({ page, open }) => {
    await page.route(profile, (route) => route.abort('connectionrefused'))
    await open('/')
    await expect(h1(page)).toHaveText('Tidak ada koneksi')
    await expect(page).toHaveTitle(/^Tidak ada koneksi/)
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
    await page.unroute(profile)
    await expect(h1(page)).toHaveText('Dashboard', { timeout: 20_000 })
    await expect(page.locator('[data-banner]')).toHaveCount(0)
  })
})

test.describe('a form saved while the next page loads', () => {
  test.use({ role: 'superadmin' })
  /** Tries to save again: by the button, by Ctrl+Enter and by Enter. */
  const pressAgain = async (page: Page) => {
    const save = page.getByRole('button', { name: 'Simpan', exact: true })
    await expect(save).toBeDisabled()
    await save.click({ force: true })
    await page.getByRole('textbox', { name: /^Nama/ }).focus()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Enter')
  }

  test('creates one role, however often Simpan is pressed', async ({ page, open, api }) => {
    await open('/role/create')
    await page.getByRole('textbox', { name: /^Nama/ }).fill('Kasir sore')
    await page.getByLabel('Role Dasar').selectOption({ label: 'Admin' })
    const release = await hold(page, /\/api\/role\/view/)
    await page.getByRole('button', { name: 'Simpan', exact: true }).click()
    await expect(page.getByText('Role Kasir sore ditambahkan')).toBeVisible()
    await pressAgain(page)
    release()
    await expect(h1(page)).toHaveText('Detail Role')
    const { data } = await api('superadmin').get<{ name: string }[]>('/role?per-page=100')
    expect(data.filter((role) => role.name === 'Kasir sore')).toHaveLength(1)
  })
})
