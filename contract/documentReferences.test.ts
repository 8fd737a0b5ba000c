import { expect, test } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'

/** Resources whose rows are cited by their number. */
const documents = ['billing', 'billing-payment']

test('a file or history that refers to a bill or payment shows its number, not a payer', () => {
  const unmarked = Object.values(resources as Record<string, AnyResource>).flatMap((one) =>
    Object.entries({ ...one.fields, ...one.computed, ...one.extra, ...one.customFilters })
      .filter(([, schema]) => {
        const meta = metaOf(schema)
        return meta?.resource && documents.includes(meta.resource) && !meta.document
      })
      .map(([field]) => `${one.name}.${field}`),
  )
  expect(unmarked).toEqual([])
})
