/** Tests malformed requests, found by fuzzing the API, and variants of them. */
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { makeMissing } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'

type Row = Record<string, unknown>

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await makeMissing(s)
})
afterAll(() => s.close())

describe('a long response', () => {
  const ask = (path: string, headers: Record<string, string>) =>
    s.app.request(`/api${path}`, {
      headers: { authorization: `Bearer ${s.superadmin.token}`, ...headers },
    })
  test('is compressed for clients that accept it, with the same content', async () => {
    const plain = await ask('/role?per-page=100', {})
    const packed = await ask('/role?per-page=100', { 'accept-encoding': 'gzip, deflate, br' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i)
    const [text, bytes] = [await plain.text(), Buffer.from(await packed.arrayBuffer())]
    expect(gunzipSync(bytes).toString()).toBe(text)
    expect(bytes.length).toBeLessThan(text.length / 3)
    expect(packed.headers.get('x-pagination-total-count')).toBe(
      plain.headers.get('x-pagination-total-count'),
    )
  })
  test('is not compressed when short or already compressed', async () => {
    const gzip = { 'accept-encoding': 'gzip' }
    for (const path of ['/profile', '/user/ekspor?format=xlsx'])
      expect((await ask(path, gzip)).headers.get('content-encoding')).toBeNull()
    expect((await ask('/user/ekspor?format=csv', gzip)).headers.get('content-encoding')).toBe(
      'gzip',
    )
  })
})

describe('the URL', () => {
  test.each(['08', '0.1000000000000000055511151231257827', '-0.5', '9223372036854775807'])(
    'rejects an invalid Host (%s) with 400 instead of an error of the server',
    async (host) => {
      // Sets the URL after creating the request: a Request cannot be created with an invalid host,
      // but the HTTP server copies the Host header into the URL without checking it.
      const request = new Request('http://localhost/api/bank?id=1')
      Object.defineProperty(request, 'url', { value: `http://${host}/api/bank?id=1` })
      const answer = await s.app.fetch(request)
      const { data } = (await answer.json()) as { data: { status: number; message: string } }
      expect([answer.status, data.status]).toEqual([400, 400])
    },
  )
})

describe('expanded data', () => {
  const expands = Object.entries(resources as Record<string, AnyResource>).flatMap(([name, r]) =>
    Object.entries(r.expand).map(
      ([expand, { schema }]) => [`${name}: ${expand}`, name, expand, schema] as const,
    ),
  )
  walk(expands)('has the documented fields, and no others', async (_, name, expand, schema) => {
    const rows = must(await s.superadmin.get<Row[]>(`/${name}?expand=${expand}&per-page=100`))
    const added = rows.flatMap((row) => [row[expand] ?? []].flat())
    const named = 'shape' in schema ? Object.keys(schema.shape as object).toSorted() : []
    for (const addedRow of named.length > 0 ? added : [])
      expect(Object.keys(addedRow as object).toSorted()).toEqual(named)
  })
})

describe('a list', () => {
  const sizeOf = (headers: Headers) =>
    [...headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  test('omits a long query from the headers, which have a limit', async () => {
    const long = await s.superadmin.get(`/bank?q=${'%40'.repeat(2000)}`)
    expect([long.status, long.headers.get('link')]).toEqual([200, null])
    expect(long.headers.get('x-pagination-total-count')).toBe('0')
    expect(sizeOf(long.headers)).toBeLessThan(4000)
    const short = await s.superadmin.get('/bank?q=B')
    expect(short.headers.get('link')).toMatch(/rel=self.*rel=first.*rel=last/)
  })
  test('returns every field when none is named', async () => {
    const [whole] = must(await s.superadmin.get<object[]>('/bank'))
    for (const fields of ['', ',', ',,,', ' , ']) {
      expect(must(await s.superadmin.get<object[]>(`/bank?fields=${fields}`))[0], fields).toEqual(
        whole,
      )
      const file = await s.superadmin.bytes(`/bank/ekspor?fields=${fields}`)
      expect([file.status, file.data.toString()], fields).toEqual([
        200,
        expect.stringContaining('BCA'),
      ])
    }
  })
})
