/**
 * Builds the input that the form of a row sends: the values of its store after validation by the
 * contract.
 */
import * as z from 'zod/mini'
import { requiredText } from '#contract/fieldMeta.ts'
import type { AnyResource, Input, Row } from '#contract/resource.ts'
import {
  emptyValues,
  isEqual,
  schemaAt,
  tidy,
  type Errors,
  type FormStore,
  type Values,
} from '#src/ui/form/store.ts'
import { errorsOf, firstByField, validateInput } from '#src/ui/form/validateInput.ts'

/**
 * Returns the errors that the rules over several fields report for empty required fields. The form
 * shows these errors together with the errors of invalid fields, so that the user can correct all
 * at once.
 */
const alsoMissing = (resource: AnyResource, whole: Values): Errors => {
  const issues = validateInput(resource.fields, resource.check, whole)
  return firstByField(issues.filter(({ message }) => message.startsWith(requiredText)))
}
/**
 * Returns a copy of the input without the invalid values. An invalid list becomes an empty list.
 * Any other invalid field gets the value that the field has in an empty form.
 */
const readable = (schema: z.ZodMiniObject, input: Values): Values => {
  const shape = schema.def.shape as Record<string, z.ZodMiniType>
  const read = Object.entries(shape).flatMap(([k, field]) => {
    const { success, data } = z.safeParse(field, input[k])
    if (success) return [[k, data]]
    return Array.isArray(input[k]) ? [[k, []]] : []
  })
  return { ...emptyValues(schema), ...Object.fromEntries(read) }
}

/**
 * Returns the input of a new row. For invalid values it returns undefined and puts the errors into
 * the store.
 */
export const inputOfNew = <R extends AnyResource>(
  resource: R,
  store: FormStore,
): Input<R> | undefined => {
  const tidied = tidy(resource.input, store.values()) as Values
  const parsed = z.safeParse(resource.input, tidied)
  if (!parsed.success)
    return void store.setErrors({
      ...alsoMissing(resource, readable(resource.input, tidied)),
      ...errorsOf(parsed.error.issues),
    })
  const issues = validateInput(resource.fields, resource.check, parsed.data)
  store.setErrors(firstByField(issues))
  return issues.length > 0 ? undefined : (parsed.data as Input<R>)
}

/**
 * Returns the fields whose value differs from `base`, the values of the row. `tidied` are the typed
 * values as the contract expects them. A cleared field may be undefined in `tidied`. Its typed
 * value (`values`) is then compared instead.
 */
const changedFields = (tidied: Values, values: Values, base: Values): Values =>
  Object.fromEntries(
    Object.entries(tidied).filter(([k, v]) =>
      v !== undefined
        ? !isEqual(v, base[k])
        : !isEqual(values[k] === '' ? null : values[k], base[k]),
    ),
  )

/**
 * Returns the changed values of a row. Only changed values are validated and sent, but rules over
 * several fields are checked with the whole row. For invalid values it returns undefined and puts
 * the errors into the store.
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
  const whole = { ...emptyValues(resource.input), ...row, ...tidied, ...input }
  if (Object.keys(errors).length > 0) {
    const missing = alsoMissing(resource, readable(resource.input, whole))
    return void store.setErrors({ ...missing, ...errors })
  }
  const issues = validateInput(resource.fields, resource.check, whole, row as Values)
  store.setErrors(firstByField(issues))
  return issues.length > 0 ? undefined : input
}
