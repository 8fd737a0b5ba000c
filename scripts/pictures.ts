/**
 * `npm run pictures`: takes the two screenshots of the README on a new demo school: unpaid bills as
 * an admin sees them, and as a family sees them on a phone.
 */
import { mkdirSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import { withDemo } from './demo.ts'

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

await withDemo(async (browser, url) => {
  mkdirSync(folder, { recursive: true })
  for (const picture of pictures) await take(browser, url, picture)
})
console.log(`${pictures.map(({ name }) => `${folder}/${name}.png`).join(', ')}: made`)
