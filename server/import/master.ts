/**
 * Import of master data: columns from the fields of the resource, rows written by its own rules.
 */
import { sql } from 'kysely'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { scopeOf } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import type { ImportKind, RowResult, RowValues } from '#server/import/columns.ts'
import { namedListSchema } from '#server/import/masterColumns.ts'
import {
  isUnchanged,
  keyOf,
  masterFields,
  textsOf,
  type MasterFields,
  type MasterName,
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
 * Returns the values that a row shares with others: its code or name, and the rows of its own kind
 * that the row refers to.
 */
const marksOf = (
  { columns, uniqueKey, referenceOf, nama }: MasterFields,
  values: RowValues,
): string[] => {
  const selfReferences = Object.keys(columns).filter((k) => referenceOf(k) === nama)
  const ownKeys = ['kode', 'nama', ...uniqueKey].filter(
    (k) => referenceOf(k) === undefined || referenceOf(k) === nama,
  )
  return [...new Set([...ownKeys, ...selfReferences].flatMap((k) => textsOf(values[k])).map(fold))]
}

/** Rows in scope by their natural key; two may differ in what folding makes alike. */
const readExisting = async (
  trx: Trx,
  ctx: Ctx,
  { nama, module, uniqueKey }: MasterFields,
): Promise<Map<string, Row[]>> => {
  const columns = sql.join(['id', ...uniqueKey].map((c) => sql.ref(c)))
  const { rows } =
    await sql<Row>`select ${columns} from ${sql.table(tableOf(nama))} where ${scopeOf(ctx, module)}`.execute(
      trx,
    )
  return Map.groupBy(rows, (row) =>
    JSON.stringify(uniqueKey.map((k) => fold(String(row[k] ?? '')))),
  )
}

/** The row that is there already; undefined for a new one. Throws 422 when several may be meant. */
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
 * Named lists become rows; those that are there keep their ids, so that what refers to them stays.
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

/** Context of one import transaction. */
interface MasterImport {
  trx: Trx
  ctx: Ctx
  fields: MasterFields
  references: MasterReferences
  writer: Writer
}

/** Updates the fields in which the row differs; does nothing for an equal row. */
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

/** Makes a row; from here on the file may name it. */
const createRow = async (
  { trx, ctx, fields, references, writer }: MasterImport,
  existing: Map<string, Row[]>,
  values: RowValues,
): Promise<void> => {
  const data = await references.translate(values, {})
  // In a new row a dash is what an empty cell is.
  const filled = Object.fromEntries(Object.entries(data).filter(([, v]) => v !== null))
  const newRow = await withListNames(() =>
    writer.guarded(() => writer.create(trx, ctx, withNamedRows(fields, filled))),
  )
  const key = keyOf(fields, data)
  if (key !== undefined) existing.set(key, [...(existing.get(key) ?? []), newRow])
  references.forgetOwn()
}

/** The import of a resource that contract/import/importKeys.ts names. */
export const masterImport = (nama: MasterName): ImportKind => {
  const fields = masterFields(nama)
  const { module, mainColumn, columns, uniqueKey } = fields
  const writer = writerOf(module, moduleOf)
  return {
    nama,
    fileName: nama,
    mainColumn,
    columns,
    // Rows with one code or name, and those that refer to each other: a trial must meet what a run
    // will meet.
    marks: (values) => marksOf(fields, values),
    prepare: async (trx, ctx) => {
      const references = masterReferences(trx, ctx, fields)
      const context = { trx, ctx, fields, references, writer }
      const existing = await readExisting(trx, ctx, fields)
      return async (mode, values) => {
        const id = await findOwnId(fields, references, existing, values)
        if (id === undefined) {
          await createRow(context, existing, values)
          return { outcome: 'baru', isNewAkun: false }
        }
        if (mode === 'tambah')
          throw invalidField(
            uniqueKey.at(-1) ?? mainColumn,
            `${module.resource.label[0]} ini sudah ada`,
          )
        return { outcome: await updateRow(context, id, values), isNewAkun: false }
      }
    },
  }
}

/** Problems inside a named list are reported for the list. */
const withListNames = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof HttpError) || !error.errors) throw error
    throw new HttpError(error.status, error.message, {
      errors: error.errors.map((e) => ({ ...e, field: e.field.split('.')[0] ?? e.field })),
    })
  }
}
