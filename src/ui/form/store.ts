/** State of a form: values and errors by path, and whether the values were changed. */
import * as z from 'zod/mini'
import { isNullable, unwrap } from '#contract/fields.ts'

export type Schema = z.core.$ZodType
export type Values = Record<string, unknown>
type Def = { shape?: Record<string, Schema>; element?: Schema }
const defOf = (schema: Schema): Def =>
  (unwrap(schema) as unknown as { _zod: { def: Def } })._zod.def

/** Returns the schema at a path such as `items.0.diskon`. */
export const schemaAt = (root: Schema, path: string): Schema | undefined =>
  path
    .split('.')
    .reduce<Schema | undefined>(
      (node, key) =>
        node && (defOf(node).shape?.[key] ?? (/^\d+$/.test(key) ? defOf(node).element : undefined)),
      root,
    )

const getAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (node, key) =>
        typeof node === 'object' && node !== null ? (node as Values)[key] : undefined,
      value,
    )
const setAt = (value: unknown, [key, ...rest]: string[], next: unknown): unknown => {
  if (key === undefined) return next
  if (Array.isArray(value))
    return value.map((v, i) => (String(i) === key ? setAt(v, rest, next) : v))
  const object = typeof value === 'object' && value !== null ? (value as Values) : {}
  return { ...object, [key]: setAt(object[key], rest, next) }
}

/**
 * Returns typed values as the contract expects them. An empty control becomes null if null is
 * valid, otherwise it is omitted.
 */
export const tidy = (schema: Schema, value: unknown): unknown => {
  if (value === '' || value === undefined || value === null)
    return isNullable(schema) ? null : undefined
  const { shape, element } = defOf(schema)
  if (Array.isArray(value) && element) return value.map((v) => tidy(element, v))
  if (shape && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([k, v]) => [k, shape[k] ? tidy(shape[k], v) : v]),
    )
  return value
}
/** Returns the values of an empty form, with the defaults of the contract. */
export const emptyValues = (schema: z.ZodMiniObject): Values =>
  Object.fromEntries(
    Object.entries(schema.def.shape as Record<string, Schema>).map(([k, s]) => {
      const r = z.safeParse(s, undefined)
      return [k, r.success ? r.data : '']
    }),
  )

export const isEqual = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * Whether any value differs from the value in `before`. `tidy` converts both values before the
 * comparison, so `''` and null are equal.
 */
const differ = (schema: Schema, values: Values, before: Values): boolean =>
  Object.keys(values).some((k) => {
    const s = schemaAt(schema, k)
    return s !== undefined && !isEqual(tidy(s, values[k]), tidy(s, before[k]))
  })

export type Errors = Record<string, string>
/** Error that the server returned, with the values that were sent. */
interface Refusal {
  error: Error
  values: Values
}
export interface FormStore {
  schema: z.ZodMiniObject
  /** Whether the form creates a row. */
  isNew: boolean
  get: (path: string) => unknown
  set: (path: string, value: unknown) => void
  /**
   * Sets a field to a default that the form derives from other fields. The default does not make
   * the form `dirty`, because the user has not typed it.
   */
  propose: (name: string, value: unknown) => void
  values: () => Values
  initial: () => Values
  /**
   * Replaces the saved values (`initial`) and the current values of the form. Input that the user
   * has typed is lost unless `values` contains it.
   */
  rebase: (initial: Values, values: Values) => void
  dirty: () => boolean
  /** Marks the present values as saved. */
  markSaved: () => void
  /**
   * Whether the form has been saved and not changed since. A second press of the button while the
   * next page loads must not save again.
   */
  isSaved: () => boolean
  error: (path: string) => string | undefined
  errors: () => Errors
  setErrors: (errors: Errors) => void
  /**
   * Number of calls of `setErrors`. The form focuses the first error only when the number changes,
   * so that it does not take the focus from a user who corrects another field.
   */
  timesSet: () => number
  /**
   * Stores the server's error with the present values, for components that show its details.
   */
  refuse: (error: Error) => void
  refusal: () => Refusal | undefined
  /**
   * Registers a field as visible; returns the function that removes the registration. Errors of
   * fields without a registration are shown above the form.
   */
  mount: (path: string) => () => void
  mounted: (path: string) => boolean
  /** Marks the form as being sent; returns the function that removes the mark. */
  sending: () => () => void
  /** Resolves when the running send and the refetch of lists after the send have ended. */
  settled: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export const createStore = (schema: z.ZodMiniObject, start: Values, isNew = false): FormStore => {
  let [initial, values, errors] = [start, start, {} as Errors]
  let proposed: Values = {}
  let refusal: Refusal | undefined
  let timesSet = 0
  let saved = false
  let sent = Promise.resolve()
  const fields = new Map<string, number>()
  const listeners = new Set<() => void>()
  const notifyListeners = () => {
    for (const l of listeners) l()
  }
  const set = (path: string, value: unknown) => {
    values = setAt(values, path.split('.'), value) as Values
    // Removes the error of the changed field. If the field is a list, also removes the errors of
    // the fields in the list.
    errors = Object.fromEntries(
      Object.entries(errors).filter(([p]) => p !== path && !p.startsWith(`${path}.`)),
    )
    notifyListeners()
  }
  const rebase = (nextInitial: Values, nextValues: Values) => {
    initial = nextInitial
    values = nextValues
    proposed = {}
    notifyListeners()
  }
  const dirty = () => differ(schema, values, { ...initial, ...proposed })
  return {
    schema,
    isNew,
    get: (path) => getAt(values, path),
    values: () => values,
    initial: () => initial,
    error: (path) => errors[path],
    errors: () => errors,
    set,
    propose: (name, value) => {
      proposed = { ...proposed, [name]: value }
      set(name, value)
    },
    rebase,
    dirty,
    markSaved: () => {
      saved = true
      rebase(values, values)
    },
    isSaved: () => saved && !dirty(),
    setErrors: (next) => {
      errors = next
      timesSet += 1
      notifyListeners()
    },
    timesSet: () => timesSet,
    refuse: (error) => {
      refusal = { error, values }
      notifyListeners()
    },
    refusal: () => refusal,
    mount: (path) => {
      fields.set(path, (fields.get(path) ?? 0) + 1)
      if (errors[path] !== undefined) notifyListeners()
      return () => {
        fields.set(path, (fields.get(path) ?? 1) - 1)
      }
    },
    mounted: (path) => (fields.get(path) ?? 0) > 0,
    sending: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      sent = promise
      return resolve
    },
    settled: () => sent,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
