/** What a form over a row sends: read from the store, judged by the contract. */
import * as z from 'zod/mini'
import type { AnyResource, Input, Row } from '#contract/resource.ts'
import { errorsOf, firstByField, judge } from '#src/ui/form/judge.ts'
import {
  emptyValues,
  same,
  schemaAt,
  tidy,
  type Errors,
  type FormStore,
  type Values,
} from '#src/ui/form/store.ts'

/** The input of a new row; undefined when something is wrong, which the store then says. */
export const inputOfNew = <R extends AnyResource>(
  resource: R,
  store: FormStore,
): Input<R> | undefined => {
  const parsed = z.safeParse(resource.input, tidy(resource.input, store.values()))
  if (!parsed.success) return void store.setErrors(errorsOf(parsed.error.issues))
  const issues = judge(resource.fields, resource.check, parsed.data)
  store.setErrors(firstByField(issues))
  return issues.length > 0 ? undefined : (parsed.data as Input<R>)
}

/** The fields whose value is another than the row's. */
const changedFields = (tidied: Values, values: Values, base: Values): Values =>
  Object.fromEntries(
    Object.entries(tidied).filter(([k, v]) =>
      v !== undefined ? !same(v, base[k]) : !same(values[k] === '' ? null : values[k], base[k]),
    ),
  )

/**
 * What was changed of a row: only that is judged and sent, while rules over several fields see the
 * whole. Undefined when something is wrong, which the store then says.
 */
export const inputOfChange = <R extends AnyResource>(
  resource: R,
  row: Row<R>,
  store: FormStore,
): Values | undefined => {
  const values = store.values()
  const shape = resource.update.def.shape as Record<string, z.ZodMiniType>
  const tidied = Object.fromEntries(
    Object.keys(shape).map((k) => [k, tidy(schemaAt(resource.input, k) ?? shape[k]!, values[k])]),
  )
  const errors: Errors = {}
  const input: Values = {}
  for (const [k, v] of Object.entries(changedFields(tidied, values, store.initial()))) {
    const parsed = z.safeParse(schemaAt(resource.input, k)!, v)
    if (parsed.success) input[k] = parsed.data
    else {
      const issues = parsed.error.issues.map((i) => ({ ...i, path: [k, ...i.path] }))
      Object.assign(errors, errorsOf(issues))
    }
  }
  if (Object.keys(errors).length > 0) return void store.setErrors(errors)
  const whole = { ...emptyValues(resource.input), ...row, ...tidied, ...input }
  const issues = judge(resource.fields, resource.check, whole, row as Values)
  store.setErrors(firstByField(issues))
  return issues.length > 0 ? undefined : input
}
