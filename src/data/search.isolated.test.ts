import { describe, expect, test } from 'vitest'
import { billing } from '#contract/billing/billing.ts'
import { createHooks } from '#src/data/api/createHooks.ts'
import { Banks } from '#src/data/resources/bank.ts'
import { listParams, parseSearch, positive, stringifySearch } from '#src/data/search.ts'

describe('parameters in the URL', () => {
  test('reads back as plain text, including long numbers', () => {
    const search = {
      q: '123456789012',
      no_rekening: '12345678901234567890',
      nama: 'A & B = C?',
      status: 'aktif',
      kosong: '',
      tiada: undefined,
      'jatuh_tempo.gte': '2026-11-01',
      ya: 'true',
      plus: '+62',
      nol: '007',
      kurung: '[1,2]',
      kutip: '"x"',
    }
    const text = stringifySearch(search)
    const { kosong: _, tiada: __, ...filledSearch } = search
    expect(parseSearch(text)).toEqual(filledSearch)
    expect(stringifySearch(parseSearch(text))).toBe(text)
  })
  test('contains no JSON, quotes or empty values', () => {
    expect(
      stringifySearch({
        page: 2,
        'per-page': 50,
        sort: '-urutan',
        status: '1',
        q: '123456789012',
        x: null,
        y: undefined,
        z: '',
      }),
    ).toBe('?page=2&per-page=50&sort=-urutan&status=1&q=123456789012')
    expect(stringifySearch({})).toBe('')
    expect(stringifySearch({ x: undefined })).toBe('')
  })
  test('keeps the last value of a repeated name and accepts a leading question mark', () => {
    expect(parseSearch('?a=1&a=2')).toEqual({ a: '2' })
    expect(parseSearch('a=1')).toEqual({ a: '1' })
    expect(parseSearch('')).toEqual({})
  })
})

test('positive accepts only whole numbers of at least 1', () => {
  expect(['1', 20, '2147483647'].map(positive)).toEqual([1, 20, 2_147_483_647])
  for (const bad of [
    '0',
    '-1',
    '1.5',
    '1e3',
    ' 1',
    '01',
    '',
    null,
    undefined,
    NaN,
    '12345678901',
    {},
    'satu',
  ])
    expect(positive(bad)).toBeUndefined()
})

describe('parameters of a list', () => {
  const open = (url: string) => Banks.clean(listParams(parseSearch(url)))
  test('keeps known values', () => {
    expect(
      open('?page=3&per-page=50&sort=-nama_bank&q=bca&status=aktif&metode=1&tipe=rekening'),
    ).toEqual({
      page: 3,
      'per-page': 50,
      sort: '-nama_bank',
      q: 'bca',
      status: 'aktif',
      metode: '1',
      tipe: 'rekening',
    })
  })
  test('omits an invalid page, page size or sort', () => {
    for (const url of [
      '?page=0',
      '?page=-2',
      '?page=dua',
      '?page=1.5',
      '?page=',
      '?page=99999999999',
    ])
      expect(open(url)).toEqual({})
    for (const url of ['?per-page=7', '?per-page=1000', '?per-page=x', '?per-page=0'])
      expect(open(url)).toEqual({})
    for (const url of [
      '?sort=rahasia',
      '?sort=--urutan',
      '?sort=urutan;drop',
      '?sort=no_rekening',
      '?sort=',
    ])
      expect(open(url)).toEqual({})
  })
  test('omits defaults', () => {
    expect(open('?page=1&per-page=20')).toEqual({})
  })
  test('omits unknown filters and wrong values and keeps the others', () => {
    expect(
      open(
        '?status=mungkin&metode=1&warna=merah&metode.gte=x&__proto__=1&constructor=1&nama_bank=BCA',
      ),
    ).toEqual({ metode: '1' })
    expect(open('?metode=99&tipe=')).toEqual({})
    expect(open('?metode=1%27or')).toEqual({})
  })
  test('omits expand, cuts a search at 100 characters and omits it where unsupported', () => {
    expect(open('?expand=rahasia')).toEqual({})
    expect(open(`?q=${'x'.repeat(300)}`).q).toHaveLength(100)
    const plain = createHooks({ ...billing, search: [] })
    expect(plain.clean({ q: 'x', payment_status: '0' })).toEqual({ payment_status: '0' })
  })
  test('keeps a range of days with only one valid end', () => {
    const bills = createHooks(billing)
    expect(
      bills.clean(
        listParams(
          parseSearch(
            '?jatuh_tempo.gte=2026-11-01&jatuh_tempo.lte=2026-02-30&nomor.gte=2026-11-01',
          ),
        ),
      ),
    ).toEqual({ 'jatuh_tempo.gte': '2026-11-01' })
  })
})
