import type { JsonBodyType } from 'msw'
import { http, HttpResponse } from 'msw/http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { serveSchool } from '#mocks/serve.ts'
import { ApiError, call, callList, newKey, on, token } from '#src/data/api/http.ts'

const school = serveSchool()
afterEach(() => {
  on.unauthorized = undefined
  on.forbidden = undefined
  on.connection = undefined
})

const answer = (status: number, body: JsonBodyType, headers: Record<string, string> = {}) =>
  school.use(http.all('*/api/bank*', () => HttpResponse.json(body, { status, headers })))
/** Returns the ApiError of a call that must fail. */
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (e: unknown) => e,
  )
  if (!(error instanceof ApiError)) throw new Error(`expected an ApiError, got ${String(error)}`)
  return error
}
const headers = {
  'X-Pagination-Total-Count': '41',
  'X-Pagination-Page-Count': '3',
  'X-Pagination-Current-Page': '2',
  'X-Pagination-Per-Page': '20',
}

describe('the envelope', () => {
  test('returns data, and for a list its rows with the totals of the headers', async () => {
    token.set(school.superadmin.token)
    expect(await call('get', 'bank/view', { params: { id: school.ids.bank } })).toMatchObject({
      id: school.ids.bank,
      nama_bank: 'BCA',
    })
    expect(await callList('bank')).toMatchObject({
      rows: [{ nama_bank: 'BCA' }],
      page: { total: 1, pageCount: 1, page: 1, perPage: 20 },
    })
  })
  test('treats an answer without success true as a failure, whatever its status', async () => {
    for (const body of [
      { success: false, data: { message: 'Ditolak' } },
      { data: [] },
      [],
      'teks',
      null,
    ]) {
      answer(200, body)
      expect((await failure(call('get', 'bank'))).status).toBe(500)
    }
    school.use(
      http.get('*/api/bank', () => new HttpResponse('<html>proxy</html>', { status: 200 })),
    )
    expect(await failure(call('get', 'bank'))).toMatchObject({
      status: 500,
      message: 'Error dalam mengambil data',
    })
  })
  test('takes the message from data.message, then message, then the default', async () => {
    const messageOf = async (body: JsonBodyType) => {
      answer(400, body)
      return (await failure(call('get', 'bank'))).message
    }
    expect(await messageOf({ success: false, message: 'luar', data: { message: 'dalam' } })).toBe(
      'dalam',
    )
    expect(await messageOf({ success: false, message: 'luar', data: {} })).toBe('luar')
    expect(await messageOf({ success: false, message: 'luar', data: { message: '' } })).toBe('luar')
    expect(await messageOf({ success: false, data: { message: 12 } })).toBe(
      'Error dalam mengambil data',
    )
    expect(await messageOf('bukan objek')).toBe('Error dalam mengambil data')
    school.use(
      http.get(
        '*/api/bank',
        () =>
          new HttpResponse('<h1>Bad Gateway</h1>', {
            status: 400,
            headers: { 'content-type': 'text/html' },
          }),
      ),
    )
    expect((await failure(call('get', 'bank'))).message).toBe('Error dalam mengambil data')
  })
  test('reads the fields of a 422 in both formats and skips invalid ones', async () => {
    const fields = [
      { field: 'nama_bank', message: 'Wajib diisi' },
      { field: 'urutan', message: 'Maksimal 9999' },
    ]
    answer(422, { success: false, data: { message: 'Data tidak valid', errors: fields } })
    expect(await failure(call('post', 'bank/create', { body: {} }))).toMatchObject({
      status: 422,
      message: 'Data tidak valid',
      fields,
    })
    answer(422, { success: false, data: [...fields, { field: 1 }, null, 'x'] })
    expect(await failure(call('post', 'bank/create', { body: {} }))).toMatchObject({
      status: 422,
      message: 'Wajib diisi',
      fields,
    })
  })
  test('returns the current row with a 409', async () => {
    answer(409, { success: false, data: { message: 'Data diubah', current: { id: 7, versi: 3 } } })
    expect(await failure(call('post', 'bank/update', { body: {} }))).toMatchObject({
      status: 409,
      current: { id: 7, versi: 3 },
    })
  })
  test('sends a duplicate POST once while it runs, again later or with another body', async () => {
    let count = 0
    school.use(
      http.post('*/api/bank/update', () => {
        count += 1
        return HttpResponse.json({ success: true, data: count })
      }),
    )
    const update = (nama_bank: string) => call('post', 'bank/update', { body: { nama_bank } })
    expect(await Promise.all([update('BCA'), update('BCA'), update('BNI')])).toEqual([1, 1, 2])
    expect(await update('BCA')).toBe(3)
    school.use(http.post('*/api/bank/update', () => HttpResponse.json({}, { status: 409 })))
    const refused = await Promise.all([failure(update('BCA')), failure(update('BCA'))])
    expect(refused.map((e) => e.status)).toEqual([409, 409])
  })
  test('rejects a list without complete pagination headers', async () => {
    answer(200, { success: true, data: [] }, headers)
    expect((await callList('bank')).page).toEqual({ total: 41, pageCount: 3, page: 2, perPage: 20 })
    for (const name of Object.keys(headers)) {
      for (const bad of [undefined, '', '1.5', '-1', 'banyak']) {
        const { [name]: _, ...otherHeaders } = headers as Record<string, string>
        answer(
          200,
          { success: true, data: [] },
          bad === undefined ? otherHeaders : { ...otherHeaders, [name]: bad },
        )
        expect(await failure(callList('bank'))).toMatchObject({
          status: 502,
          message: expect.stringContaining(name) as string,
        })
      }
    }
  })
})

describe('the events of a call', () => {
  const listen = () => {
    const heard = {
      unauthorized: vi.fn<() => void>(),
      forbidden: vi.fn<() => void>(),
      connection: vi.fn<(online: boolean) => void>(),
    }
    Object.assign(on, heard)
    return heard
  }
  test('reports a 401, except of a login or an older token', async () => {
    const heard = listen()
    token.set('sudah-dicabut')
    expect((await failure(call('get', 'bank'))).status).toBe(401)
    expect(heard.unauthorized).toHaveBeenCalledTimes(1)
    expect(
      (
        await failure(
          call('post', 'auth/login', { body: { username: 'superadmin', password: 'salah' } }),
        )
      ).status,
    ).toBe(401)
    school.use(
      http.get('*/api/bank', () => {
        token.set('baru')
        return HttpResponse.json({ success: false, data: {} }, { status: 401 })
      }),
    )
    await failure(call('get', 'bank'))
    expect(heard.unauthorized).toHaveBeenCalledTimes(1)
    expect(heard.forbidden).not.toHaveBeenCalled()
  })
  test('reports a 403 without a 401', async () => {
    const heard = listen()
    token.set((await school.api.as(school.ids.pelatih)).token)
    expect((await failure(call('get', 'bank'))).status).toBe(403)
    expect([heard.forbidden.mock.calls.length, heard.unauthorized.mock.calls.length]).toEqual([
      1, 0,
    ])
  })
  test('reports the connection as offline without an answer and online with any', async () => {
    const heard = listen()
    school.use(http.all('*/api/bank*', () => HttpResponse.error()))
    expect(await failure(call('post', 'bank/create', { body: {} }))).toMatchObject({
      status: 0,
      message: 'Tidak ada koneksi',
      fields: [],
    })
    expect(await failure(call('get', 'bank'))).toMatchObject({ status: 0 })
    answer(500, { success: false, data: {} })
    await failure(call('get', 'bank'))
    answer(200, { success: true, data: {} })
    await call('get', 'bank')
    expect(heard.connection.mock.calls.flat()).toEqual([false, false, true, true])
  })
})

test.each([
  ['90', 90],
  ['', undefined],
  ['nanti', undefined],
  ['-5', undefined],
  // Uses a wait of ten minutes. Compared with it, a delay of a few seconds before the assertion, as
  // on a busy machine, does not matter.
  [new Date(Date.now() + 600_000).toUTCString(), expect.closeTo(600, -2)],
])('reads the time to wait from a 429 with Retry-After %j', async (header, wait) => {
  school.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json(
        { success: false, data: {} },
        { status: 429, headers: { 'Retry-After': header } },
      ),
    ),
  )
  expect(await failure(call('post', 'auth/login', { body: {} }))).toMatchObject({
    status: 429,
    wait,
  })
})

describe('a retry', () => {
  const failing = (status: number, times = Infinity) => {
    let failuresLeft = times
    school.use(
      http.all('*/api/bank*', () =>
        failuresLeft-- > 0
          ? HttpResponse.json({ success: false, data: { message: 'Sibuk' } }, { status })
          : HttpResponse.json({ success: true, data: 'jadi' }),
      ),
    )
  }
  test('follows a GET once after a 503', async () => {
    failing(503, 1)
    expect(await call('get', 'bank')).toBe('jadi')
    failing(503)
    expect(await failure(call('get', 'bank'))).toMatchObject({ status: 503, message: 'Sibuk' })
    expect(school.asked(/^GET \/bank/)).toHaveLength(4)
  })
  test('does not follow a GET after other failures', async () => {
    for (const status of [400, 404, 409, 429, 500]) {
      failing(status, 1)
      expect((await failure(call('get', 'bank'))).status).toBe(status)
    }
    expect(school.asked(/^GET \/bank/)).toHaveLength(5)
  })
  test('never follows a POST', async () => {
    failing(503, 1)
    expect((await failure(call('post', 'bank/create', { body: {} }))).status).toBe(503)
    school.use(http.post('*/api/bank/create', () => HttpResponse.error()))
    expect((await failure(call('post', 'bank/create', { body: {} }))).status).toBe(0)
    expect(school.asked(/^POST/)).toHaveLength(2)
  })
})

test('sends the stored token, and no header without one', async () => {
  school.use(http.all('*/api/bank*', () => HttpResponse.json({ success: true, data: {} })))
  await call('get', 'bank')
  token.set('rahasia')
  expect(localStorage.getItem('token')).toBe('rahasia')
  await call('post', 'bank/create', { body: { a: 1 }, key: 'kunci-1' })
  token.clear()
  await call('get', 'bank')
  const requests = school.asked(/./)
  expect(requests.map(({ headers: h }) => h.get('authorization'))).toEqual([
    null,
    'Bearer rahasia',
    null,
  ])
  expect(requests.map(({ headers: h }) => h.get('idempotency-key'))).toEqual([
    null,
    'kunci-1',
    null,
  ])
})
test('makes long keys that are never the same', () => {
  const keys = Array.from({ length: 100 }, newKey)
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((k) => /^[0-9a-f]{32}$/.test(k))).toBe(true)
})
