/**
 * `npm run pictures`: takes the two screenshots of the README on a new demo school: unpaid bills as
 * an admin sees them, and as a family sees them on a phone.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { buildApp, buildServer } from './build.ts'
import { chromiumArgs, findChromium } from './chromium.ts'
import { startServer } from './process.ts'

const folder = 'docs/pictures'

interface Picture {
  name: string
  username: string
  path: string
  size: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}
const pictures: readonly Picture[] = [
  {
    name: 'unpaid',
    username: 'admin',
    path: '/billing/unpaid',
    size: { width: 1366, height: 768 },
    colorScheme: 'light',
  },
  {
    name: 'family',
    username: 'akunbilling',
    path: '/billing/unpaid',
    size: { width: 390, height: 760 },
    colorScheme: 'dark',
  },
]

const take = async (browser: Browser, url: string, picture: Picture) => {
  const { username, size, colorScheme } = picture
  const page = await browser.newPage({
    viewport: size,
    colorScheme,
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    deviceScaleFactor: 1.5,
  })
  await page.goto(`${url}/#/auth/login?redirect=${encodeURIComponent(picture.path)}`)
  await page.getByLabel('Username atau email').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill('nada-demo')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/#\/(?!auth)/)
  await page.goto(`${url}/#${picture.path}`)
  await page.locator('tr[data-id]').first().waitFor()
  // Waits until the animations of the page have ended.
  await page.waitForTimeout(800)
  await page.screenshot({ path: `${folder}/${picture.name}.png` })
  await page.close()
}

await Promise.all([buildApp(), buildServer()])
const school = mkdtempSync(join(tmpdir(), 'nada-pictures-'))
const server = await startServer(
  { DATA_DIR: school, DATABASE_URL: undefined, LOG_LEVEL: 'warn' },
  ['--demo'],
  300_000,
)
try {
  mkdirSync(folder, { recursive: true })
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArgs,
  })
  for (const picture of pictures) await take(browser, server.url, picture)
  await browser.close()
  console.log(`${pictures.map(({ name }) => `${folder}/${name}.png`).join(', ')}: made`)
} finally {
  await server.stop()
  rmSync(school, { recursive: true, force: true })
}
