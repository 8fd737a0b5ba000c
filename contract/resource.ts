/**
 * resource(): one declaration of an entity, from which the app, the server, the API document and
 * the tests are derived.
 */
import * as z from 'zod/mini'
import { id, instant } from '#contract/fields.ts'

/** Seeded roles that can be granted a code. Superadmin holds the wildcard and is never listed. */
export type Role = 'admin' | 'pelatih' | 'sales' | 'akunbilling' | 'peserta'
const operations = ['index', 'view', 'create', 'update', 'delete', 'ekspor', 'pilihan'] as const
export type Operation = (typeof operations)[number]

export type Shape = Record<string, z.ZodMiniType>
/** Parsed values of a shape, with defaults filled in. */
export type Out<S extends Shape> = { [K in keyof S]: z.output<S[K]> }
/**
 * Rows that `expand` adds: `one` follows `<by>` of the row to `<on>` (id) of `from`; `many` are
 * rows of `from` whose `<by>` is the row's id; `own` (one or none) and `owns` (a list) are computed
 * by the server module, for a page of rows at once and in the actor's scope.
 */
export interface Expand {
  kind: 'one' | 'many' | 'own' | 'owns'
  from: string
  by: string
  on: string
  order?: string
  schema: z.ZodMiniObject
}

/** Read-only columns of every row. */
const base = {
  id: id(),
  versi: z.int(),
  created_at: instant('Dibuat'),
  created_by: z.nullable(id()),
  updated_at: instant('Diubah'),
  updated_by: z.nullable(id()),
}
type Base = typeof base

export const one = <S extends Shape>(from: string, by: string, shape: S, on = 'id') => ({
  kind: 'one' as const,
  from,
  by,
  on,
  schema: z.object(shape),
})
export const many = <S extends Shape>(from: string, by: string, shape: S, order = 'id') => ({
  kind: 'many' as const,
  from,
  by,
  on: 'id',
  order,
  schema: z.object(shape),
})
export const own = <S extends Shape>(shape: S) => ({
  kind: 'own' as const,
  from: '',
  by: 'id',
  on: 'id',
  schema: z.object(shape),
})
export const owns = <S extends Shape>(shape: S) => ({
  kind: 'owns' as const,
  from: '',
  by: 'id',
  on: 'id',
  schema: z.object(shape),
})

/** Removes the defaults of a shape: the shape of a stored row and of a partial update. */
export const withoutDefaults = (shape: Shape): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([k, s]) => [
      k,
      s instanceof z.ZodMiniDefault ? (s.def.innerType as z.ZodMiniType) : s,
    ]),
  )

export interface Issue {
  field: string
  message: string
}

/**
 * Declares a resource. `fields` are columns that create and update write; `computed` are columns
 * that only the server writes; `extra` are inputs without a column. An operation whose access is
 * null does not exist; [] is superadmin only.
 */
export const resource = <
  const Name extends string,
  F extends Shape,
  const Access extends Record<Operation | (keyof A & string), readonly Role[] | null>,
  C extends Shape = {},
  E extends Shape = {},
  X extends Record<string, Expand> = {},
  A extends Shape = {},
  Q extends Shape = {},
  const Sort extends keyof (F & C & Base) & string = never,
  const Touch extends string = never,
  const Filter extends keyof (F & C & Base) & string = never,
>(def: {
  name: Name
  /** Singular and plural label. */
  label: readonly [string, string]
  fields: F
  computed?: C
  extra?: E
  /** Inputs of update, where they are fewer than those of create. */
  editable?: readonly (keyof NoInfer<F & E> & string)[]
  /** Filterable columns; the server module implements `customFilters`. */
  filters?: readonly Filter[]
  customFilters?: Q
  sort: readonly Sort[]
  defaultSort: NoInfer<Sort> | `-${NoInfer<Sort>}`
  /** Columns that the parameter `q` searches. */
  search?: readonly (keyof NoInfer<F & C> & string)[]
  /** Columns that a picker shows. */
  choice?: { label: keyof NoInfer<F & C> & string; note?: keyof NoInfer<F & C> & string }
  expand?: X
  /** Actions on one row, `POST /<name>/<action>?id=`, which return the row. */
  actions?: A
  /** Calls that need an `Idempotency-Key`. */
  idempotent?: readonly ('create' | (keyof NoInfer<A> & string))[]
  /** Columns that `/total` sums. */
  totals?: readonly (keyof NoInfer<F & C> & string)[]
  /** The enumeration column by whose values `/total` also sums (totals.ts). */
  totalsBy?: keyof NoInfer<F & C> & string
  access: Access
  /**
   * Other resources whose cached queries a write invalidates; the resource's own are always
   * invalidated.
   */
  touches?: readonly Touch[]
  /**
   * Rows about people: row scope decides who may change them, not an outlet (contract/outlets.ts).
   */
  personal?: true
  /**
   * Rows are printable documents with `/<name>/pdf` and `/<name>/kertas`, under the access code of
   * this operation.
   */
  paper?: NoInfer<keyof Access & string>
  /** Rules over several fields. Form and server run them on the complete input. */
  check?: (input: Out<NoInfer<F & E>>) => Issue[]
}) => {
  const {
    computed = {} as C,
    extra = {} as E,
    expand = {} as X,
    actions = {} as A,
    customFilters = {} as Q,
    filters = [],
    search = [],
    totals = [],
    touches = [],
    idempotent = [],
  } = def
  const inputs = { ...def.fields, ...extra }
  return {
    ...def,
    computed,
    extra,
    expand,
    actions,
    customFilters,
    filters,
    search,
    totals,
    touches,
    idempotent,
    entity: z.object({ ...base, ...withoutDefaults(def.fields), ...withoutDefaults(computed) }),
    input: z.object(inputs),
    update: z.partial(
      z.object(
        withoutDefaults(
          def.editable
            ? Object.fromEntries(Object.entries(inputs).filter(([k]) => def.editable?.includes(k)))
            : inputs,
        ),
      ),
    ),
  }
}

/** Any declaration, as far as generic code needs it. A declaration keeps its precise type. */
export interface AnyResource {
  name: string
  label: readonly [string, string]
  fields: Shape
  computed: Shape
  extra: Shape
  expand: Record<string, Expand>
  actions: Shape
  customFilters: Shape
  filters: readonly string[]
  sort: readonly string[]
  defaultSort: string
  search: readonly string[]
  totals: readonly string[]
  totalsBy?: string
  touches: readonly string[]
  idempotent: readonly string[]
  personal?: true
  paper?: string
  choice?: { label: string; note?: string }
  access: Record<string, readonly Role[] | null>
  check?: (input: never) => Issue[]
  entity: z.ZodMiniObject
  input: z.ZodMiniObject
  update: z.ZodMiniObject
}

type Expanded<X> = {
  [K in keyof X]?: X[K] extends { kind: 'many' | 'owns'; schema: z.ZodMiniType<infer S> }
    ? S[]
    : X[K] extends { schema: z.ZodMiniType<infer S> }
      ? S | null
      : never
}
/** A row as the API returns it, including optional `expand` data. */
export type Row<R extends AnyResource> = Out<Base> &
  Out<R['fields']> &
  Out<R['computed']> &
  Expanded<R['expand']>
/** Input of create. */
export type Input<R extends AnyResource> = z.input<z.ZodMiniObject<R['fields'] & R['extra']>>
/** Parsed input of create, with defaults filled in. */
export type Parsed<R extends AnyResource> = Out<R['fields']> & Out<R['extra']>
/** Input of update: any of the inputs, and the version that the caller has read. */
export type Update<R extends AnyResource> = Partial<Parsed<R>> & { versi: number }
export type ActionName<R extends AnyResource> = keyof R['actions'] & string
export type ActionInput<R extends AnyResource, A extends ActionName<R>> = z.input<R['actions'][A]>
export type SortOf<R extends AnyResource> = R['sort'][number] | `-${R['sort'][number]}`
export type FilterOf<R extends AnyResource> =
  | R['filters'][number]
  | (keyof R['customFilters'] & string)
/** Access codes of a declaration. */
export type CodesOf<R extends AnyResource> = {
  [K in keyof R['access'] & string]: R['access'][K] extends null ? never : `${R['name']}/${K}`
}[keyof R['access'] & string]
