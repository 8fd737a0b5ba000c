/** Tests that hostile requests (huge, deeply nested, cut off) get a fast response, never a 5xx. */
import { connect, type AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxBodyOf } from '#contract/call.ts'
import { testKeys } from '#mocks/api/api.ts'
import { bodyRoutes, kB, postText, soonMs } from '#mocks/api/hostile.ts'
import { fewShapes, textOf } from '#mocks/api/worst.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { createApp } from '#server/app.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const post = postText(() => s)

describe('every call that takes a body', () => {
  walk(bodyRoutes)('rejects a megabyte of text in every field at once', async ({ path, keys }) => {
    for (const shape of fewShapes.filter((f) => f.after === 'x')) {
      const value = textOf(shape, Math.floor(900_000 / Math.max(1, keys.length) / 6))
      const { status } = await post(
        path,
        JSON.stringify(Object.fromEntries(keys.map((key) => [key, value]))),
      )
      expect(status, path).toBeLessThan(500)
    }
  })
})

describe('a body', () => {
  test('is limited for a guest, by its declared and its actual length', async () => {
    for (const path of [
      '/auth/login',
      '/auth/register',
      '/auth/send-otp?email=a@b.id',
      '/auth/reset-password?otp=1',
      '/auth/konfirmasi-email',
    ]) {
      const body = JSON.stringify({ username: '\u200c'.repeat(349_000), password: 'x' })
      expect(await post(path, body, '')).toMatchObject({
        status: 413,
        text: expect.stringContaining('16 kB'),
      })
      expect((await post(path, body, '', { 'content-length': String(body.length) })).status).toBe(
        413,
      )
    }
    expect(maxBodyOf('public')).toBe(16 * kB)
  })
  test('is not read when declared too long, and otherwise only up to the limit', async () => {
    let pulled = 0
    const endless = () =>
      new ReadableStream<Uint8Array>(
        {
          pull: (c) => {
            pulled += 4 * kB
            c.enqueue(new Uint8Array(4 * kB).fill(32))
          },
        },
        { highWaterMark: 0 },
      )
    const send = (headers: Record<string, string>) =>
      s.app.request('/api/auth/login', {
        method: 'POST',
        body: endless(),
        duplex: 'half',
        headers: { 'content-type': 'application/json', ...headers },
      } as RequestInit)
    expect((await send({ 'content-length': '999999' })).status).toBe(413)
    expect(pulled).toBe(0)
    expect((await send({})).status).toBe(413)
    expect(pulled).toBeLessThan(64 * kB)
  })
  test('with endless brackets, backslashes, keys and numbers is rejected', async () => {
    const worst: [string, number][] = [
      ['['.repeat(1_000_000), 400],
      [`{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 400],
      [`{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`, 400],
      [`{"nama":"${'\\\\'.repeat(490_000)}"}`, 422],
      [`{"nama":"${'\\\\'.repeat(490_000)}\\u0000"}`, 400],
      [`{"nama":"${'\\u200c'.repeat(160_000)}"}`, 422],
      [`{"${'\\\\'.repeat(100)}\\u0000":1}`, 400],
      [`{${Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join(',')}}`, 422],
      [`{${'"nama":"x",'.repeat(80_000)}"nama":1}`, 422],
      [`{${'"__proto__":{"a":1},'.repeat(40_000)}"constructor":{"prototype":{"a":1}}}`, 422],
      [`{"urutan":${'9'.repeat(900_000)}}`, 422],
      [`{"urutan":1e${'9'.repeat(900_000)}}`, 422],
      [`{"urutan":0.${'0'.repeat(900_000)}1}`, 422],
    ]
    for (const [body, status] of worst)
      expect((await post('/kategori-kursus/create', body)).status, body.slice(0, 60)).toBe(status)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
  test('with a list of 490,000 facilities is rejected for the list', async () => {
    const { status, text } = await post(
      '/ruang/create',
      JSON.stringify({
        nama: 'A',
        gedung_id: s.ids.gedung,
        kapasitas: 1,
        fasilitas: Array.from({ length: 490_000 }, () => 1),
      }),
    )
    expect([status, JSON.parse(text).data.errors]).toEqual([
      422,
      [{ field: 'fasilitas', message: 'Maksimal 20 isian' }],
    ])
  })
  test('lists at most a readable number of problems', async () => {
    const items = Array.from({ length: 200 }, () => ({}))
    const { status, text } = await post(
      '/billing/create',
      JSON.stringify({
        akun_billing_id: s.ids.akun,
        gedung_id: s.ids.gedung,
        jatuh_tempo: '2030-01-01',
        items,
      }),
    )
    expect([status, JSON.parse(text).data.errors.length]).toEqual([422, 200])
  })
})

describe('a URL', () => {
  test('is at most as long as a list needs', async () => {
    expect((await s.superadmin.get(`/bank?q=${'a'.repeat(17_000)}`)).status).toBe(414)
    const many = Array.from({ length: 200 }, (_, i) => 2_147_483_000 + i).join(',')
    expect((await s.superadmin.get(`/user?filter[gedung_id][in]=${many}`)).status).toBe(200)
  })
  test('with thousands of parameters, names and brackets is answered at once', async () => {
    const fill = (part: string) => part.repeat(Math.floor(16_000 / part.length))
    const worst: [string, number][] = [
      [`/bank?${fill('a=1&')}`, 422],
      [`/bank?${fill('status=aktif&')}`, 200],
      [`/bank?${fill('filter[or][][status]=aktif&')}`, 422],
      [`/bank?filter${fill('[a]')}=1`, 422],
      [`/bank?${fill('[')}=1`, 422],
      [`/bank?filter${fill('[')}=1`, 422],
      [`/bank?sort=${fill('-nama,')}`, 422],
      [`/bank?expand=${fill('x,')}`, 422],
      [`/bank?fields=${fill('id,')}`, 200],
      [`/bank?q=${fill('%20')}x`, 200],
      [`/bank?q=${fill('a%20')}`, 200],
      [`/bank/pilihan?id=${fill('1,')}`, 422],
      [`/bank?urutan=${'9'.repeat(8000)}`, 422],
      [`/bank?id=${fill('0')}`, 422],
      [`/bank?page=${fill('9')}`, 200],
      [`/bank/view?id=${fill('1')}`, 422],
      [`/search?q=${fill('%E2%80%8C')}`, 422],
      [`/user/kembar?phone=${fill('0')}`, 422],
      [`/user/kembar?email=${fill('a.')}@`, 422],
    ]
    for (const [path, status] of worst) {
      const started = performance.now()
      const answer = await s.superadmin.get(path)
      expect([path.slice(0, 40), answer.status]).toEqual([path.slice(0, 40), status])
      expect(performance.now() - started).toBeLessThan(soonMs)
      expect(JSON.stringify(answer.data).length).toBeLessThan(128 * kB)
    }
    // Expects that a relation or column that a query names thousands of times is read and returned
    // only once.
    const [row] = must(
      await s.superadmin.get<{ id: number }[]>(
        `/kursus-peserta?per-page=1&expand=${fill('peserta,')}peserta`,
      ),
    )
    expect(row).toMatchObject({ peserta: { name: expect.any(String) } })
    const [head] = (
      await s.superadmin.get<string>(`/bank/ekspor?fields=${fill('id,')}nama_bank`)
    ).data.split('\n')
    expect(head?.split(',').length).toBe(2)
  })
  test('with endless headers is rejected, or accepted unchanged', async () => {
    for (const value of [
      ' '.repeat(15_000),
      `${'a'.repeat(15_000)}!`,
      `${' a'.repeat(7000)}`,
      ','.repeat(15_000),
    ])
      for (const name of [
        'authorization',
        'x-forwarded-for',
        'user-agent',
        'content-type',
        'content-length',
        'idempotency-key',
        'accept',
        'origin',
      ]) {
        const started = performance.now()
        const response = await s.app.request('/api/bank/create', {
          method: 'POST',
          body: '{}',
          headers: {
            authorization: `Bearer ${s.superadmin.token}`,
            'content-type': 'application/json',
            [name]: `x${value}x`,
          },
        })
        expect(response.status, name).toBeLessThan(500)
        expect(performance.now() - started, name).toBeLessThan(soonMs)
      }
  })
})

describe('a client that disconnects', () => {
  const lines: { level: number; msg: string; status?: number }[] = []
  let port = 0
  let close: () => void
  beforeAll(async () => {
    const app = createApp({
      db: s.db,
      dataKeys: testKeys,
      log: pino(
        { level: 'debug' },
        {
          write: (line) => {
            lines.push(JSON.parse(line))
          },
        },
      ),
    })
    await new Promise<void>((ready) => {
      const server = serve(
        { fetch: app.fetch, port: 0, hostname: '127.0.0.1' },
        (info: AddressInfo) => {
          port = info.port
          ready()
        },
      )
      close = () => server.close()
    })
  })
  afterAll(() => close())
  test.each([
    ['a JSON body', '/api/bank/create', 'application/json', '{"nama_bank":"'],
    ['a login', '/api/auth/login', 'application/json', '{"username":"'],
    [
      'an upload',
      '/api/berkas/unggah',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ],
  ])('in the middle of %s causes no server error', async (_, path, type, begun) => {
    lines.length = 0
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      [
        `POST ${path} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${s.superadmin.token}`,
        `Content-Type: ${type}`,
        'Content-Length: 9000',
        '',
        begun,
      ].join('\r\n'),
    )
    await new Promise((later) => {
      setTimeout(later, 300)
    })
    socket.destroy()
    await expect
      .poll(() => lines.filter((l) => l.msg === 'request').map((l) => l.status), {
        timeout: 5000,
      })
      .toEqual([400])
    expect(lines.filter((l) => l.level >= 40)).toEqual([])
  })
})
