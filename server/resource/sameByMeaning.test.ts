/**
 * Tests that master data cannot be entered twice in different spellings: names that differ only in
 * case, blanks, accents or dots count as equal.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Body } from '#mocks/api/api.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const gedung = { nama: 'Nada Bogor Raya', kode: 'BGR', alamat: 'Jl. 1', kota: 'Bogor' }
const bank = { nama_bank: 'BCA Syariah', no_rekening: '0880112233', atas_nama: 'Nada' }
const ruang = () => ({ nama: 'Studio Anggrek', gedung_id: s.ids.gedung, kapasitas: 2 })
/**
 * Pairs of bodies for each resource: a row (`body`), the same row in another spelling (`again`),
 * and the field named in the error when `again` is created too.
 */
const pairs: Record<string, readonly [body: () => Body, again: () => Body, field: string][]> = {
  gedung: [[() => gedung, () => ({ ...gedung, kode: 'BG2', nama: 'nada  BOGOR raya' }), 'nama']],
  'kategori-kursus': [[() => ({ nama: 'Harpa Élok' }), () => ({ nama: ' harpa elok ' }), 'nama']],
  'jenis-billing': [
    [
      () => ({ kode: 'UJI1', nama: 'Uang Gedung', sifat: 'lain' }),
      () => ({ kode: 'UJI2', nama: 'UANG gedung', sifat: 'lain' }),
      'nama',
    ],
  ],
  bank: [
    [
      () => bank,
      () => ({ ...bank, nama_bank: 'bca syariah', no_rekening: '0880 112-2.33' }),
      'nama_bank',
    ],
  ],
  ruang: [[ruang, () => ({ ...ruang(), nama: 'STUDIO anggrek' }), 'nama']],
  role: [
    [
      () => ({ name: 'Kepala Cabang', dasar_role_id: RoleId.admin }),
      () => ({ name: 'kepala cabang', dasar_role_id: RoleId.admin }),
      'name',
    ],
  ],
}

describe.each(Object.entries(pairs))('%s', (name, all) => {
  test.each(all)('is stored once', async (body, again, field) => {
    const { id } = must(await s.superadmin.post<{ id: number }>(`/${name}/create`, body()))
    const { status, data } = await s.superadmin.post(`/${name}/create`, again())
    expect([status, data]).toMatchObject([
      409,
      { errors: [{ field, message: expect.stringContaining('sudah dipakai') }] },
    ])
    // Renames the first row to the other spelling, which is allowed.
    const { versi } = must(await s.superadmin.get(`/${name}/view?id=${id}`))
    must(
      await s.superadmin.post(`/${name}/update?id=${id}`, {
        versi,
        ...again(),
        kode: undefined,
        dasar_role_id: undefined,
      }),
    )
  })
})

test('rejects a duplicate level of a category', async () => {
  const levels = [{ nama: 'Pemula Élok' }, { nama: 'pemula elok' }]
  const { status, data } = await s.superadmin.post('/kategori-kursus/create', {
    nama: 'Cello',
    levels,
  })
  expect([status, data]).toMatchObject([422, { errors: [{ field: 'levels.1.nama' }] }])
})

test('stores one of two concurrent duplicates', async () => {
  const answers = await Promise.all(
    ['Ukulele', 'ukulele', 'UKULELE', 'Ukulelé'].map((nama) =>
      s.superadmin.post('/kategori-kursus/create', { nama }),
    ),
  )
  expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409, 409, 409])
})

test('is declared for every resource with a name: unique or not', () => {
  /**
   * Resources in which several rows may have the same name, because they differ in a code, a day or
   * an outlet. The form shows a warning when a name is already in use.
   */
  const warned = ['kursus', 'biaya', 'produk-jasa', 'promo']
  const otherwise = [
    'user',
    'saved-view',
    'access',
    'course-level',
    'hari-libur',
    'kursus-pelatih',
    'kursus-peserta',
    'billing',
    'billing-payment',
    'konfirmasi-pembayaran',
    'lead',
  ]
  const knownNames = [...Object.keys(pairs), ...warned, ...otherwise]
  const unknown = Object.entries<AnyResource>(resources).filter(
    ([name, { fields, access }]) =>
      access.create !== null &&
      Object.values(fields).some((schema) => metaOf(schema)?.folded) &&
      !knownNames.includes(name),
  )
  expect(unknown.map(([name]) => name)).toEqual([])
})
