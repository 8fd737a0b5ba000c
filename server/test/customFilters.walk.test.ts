/**
 * Tests that every custom filter of a list works for every role, even if the list conceals columns
 * from the role.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { makeSchool, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const roles = ['superadmin', 'admin', 'admin2', 'sales', 'pelatih', 'akun', 'peserta'] as const
const filters = Object.values(resources as Record<string, AnyResource>).flatMap((resource) =>
  Object.keys(resource.customFilters).flatMap((filter) =>
    ['true', 'false', '1'].map((value) => `/${resource.name}?${filter}=${value}`),
  ),
)

test('returns rows or a rejection in words to a family, for any filter of a list', async () => {
  const broken: string[] = []
  for (const role of roles)
    for (const path of filters)
      if ((await s[role].get(path)).status >= 500) broken.push(`${role} ${path}`)
  expect(broken).toEqual([])
})
