import { expect, test } from 'vitest'
import { hintAllOutlets, metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'

const all: AnyResource[] = Object.values(resources)
const fields = all.flatMap((r) =>
  Object.entries({ ...r.fields, ...r.extra }).flatMap(([name, schema]) => {
    const meta = metaOf(schema)
    return meta?.resource === 'gedung' && meta.hint?.includes('semua')
      ? [[`${r.name}.${name}`, meta.hint]]
      : []
  }),
)

test('that no outlet means all of them is said in the one way that the app knows to hold back', () => {
  expect(fields.length).toBeGreaterThan(6)
  expect(fields.filter(([, hint]) => hint !== hintAllOutlets)).toEqual([])
})

test('what is chosen from a list has a list to be chosen from', () => {
  const chosen = all.flatMap((r) =>
    Object.entries({ ...r.fields, ...r.extra }).flatMap(([name, schema]) => {
      const meta = metaOf(schema)
      return meta?.resource && /^pickers?$/.test(meta.control) ? [[name, meta.resource]] : []
    }),
  )
  expect(chosen.length).toBeGreaterThan(40)
  const without = all.filter((r) => r.access.pilihan === null).map((r) => r.name)
  expect(chosen.filter(([, resource]) => without.includes(resource ?? ''))).toEqual([])
})
