/** State of one form: values by path, errors, what has changed. */
import * as z from 'zod/mini'
import { isNullable, unwrap } from '#contract/fields.ts'

export type Schema = z.core.$ZodType
export type Values = Record<string, unknown>
type Def = { shape?: Record<string, Schema>; element?: Schema }
const defOf = (schema: Schema): Def =>
  (unwrap(schema) as unknown as { _zod: { def: Def } })._zod.def

/** The schema of a path such as `items.0.diskon`. */
export const schemaAt = (root: Schema, path: string): Schema | undefined =>
  path
    .split('.')
    .reduce<Schema | undefined>(
      (at, key) =>
        at && (defOf(at).shape?.[key] ?? (/^\d+$/.test(key) ? defOf(at).element : undefined)),
      root,
    )

const getAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Values)[key] : undefined),
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
 * Typed values as the contract wants them: an empty control is null where null is a value, else
 * left out.
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
/** Returns the values of an empty form: the defaults of the contract. */
export const emptyValues = (schema: z.ZodMiniObject): Values =>
  Object.fromEntries(
    Object.entries(schema.def.shape as Record<string, Schema>).map(([k, s]) => {
      const r = z.safeParse(s, undefined)
      return [k, r.success ? r.data : '']
    }),
  )

export const same = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Whether values differ from what they were before, as the contract sees them. */
const differ = (schema: Schema, values: Values, before: Values): boolean =>
  Object.keys(values).some((k) => {
    const s = schemaAt(schema, k)
    return s !== undefined && !same(tidy(s, values[k]), tidy(s, before[k]))
  })

export type Errors = Record<string, string>
/** Error that the server returned, with the values sent. */
interface Refusal {
  error: Error
  values: Values
}
export interface FormStore {
  schema: z.ZodMiniObject
  get: (path: string) => unknown
  set: (path: string, value: unknown) => void
  /**
   * Sets a whole field to what the form itself thinks likely: nobody has typed it, so there is
   * nothing to ask about when somebody leaves.
   */
  propose: (name: string, value: unknown) => void
  values: () => Values
  initial: () => Values
  /**
   * Takes over values that are saved, or that somebody else saved meanwhile; what was typed stays
   * unless `values` says otherwise.
   */
  rebase: (initial: Values, values: Values) => void
  dirty: () => boolean
  /** Says that the form is saved as it stands. */
  markSaved: () => void
  /**
   * Whether it is saved and has not been changed since: pressed again while the next page is on its
   * way, it must not be saved a second time.
   */
  isSaved: () => boolean
  error: (path: string) => string | undefined
  errors: () => Errors
  setErrors: (errors: Errors) => void
  /** How often errors were set: who types elsewhere while some stand is not led back to them. */
  timesSet: () => number
  /** Keeps what the server has refused, and at which values, for parts that show more of it. */
  refuse: (error: Error) => void
  refusal: () => Refusal | undefined
  /** Says that a field is on the screen; errors of the others stand above the form. */
  mount: (path: string) => () => void
  mounted: (path: string) => boolean
  /** Says that it is being sent; what it returns says that this has ended. */
  sending: () => () => void
  /** When nothing is being sent, nor what was sent still being fetched into the lists. */
  settled: () => Promise<void>
  subscribe: (listener: () => void) => () => void
}

export const createStore = (schema: z.ZodMiniObject, start: Values): FormStore => {
  let [initial, values, errors] = [start, start, {} as Errors]
  let proposed: Values = {}
  let refusal: Refusal | undefined
  let timesSet = 0
  let saved = false
  let sent = Promise.resolve()
  const fields = new Map<string, number>()
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const l of listeners) l()
  }
  const set = (path: string, value: unknown) => {
    values = setAt(values, path.split('.'), value) as Values
    // An error is removed when its field, or a list that holds the field, is edited.
    errors = Object.fromEntries(
      Object.entries(errors).filter(([p]) => p !== path && !p.startsWith(`${path}.`)),
    )
    tell()
  }
  const rebase = (nextInitial: Values, nextValues: Values) => {
    initial = nextInitial
    values = nextValues
    proposed = {}
    tell()
  }
  const dirty = () => differ(schema, values, { ...initial, ...proposed })
  return {
    schema,
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
      tell()
    },
    timesSet: () => timesSet,
    refuse: (error) => {
      refusal = { error, values }
      tell()
    },
    refusal: () => refusal,
    mount: (path) => {
      fields.set(path, (fields.get(path) ?? 0) + 1)
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
