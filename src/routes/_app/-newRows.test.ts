import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { hasOwnRows } from '#contract/outlets.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { everyField } from '#mocks/everyField.ts'
import { forms, schoolRows } from '#src/routes/_app/-newRows.ts'
import { kindRoles } from '#src/routes/_app/user/-form/kindRoles.ts'

/** Picked resources whose rows no picker creates, with the reason. */
const withoutForm = {
  billing: 'A bill has lines and promos: a page of its own',
  'kursus-pelatih': 'A class needs a free slot, a room and a check of conflicts: a page of its own',
  'kursus-peserta':
    'An enrolment needs a seat, a price and a check of conflicts: a page of its own',
}
const pickers = everyField().flatMap(([, schema]) => {
  const meta = metaOf(schema)
  return meta?.resource && /^pickers?$/.test(meta.control) ? [meta] : []
})
const all: AnyResource[] = Object.values(resources)
const creatable = all.filter(
  ({ name, access }) => access.create !== null && pickers.some((p) => p.resource === name),
)

test('has a form, or a reason against one, for every picked resource with a create', () => {
  expect(creatable.length).toBeGreaterThan(8)
  expect([...Object.keys(forms), ...Object.keys(withoutForm)].toSorted()).toEqual(
    creatable.map(({ name }) => name).toSorted(),
  )
})

test('has a role for every kind of users that a picker chooses among', () => {
  const kinds = pickers.flatMap(({ params }) => (params?.jenis ? [String(params.jenis)] : []))
  expect([...new Set(kinds)].filter((kind) => !(kind in kindRoles))).toEqual([])
})

test('knows the resources of which an admin limited to outlets creates no rows', () => {
  const school = creatable.filter((r) => r.name in forms && (r.name === 'gedung' || !hasOwnRows(r)))
  expect(school.map(({ name }) => name).toSorted()).toEqual(schoolRows.toSorted())
})
