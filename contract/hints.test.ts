import { expect, test } from 'vitest'
import { hintAllOutlets, metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { everyField } from '#mocks/everyField.ts'

const all: AnyResource[] = Object.values(resources)
const fields = all.flatMap((r) =>
  Object.entries({ ...r.fields, ...r.extra }).flatMap(([name, schema]) => {
    const meta = metaOf(schema)
    return meta?.resource === 'gedung' && meta.hint?.includes('semua')
      ? [[`${r.name}.${name}`, meta.hint]]
      : []
  }),
)

test('words every hint about all outlets the same, so that the app can hide it', () => {
  expect(fields.length).toBeGreaterThan(6)
  expect(fields.filter(([, hint]) => hint !== hintAllOutlets)).toEqual([])
})

test('offers choices for every resource of a picker', () => {
  const chosen = everyField().flatMap(([name, schema]) => {
    const meta = metaOf(schema)
    return meta?.resource && /^pickers?$/.test(meta.control) ? [[name, meta.resource]] : []
  })
  expect(chosen.length).toBeGreaterThan(80)
  const without = all.filter((r) => r.access.pilihan === null).map((r) => r.name)
  expect(chosen.filter(([, resource]) => without.includes(resource ?? ''))).toEqual([])
})
