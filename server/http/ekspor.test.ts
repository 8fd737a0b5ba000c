/** Reading all rows of a list in batches, and the files that are made of them. */
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Actor } from '#server/http/context.ts'
import { neutral } from '#server/http/csv.ts'
import { parseList } from '#server/http/query.ts'
import { allRows, pageRows, type AnyRow } from '#server/http/rows.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { makeBill, makeDraft } from '#mocks/keluarga.ts'
import { makeSchool, must, type School } from '#mocks/school.ts'

let s: School
const actor: Actor = { id: 1, name: 'Uji', role_id: 1, dasar: 1, accesses: ['*'], allowed: new Set(), buatan: [], gedung: [], token_hash: '', harus_ganti_password: false }
const listOf = (name: string, params: string) => {
  const module = moduleOf(name)!
  return { module, query: parseList(module.resource, module.filters ?? {}, new URLSearchParams(params), actor) }
}
const inBatches = async (name: string, params: string, size: number, between: (rows: AnyRow[]) => Promise<unknown> = async () => {}): Promise<AnyRow[]> => {
  const { module, query } = listOf(name, params)
  const rows: AnyRow[] = []
  for await (const batch of allRows(s.db, module, actor, query, size)) { rows.push(...batch); await between(rows) }
  return rows
}

beforeAll(async () => {
  s = await makeSchool()
  // Drafts have no number and no day of issue: rows without a sort key, among those that have one.
  for (let i = 0; i < 7; i++) await (i % 2 ? makeBill : makeDraft)(s, i % 3 ? s.ids.akun : s.ids.akun2, 100_000 + (i % 2) * 50_000)
})
afterAll(() => s.close())

describe('all rows, batch by batch', () => {
  test.each(Object.entries(resources).map(([name, { sort }]) => [name, ['id', ...sort]] as const))('%s: as the list has them, in every order', async (name, sorts) => {
    for (const sort of sorts.flatMap((one) => [one, `-${one}`])) {
      const { module, query } = listOf(name, `sort=${sort}`)
      const whole = await pageRows(s.db, module, actor, query, 0, 10_000)
      for (const size of [1, 3]) expect(await inBatches(name, `sort=${sort}`, size), `${sort} ${size}`).toEqual(whole)
    }
  })
  test('what comes and goes meanwhile neither doubles nor hides a row', async () => {
    const before = (await inBatches('billing', 'status=0&sort=-created_at', 100)).map((r) => r.id)
    let draft = 0
    const read = await inBatches('billing', 'status=0&sort=-created_at', 2, async (rows) => {
      if (draft === 0) must(await s.superadmin.post(`/billing/delete?id=${rows[0]!.id}`))
      draft = await makeDraft(s, s.ids.akun, 1000)
    })
    expect(draft).toBeGreaterThan(0)
    expect(read.map((r) => r.id)).toEqual(before)
  })
})

test.each(['q=santoso', 'status=1&sort=total', 'sort=-nomor', 'gedung_id=1&status=0&sort=nomor'])('a file has the rows of the list: %s', async (params) => {
  const listed = must(await s.superadmin.get<{ id: number }[]>(`/billing?per-page=100&${params}`)).map((r) => r.id)
  const exported = (await s.superadmin.get<string>(`/billing/ekspor?fields=id&${params}`)).data.trim().split('\n').slice(1).map(Number)
  expect(listed.length).toBeGreaterThan(0)
  expect(exported).toEqual(listed)
})

describe('the database writes the lines of a CSV as the API answers the rows', () => {
  const said = (value: unknown) => (value === null ? '' : typeof value === 'string' ? neutral(value) : typeof value === 'object' ? JSON.stringify(value) : String(value))
  beforeAll(async () => {
    const [bank] = must(await s.superadmin.get<{ id: number; versi: number; metode: number }[]>('/bank?per-page=1'))
    const texts = ['=1+1', 'a,b', 'dua "kutip"', "'apostrof", '-5', '@x', '+62', 'é 😀; ok', ' depan', '"', ',']
    for (const [i, nama] of texts.entries()) must(await s.superadmin.post('/bank/create', { nama_bank: `${nama} ${i}`.trim(), metode: bank?.metode, no_rekening: '1234567890', atas_nama: 'Nada', urutan: i + 100 }))
    must(await s.superadmin.post('/gedung/create', { nama: 'Baris', kode: 'BRS', kota: 'Bandung', alamat: 'Jalan "A", No. 1\n=2\r\nKota', jam_buka: '08:00', jam_tutup: '20:00' }))
  })
  test.each(Object.entries<AnyResource>(resources).filter(([, { access }]) => access.ekspor))('%s', async (name, { entity }) => {
    const fields = Object.entries(entity.shape).flatMap(([column, schema]) => (metaOf(schema as never)?.rahasia ? [] : [column]))
    const answer = await s.superadmin.get<string>(`/${name}/ekspor?sort=id&fields=${fields.join(',')}`)
    expect(answer.status).toBe(200)
    const rows = await inBatches(name, 'sort=id', 100)
    expect((parse(answer.data, { bom: true, record_delimiter: '\n' }) as string[][]).slice(1)).toEqual(rows.filter((row) => row).map((row) => fields.map((field) => said(row[field]))))
  })
})
