/**
 * Tests lists over HTTP (domain.md 0.3): paging, sorting, filters, search, fields, expand, choices
 * and export.
 */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { openApi, type Answer, type Client, type TestApi } from '#mocks/api/api.ts'
import { must } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'

type Row = Record<string, unknown> & { id: number }
let api: TestApi
let c: Client
const ids: number[] = []
const names = [
  'Élan',
  'eka',
  'Ecka',
  'álma',
  'Alma d',
  ' alma  b ',
  'Zulu',
  'zulu 2',
  'ÿ',
  'Ñandú',
  'nandu x',
  '100% Piano',
  '100 Piano',
  'a_b',
  'axb',
  'back\\slash',
  "O'Neil",
  'İstanbul',
  'Straße',
  '日本',
  '😀 nada',
]
const declared = Object.entries(resources as Record<string, AnyResource>)

beforeAll(async () => {
  api = await openApi()
  c = await api.as(1)
  for (const [i, nama] of names.entries())
    ids.push(
      must(await c.post<{ id: number }>('/kategori-kursus/create', { nama, urutan: i % 3 })).id,
    )
  const outlets = []
  for (const [kode, nama] of [
    ['JKT', 'Jakarta'],
    ['MKS', 'Makassar'],
  ])
    outlets.push(must(await c.post('/gedung/create', { kode, nama, alamat: 'x', kota: nama })).id)
  const kategori_kursus_id = ids[0]
  for (const [i, nama] of ['Piano', 'Biola', 'Gitar'].entries()) {
    const kursus_id = must(
      await c.post('/kursus/create', {
        kode: `K-${i}`,
        nama,
        kategori_kursus_id,
        tipe: i ? 'group' : 'private',
        kapasitas_maks: i ? 4 : 1,
        biaya_bulanan: 100_000 * (i + 1),
      }),
    ).id
    for (const gedung_id of [null, ...outlets])
      must(
        await c.post('/kursus-harga/create', {
          kursus_id,
          gedung_id,
          berlaku_mulai: `2025-0${i + 1}-01`,
          biaya_bulanan: 50_000,
        }),
      )
  }
})
afterAll(() => api.close())

const list = async (path: string) => must(await c.get<Row[]>(path))
const namesOf = (rows: Row[]) => rows.map((r) => r.nama)
const paging = ({ headers }: Answer) =>
  ['total-count', 'page-count', 'current-page', 'per-page'].map((h) =>
    headers.get(`x-pagination-${h}`),
  )
const expectRefused = async (path: string, field: string) => {
  const { status, success, data } = await c.get(path)
  expect([status, success, data.status, data.name, data.code], path).toEqual([
    422,
    false,
    422,
    'Unprocessable Entity',
    0,
  ])
  expect(
    data.errors.map((e: { field: string }) => e.field),
    path,
  ).toContain(field)
  expect(data.message, path).toBe(data.errors[0].message)
}

describe('paging', () => {
  const total = names.length
  test.each([
    ['', [total, 2, 1, 20]],
    ['?per-page=5', [total, 5, 1, 5]],
    ['?per-page=5&page=3', [total, 5, 3, 5]],
    ['?page=99', [total, 2, 2, 20]],
    ['?page=999999999999', [total, 2, 2, 20]],
    ['?page=0', [total, 2, 1, 20]],
    ['?page=-4', [total, 2, 1, 20]],
    ['?page=abc', [total, 2, 1, 20]],
    ['?page=1.5', [total, 2, 1, 20]],
    ['?page=', [total, 2, 1, 20]],
    ['?page=NaN&per-page=NaN', [total, 2, 1, 20]],
    ['?per-page=0', [total, total, 1, 1]],
    ['?per-page=-1', [total, total, 1, 1]],
    ['?per-page=', [total, 2, 1, 20]],
    ['?per-page=1000', [total, 1, 1, 100]],
    ['?per-page=x', [total, 2, 1, 20]],
    ['?q=tidakada', [0, 0, 1, 20]],
    ['?q=tidakada&page=7', [0, 0, 1, 20]],
  ])('%s', async (query, expected) => {
    const answer = await c.get<Row[]>(`/kategori-kursus${query}`)
    expect(paging(answer)).toEqual(expected.map(String))
    const [count, pages, page, per] = expected as [number, number, number, number]
    expect(answer.data.length).toBe(pages === 0 ? 0 : Math.min(per, count - (page - 1) * per))
  })
  test('keeps the rest of the query in the links self, first, prev, next and last', async () => {
    const links = (await c.get('/kategori-kursus?per-page=5&page=3&sort=-nama')).headers.get(
      'link',
    )!
    const parsed = Object.fromEntries(
      links.split(', ').map((l) => {
        const [, url, rel] = /^<(.+)>; rel=(\w+)$/.exec(l)!
        return [rel!, new URL(url!, 'http://x').searchParams]
      }),
    )
    expect(
      Object.fromEntries(Object.entries(parsed).map(([rel, p]) => [rel, p.get('page')])),
    ).toEqual({ self: '3', first: '1', prev: '2', next: '4', last: '5' })
    expect(
      Object.values(parsed).every((p) => p.get('sort') === '-nama' && p.get('per-page') === '5'),
    ).toBe(true)
    const only = (await c.get('/kategori-kursus?q=tidakada')).headers.get('link')!
    expect(only).not.toMatch(/rel=(next|prev)/)
  })
  test('escapes the client’s query in the Link header', async () => {
    for (const q of [
      'a%0d%0aSet-Cookie:%20x=1',
      '%3E;%20rel=next,%20%3Chttp://jahat',
      '%22',
      '😀',
    ]) {
      const { status, headers } = await c.get(`/kategori-kursus?q=${q}`)
      expect([status, headers.get('set-cookie')]).toEqual([200, null])
      expect(headers.get('link')!.match(/</g)!.length).toBe(3)
    }
  })
  walk(declared)('contains each row once over the pages of every order', async (name, resource) => {
    for (const sort of [...resource.sort, 'id'].flatMap((s) => [s, `-${s}`])) {
      const all = await list(`/${name}?per-page=100&sort=${sort}`)
      const walked: number[] = []
      const size = Math.max(1, Math.ceil(Math.min(all.length, 100) / 4))
      for (let page = 1; walked.length < all.length; page++) {
        const part = (await list(`/${name}?per-page=${size}&page=${page}&sort=${sort}`)).map(
          (r) => r.id,
        )
        expect(part.length).toBeGreaterThan(0)
        walked.push(...part)
      }
      expect(walked.slice(0, all.length), sort).toEqual(all.map((r) => r.id))
      expect(new Set(walked).size, sort).toBe(walked.length)
    }
  })
})

describe('sorting', () => {
  test('sorts names by their folded key, the same on both engines', async () => {
    const key = (s: string) =>
      s.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
    const rows = await list('/kategori-kursus?sort=nama&per-page=100')
    const expected = names
      .map((n, i) => ({ nama: n.replace(/\s+/g, ' ').trim(), id: ids[i]! }))
      .sort(
        (a, b) => Buffer.compare(Buffer.from(key(a.nama)), Buffer.from(key(b.nama))) || a.id - b.id,
      )
    expect(rows.map((r) => r.id)).toEqual(expected.map((e) => e.id))
    expect(namesOf(rows).slice(0, 9)).toEqual([
      '100 Piano',
      '100% Piano',
      'a_b',
      'álma',
      'alma b',
      'Alma d',
      'axb',
      'back\\slash',
      'Ecka',
    ])
    const down = await list('/kategori-kursus?sort=-nama&per-page=100')
    expect(down.map((r) => r.id)).toEqual(rows.map((r) => r.id).toReversed())
  })
  test('sorts equal keys by id, in the direction of the sort', async () => {
    const up = await list('/kategori-kursus?sort=urutan&per-page=100')
    expect(up.map((r) => [r.urutan, r.id])).toEqual(
      [...up]
        .sort((a, b) => (a.urutan as number) - (b.urutan as number) || a.id - b.id)
        .map((r) => [r.urutan, r.id]),
    )
  })
  test('sorts rows without a value last both ways', async () => {
    await api.db.updateTable('user').set({ last_login_at: null }).execute()
    must(
      await c.post('/user/create', {
        role_id: RoleId.admin,
        name: 'Andi',
        email: 'andi@contoh.id',
      }),
    )
    await api.db
      .updateTable('user')
      .set({ last_login_at: '2026-01-01T00:00:00.000Z' })
      .where('name', '=', 'Andi')
      .execute()
    for (const sort of ['last_login_at', '-last_login_at'])
      expect((await list(`/user?sort=${sort}`)).map((r) => r.last_login_at)).toEqual([
        '2026-01-01T00:00:00.000Z',
        null,
      ])
  })
  test('sorts by the first of several attributes, and trims spaces', async () => {
    expect(await list('/kategori-kursus?sort=-nama,urutan')).toEqual(
      await list('/kategori-kursus?sort=-nama'),
    )
    expect(await list('/kategori-kursus?sort=%20-nama%20')).toEqual(
      await list('/kategori-kursus?sort=-nama'),
    )
  })
  test('uses the default for an empty sort', async () =>
    expect(await list('/kategori-kursus?sort=')).toEqual(await list('/kategori-kursus')))
  test.each([
    'warna',
    'nama_kunci',
    'cari',
    '--nama',
    'nama desc',
    'nama;drop table bank',
    '__proto__',
    'constructor',
    'toString',
    '(select 1)',
    'password_hash',
    ',nama',
  ])('rejects %s', (sort) =>
    expectRefused(`/kategori-kursus?sort=${encodeURIComponent(sort)}`, 'sort'),
  )
  test('rejects sorting by password', () => expectRefused('/user?sort=password_hash', 'sort'))
})

describe('unknown names', () => {
  const strange = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'password_hash',
    'cari',
    '1=1',
    "x'--",
  ]
  walk(declared)('rejects them in filter, expand and fields', async (name) => {
    for (const key of strange) {
      expect((await c.get(`/${name}?${encodeURIComponent(key)}=1`)).status, key).toBe(422)
      expect((await c.get(`/${name}?filter[${encodeURIComponent(key)}]=1`)).status, key).toBe(422)
      await expectRefused(`/${name}?expand=${encodeURIComponent(key)}`, 'expand')
      await expectRefused(`/${name}?fields=${encodeURIComponent(key)}`, 'fields')
      await expectRefused(`/${name}?sort=${encodeURIComponent(key)}`, 'sort')
    }
    await expectRefused(`/${name}?tidakada=1`, 'tidakada')
  })
  walk(declared.filter(([, r]) => r.access.view !== null))('rejects them in view expands', (name) =>
    expectRefused(`/${name}/view?id=1&expand=constructor`, 'expand'),
  )
  test('reports several mistakes together', async () => {
    const { data } = await c.get('/bank?tidakada=1&sort=x&expand=y&fields=z')
    expect(data.errors.map((e: { field: string }) => e.field)).toEqual([
      'tidakada',
      'sort',
      'expand',
      'fields',
    ])
  })
  walk(declared)(
    'rejects values and operators that look like object members',
    async (name, resource) => {
      for (const filter of resource.filters)
        for (const word of ['constructor', '__proto__', 'toString']) {
          expect([200, 422], `${filter}=${word}`).toContain(
            (await c.get(`/${name}?${filter}=${word}`)).status,
          )
          await expectRefused(`/${name}?filter[${filter}][${word}]=1`, filter)
        }
    },
  )
})

describe('filters', () => {
  test('accepts plain and bracketed ones', async () => {
    expect(namesOf(await list('/kursus?tipe=private'))).toEqual(['Piano'])
    expect(namesOf(await list('/kursus?filter[tipe]=private'))).toEqual(['Piano'])
    expect(namesOf(await list('/kursus?filter[tipe][eq]=private'))).toEqual(['Piano'])
    expect(namesOf(await list('/kursus?filter[tipe][neq]=private'))).toEqual(['Biola', 'Gitar'])
    expect(namesOf(await list('/kursus?filter[tipe][in]=private,group'))).toEqual([
      'Biola',
      'Gitar',
      'Piano',
    ])
    expect(
      namesOf(await list('/kursus?filter[tipe][in][]=private&filter[tipe][in][]=group')),
    ).toEqual(['Biola', 'Gitar', 'Piano'])
    expect(namesOf(await list('/kursus?filter[tipe][nin]=private'))).toEqual(['Biola', 'Gitar'])
    expect(namesOf(await list('/kursus?filter[tipe][like]=RIV'))).toEqual(['Piano'])
    expect(namesOf(await list('/kursus?filter[tipe][like]=%25'))).toEqual([])
    expect(namesOf(await list('/kursus?filter[tipe][like]=_r'))).toEqual([])
    expect(namesOf(await list('/kursus?tipe='))).toEqual(['Biola', 'Gitar', 'Piano'])
  })
  test('reads a literal NULL', async () => {
    expect((await list('/kursus-harga?gedung_id=NULL')).every((r) => r.gedung_id === null)).toBe(
      true,
    )
    expect((await list('/kursus-harga?gedung_id=NULL')).length).toBe(3)
    expect((await list('/kursus-harga?filter[gedung_id][neq]=NULL')).length).toBe(6)
    await expectRefused('/kursus?tipe=NULL', 'tipe')
    await expectRefused('/kursus-harga?filter[gedung_id][gt]=NULL', 'gedung_id')
  })
  test('selects ranges', async () => {
    const ids_ = (await list('/kursus?sort=id')).map((r) => r.id)
    const sums = async (query: string) => (await list(`/kursus-harga?${query}&per-page=100`)).length
    expect(await sums(`filter[kursus_id][gte]=${ids_[1]}`)).toBe(6)
    expect(await sums(`filter[kursus_id][gt]=${ids_[1]}`)).toBe(3)
    expect(await sums(`filter[kursus_id][lte]=${ids_[1]}&filter[kursus_id][gt]=${ids_[0]}`)).toBe(3)
    expect(await sums(`filter[kursus_id][lt]=${ids_[0]}`)).toBe(0)
  })
  test.each([
    '/kursus?tipe=salah',
    '/kursus?filter[tipe][in]=private,salah',
    '/kursus?filter[tipe][in]=',
    '/kursus?filter[tipe][regexp]=x',
    '/kursus?filter[kategori_kursus_id]=abc',
    '/kursus?kategori_kursus_id=1.5',
    '/kursus?kategori_kursus_id=0',
    '/kursus?kategori_kursus_id=-1',
    '/kursus?kategori_kursus_id=99999999999999999999',
    '/kursus?kategori_kursus_id=1e3x',
    '/kursus?kategori_kursus_id=1%20or%201=1',
  ])('%s', async (path) => {
    const { status } = await c.get(path)
    expect(status).toBe(path.endsWith('[in]=') ? 200 : 422)
  })
  walk(declared)(
    'rejects or finds nothing for a number beyond every id, on both engines',
    async (name, resource) => {
      for (const filter of [...resource.filters, ...Object.keys(resource.customFilters)])
        for (const value of [
          '2147483648',
          '99999999999',
          '9007199254740993',
          '-2147483649',
          '1e400',
          'Infinity',
          '-0',
          '0x10',
          ' 1',
        ])
          expect([200, 422], `${filter}=${value}`).toContain(
            (await c.get(`/${name}?${filter}=${encodeURIComponent(value)}`)).status,
          )
    },
  )
  walk(declared.filter(([, r]) => r.access.pilihan !== null && r.choice))(
    'rejects or finds nothing for such a number in a choice',
    (name) => expectRefused(`/${name}/pilihan?id=99999999999`, 'id'),
  )
  test('nests and, or, not', async () => {
    const piano = 'filter[or][0][tipe]=private'
    expect(
      namesOf(await list(`/kursus?${piano}&filter[or][1][kategori_kursus_id]=${ids[1]}`)),
    ).toEqual(['Piano'])
    expect(namesOf(await list(`/kursus?${piano}&filter[or][1][tipe]=group`))).toEqual([
      'Biola',
      'Gitar',
      'Piano',
    ])
    expect(
      namesOf(await list('/kursus?filter[or][][tipe]=private&filter[or][][tipe]=group')),
    ).toEqual(['Biola', 'Gitar', 'Piano'])
    expect(namesOf(await list('/kursus?filter[not][tipe]=private'))).toEqual(['Biola', 'Gitar'])
    expect(
      namesOf(await list('/kursus?filter[and][0][tipe]=group&filter[and][1][tipe][neq]=group')),
    ).toEqual([])
    expect(
      namesOf(
        await list('/kursus?filter[not][or][0][tipe]=private&filter[not][or][1][status]=nonaktif'),
      ),
    ).toEqual(['Biola', 'Gitar'])
    expect(namesOf(await list(`/kursus?status=aktif&${piano}`))).toEqual(['Piano'])
    await expectRefused('/kursus?filter[or][0][tidakada]=1', 'tidakada')
    await expectRefused('/kursus?filter[or]=x', 'or')
    await expectRefused('/kursus?filter[not][tipe]=salah', 'tipe')
    await expectRefused(`/kursus?filter${'[not]'.repeat(9)}[tipe]=private`, 'filter')
    await expectRefused(
      `/kursus?${Array.from({ length: 101 }, (_, i) => `filter[or][${i}][tipe]=private`).join('&')}`,
      'filter',
    )
  })
  test('rejects too many values', () =>
    expectRefused(
      `/kursus-harga?filter[kursus_id][in]=${Array.from({ length: 201 }, (_, i) => i + 1).join()}`,
      'kursus_id',
    ))
})

describe('search', () => {
  const q = async (text: string) =>
    namesOf(await list(`/kategori-kursus?per-page=100&q=${encodeURIComponent(text)}`))
  test.each([
    ['ÉLAN', ['Élan']],
    ['elan', ['Élan']],
    ['e\u0301lan', ['Élan']],
    ['alma', ['álma', 'alma b', 'Alma d']],
    ['ALMA B', ['alma b']],
    ['b alma', ['alma b']],
    ['100%', ['100% Piano']],
    ['%', ['100% Piano']],
    ['_', ['a_b']],
    ['a_b', ['a_b']],
    ['\\', ['back\\slash']],
    ["o'neil", ["O'Neil"]],
    ['日', ['日本']],
    ['😀', ['😀 nada']],
    ['istanbul', ['İstanbul']],
    ['ñandu', ['Ñandú', 'nandu x']],
    ["' or 1=1 --", []],
    ['%%%', []],
  ])('%s', async (text, expected) =>
    expect((await q(text)).toSorted()).toEqual(expected.toSorted()),
  )
  test('ignores a query of spaces only', async () =>
    expect((await q('   ')).length).toBe(names.length))
  test('accepts marks alone, half a surrogate pair and very long texts', async () => {
    for (const text of [
      '\u0301',
      'x'.repeat(10_000),
      `${'a '.repeat(3000)}`,
      '%'.repeat(5000),
      '\u{1F600}'.repeat(200),
      'x'.repeat(99) + '😀',
    ])
      expect((await c.get(`/kategori-kursus?q=${encodeURIComponent(text)}`)).status).toBe(200)
    expect((await c.get('/kategori-kursus?q=%ED%A0%80')).status).toBe(200)
    expect((await c.get('/kategori-kursus?q=%E0%A4%A')).status).toBe(200)
  })
  test('reports a list without search columns', () => expectRefused('/kursus-harga?q=x', 'q'))
  test('rejects NUL in the URL', async () => {
    for (const path of ['/kategori-kursus?q=%00', '/bank?status=%00', '/bank?sort=a%00b'])
      expect((await c.get(path)).status).toBe(400)
  })
})

describe('fields and expand', () => {
  test('limits the row to the requested fields', async () => {
    expect(Object.keys((await list('/kursus?fields=nama,%20kode'))[0]!).toSorted()).toEqual([
      'id',
      'kode',
      'nama',
    ])
    expect(Object.keys((await list('/kursus?fields='))[0]!).length).toBe(
      Object.keys(resources.kursus.entity.shape).length,
    )
  })
  test('expands without the column that the expand follows', async () => {
    const [row] = await list('/kursus?fields=nama&expand=kategori_kursus')
    expect(row).toEqual({
      id: row!.id,
      nama: 'Biola',
      kategori_kursus: { id: ids[0], nama: 'Élan', warna: '#6366f1' },
    })
  })
  test('expands to null without a row, and to a list for many', async () => {
    expect((await list('/kursus-harga?expand=gedung&gedung_id=NULL'))[0]).toMatchObject({
      gedung: null,
    })
    expect(
      (await list('/kursus-harga?expand=gedung&filter[gedung_id][neq]=NULL'))[0],
    ).toMatchObject({ gedung: { nama: expect.any(String) } })
  })
  test('returns exactly the declared fields', async () => {
    for (const [name, resource] of declared)
      for (const row of await list(`/${name}`))
        expect(Object.keys(row).toSorted(), name).toEqual(
          Object.keys(resource.entity.shape).toSorted(),
        )
  })
})

describe('choices', () => {
  test('follow the default order of the list, its direction too', async () => {
    const down = must(await c.get<Row[]>('/kategori-kursus/pilihan?sort=-nama')).map((r) => r.id)
    expect(down.length).toBeGreaterThan(2)
    expect(down).toEqual(
      must(await c.get<Row[]>('/kategori-kursus/pilihan?sort=nama'))
        .map((r) => r.id)
        .toReversed(),
    )
  })
  test('returns at most 50 active ones, or those requested by id', async () => {
    const newIds: number[] = []
    for (let i = 0; i < 55; i++)
      newIds.push(
        must(
          await c.post('/kategori-kursus/create', {
            nama: `Massal ${i}`,
            status: i === 0 ? 'nonaktif' : 'aktif',
          }),
        ).id,
      )
    const choices = must(await c.get<Row[]>('/kategori-kursus/pilihan?q=massal'))
    expect(choices.length).toBe(50)
    expect(choices.map((r) => r.id)).not.toContain(newIds[0])
    expect(
      must(await c.get<Row[]>(`/kategori-kursus/pilihan?id=${newIds[0]},${newIds[1]}`)).map(
        (r) => r.id,
      ),
    ).toEqual([newIds[0], newIds[1]])
    for (const id of newIds) must(await c.post(`/kategori-kursus/delete?id=${id}`))
  })
  test('rejects bad ids and filters', async () => {
    for (const query of ['id=abc', 'id=1;2', 'id=-1', 'id=1.5', 'id=99999999999', 'tidakada=1'])
      expect((await c.get(`/bank/pilihan?${query}`)).status, query).toBe(422)
  })
})

describe('export', () => {
  test('writes CSV with BOM and one header row; neutralises formulas', async () => {
    const newId = must(
      await c.post('/kategori-kursus/create', { nama: '=HYPERLINK("http://x","y")' }),
    ).id
    must(await c.post(`/kategori-kursus/create`, { nama: '@koma, "kutip"' }))
    const answer = await c.get<string>('/kategori-kursus/ekspor?sort=nama')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="kategori-kursus-${currentDay()}.csv"`,
    )
    const raw = await (
      await api.app.request('/api/kategori-kursus/ekspor', {
        headers: { authorization: `Bearer ${c.token}` },
      })
    ).arrayBuffer()
    expect([...new Uint8Array(raw).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(answer.data).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
    expect(answer.data).toContain(`"'@koma, ""kutip"""`)
    expect(answer.data.trim().split('\n').length).toBe(names.length + 3)
    must(await c.post(`/kategori-kursus/delete?id=${newId}`))
  })
  test('applies the filters of the list, and rejects unknown ones', async () => {
    expect(
      parse((await c.get<string>('/kursus/ekspor?tipe=private&fields=nama')).data, { bom: true }),
    ).toEqual([['Nama Kursus'], ['Piano']])
    await expectRefused('/kursus/ekspor?tidakada=1', 'tidakada')
    await expectRefused('/kursus/ekspor?format=exe', 'format')
  })
  test('writes XLSX with the same rows, names for ids, labels, typed days, amounts', async () => {
    const sheet = async (path: string) => {
      const { status, headers, data } = await c.bytes(path)
      expect([status, headers.get('content-type')]).toEqual([
        200,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ])
      const [head, ...rows] = readSheet(data, { rows: 1000, columns: 100 }).rows
      const labels = [...head!.cells]
      return rows.map((row) =>
        Object.fromEntries(labels.map(([i, label]) => [label, row.cells.get(i) ?? null])),
      )
    }
    const all = await sheet('/kategori-kursus/ekspor?format=xlsx&sort=-nama')
    const csv = (await c.get<string>('/kategori-kursus/ekspor?sort=-nama&fields=id')).data
      .trim()
      .split('\n')
      .slice(1)
      .map(Number)
    const listed = must(
      await c.get<{ id: number; nama: string }[]>('/kategori-kursus?sort=-nama&per-page=100'),
    )
    expect(listed.map((r) => r.id)).toEqual(csv)
    expect(all.map((r) => r.Nama)).toEqual(listed.map((r) => r.nama))
    expect(
      (await c.bytes('/kategori-kursus/ekspor?format=xlsx')).headers.get('content-disposition'),
    ).toBe(`attachment; filename="kategori-kursus-${currentDay()}.xlsx"`)
    const courses = await sheet('/kursus/ekspor?format=xlsx&tipe=private')
    expect(courses).toEqual([
      expect.objectContaining({
        'Nama Kursus': 'Piano',
        Kategori: names[0],
        Tipe: 'Privat',
        Status: 'Aktif',
        'Biaya Bulanan': 100_000,
        'Dibuat (WIB)': expect.any(Number),
      }),
    ])
    await expectRefused('/kursus/ekspor?format=xlsx&tidakada=1', 'tidakada')
  })
  test('is recorded in the audit log', async () =>
    expect((await list('/audit?aksi=ekspor')).length).toBeGreaterThan(0))
})
