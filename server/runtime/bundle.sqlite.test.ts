/**
 * Tests that the server runs from its bundles as long as no source file has changed, and that the
 * bundled server behaves like a server that runs from its sources.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'
import { bundled, bundleFolder, freshServer, root, scriptOf } from '#server/runtime/bundle.ts'
import { buildServer } from '../../scripts/build.ts'
import { startServer } from '../../scripts/process.ts'

beforeAll(() => buildServer())

test('serves the build until a source changes, and again once it is restored', () => {
  const built = join(bundleFolder, 'runtime-serve.js')
  expect(freshServer()).toBe(built)
  const source = join(root, 'server/db/sqlite/readerThread.ts')
  const { atimeMs, mtimeMs } = statSync(source)
  const setTime = (ms: number) => utimesSync(source, new Date(atimeMs), new Date(Math.floor(ms)))
  setTime(mtimeMs + 1)
  const changed = freshServer()
  setTime(mtimeMs)
  expect(changed).toBeUndefined()
  expect(freshServer()).toBe(built)
})
test('has a file for each process and thread', () => {
  const beside = globSync('server/**/*{Process,Thread}.ts').map((path) => relative('server', path))
  expect(beside.filter((path) => !bundled.some((part) => part === path))).toEqual([])
  for (const part of bundled)
    expect(existsSync(join(bundleFolder, scriptOf(part))), part).toBe(true)
})
test('contains no path relative to a source file', () => {
  const exceptions = new Set(['server/runtime/bundle.ts', 'server/main.ts'])
  const sources = globSync('{server,contract}/**/*.ts').filter(
    (path) => !exceptions.has(path) && !path.endsWith('.test.ts'),
  )
  // Allows `import.meta.url` only in `createRequire`, which finds the same libraries from a source
  // file and from a bundle.
  const wrong = /import\.meta\.(?:dirname|filename)|(?<!createRequire\()import\.meta\.url/
  expect(sources.filter((path) => wrong.test(readFileSync(path, 'utf8')))).toEqual([])
})

describe('a server from the bundle', () => {
  const home = mkdtempSync(join(tmpdir(), 'nada-berkas-'))
  let s: School
  let akun: number
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    s = await makeSchool()
    // Uses a name with letters that the standard PDF fonts lack, so that the PDF needs the
    // additional font (Arimo).
    akun = await makeAkun(s, { name: 'Łucja Žižek' })
    await makeBill(s, akun, 250_000)
    const folder = join(home, 'data')
    mkdirSync(folder)
    await sql`vacuum into ${join(folder, 'nada.db')}`.execute(s.db)
    const env = { DATA_DIR: folder, LOG_LEVEL: 'error' }
    server = await startServer(env, ['--sudah-siap'])
  })
  afterAll(async () => {
    await server.stop()
    await s.close()
    rmSync(home, { recursive: true, force: true })
  })
  const authorization = () => `Bearer ${s.superadmin.token}`
  const get = async (path: string): Promise<Buffer> => {
    const answer = await fetch(`${server.url}/api${path}`, {
      headers: { authorization: authorization() },
    })
    expect(answer.status, path).toBe(200)
    return Buffer.from(await answer.arrayBuffer())
  }
  const post = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: {
        authorization: authorization(),
        'idempotency-key': `berkas-${path}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const upload = (path: string, name: string, bytes: Uint8Array | string, more: object = {}) => {
    const form = new FormData()
    for (const [field, value] of Object.entries(more)) form.set(field, String(value))
    form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
    return post(path, form)
  }

  test('draws a document, with glyphs of any language', async () => {
    const today = currentDay()
    const pdf = await get(`/user/rekening-koran-pdf?id=${akun}&dari=${today}&sampai=${today}`)
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.toString('latin1')).toMatch(/Arimo/)
  })
  test('exports a sheet and reads it again', async () => {
    const sheet = await get('/bank/ekspor?format=xlsx')
    expect(sheet.subarray(0, 2).toString()).toBe('PK')
    const read = await upload('/produk-jasa/import', 'x.xlsx', sheet, { pratinjau: '1' })
    // Expects an error about the columns, because the sheet has the columns of another list. This
    // error shows that the server has read the sheet.
    expect([read.status, read.text]).toEqual([422, expect.stringContaining('kolom')])
  })
  test('reads a bank statement', async () => {
    const file = `Tanggal;Keterangan;Debet;Kredit\n01/11/2026;SETORAN;0,00;1.000,00`
    const read = await upload('/mutasi-bank/import', 'm.csv', file, {
      bank_id: s.ids.bank,
      pratinjau: '1',
    })
    expect([read.status, read.text]).toEqual([200, expect.stringContaining('SETORAN')])
  })
  test('rates a password', async () => {
    const { status, text } = await post('/user/create', {
      role_id: RoleId.sales,
      gedung_id: s.ids.gedung,
      name: 'Yohanes Teguh',
      email: 'yohanes.t@contoh.id',
      phone: '081200004321',
      password: 'yohanesteguh1',
    })
    expect([status, text]).toEqual([422, expect.stringContaining('terlalu mudah ditebak')])
  })
  test('makes a backup', async () => {
    const { status, text } = await post('/pekerjaan/jalankan', { nama: 'cadangan' })
    expect([status, text]).toEqual([200, expect.stringContaining('berhasil')])
  })
})
