/** Tests that requests of the app reach the real server code through mocks/handlers.ts. */
import { http, HttpResponse } from 'msw/http'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { handlersFor, openSchool } from '#mocks/handlers.ts'

let api: Awaited<ReturnType<typeof openSchool>>
const server = setupServer(...handlersFor(() => api))
beforeAll(() => server.listen())
afterAll(() => server.close())
beforeEach(async () => {
  api = await openSchool()
})
afterEach(async () => {
  server.resetHandlers()
  await api.close()
})

const call = async (path: string, { token, ...init }: RequestInit & { token?: string } = {}) => {
  const response = await fetch(`${location.origin}/api${path}`, {
    ...init,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('answers a login, a list, a write and an error like the server', async () => {
  const {
    body: {
      data: { key },
    },
  } = await call('/auth/login', {
    method: 'POST',
    body: JSON.stringify({ username: 'superadmin', password: 'rahasia-uji' }),
  })
  const list = await call('/gedung?sort=nama', { token: key })
  expect(list.headers.get('x-pagination-total-count')).toBe('2')
  expect(list.body).toMatchObject({
    success: true,
    data: [{ nama: 'Nada Jakarta' }, { nama: 'Nada Makassar' }],
  })
  const answer = await call('/kategori-kursus/create', {
    method: 'POST',
    token: key,
    body: JSON.stringify({ nama: 'Biola' }),
  })
  expect([answer.status, answer.body.data.nama]).toEqual([201, 'Biola'])
  const wrong = await call('/kategori-kursus/create', { method: 'POST', token: key, body: '{}' })
  expect([wrong.status, wrong.body.data.errors]).toEqual([
    422,
    [{ field: 'nama', message: 'Wajib diisi' }],
  ])
  expect((await call('/gedung')).status).toBe(401)
})
test('gives each test its own school', async () => {
  const { token } = await api.as(1)
  expect(
    (await call('/kategori-kursus', { token })).body.data.map((k: { nama: string }) => k.nama),
  ).toEqual(['Piano'])
  expect((await call(`/gedung/view?id=${api.ids.gedung2}`, { token })).body.data.nama).toBe(
    'Nada Makassar',
  )
})
test('lets a test force a failure with its own handler', async () => {
  server.use(
    http.get('*/api/gedung', () =>
      HttpResponse.json(
        { success: false, data: { message: 'Sibuk', status: 503 } },
        { status: 503 },
      ),
    ),
  )
  expect(await call('/gedung')).toMatchObject({ status: 503, body: { data: { message: 'Sibuk' } } })
})
test('fails a request without a handler and logs it', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  await expect(fetch('http://localhost:9999/lain')).rejects.toThrow(/fetch/i)
  expect(said.mock.calls.join()).toMatch(/GET http:\/\/localhost:9999\/lain/)
})
