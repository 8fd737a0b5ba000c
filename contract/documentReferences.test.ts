import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'

/** Names of the resources whose rows are shown with their document number instead of their id. */
const documents = ['billing', 'billing-payment']

test('marks every field that refers to a bill or payment to show its number', () => {
  const unmarked = Object.values(resources as Record<string, AnyResource>).flatMap((resource) =>
    Object.entries({
      ...resource.fields,
      ...resource.computed,
      ...resource.extra,
      ...resource.customFilters,
    })
      .filter(([, schema]) => {
        const meta = metaOf(schema)
        return meta?.resource && documents.includes(meta.resource) && !meta.document
      })
      .map(([field]) => `${resource.name}.${field}`),
  )
  expect(unmarked).toEqual([])
})
