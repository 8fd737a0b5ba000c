import { expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import type { AnyCall } from '#contract/call.ts'
import { metaOf } from '#contract/fields.ts'
import { allCalls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource, Role } from '#contract/resource.ts'
import { within, type Place } from '#mocks/api/schemas.ts'

const rolesOf = new Map<string, readonly Role[]>(accessCodes.map((c) => [c.kode, c.roles]))
const all = Object.values(resources as Record<string, AnyResource>)
/** Inputs of all forms, with the access code that a user needs for the form. */
const forms: (Place & { code: string })[] = [
  ...all.flatMap((r) =>
    Object.entries({ create: r.input, update: r.update, ...r.actions }).map(([verb, schema]) => ({
      name: `${r.name}/${verb}`,
      code: `${r.name}/${verb}`,
      schema,
    })),
  ),
  ...Object.entries(allCalls as Record<string, AnyCall>).flatMap(([name, { access, input }]) =>
    input ? [{ name, code: access, schema: input }] : [],
  ),
]

test('lets each role choose in the pickers of its forms', () => {
  const pickers = forms.flatMap(({ code, ...form }) =>
    within(form).flatMap(({ name, schema }) => {
      const { resource, control } = metaOf(schema) ?? {}
      return resource && (control === 'picker' || control === 'pickers')
        ? [{ name, code, choices: `${resource}/pilihan` }]
        : []
    }),
  )
  expect(pickers.length).toBeGreaterThan(50)
  expect(
    pickers.flatMap(({ name, code, choices }) =>
      (rolesOf.get(code) ?? [])
        .filter((role) => !rolesOf.get(choices)?.includes(role))
        .map((role) => `${name} of ${role}`),
    ),
  ).toEqual([
    // A coach asks for own leave only, and the form hides the field.
    'pelatih-libur/create.pelatih_id of pelatih',
  ])
})
