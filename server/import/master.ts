/**
 * Imports master data, such as outlets, rooms and courses. The columns are made from the fields of
 * the resource, and rows are written by the rules of the resource.
 */
import { sql } from 'kysely'
import { importable } from '#contract/import/importKeys.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportColumn, ImportKind, RowResult, RowValues } from '#server/import/columns.ts'
import { namedListSchema } from '#server/import/masterColumns.ts'
import {
  isUnchanged,
  keyOf,
  masterFields,
  textsOf,
  type MasterFields,
  type MasterName,
  type MasterSource,
  type Row,
} from '#server/import/masterFields.ts'
import { masterReferences, type MasterReferences } from '#server/import/masterReferences.ts'
import { moduleOf } from '#server/modules/registry.ts'
import { findRow } from '#server/resource/rows.ts'
import { writerOf } from '#server/resource/writer.ts'
import { required } from '#server/runtime/required.ts'

type Values = Readonly<Record<string, unknown>>
type Writer = ReturnType<typeof writerOf>

/**
 * Returns the linking texts of a row (`ImportKind.marks`): its code, its name, the other fields of
 * its natural key, and the codes or names of rows of the same resource to which the row refers.
 */
const marksOf = (
  { columns, uniqueKey, referenceOf, module }: MasterFields,
  values: RowValues,
): string[] => {
  const { name } = module.resource
  const selfReferences = Object.keys(columns).filter((k) => referenceOf(k) === name)
  const ownKeys = ['kode', 'nama', ...uniqueKey].filter(
    (k) => referenceOf(k) === undefined || referenceOf(k) === name,
  )
  return [...new Set([...ownKeys, ...selfReferences].flatMap((k) => textsOf(values[k])).map(fold))]
}

/**
 * Reads the rows in the actor's scope, grouped by natural key (the fields that identify a row).
 * Keys ignore case and accents, so several rows may have the same key.
 */
const readExisting = async (
  trx: Trx,
  ctx: Ctx,
  { source, module, uniqueKey }: MasterFields,
): Promise<Map<string, Row[]>> => {
  const columns = sql.join(['id', ...uniqueKey].map((c) => sql.ref(c)))
  const among = source.among?.(ctx) ?? sql`1 = 1`
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(tableOf(module.resource.name))} where ${scopeOf(ctx, module)} and ${among}`.execute(
      trx,
    )
  return Map.groupBy(rows, (row) =>
    JSON.stringify(uniqueKey.map((k) => fold(String(row[k] ?? '')))),
  )
}

/**
 * Returns the id of the existing row with the same natural key as a row of the file; undefined if
 * no row has this key. If several rows have the key, compares their exact spelling with the file.
 * Throws 422 unless exactly one of these rows has the same spelling.
 */
const findOwnId = async (
  fields: MasterFields,
  { findIds }: MasterReferences,
  existing: ReadonlyMap<string, Row[]>,
  values: RowValues,
): Promise<number | undefined> => {
  const { uniqueKey, mainColumn, module } = fields
  const data: Record<string, unknown> = { ...values }
  for (const field of uniqueKey) {
    const text = values[field]
    if (fields.referenceOf(field) === undefined || typeof text !== 'string') continue
    const foundIds = await findIds({ field, text, data: {}, now: undefined })
    if (!Array.isArray(foundIds) || foundIds.length === 0) return undefined
    data[field] = foundIds[0]
  }
  const key = keyOf(fields, data)
  const matchedRows = key === undefined ? [] : (existing.get(key) ?? [])
  if (matchedRows.length < 2) return matchedRows[0]?.id
  const exact = matchedRows.filter((row) =>
    uniqueKey.every((k) => String(row[k] ?? '') === String(data[k] ?? '')),
  )
  if (exact.length !== 1)
    throw invalidField(
      uniqueKey.at(-1) ?? mainColumn,
      `Ada lebih dari satu ${module.resource.label[0]} bernama ini`,
    )
  return exact[0]?.id
}

const isNamed = (row: unknown, name: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  'nama' in row &&
  fold(String(row.nama)) === fold(String(name))
/**
 * Converts each list of names, such as the levels of a course category, to a list of rows. If the
 * stored row (`current`) already has an entry with the name, uses that entry with its id, so that
 * references to the entry stay valid.
 */
const withNamedRows = (
  { schemaOf }: MasterFields,
  data: Values,
  current?: Values,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      if (!Array.isArray(value) || !namedListSchema(schemaOf(field))) return [field, value]
      const old: unknown[] = Array.isArray(current?.[field]) ? current[field] : []
      const rows = value.map(
        (name: unknown) => old.find((row) => isNamed(row, name)) ?? { nama: name },
      )
      return [field, rows]
    }),
  )

/** Context of the rows that one transaction imports. */
interface MasterImport {
  trx: Trx
  ctx: Ctx
  fields: MasterFields
  references: MasterReferences
  writer: Writer
}

/**
 * Updates the fields in which the row of the file differs from the stored row. Returns `sama`
 * without writing when no field differs.
 */
const updateRow = async (
  { trx, ctx, fields, references, writer }: MasterImport,
  id: number,
  values: RowValues,
): Promise<RowResult['outcome']> => {
  const current = required(await findRow(trx, fields.module, ctx.actor, id), fields.nama)
  const full = await writer.whole(trx, current)
  const data = await references.translate(values, full)
  const changed = Object.fromEntries(
    Object.entries(data).filter(([k, v]) => !isUnchanged(fields.schemaOf(k), full[k], v)),
  )
  if (Object.keys(changed).length === 0) return 'sama'
  const input = { ...withNamedRows(fields, changed, full), versi: current.versi }
  await withListNames(() => writer.guarded(() => writer.update(trx, ctx, current, input)))
  references.forgetOwn()
  return 'diperbarui'
}

/** Creates a row and returns its id. The following rows of the file can refer to this row. */
const createRow = async (
  { trx, ctx, fields, references, writer }: MasterImport,
  existing: Map<string, Row[]>,
  values: RowValues,
): Promise<number> => {
  const { inputs, columns = {} } = fields.source
  const data = await references.translate(values, {})
  // Omits nulls: a dash, which becomes null, means the same in a new row as an empty cell.
  const filled = Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null))
  const newRow = await withListNames(() =>
    writer.guarded(() =>
      writer.create(
        trx,
        ctx,
        { ...inputs?.(values), ...withNamedRows(fields, filled) },
        { fixed: columns },
      ),
    ),
  )
  const key = keyOf(fields, data)
  if (key !== undefined) existing.set(key, [...(existing.get(key) ?? []), newRow])
  references.forgetOwn()
  return newRow.id
}

const repeated = 'Sudah ada di baris lain dengan isi yang berbeda'
/** Columns of a sheet that are stored beside the row, such as the free hours of a coach. */
export interface MoreColumns {
  columns: Readonly<Record<string, ImportColumn>>
  /** Stores the values beside the row with this id. Returns whether they differ from the stored. */
  store: (trx: Trx, ctx: Ctx, id: number, values: RowValues) => Promise<boolean>
}

/** Returns the import of the rows that `source` describes. */
export const rowImport = (source: MasterSource, more?: MoreColumns): ImportKind => {
  const fields = masterFields(source)
  const { nama, module, mainColumn, columns, uniqueKey } = fields
  const writer = writerOf(module, moduleOf)
  return {
    nama,
    fileName: nama,
    mainColumn,
    columns: { ...columns, ...more?.columns },
    // Rows with the same code or name, and rows that refer to each other, get a linking text in
    // common, so that they are imported in one transaction. In a trial, each transaction is rolled
    // back, so a row can refer only to new rows of its own transaction.
    marks: (values) => marksOf(fields, values),
    prepare: async (trx, ctx) => {
      const references = masterReferences(trx, ctx, fields)
      const context = { trx, ctx, fields, references, writer }
      const existing = await readExisting(trx, ctx, fields)
      const imported = new Set<number>()
      return async (mode, values) => {
        const id = await findOwnId(fields, references, existing, values)
        if (id === undefined) {
          const newId = await createRow(context, existing, values)
          await more?.store(trx, ctx, newId, values)
          imported.add(newId)
          return { outcome: 'baru', isNewAkun: false }
        }
        if (mode === 'tambah')
          throw invalidField(
            uniqueKey.at(-1) ?? mainColumn,
            `${module.resource.label[0]} ini sudah ada`,
          )
        const outcome = await updateRow(context, id, values)
        const isChanged = (await more?.store(trx, ctx, id, values)) ?? false
        if (imported.has(id) && (isChanged || outcome !== 'sama'))
          throw invalidField(uniqueKey.at(-1) ?? mainColumn, repeated)
        imported.add(id)
        return { outcome: isChanged ? 'diperbarui' : outcome, isNewAkun: false }
      }
    },
  }
}
/** Returns the import of a resource that contract/import/importKeys.ts lists. */
export const masterImport = (nama: MasterName): ImportKind =>
  rowImport({ nama, resource: nama, uniqueKey: importable[nama] })

/**
 * Runs a write. If the write rejects an entry in a list of names (`levels.0.nama`), rethrows the
 * error with the issue on the column of the list (`levels`).
 */
const withListNames = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, {
      ...error.clashes,
      errors: error.errors.map((e) => ({ ...e, field: e.field.split('.')[0] ?? e.field })),
    })
  }
}
