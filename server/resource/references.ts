/**
 * Checks the rows to which the input of a write refers by id: they must exist and be in the actor's
 * scope.
 */
import type * as z from 'zod/mini'
import { metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { missingRows } from '#server/resource/rows.ts'

type Values = Readonly<Record<string, unknown>>
/**
 * Schemas of the fields of an input, with the new values (`input`) and the current values
 * (`current`).
 */
interface ReferringInput {
  shape: Record<string, z.ZodMiniType>
  input: Values
  current?: Values | undefined
  /**
   * Prefix of field names in issues. It is needed when the input is itself part of another input,
   * for example `items.0.`.
   */
  path?: string
}
/**
 * Field that refers to rows of another resource (`target`), with the ids that the write adds to the
 * field.
 */
interface Referring {
  field: string
  label: string
  target: AnyModule
  /**
   * Filters of `target`, with their values; the field accepts only rows that match these filters.
   */
  params: Readonly<Record<string, unknown>>
  ids: readonly number[]
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Returns the fields in which the write adds or changes references. */
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
    // Ids that the stored list already contains are not checked again, because they may be outside
    // the scope of the user who now saves the list.
    const held: readonly unknown[] = Array.isArray(currentValue) ? currentValue : []
    const ids = Array.isArray(value)
      ? (value as number[]).filter((id) => !held.includes(id))
      : [value as number]
    return [{ field, label: meta.label, target, params: meta.params ?? {}, ids }]
  })

/**
 * Returns an issue for each field that refers to a row that does not exist, does not match the
 * filters of the field, or is outside the actor's scope.
 */
export const checkReferences = async (
  trx: Trx,
  ctx: Ctx,
  moduleOf: ModuleOf,
  referring: ReferringInput,
): Promise<Issue[]> => {
  const fields = referringFields(moduleOf, referring)
  const rows = fields.flatMap(({ field, target, params, ids }) => {
    const extra = Object.entries(params).map(([name, text]) =>
      target.filters![name]!(text as never, ctx.actor),
    )
    return ids.map((id) => ({ field, module: target, id, extra }))
  })
  const missing = await missingRows(trx, ctx.actor, rows)
  return fields
    .filter(({ field }) => missing.some((row) => row.field === field))
    .map(({ field, label }) => ({
      field: `${referring.path ?? ''}${field}`,
      message: `${label} tidak ditemukan`,
    }))
}
