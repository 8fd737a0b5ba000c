/**
 * Describes a resource of master data for its import, and reads the rows to which imported rows
 * refer.
 */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isRequired, metaOf } from '#contract/fields.ts'
import { headings } from '#contract/import/headings.ts'
import type { ImporName } from '#contract/import/importKeys.ts'
import type { SheetName } from '#contract/import/pindahan.ts'
import type { ResourceName } from '#contract/registry.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { nameWithCode } from '#server/export/referenceNames.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { isSameValue, type ImportColumn, type RowValues } from '#server/import/columns.ts'
import { columnFrom, namedListSchema } from '#server/import/masterColumns.ts'
import { readPeople } from '#server/import/peopleNames.ts'
import { moduleOf } from '#server/modules/registry.ts'
import type { AnyModule } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { required } from '#server/runtime/required.ts'

export type MasterName = Exclude<ImporName, 'user'>
/** Rows of a resource that an import writes, and how it recognizes them. */
export interface MasterSource {
  nama: ImporName | SheetName
  resource: ResourceName
  uniqueKey: readonly string[]
  /** Fields that get a column; all fields by default. */
  only?: readonly string[]
  /** Restricts the existing rows, for example to the users of one kind. */
  among?: (ctx: Ctx) => Condition
  /** Returns inputs of a new row, such as its role. The columns of the row replace them. */
  inputs?: (values: RowValues) => Readonly<Record<string, unknown>>
  /** Computed columns of every new row. */
  columns?: Readonly<Record<string, unknown>>
}
/** Description of a resource for its import. */
export interface MasterFields {
  nama: ImporName | SheetName
  source: MasterSource
  module: AnyModule
  columns: Record<string, ImportColumn>
  mainColumn: string
  /** Columns of the natural key, the fields that identify an existing row. */
  uniqueKey: readonly string[]
  schemaOf: (field: string) => z.core.$ZodType
  /**
   * Returns the name of the resource to which a field refers; undefined for a field without
   * reference.
   */
  referenceOf: (field: string) => string | undefined
  /** Reads the rows to which a field may refer, by their folded names and codes. */
  readReferred: (trx: Trx, ctx: Ctx, field: string) => Promise<Map<string, Row[]>>
}

/** Derives the import description of rows from the declaration of their resource in `contract/`. */
export const masterFields = (source: MasterSource): MasterFields => {
  const { nama, uniqueKey, only } = source
  const module = required(moduleOf(source.resource), nama)
  const inputs = { ...module.resource.fields, ...module.resource.extra }
  const columns = Object.fromEntries(
    Object.entries(inputs).flatMap(([field, schema]) => {
      // Inputs that confirm a conflict get no column, because only a person may confirm a conflict.
      // A row that conflicts with lessons is therefore rejected.
      const asks = field in confirmation && field in module.resource.extra
      const isLeftOut = asks || (only !== undefined && !only.includes(field))
      const column = isLeftOut ? undefined : columnFrom(field, schema, headings[nama]?.[field])
      return column ? [[field, column] as const] : []
    }),
  )
  const mainColumn =
    ['nama', 'name'].find((field) => field in columns) ?? required(uniqueKey[0], nama)
  columns[mainColumn] = {
    ...required(columns[mainColumn], mainColumn),
    example: 'Contoh: isi lalu hapus baris ini',
  }
  const schemaOf = (field: string): z.core.$ZodType => inputs[field] ?? z.unknown()
  const referenceOf = (field: string) => {
    const meta = metaOf(schemaOf(field))
    return meta?.control === 'picker' || meta?.control === 'pickers' ? meta.resource : undefined
  }
  const readReferred = (trx: Trx, ctx: Ctx, field: string) =>
    readNamed(trx, ctx, required(columns[field], field))
  return {
    nama,
    source,
    module,
    columns,
    mainColumn,
    uniqueKey,
    schemaOf,
    referenceOf,
    readReferred,
  }
}

/**
 * Returns the natural key of a row as one text; undefined when a required field of the key is
 * missing.
 */
export const keyOf = (
  { uniqueKey, schemaOf }: MasterFields,
  values: RowValues,
): string | undefined =>
  // A field of the key may be empty if it is not required. For example, a holiday without an outlet
  // applies to all outlets.
  uniqueKey.some((k) => (values[k] ?? null) === null && isRequired(schemaOf(k)))
    ? undefined
    : JSON.stringify(uniqueKey.map((k) => fold(String(values[k] ?? ''))))

/** Returns the value of a cell as a list of texts; empty for a missing value. */
export const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String)
  return value === undefined || value === null ? [] : [String(value)]
}

/**
 * Whether the stored value of a field (`old`) equals the value in the file (`fresh`). The order of
 * references in a list, such as outlets, does not matter.
 */
export const isUnchanged = (schema: z.core.$ZodType, old: unknown, fresh: unknown): boolean => {
  if (namedListSchema(schema)) {
    const rows = Array.isArray(old) ? old : []
    return isSameValue(
      rows.map((row: { nama: string }) => row.nama),
      fresh,
    )
  }
  const { success, data } = z.safeParse(schema, fresh)
  const value = success ? data : fresh
  const isSet = metaOf(schema)?.control === 'pickers' && Array.isArray(old) && Array.isArray(value)
  if (!isSet) return isSameValue(old, value)
  const sorted = (ids: readonly unknown[]) => ids.map(Number).toSorted((a, b) => a - b)
  return isSameValue(sorted(old), sorted(value))
}

export type Row = Record<string, unknown> & { id: number }
export const nameColumns = ['kode', 'nama', 'name', 'judul']
/**
 * Reads the rows of a resource to which an imported row may refer, which are the rows in the
 * actor's scope. Returns lists of these rows by code, by name, and by name with code.
 */
const readNames = async (trx: Trx, ctx: Ctx, target: AnyModule): Promise<Map<string, Row[]>> => {
  const shape = target.resource.entity.shape
  const names = nameColumns.filter((n) => n in shape)
  const shared = Object.keys(target.resource.fields).filter(
    (f) => metaOf(shape[f] ?? z.string())?.control === 'picker',
  )
  const columns = sql.join(['id', ...names, ...shared].map((c) => sql.ref(c)))
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(tableOf(target.resource.name))} where ${scopeOf(ctx, target)}`.execute(
      trx,
    )
  const rowsByName = new Map<string, Row[]>()
  for (const row of rows)
    for (const key of new Set(
      [...names.map((n) => row[n]), nameWithCode(String(row.nama), String(row.kode))].map((name) =>
        fold(String(name ?? '')),
      ),
    ))
      rowsByName.set(key, [...(rowsByName.get(key) ?? []), row])
  return rowsByName
}

/** Reads the rows that the cells of a column may name: users of a kind, or rows of a resource. */
export const readNamed = (
  trx: Trx,
  ctx: Ctx,
  { refers = '', jenis }: Pick<ImportColumn, 'refers' | 'jenis'>,
): Promise<Map<string, Row[]>> =>
  jenis === undefined
    ? readNames(trx, ctx, required(moduleOf(refers), refers))
    : readPeople(trx, ctx, jenis)
