/**
 * Runs the app on a minimal server, which this file contains, instead of our server. The minimal
 * server has only the basic calls of docs/domain.md, section 0.3: no settings in the profile, no
 * versions, totals, pickers, export or history. It ignores unknown parameters and returns 404 for
 * unknown paths.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { freePort } from '../../scripts/process.ts'
import { expect, goto, test as base } from '../fixtures.ts'

const roles: Record<number, { name: string; accesses: string[] }> = {
  1: { name: 'Superadmin', accesses: ['*'] },
  4: {
    name: 'Sales',
    accesses: [
      'portal/sales',
      'lead/index',
      'user/peserta',
      'user/view',
      'profile/view',
      'profile/ubah-password',
    ],
  },
}
const make = () => {
  const namedUsers: { name: string; role_id: number }[] = [
    { name: 'Kepala', role_id: RoleId.superadmin },
    { name: 'Penjual', role_id: RoleId.sales },
  ]
  const users = Array.from({ length: 45 }, (_, i) => ({
    id: i + 1,
    email: `orang${i + 1}@lain.id`,
    status: UserStatus.aktif,
    ...(namedUsers[i] ?? { name: `Orang ${i + 1}`, role_id: RoleId.peserta }),
  }))
  const tokens = new Map<string, number>()
  const requests: string[] = []
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
  }
  const send = (
    res: ServerResponse,
    status: number,
    data: unknown,
    headers: Record<string, string | number> = {},
  ) =>
    res
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ success: status < 300, data }))
  const read = async (req: IncomingMessage): Promise<Record<string, unknown>> => {
    let text = ''
    for await (const chunk of req) text += String(chunk)
    return text ? (JSON.parse(text) as Record<string, unknown>) : {}
  }
  const withRole = (user: (typeof users)[number]) => ({
    ...user,
    role: roles[user.role_id] ?? { name: 'Peserta', accesses: [] },
  })
  const login = async (req: IncomingMessage, res: ServerResponse) => {
    const { username, password } = await read(req)
    const user = users.find((u) => u.name.toLowerCase() === username)
    if (!user || password !== 'rahasia')
      return send(res, 422, { message: 'Username atau password salah' })
    const key = `kunci-${tokens.size + 1}`
    tokens.set(key, user.id)
    return send(res, 200, { key })
  }
  const list = (res: ServerResponse, query: URLSearchParams) => {
    const [size, count] = [Number(query.get('per-page') ?? 20), users.length]
    const page = Math.min(Number(query.get('page') ?? 1), Math.ceil(count / size))
    const rows = users
      .slice((page - 1) * size, page * size)
      .map((u) => (query.get('expand')?.includes('role') ? withRole(u) : u))
    return send(res, 200, rows, {
      'X-Pagination-Total-Count': count,
      'X-Pagination-Page-Count': Math.ceil(count / size),
      'X-Pagination-Current-Page': page,
      'X-Pagination-Per-Page': size,
    })
  }
  const api = async (
    req: IncomingMessage,
    res: ServerResponse,
    path: string,
    query: URLSearchParams,
  ) => {
    requests.push(`${req.method} ${path}`)
    if (path === '/auth/login') return login(req, res)
    const me = users.find(
      (u) => u.id === tokens.get(req.headers.authorization?.replace('Bearer ', '') ?? ''),
    )
    if (!me) return send(res, 401, { message: 'Token tidak berlaku' })
    const row = users.find((u) => u.id === Number(query.get('id')))
    if (req.method === 'GET' && path === '/profile') return send(res, 200, withRole(me))
    if (req.method === 'GET' && path === '/user') return list(res, query)
    if (req.method === 'GET' && path === '/user/view')
      return row ? send(res, 200, row) : send(res, 404, { message: 'Tidak ditemukan' })
    if (req.method === 'POST' && path === '/user/update' && row)
      return send(res, 200, Object.assign(row, await read(req)))
    if (req.method === 'POST' && path === '/profile/update-password')
      return send(res, 422, { message: 'Password lama salah' })
    return send(res, 404, { message: 'Halaman tidak ditemukan' })
  }
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://x')
    if (url.pathname.startsWith('/api/'))
      return void api(req, res, url.pathname.slice(4), url.searchParams)
    const file = url.pathname === '/' ? '/index.html' : url.pathname
    readFile(`dist${file}`).then(
      (body) =>
        res
          .writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
          .end(body),
      () => res.writeHead(404).end(),
    )
  })
  return { server, tokens, seen: requests }
}

/**
 * Variant of `test` of the end-to-end tests with the minimal server above instead of our server.
 */
const test = base.extend<{ other: ReturnType<typeof make> }>({
  other: async ({ browserName: _ }, use) => use(make()),
  server: async ({ other }, use) => {
    const port = await freePort()
    await new Promise<void>((done) => other.server.listen(port, '127.0.0.1', done))
    await use({
      url: `http://127.0.0.1:${port}`,
      folder: '',
      tokens: new Map(),
      output: () => other.seen.join('\n'),
    })
    other.server.closeAllConnections()
    other.server.close()
  },
})
// Allows console errors about calls that the minimal server lacks, and about calls that it rejects
// on purpose.
test.use({ allowErrors: [/\b(401|404|422)\b/] })

test('logs in, pages the user list, opens a record and changes it', async ({
  page,
  open,
  other,
}) => {
  const dialogs: string[] = []
  page.on('request', (r) => {
    if (r.url().includes('/api/') && !r.url().includes('/auth/login') && !r.headers().authorization)
      dialogs.push(`without token: ${r.url()}`)
  })
  await open('/user?page=2')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
  await page.getByLabel('Username atau email').fill('kepala')
  await page.locator('[name=password]').fill('salah')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toHaveText('Username atau password salah')
  await page.locator('[name=password]').fill('rahasia')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/user\?page=2$/)
  await expect(page.getByText('Menampilkan 21–40 dari 45')).toBeVisible()
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(20)
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click()
  await expect(page.getByText('Menampilkan 41–45 dari 45')).toBeVisible()
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(5)
  await page.getByLabel('Baris per halaman').selectOption('50')
  await expect(page.locator('tbody tr[data-id]')).toHaveCount(45)
  await expect(page.getByRole('row', { name: /Orang 7/ })).toContainText('Peserta')
  await page.getByRole('row', { name: /Orang 7/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail User')
  await expect(page.getByText('orang7@lain.id')).toBeVisible()
  // Sections that need calls of our own server show that they are not available, without an error
  // dialog.
  await page.getByRole('tab', { name: 'Tautan' }).click()
  await expect(page.getByText('Tidak tersedia').first()).toBeVisible()
  await page.getByRole('button', { name: 'Ubah', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('tujuh@lain.id')
  await page.getByLabel('Status').first().selectOption('Nonaktif')
  await page.getByRole('button', { name: 'Simpan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Detail User')
  await expect(page.getByText('tujuh@lain.id')).toBeVisible()
  await expect(page.getByText('Nonaktif')).toBeVisible()
  await open('/profile/view')
  await expect(page.getByRole('main').getByText('orang1@lain.id')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(dialogs).toEqual([])
  await page.getByRole('button', { name: 'Menu pengguna' }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
  expect(other.seen).not.toContain('GET /user/total')
})

test('guards routes: by role, forbidden, unknown, expired', async ({
  page,
  open,
  server,
  other,
}) => {
  other.tokens.set('penjual', 2)
  await open('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
  await page.evaluate(() => localStorage.setItem('token', 'penjual'))
  await open('/')
  await expect(page).toHaveURL(/#\/portal\/sales$/)
  // The minimal server lacks the calls of this portal, so an error dialog opens.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portal Sales')
  await page.getByRole('dialog').getByRole('button', { name: 'Batal' }).click()
  await open('/bank')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Akses Ditolak')
  expect(other.seen).toContain('POST /audit/rute-ditolak')
  await open('/tidak/ada')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Halaman Tidak Ditemukan')
  await open('/user/peserta')
  await expect(page.getByText('Menampilkan 1–20 dari 45')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Waits for the prefetch of the next page of the list. If the prefetch came after the token is
  // deleted below, its failure would redirect to the login page before the test clicks.
  await expect.poll(() => other.seen.filter((call) => call === 'GET /user').length).toBe(2)
  other.tokens.clear()
  await page.getByRole('button', { name: 'Halaman terakhir' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
  await page.getByLabel('Username atau email').fill('penjual')
  await page.locator('[name=password]').fill('rahasia')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Menampilkan 41–45 dari 45')).toBeVisible()
  await goto(page, server.url, '/user/view?id=3')
  await expect(page.getByText('orang3@lain.id')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
