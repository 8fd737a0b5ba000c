/**
 * Tests that a search finds students through their payer, and that a filter can use a column that
 * the search also uses.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RoleId } from '#contract/enums.ts'
import type { Client } from '#mocks/api/api.ts'
import { makeAkun, makePeserta } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let payer: number
const children: number[] = []
const payerData = {
  name: 'Zulaikha Wirawan',
  email: 'zul.keluarga@surat.example',
  phone: '+6281377788899',
}
const change = async (body: Record<string, unknown>) => {
  const { versi } = must(await s.superadmin.get(`/user/view?id=${payer}`))
  must(await s.superadmin.post(`/user/update?id=${payer}`, { versi, ...body }))
}

beforeAll(async () => {
  s = await makeSchool()
  payer = await makeAkun(s)
  await change(payerData)
  for (let n = 0; n < 3; n++)
    children.push(await makePeserta(s, payer, s.ids.gedung, { name: `Murid Ketujuh ${n}` }))
})
afterAll(() => s.close())

const listed = async (by: Client, q: string) =>
  must(
    await by.get<{ id: number }[]>(
      `/user?jenis=peserta&per-page=100&sort=id&q=${encodeURIComponent(q)}`,
    ),
  ).map((r) => r.id)
const searched = async (by: Client, q: string) =>
  must(await by.get<{ id: number }[]>(`/search?q=${encodeURIComponent(q)}`))
    .map((r) => r.id)
    .toSorted((a, b) => a - b)

describe.each([
  ['list', listed],
  ['search', searched],
] as const)('%s', (_, find) => {
  test.each(['zul.keluarga@surat.example', 'ZUL.KELUARGA', '081377788899', 'zulaikha'])(
    'finds the children by %s of the payer',
    async (q) => expect(await find(s.superadmin, q)).toEqual(children),
  )
  test('matches some of several words against the payer', async () =>
    expect(await find(s.superadmin, 'ketujuh zulaikha')).toEqual(children))
  test('finds by the payer’s current data only', async () => {
    await change({ email: 'baru.keluarga@surat.example', phone: '+6281377788800' })
    expect(await find(s.superadmin, 'baru.keluarga')).toEqual(children)
    expect(await find(s.superadmin, '081377788800')).toEqual(children)
    expect(await find(s.superadmin, 'zul.keluarga')).toEqual([])
    await change(payerData)
  })
  test('finds nobody for a user who may not see the children', async () =>
    expect(await find(s.admin2, 'zul.keluarga')).toEqual([]))
})

test('finds them in a picker too', async () =>
  expect(
    must(
      await s.superadmin.get<{ id: number }[]>('/user/pilihan?jenis=peserta&q=zul.keluarga'),
    ).map((r) => r.id),
  ).toEqual(children))

test('does not search by a payer out of scope', async () => {
  const accesses = ['user/peserta', 'user/view', 'user/pilihan']
  const role = must(
    await s.superadmin.post('/role/create', {
      name: 'Resepsionis',
      dasar_role_id: RoleId.admin,
      accesses,
    }),
  ).id
  const id = must(
    await s.superadmin.post('/user/create', {
      role_id: role,
      name: 'Penerima Tamu',
      email: 'tamu@contoh.id',
      phone: '081200000055',
    }),
  ).id
  const by = await s.as(id)
  expect(await listed(by, 'ketujuh')).toEqual(children)
  expect(await listed(by, 'zul.keluarga')).toEqual([])
})

describe('filter[…][like]', () => {
  const ids = async (query: string) =>
    must(await s.superadmin.get<{ id: number }[]>(`/user?per-page=100&sort=id&${query}`)).map(
      (r) => r.id,
    )
  test.each([
    'filter[name][like]=KÉTUJUH',
    'filter[or][0][name][like]=ketujuh&filter[or][1][name][like]=tidakada',
  ])('%s', async (query) => expect(await ids(query)).toEqual(children))
  test.each([
    'filter[email][like]=ZUL.keluarga',
    'filter[phone][like]=0813-7778',
    'filter[phone][like]=+62 813 777 888'.replaceAll('+', '%2B'),
  ])('%s', async (query) => {
    expect(await ids(query)).toContain(payer)
  })
  test('works on every column that q searches', async () => {
    const { resources } = await import('#contract/registry.ts')
    for (const { name, search, access } of Object.values(resources))
      for (const column of access.index === null ? [] : search)
        expect(
          (await s.superadmin.get(`/${name}?filter[${column}][like]=a`)).status,
          `${name}.${column}`,
        ).toBe(200)
  })
  test('rejects other columns and other operators', async () => {
    expect((await s.superadmin.get('/user?filter[alamat][like]=jl')).status).toBe(422)
    expect((await s.superadmin.get('/user?filter[name][eq]=Andi')).status).toBe(422)
  })
})
