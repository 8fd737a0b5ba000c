/** The rows that a write refers to. */
import type * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { rowExists } from '#server/resource/rows.ts'

type Values = Readonly<Record<string, unknown>>
/** The fields of one input, what they are given, and what they held before. */
interface ReferringInput {
  shape: Record<string, z.ZodMiniType>
  input: Values
  current?: Values | undefined
  /** Prefix of a field's name in an issue, for a row inside the input. */
  path?: string
}
/** A field that refers to rows of another resource, with the ids that are new in the field. */
interface Referring {
  field: string
  label: string
  target: AnyModule
  /** Parameters of the target's list that select the rows which the field accepts. */
  params: Readonly<Record<string, unknown>>
  ids: readonly number[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields whose references a write changes. */
const referringFields = (
  moduleOf: ModuleOf,
  { shape, input, current }: ReferringInput,
): Referring[] =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const meta = metaOf(schema)
    const target = meta?.resource ? moduleOf(meta.resource) : undefined
    const [value, currentValue] = [input[field], current?.[field]]
    if (!target || !meta || value === null || value === undefined || isSame(value, currentValue))
      return []
    // An id that a list already held stays, even when outside the scope of the user who saves the
    // list.
    const held: readonly unknown[] = Array.isArray(currentValue) ? currentValue : []
    const ids = Array.isArray(value)
      ? (value as number[]).filter((id) => !held.includes(id))
      : [value as number]
    return [{ field, label: meta.label, target, params: meta.params ?? {}, ids }]
  })

/** References must exist, be of the kind that the field takes, and be in the actor's scope. */
export const checkReferences = async (
  trx: Trx,
  ctx: Ctx,
  moduleOf: ModuleOf,
  referring: ReferringInput,
): Promise<Issue[]> => {
  const issues: Issue[] = []
  for (const { field, label, target, params, ids } of referringFields(moduleOf, referring)) {
    const kind = Object.entries(params).map(([name, text]) =>
      target.filters![name]!(text as never, ctx.actor),
    )
    for (const id of ids)
      if (!(await rowExists(trx, target, ctx.actor, id, kind))) {
        issues.push({
          field: `${referring.path ?? ''}${field}`,
          message: `${label} tidak ditemukan`,
        })
        break
      }
  }
  return issues
}
