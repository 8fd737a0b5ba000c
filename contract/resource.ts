/**
 * Declaration of a resource, a kind of database rows, with `resource()`. The lists, forms, calls,
 * API document and tests of the resource are derived from the declaration.
 */
import * as z from 'zod/mini'
import { id, instant } from '#contract/fields.ts'

/**
 * Built-in roles to which a declaration can give an access code. The role superadmin is omitted,
 * because its wildcard `*` already covers every code.
 */
export type Role = 'admin' | 'pelatih' | 'sales' | 'akunbilling' | 'peserta'
const operations = ['index', 'view', 'create', 'update', 'delete', 'ekspor', 'pilihan'] as const
export type Operation = (typeof operations)[number]

export type Shape = Record<string, z.ZodMiniType>
/** Type of the values of a shape after parsing, when defaults are filled in. */
export type Out<S extends Shape> = { [K in keyof S]: z.output<S[K]> }
/**
 * Data that the query parameter `expand` adds to each row of a response. Kinds:
 * - `one`: the row of the table `from` whose column `on` equals the column `by` of this row.
 * - `many`: the rows of the table `from` whose column `by` holds the id of this row.
 * - `own` (one value or null) and `owns` (a list): computed by the server module, for a whole page
 *   of rows at once and limited to the scope of the actor.
 */
export interface Expand {
  kind: 'one' | 'many' | 'own' | 'owns'
  from: string
  by: string
  on: string
  order?: string
  schema: z.ZodMiniObject
}

/** Read-only columns that every resource has. */
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

/** Returns the shape without defaults, as needed for stored rows and for partial updates. */
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
 * Declares a resource. `fields` are columns that the inputs of create and update write, `computed`
 * are columns that only the server writes, and `extra` are inputs without a column. In `access`,
 * null means that the operation does not exist, and [] that only superadmin may call it.
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
  /** Label in singular and in plural. */
  label: readonly [string, string]
  fields: F
  computed?: C
  extra?: E
  /** Names of the inputs that update accepts; all inputs of create when omitted. */
  editable?: readonly (keyof NoInfer<F & E> & string)[]
  /** Columns by which a list can be filtered. */
  filters?: readonly Filter[]
  /** Additional filters, which the server module of the resource implements. */
  customFilters?: Q
  sort: readonly Sort[]
  defaultSort: NoInfer<Sort> | `-${NoInfer<Sort>}`
  /** Columns that the query parameter `q` searches. */
  search?: readonly (keyof NoInfer<F & C> & string)[]
  /**
   * Columns of `search` whose values are codes that differ from row to row, such as numbers of
   * documents. They have search indexes of their own (docs/decisions/0257).
   */
  codes?: readonly (keyof NoInfer<F & C> & string)[]
  /** Columns that the picker of the resource shows. */
  choice?: {
    label: keyof NoInfer<F & C> & string
    note?: keyof NoInfer<F & C> & string
    /** Noun of the row that decides which choices fit, whose id the picker sends as `untuk`. */
    untuk?: string
  }
  expand?: X
  /**
   * Actions on one row, each with its input: `POST /<name>/<action>?id=`. An action returns the
   * changed row.
   */
  actions?: A
  /** Names of the calls that require an `Idempotency-Key`. */
  idempotent?: readonly ('create' | (keyof NoInfer<A> & string))[]
  /** Columns whose sums `/total` returns. */
  totals?: readonly (keyof NoInfer<F & C> & string)[]
  /** Enumeration column; `/total` also returns the sums for each of its values (totals.ts). */
  totalsBy?: keyof NoInfer<F & C> & string
  access: Access
  /**
   * Other resources whose cached queries the app invalidates after a write. The queries of this
   * resource are always invalidated.
   */
  touches?: readonly Touch[]
  /**
   * Set when the row scope decides who may change a row, for example a row about a person.
   * Otherwise the outlet field of the row decides (contract/outlets.ts).
   */
  personal?: true
  /**
   * Set when each row is a printable document with the calls `/<name>/pdf` and `/<name>/kertas`.
   * The value is the operation whose access code these calls require.
   */
  paper?: NoInfer<keyof Access & string>
  /**
   * Set when create, called with the fields of a deleted row, makes the same row again. The values
   * are those that the row must have for this. The app then offers `Urungkan` after a delete
   * (contract/restore.ts).
   */
  restorable?: { readonly [K in keyof NoInfer<F & C>]?: unknown }
  /**
   * Checks the rules that involve several fields, and returns an issue for each violated rule. Both
   * the form and the server call `check` with the complete input.
   */
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

/** Type of any resource, for code that works with all resources. */
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
  codes?: readonly string[]
  totals: readonly string[]
  totalsBy?: string
  touches: readonly string[]
  idempotent: readonly string[]
  personal?: true
  paper?: string
  restorable?: Readonly<Record<string, unknown>>
  choice?: { label: string; note?: string; untuk?: string }
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
/** Type of a row in a response, including the data of `expand`. */
export type Row<R extends AnyResource> = Out<Base> &
  Out<R['fields']> &
  Out<R['computed']> &
  Expanded<R['expand']>
/** Type of the input of create, in which fields with a default may be omitted. */
export type Input<R extends AnyResource> = z.input<z.ZodMiniObject<R['fields'] & R['extra']>>
/** Type of the parsed input of create, in which defaults are filled in. */
export type Parsed<R extends AnyResource> = Out<R['fields']> & Out<R['extra']>
/**
 * Type of the input of update: the changed inputs, and the version of the row that the caller has
 * read.
 */
export type Update<R extends AnyResource> = Partial<Parsed<R>> & { versi: number }
export type ActionName<R extends AnyResource> = keyof R['actions'] & string
export type ActionInput<R extends AnyResource, A extends ActionName<R>> = z.input<R['actions'][A]>
export type SortOf<R extends AnyResource> = R['sort'][number] | `-${R['sort'][number]}`
export type FilterOf<R extends AnyResource> =
  | R['filters'][number]
  | (keyof R['customFilters'] & string)
/** Type of the access codes of a declaration. */
export type CodesOf<R extends AnyResource> = {
  [K in keyof R['access'] & string]: R['access'][K] extends null ? never : `${R['name']}/${K}`
}[keyof R['access'] & string]
