/** All fields of the contract, for tests that check each of them. */
import type { z } from 'zod/mini'
import type { AnyCall } from '#contract/call.ts'
import { allCalls } from '#contract/import/importJob.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'

type Field = [name: string, schema: z.core.$ZodType]
const all: AnyResource[] = Object.values(resources)

/** Returns all input fields and filters of the resources and calls, each with its name. */
const topFields = (): Field[] => [
  ...all.flatMap((r) => [
    ...Object.entries({ ...r.fields, ...r.extra, ...r.customFilters }),
    ...Object.values(r.actions).flatMap((action) =>
      Object.entries((action as typeof r.input).shape),
    ),
  ]),
  ...Object.values(allCalls as Record<string, AnyCall>).flatMap((c) => [
    ...Object.entries(c.input?.shape ?? {}),
    ...Object.entries(c.query?.shape ?? {}),
  ]),
]

interface Def {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}
/** Returns a field, and the fields of the rows if the field is a list inside the input. */
const withRows = ([name, schema]: Field): Field[] => {
  const { innerType, element, shape } = schema._zod.def as Def
  const rows = innerType ?? element
  const rowFields = rows ? withRows([name, rows]).slice(1) : []
  return [
    [name, schema],
    ...rowFields,
    ...Object.entries(shape ?? {}).flatMap(([key, field]) => withRows([`${name}.${key}`, field])),
  ]
}
/** Returns the fields of `topFields`, and the fields of the lists inside inputs. */
export const everyField = (): Field[] => topFields().flatMap(withRows)
