/** Tests that create makes a deleted row again as it was (`restorable`, contract/restore.ts). */
import { afterAll, beforeAll, expect } from 'vitest'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { isRestorable, restoreInput } from '#contract/restore.ts'
import { samplesOf, type Made } from '#mocks/samples.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { walk } from '#mocks/walk.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

interface Stored {
  id: number
}
/** Columns that the server sets on each write. */
const serverColumns = ['id', 'versi', 'created_at', 'created_by', 'updated_at', 'updated_by']
const content = (row: Stored) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !serverColumns.includes(name)))
const named = Object.entries(resources as Record<string, AnyResource>)
// The lines of a bill are no columns; undo.test.tsx restores a draft with its lines.
const restorable = named.filter(([name, r]) => r.restorable && name !== 'billing')

walk(restorable)('makes a deleted row again as it was', async (name, resource) => {
  const { create, update } = samplesOf(s)[name as Made]
  const { id, versi } = must(
    await s.superadmin.post<Stored & { versi: number }>(`/${name}/create`, await create()),
  )
  must(await s.superadmin.post(`/${name}/update?id=${id}`, { ...update, versi }))
  const before = must(await s.superadmin.get<Stored>(`/${name}/view?id=${id}`))
  expect(isRestorable(resource, before)).toBe(true)
  must(await s.superadmin.post(`/${name}/delete?id=${id}`, {}))
  const again = must(
    await s.superadmin.post<Stored>(`/${name}/create`, restoreInput(resource, before)),
  )
  expect(content(must(await s.superadmin.get<Stored>(`/${name}/view?id=${again.id}`)))).toEqual(
    content(before),
  )
})
