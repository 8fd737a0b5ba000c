/**
 * `test` and `expect` of the end-to-end tests. Each test file has its own server on a copy of the
 * demo school. The tests of a file run in order and see the changes of earlier tests. An error in
 * the console, an unhandled exception or a crashed page fails a test.
 *
 *   test.use({ role: 'admin' })                       account logged in before the page opens
 *   test('…', async ({ page, open, api }) => {
 *     await open('/bank')                             the route, in the app's hash
 *     await api('sales').post('/bank/create', {…})    the API as a role: {status, data, headers}
 *   })
 *   test.use({ school: { make: makeMonthSchool } })   a school instead of the demo school
 *
 * `SLOW=5` runs the browser five times slower, which reveals failures of a busy machine.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { softKinds } from '#contract/schedule/rules/conflicts.ts'
import { startServer } from '../scripts/process.ts'

export { expect }
export const roles = ['superadmin', 'admin', 'pelatih', 'sales', 'akunbilling', 'peserta'] as const
export type Account = (typeof roles)[number]
export const password = 'nada-demo'
/** Fields that confirm the soft conflicts of a new class, for tests that do not test conflicts. */
export const letStand = { konfirmasi: softKinds, alasan_bentrok: 'Untuk uji di peramban' }

interface Answer<T> {
  status: number
  success: boolean
  data: T
  headers: Headers
}
type Send = <T = unknown>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<T>>
interface Server {
  url: string
  /** Folder of the server's data (DATA_DIR). */
  folder: string
  tokens: Map<Account, string>
  output: () => string
}
export interface Api {
  get: Send
  post: Send
  token: () => Promise<string>
}

/**
 * School that a test file uses instead of the demo school. `make` creates the school in an empty
 * data folder, with the given password for all accounts.
 */
interface School {
  make: (dataDir: string, password: string) => Promise<void>
}

interface PerTest {
  /** School of the test file's server; null for the demo school. */
  school: School | null
  /** Account that is logged in when the page opens; null for no login. */
  role: Account | null
  /** Patterns of console errors that a test expects, such as the browser's message about a 422. */
  allowErrors: RegExp[]
  server: Server
  api: (as: Account | null) => Api
  open: (route: string) => Promise<void>
  watch: void
}
interface PerWorker {
  serverOf: (file: string, school: School | null) => Promise<Server>
}

/** Opens a route of the app in a page, such as `await goto(page, server.url, '/bank')`. */
export const goto = (page: Page, url: string, route: string) => page.goto(`${url}/#${route}`)

/**
 * Waits until a list of options has stopped changing, and returns the first option with the given
 * name. Without the wait, the response to typed text could replace the option before the click.
 */
export const rested = async (page: Page, name: string | RegExp): Promise<Locator> => {
  let before = ''
  await expect(page.getByRole('option', { name }).first()).toBeVisible()
  await expect
    .poll(
      async () => {
        const now = (await page.getByRole('option').allTextContents()).join('\n')
        const rests = now !== '' && now === before
        before = now
        return rests
      },
      { intervals: [500] },
    )
    .toBe(true)
  return page.getByRole('option', { name }).first()
}
/** Clicks the first option with the given name, once the list has stopped changing. */
export const take = async (page: Page, name: string | RegExp): Promise<void> =>
  (await rested(page, name)).click()

/** Returns a JPEG as large as a phone's photo, so that the app has to shrink it before upload. */
export const takePhoto = async (page: Page): Promise<Buffer> => {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 3000
    canvas.height = 2250
    canvas.getContext('2d')?.fillText(`Transfer ${Math.random()}`, 100, 100)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/**
 * Replaces `window.open`, so that URLs such as those of WhatsApp are recorded and not opened.
 * Returns a function that reads the recorded URLs in order. Must be called before the page opens.
 */
export const keepOpened = async (page: Page): Promise<() => Promise<string[]>> => {
  await page.addInitScript(() => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    globalThis.open = () => {
      const location = {
        set href(url: string) {
          opened.push(url)
        },
      }
      return { location, close: () => {} } as unknown as Window
    }
  })
  return () => page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

/**
 * Holds back the requests to `url`, so that a test can check the page while the responses are
 * missing, on a fast machine as well. Returns a function that releases the requests.
 */
export const hold = async (page: Page, url: RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

const send =
  (server: Server, method: string, token: () => Promise<string | undefined>): Send =>
  async <T>(path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const bearer = await token()
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...headers,
      },
    })
    const answer = (await response.json()) as { success: boolean; data: T }
    return { ...answer, status: response.status, headers: response.headers }
  }
const login = async (server: Server, account: Account) => {
  const knownToken = server.tokens.get(account)
  if (knownToken) return knownToken
  const { status, data } = await send(
    server,
    'POST',
    async () => undefined,
  )<{ key: string }>('/auth/login', { username: account, password })
  if (status !== 200)
    throw new Error(`Login of ${account} answered ${status}: ${JSON.stringify(data)}`)
  server.tokens.set(account, data.key)
  return data.key
}

export const test = base.extend<PerTest, PerWorker>({
  serverOf: [
    async ({ browserName: _ }, use) => {
      let current:
        | { file: string; folder: string; stop: () => Promise<void>; server: Server }
        | undefined
      const end = async () => {
        await current?.stop()
        if (current) rmSync(current.folder, { recursive: true, force: true })
        current = undefined
      }
      await use(async (file, school) => {
        if (current?.file === file) return current.server
        await end()
        const folder = mkdtempSync(join(tmpdir(), 'nada-e2e-'))
        if (school) await school.make(folder, password)
        else cpSync(process.env.NADA_DEMO ?? '', folder, { recursive: true })
        const { url, stop, output } = await startServer(
          { DATA_DIR: folder, DATABASE_URL: undefined, LOG_LEVEL: 'warn' },
          // Makes the server skip the preparation of the demo school, because the copy is already
          // prepared.
          school ? [] : ['--demo', '--sudah-siap'],
        )
        current = { file, folder, stop, server: { url, folder, output, tokens: new Map() } }
        return current.server
      })
      await end()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  role: [null, { option: true }],
  allowErrors: [[], { option: true }],
  school: [null, { option: true }],
  server: [
    async ({ serverOf, school }, use, info) => use(await serverOf(info.file, school)),
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  api: async ({ server }, use) =>
    use((as) => {
      const token = async () => (as ? login(server, as) : undefined)
      return {
        get: send(server, 'GET', token),
        post: send(server, 'POST', token),
        token: async () => (await token()) ?? '',
      }
    }),
  // Stores the token once, when the browser context is made, and not at each load of a page. A test
  // that logs out therefore stays logged out after a reload.
  storageState: async ({ server, role }, use) =>
    use(
      role
        ? {
            cookies: [],
            origins: [
              {
                origin: server.url,
                localStorage: [{ name: 'token', value: await login(server, role) }],
              },
            ],
          }
        : undefined,
    ),
  open: async ({ page, server }, use) =>
    use(async (route) => void (await goto(page, server.url, route))),
  watch: [
    async ({ context, allowErrors, server }, use, info) => {
      const errors: string[] = []
      context.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`
        // A warning about a preload counts as an error, because it means that the app does not use
        // the preloaded file and loads the file again.
        const bad = message.type() === 'error' || /preload/.test(text)
        if (bad && !allowErrors.some((allowed) => allowed.test(text)))
          errors.push(`console.error: ${text}`)
      })
      if (process.env.SLOW)
        context.on(
          'page',
          (page) =>
            void context
              .newCDPSession(page)
              .then((c) =>
                c.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) }),
              ),
        )
      context.on('weberror', (error) =>
        errors.push(`unhandled: ${error.error().stack ?? error.error().message}`),
      )
      context.on('page', (page) => page.on('crash', () => errors.push('the page crashed')))
      await use()
      // A handler of `page.route` may still run at the end of the test, for example for a file that
      // is prefetched. Its error would fail the test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      if (info.status !== info.expectedStatus)
        await info.attach('server', { body: server.output(), contentType: 'text/plain' })
      expect(errors, 'errors in the browser').toEqual([])
    },
    { auto: true },
  ],
})
