/** Tests lists with more rows than a bounded total counts (`count=bounded`). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi, type Client, type TestApi } from '#mocks/api/api.ts'

const rows = 10_030
let api: TestApi
let superadmin: Client
beforeAll(async () => {
  api = await openApi()
  superadmin = await api.as(1)
  await sql`insert into kategori_kursus (created_at, updated_at, nama, nama_kunci, warna, urutan, status, cari)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(rows)})
    select '2026-01-01', '2026-01-01', 'k' || i, 'k' || i, 'blue', 0, 'aktif', 'k' || i from n`.execute(
    api.db,
  )
}, 60_000)
afterAll(() => api.close())

const place = async (query: string) => {
  const { data, headers } = await superadmin.get<{ nama: string }[]>(
    `/kategori-kursus?sort=id&${query}`,
  )
  const header = (name: string) => headers.get(`X-Pagination-${name}`)
  return {
    first: Number(data[0]?.nama.slice(1)),
    total: Number(header('Total-Count')),
    pages: Number(header('Page-Count')),
    page: Number(header('Current-Page')),
    more: header('Total-More'),
    last: /rel=last/.test(headers.get('Link') ?? ''),
  }
}

test('counts all rows unless the total may be bounded', async () => {
  expect(await place('per-page=100')).toEqual({
    first: 1,
    total: rows,
    pages: 101,
    page: 1,
    more: null,
    last: true,
  })
})
test('stops counting at 10,000 rows and says so', async () => {
  expect(await place('per-page=100&count=bounded')).toEqual({
    first: 1,
    total: 10_000,
    pages: 100,
    page: 1,
    more: 'true',
    last: false,
  })
})
test('returns the pages after the counted rows, and names the next page', async () => {
  expect(await place('per-page=20&page=501&count=bounded')).toEqual({
    first: 10_001,
    total: 10_000,
    pages: 502,
    page: 501,
    more: 'true',
    last: false,
  })
})
test('counts all rows to return the last page instead of a page beyond it', async () => {
  expect(await place('per-page=20&page=9000&count=bounded')).toEqual({
    first: 10_021,
    total: rows,
    pages: 502,
    page: 502,
    more: null,
    last: true,
  })
})
test('bounds the total of a search', async () => {
  expect(await place('q=k&count=bounded')).toMatchObject({ total: 10_000, more: 'true' })
})
test('rejects another value', async () => {
  expect((await superadmin.get('/kategori-kursus?count=all')).status).toBe(422)
})
test('returns the whole total when it is not larger than the bound', async () => {
  await sql`delete from kategori_kursus where length(nama) = 6 and nama > 'k10000'`.execute(api.db)
  expect(await place('per-page=20&count=bounded')).toMatchObject({
    total: 10_000,
    more: null,
    last: true,
  })
})
