/** The fields of a resource that is imported, and its rows by what names them. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isRequired, metaOf } from '#contract/fields.ts'
import { importable, type ImporName } from '#contract/import/importKeys.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { nameWithCode } from '#server/export/referenceNames.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { isSameValue, type ImportColumn, type RowValues } from '#server/import/columns.ts'
import { columnFrom, namedListSchema } from '#server/import/masterColumns.ts'
import { moduleOf } from '#server/modules/registry.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { required } from '#server/runtime/required.ts'

export type MasterName = Exclude<ImporName, 'user'>
/** A resource as its import looks at it. */
export interface MasterFields {
  nama: MasterName
  module: AnyModule
  columns: Record<string, ImportColumn>
  mainColumn: string
  /** Columns that identify a row. */
  uniqueKey: readonly string[]
  schemaOf: (field: string) => z.core.$ZodType
  /** The resource that a field refers to, if it is one that does. */
  referenceOf: (field: string) => string | undefined
}

/** Reads a resource's declaration as an import needs it. */
export const masterFields = (nama: MasterName): MasterFields => {
  const module = required(moduleOf(nama), nama)
  const inputs = { ...module.resource.fields, ...module.resource.extra }
  const uniqueKey: readonly string[] = importable[nama]
  const columns = Object.fromEntries(
    Object.entries(inputs).flatMap(([field, schema]) => {
      // A conflict is allowed only by a person: a row that conflicts with lessons is rejected.
      const asks = field in confirmation && field in module.resource.extra
      const column = asks ? undefined : columnFrom(field, schema)
      return column ? [[field, column] as const] : []
    }),
  )
  const mainColumn = 'nama' in columns ? 'nama' : required(uniqueKey[0], nama)
  columns[mainColumn] = {
    ...required(columns[mainColumn], mainColumn),
    example: 'Contoh: isi lalu hapus baris ini',
  }
  const schemaOf = (field: string): z.core.$ZodType => inputs[field] ?? z.unknown()
  const referenceOf = (field: string) => {
    const meta = metaOf(schemaOf(field))
    return meta?.control === 'picker' || meta?.control === 'pickers' ? meta.resource : undefined
  }
  return { nama, module, columns, mainColumn, uniqueKey, schemaOf, referenceOf }
}

/** A row's natural key; undefined where a part of it that must be there is not. */
export const keyOf = (
  { uniqueKey, schemaOf }: MasterFields,
  values: RowValues,
): string | undefined =>
  // No outlet is a key of its own: all of them.
  uniqueKey.some((k) => (values[k] ?? null) === null && isRequired(schemaOf(k)))
    ? undefined
    : JSON.stringify(uniqueKey.map((k) => fold(String(values[k] ?? ''))))

/** The texts that a cell holds: several, one or none. */
export const textsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String)
  return value === undefined || value === null ? [] : [String(value)]
}

/**
 * Whether a field equals the value of the file's row. The order of listed outlets or courses does
 * not matter.
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
/** Rows that may be referred to, by code or name; several rows may share a name. */
export const readNames = async (
  trx: Trx,
  ctx: Ctx,
  target: AnyModule,
): Promise<Map<string, Row[]>> => {
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
