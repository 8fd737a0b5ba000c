/**
 * Derives from the declaration of a resource how its table stores rows: the columns, the stored
 * form of values, and the extra columns for sorting and search.
 */
import { sql, type RawBuilder } from 'kysely'
import { metaOf, unwrap } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import { naturalKey } from '#server/db/naturalKey.ts'
import { tableOf } from '#server/db/schema/tables.ts'

export type AnyRow = Record<string, unknown> & { id: number; versi: number }
type Decoder = (value: unknown) => unknown
/** Columns whose stored form differs from their form in the API, with their decoders. */
export type Decoders = readonly (readonly [column: string, decode: Decoder])[]

/** Table of a resource, derived from its declaration. */
interface TableShape {
  table: string
  columns: readonly string[]
  /** Select list of all columns, quoted. */
  select: RawBuilder<unknown>
  decoders: Decoders
  /**
   * Functions that compute sort keys, by the column of the original value. For example, the sort
   * key of `nama` is stored in the column `nama_kunci`, and a list sorted by `nama` is ordered by
   * `nama_kunci`.
   */
  sortedByKey: ReadonlyMap<string, (value: unknown) => string | null>
  nullable: ReadonlySet<string>
}

const decoderOf = (schema: object): Decoder | undefined => {
  const type = (unwrap(schema as never) as { _zod: { def: { type: string } } })._zod.def.type
  if (type === 'boolean') return (v) => (v === null ? null : v === 1)
  if (type === 'array' || type === 'object' || type === 'record')
    return (v) => (typeof v === 'string' ? JSON.parse(v) : v)
  return undefined
}
/** Returns the decoders for the fields of a schema. */
export const decodersOf = (shape: Readonly<Record<string, object>>): Decoders =>
  Object.entries(shape).flatMap(([column, schema]) => {
    const decode = decoderOf(schema)
    return decode ? [[column, decode] as const] : []
  })

/**
 * Returns the function that computes the sort key of a field; undefined for a field that is sorted
 * by its own value.
 */
const keyMakerOf = (schema: object): ((value: unknown) => string | null) | undefined => {
  const meta = metaOf(schema as never)
  if (meta?.folded) return (value) => fold(String(value ?? ''))
  // A document without a number has null as its sort key. Null is sorted last.
  if (meta?.natural) return (value) => (value == null ? null : naturalKey(String(value)))
  return undefined
}

const shapes = new WeakMap<AnyResource, TableShape>()
/** Returns the table of a resource. The table is derived at the first call and then cached. */
export const tableShapeOf = (resource: AnyResource): TableShape => {
  const cachedShape = shapes.get(resource)
  if (cachedShape) return cachedShape
  const shape = resource.entity.shape as Record<
    string,
    object & { _zod: { optin?: unknown; def: { type: string } } }
  >
  const columns = Object.keys(shape)
  const tableShape: TableShape = {
    table: tableOf(resource.name),
    columns,
    select: sql.raw(columns.map((c) => `"${c}"`).join(', ')),
    decoders: decodersOf(shape),
    sortedByKey: new Map(
      resource.sort.flatMap((c) => {
        const makeKey = shape[c] && keyMakerOf(shape[c])
        return makeKey ? [[c, makeKey] as const] : []
      }),
    ),
    nullable: new Set(columns.filter((c) => shape[c]?._zod.def.type === 'nullable')),
  }
  shapes.set(resource, tableShape)
  return tableShape
}

/**
 * Converts the values of a row from their stored form to their form in the API. Changes and returns
 * the given row.
 */
export const decodeRow = (
  row: Record<string, unknown>,
  decoders: Decoders,
): Record<string, unknown> => {
  for (const [column, decode] of decoders) if (column in row) row[column] = decode(row[column])
  return row
}

const encodeValue = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value)
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value
}
/**
 * Converts values to their stored form: booleans to 0 or 1, lists and objects to JSON. Omits
 * undefined values.
 */
export const encode = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, encodeValue(value)]),
  )

/**
 * Returns the extra columns of a row: a sort key for each name or document number, and `cari`, the
 * text that the search box compares with its query (parameter `q`). `cari` lacks the codes of the
 * resource, so that the documents of a person have equal texts. `more` is appended to `cari`.
 */
export const keysOf = (
  resource: AnyResource,
  row: Readonly<Record<string, unknown>>,
  more = '',
): Record<string, string | null> & { cari?: string } => ({
  ...Object.fromEntries(
    [...tableShapeOf(resource).sortedByKey].map(([c, makeKey]) => [`${c}_kunci`, makeKey(row[c])]),
  ),
  ...(resource.search.length > 0 && {
    cari: fold(
      [
        ...resource.search.filter((c) => !resource.codes?.includes(c)).map((c) => row[c] ?? ''),
        more,
      ].join(' '),
    ),
  }),
})
