/**
 * Tests that every field of every resource rejects wrong types, missing values, unknown references
 * and old versions. The server rejects them before it writes to the database, so testing on one
 * database engine is enough.
 */
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { isRequired, metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import type { Body } from '#mocks/api/api.ts'
import { samplesOf, type Made } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const declared = Object.entries(resources as Record<string, AnyResource>)
const offering = (operation: string) =>
  declared.filter(([, r]) => r.access[operation] !== null && operation in r.access)
const issues = ({ status, data }: { status: number; data: { errors?: { field: string }[] } }) => [
  status,
  data.errors?.map((e) => e.field),
]

describe('ids', () => {
  const verbs = declared.flatMap(([name, r]) =>
    ['view', 'update', 'delete', ...Object.keys(r.actions)]
      .filter((v) => r.access[v] !== null && v in r.access)
      .map((verb) => [`${name}/${verb}`, name, verb] as const),
  )
  walk(verbs)('are integers of existing rows in every call', async (_, name, verb) => {
    const call = (id: string) =>
      verb === 'view'
        ? s.superadmin.get(`/${name}/view${id}`)
        : s.superadmin.post(`/${name}/${verb}${id}`, { versi: 1 })
    for (const id of [
      '',
      '?id=',
      '?id=abc',
      '?id=-1',
      '?id=1.5',
      '?id=1e3',
      '?id=0x1',
      '?id=%20',
      '?id=1%20or%201=1',
      '?id=NaN',
      '?id=__proto__',
      '?id=1,2',
      `?id=${'9'.repeat(40)}`,
    ])
      expect((await call(id)).status, id).toBe(422)
    for (const id of [
      '?id=0',
      '?id=2147483647',
      '?id=2147483648',
      '?id=9007199254740993',
      '?id=99999999999999999999',
    ])
      expect((await call(id)).status, id).toBe(404)
  })
})

describe('create', () => {
  const sample = async (name: Made): Promise<Body> =>
    name === 'user'
      ? {
          ...must(await s.superadmin.get<Body[]>('/user?per-page=1&jenis=peserta'))[0],
          username: null,
          persetujuan: true,
        }
      : samplesOf(s)[name].create()
  walk(offering('create'))(
    'names every required field when nothing is sent',
    async (name, resource) => {
      const key = resource.idempotent.includes('create') ? 'kosong' : null
      const answer = await s.superadmin.post(`/${name}/create`, {}, key)
      const required = Object.entries({ ...resource.fields, ...resource.extra })
        .filter(([, f]) => isRequired(f))
        .map(([k]) => k)
      const [status, fields] = issues(answer) as [number, string[]]
      expect([status, fields.toSorted()]).toEqual([422, required.toSorted()])
      expect(answer.data.message).toBe(answer.data.errors[0].message)
    },
  )
  walk(offering('create'))(
    'names a field of the wrong type, whatever its type',
    async (name, resource) => {
      for (const field of Object.keys({ ...resource.fields, ...resource.extra }))
        for (const value of [{ a: 1 }, [[1]], { toString: 1 }]) {
          const answer = await s.superadmin.post(
            `/${name}/create`,
            { [field]: value },
            `${name}${field}`,
          )
          expect([answer.status, issues(answer)[1]], field).toEqual([
            422,
            expect.arrayContaining([expect.stringMatching(new RegExp(`^${field}(\\.|$)`))]),
          ])
        }
    },
  )
  walk(offering('create'))('rejects an invalid number with 422', async (name, resource) => {
    const numbers = Object.entries(resource.fields).filter(([, f]) =>
      ['number', 'rupiah', 'picker', 'percent'].includes(metaOf(f)?.control ?? ''),
    )
    for (const [field] of numbers)
      for (const value of [1.5, -1, 1e21, 2 ** 53, 2 ** 40, '12', true]) {
        const answer = await s.superadmin.post(
          `/${name}/create`,
          { [field]: value },
          `${name}${field}`,
        )
        expect(answer.status, `${field} ${String(value)}`).toBe(422)
      }
  })
  walk(offering('create'))('names a reference to a missing row', async (name, resource) => {
    for (const [field, schema] of Object.entries(resource.fields)) {
      const meta = metaOf(schema)
      if (meta?.control !== 'picker') continue
      const answer = await s.superadmin.post(`/${name}/create`, {
        ...(await sample(name as Made)),
        [field]: 2_147_483_647,
      })
      expect(issues(answer), field).toEqual([422, expect.arrayContaining([field])])
    }
  })
})

describe('update', () => {
  walk(offering('update'))('requires the latest version', async (name) => {
    const [row] = must(await s.superadmin.get(`/${name}?per-page=1&sort=-id`))
    if (!row) return
    for (const versi of [undefined, null, '1', true, {}])
      expect(issues(await s.superadmin.post(`/${name}/update?id=${row.id}`, { versi }))).toEqual([
        422,
        ['versi'],
      ])
    const stale = await s.superadmin.post(`/${name}/update?id=${row.id}`, {
      versi: row.versi - 1,
    })
    expect([stale.status, stale.data.current]).toEqual([
      409,
      expect.objectContaining(row as object),
    ])
    expect(stale.data.message).toMatch(/diubah oleh/)
  })
})
