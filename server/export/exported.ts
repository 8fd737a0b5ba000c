/** Selects the columns of an exported file and builds the SQL of their cells. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { methodNameSettings, withMethodNames } from '#contract/billing/rules/methodNames.ts'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { engineOf, type Engine } from '#server/db/engine.ts'
import { invalidField } from '#server/errors.ts'
import { kindOf, listSaid, saidOf, textSaid, typeOf } from '#server/export/cellExpressions.ts'
import type { CellExpression } from '#server/export/cellTypes.ts'
import { targetOf, type Asked, type Target } from '#server/export/referenceNames.ts'
import type { CellKind } from '#server/export/xlsx.ts'
import type { FileColumn } from '#server/resource/module.ts'
import { column } from '#server/resource/query/conditions.ts'
import { readSome } from '#server/settings.ts'

export interface Exported {
  name: string
  label: string
  kind: CellKind
  said: CellExpression
}

/** Labels of technical columns, which are exported only when the request names them. */
const machineLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  versi: 'Versi',
  created_by: 'ID Pembuat',
  updated_by: 'ID Pengubah',
}
const last = ['created_at', 'updated_at']
/** Returns the label and cell SQL of a column that a module adds to its exports (`FileColumn`). */
const fromModule = async (
  engine: Engine,
  request: Asked,
  fileColumn: FileColumn,
  targets: Map<string, Target>,
): Promise<Exported> => {
  const { name, label, kind = 'teks' } = fileColumn
  if ('said' in fileColumn) return { name, label, kind, said: fileColumn.said }
  const meta: FieldMeta = { label, control: 'pickers', resource: fileColumn.list }
  return {
    name,
    label,
    kind,
    said: listSaid(engine, fileColumn.ids, meta, await targetOf(request, name, meta, targets)),
  }
}

/** Returns the default column names of a file, for a request without `fields`. */
const usual = (
  { module: { resource }, format }: Asked,
  labelOf: (name: string) => string | undefined,
  hidden: (name: string) => boolean,
): string[] => {
  const names = Object.keys(resource.entity.shape).filter(
    (name) => labelOf(name) !== undefined && !hidden(name),
  )
  const mainNames = names.filter((name) => !last.includes(name))
  return [
    ...(format === 'csv' ? ['id'] : []),
    ...mainNames,
    ...names.filter((name) => last.includes(name)),
  ]
}

/**
 * Returns the columns of an exported file: the columns in `fields`; without `fields`, the columns
 * of a screen (`shown`); without both, the default columns (`usual`). The default columns omit ids
 * of uploaded files, which are useless outside the app. Without `fields`, also returns the
 * additional columns of the module: with `shown` only those marked `always`, otherwise all. In a
 * CSV, each column of names is followed by a column of the corresponding ids. Throws an input error
 * when `fields` names an encrypted column, because secrets are never exported.
 */
export const exportedColumns = async (request: Asked): Promise<Exported[]> => {
  const { db, actor, module, params, fields, format } = request
  const { resource } = module
  const engine = engineOf(db)
  const shape: Record<string, z.core.$ZodType> = {
    ...resource.entity.shape,
    ...resource.fields,
    ...resource.computed,
  }
  const settings = await readSome(db, methodNameSettings)
  const metas = (name: string) =>
    Object.hasOwn(shape, name) ? withMethodNames(metaOf(shape[name]!), settings) : undefined
  const isSecret = (name: string) => metas(name)?.secret === true
  const refused = fields?.find(isSecret)
  if (refused) throw invalidField('fields', `Field "${refused}" tidak diekspor`)

  const extra = module.exported?.({ engine, actor, params }) ?? []
  const targets = new Map<string, Target>()
  const make = async (name: string): Promise<Exported[]> => {
    const extraColumn = extra.find((e) => e.name === name)
    if (extraColumn) return [await fromModule(engine, request, extraColumn, targets)]
    const meta = metas(name)
    const schema = shape[name]!
    const value = column(resource, name)
    const target = await targetOf(request, name, meta, targets)
    const kind = kindOf(name, schema, meta)
    const label = meta?.label ?? machineLabels[name] ?? name
    const mainColumn = {
      name,
      label: kind === 'saat' ? `${label} (WIB)` : label,
      kind: target ? ('teks' as const) : kind,
      said: saidOf(engine, { name, value, schema, meta, target }),
    }
    if (!target || format !== 'csv') return [mainColumn]
    const said: CellExpression =
      typeOf(schema) === 'array'
        ? textSaid(sql`nullif(${value}, '[]')`)
        : { as: 'angka', value, kind: 'angka', nullable: true }
    return [mainColumn, { name, label: `ID ${label}`, kind: 'angka', said }]
  }
  const hidden = (name: string) => isSecret(name) || metas(name)?.control === 'file'
  const canExport = (name: string) =>
    extra.some((e) => e.name === name) || (metas(name)?.label !== undefined && !hidden(name))
  const shown = request.shown?.filter(canExport)
  const isShown = fields === undefined && shown !== undefined && shown.length > 0
  const names = fields ?? (isShown ? shown : usual(request, (name) => metas(name)?.label, hidden))
  const columns: Exported[] = []
  for (const name of names) columns.push(...(await make(name)))
  if (fields) return columns
  // Inserts the module's additional columns in front of the columns with the times of creation and
  // update.
  const added = extra.filter((e) => !names.includes(e.name) && (!isShown || e.always))
  for (const extraColumn of added) {
    const index = columns.findIndex((c) => last.includes(c.name))
    columns.splice(
      index < 0 ? columns.length : index,
      0,
      await fromModule(engine, request, extraColumn, targets),
    )
  }
  return columns
}
