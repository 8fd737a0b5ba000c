/**
 * Tests of the installed app: the browser's conditions for an installation, the app without a
 * connection, and the announcement of a new version.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { checkBoth, checkNarrow } from '../accessible.ts'
import { expect, goto, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const banner = (page: Page) => page.locator('[data-banner]')
const installed = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => cachedPaths(page)).toContain('/')
}
const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const lists = names.map(async (name) => (await caches.open(name)).keys())
    return (await Promise.all(lists)).flat().map((request) => new URL(request.url).pathname)
  })
const versionOf = (page: Page) => page.locator('meta[name=version]').getAttribute('content')
const look = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test.describe('with a login', () => {
  test.use({ role: 'superadmin', allowErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })

  test('fulfils the conditions of Chromium and has the name of the school', async ({
    page,
    open,
    api,
  }) => {
    await api('superadmin').post('/setting/umum', { app_nama: 'Kantor Melodi' })
    await open('/bank')
    await installed(page)
    const browser = await page.context().newCDPSession(page)
    const { errors, data } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data ?? '')).toMatchObject({ display: 'standalone', start_url: '/' })
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // A test runs in a private window, from which nobody can install.
    const problems = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
    expect(problems).toEqual([])
  })

  test('opens without a connection, and shows the page when the connection is back', async ({
    page,
    open,
    context,
  }) => {
    await open('/bank')
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await installed(page)
    const paths = await cachedPaths(page)
    expect(paths.filter((path) => !/^\/($|theme\.js$|nada\.svg$|assets\/)/.test(path))).toEqual([])
    await page.reload()
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()

    await context.setOffline(true)
    await page.reload()
    await expect(banner(page)).toHaveText('Tidak ada koneksi')
    await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await checkBoth(page, 'no connection')
    await context.setOffline(false)
    await expect(page.locator('tbody tr[data-id]').first()).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  })
})

test('announces a new version and reloads only when the user wants it', async ({
  page,
  server,
}) => {
  let version = ''
  // A server in front of the real one, which can give the app another version.
  const front = createServer(async (request, response) => {
    const answer = await fetch(`${server.url}${request.url}`)
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    const isNamed = request.url === '/' || request.url === '/sw.js'
    const pattern = /(name="version" content="|"version":")(\w{12})/
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'no-cache' })
    response.end(isNamed && version ? body.toString().replace(pattern, `$1${version}`) : body)
  }).listen(0, '127.0.0.1')
  try {
    await new Promise((done) => front.once('listening', done))
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
    await goto(page, url, '/auth/login')
    await installed(page)
    const username = page.getByLabel('Username atau email')
    await username.fill('sari')

    version = 'b'.repeat(12)
    await look(page)
    await expect(banner(page)).toContainText('Versi baru tersedia')
    await checkBoth(page, 'new version')
    await checkNarrow(page, 'new version')
    await expect(username).toHaveValue('sari')
    await banner(page).getByRole('button', { name: 'Muat ulang' }).click()
    await expect.poll(() => versionOf(page)).toBe(version)
    await expect(banner(page)).toHaveCount(0)

    // A page that the user has reloaded is new, and needs no announcement.
    version = 'c'.repeat(12)
    await page.reload()
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([`nada-${version}`])
    await expect(banner(page)).toHaveCount(0)
    expect(await versionOf(page)).toBe(version)

    version = 'd'.repeat(12)
    await look(page)
    await banner(page).getByRole('button', { name: 'Nanti' }).click()
    await expect(banner(page)).toHaveCount(0)
  } finally {
    front.closeAllConnections()
    front.close()
  }
})
