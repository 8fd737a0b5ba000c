/** The columns of a list's file, and what stands in each of them: labels and names, as people read. */
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { metaOf, unwrap, type FieldMeta } from '#contract/fields.ts'
import { dapatDiimpor } from '#contract/imporNama.ts'
import type { Expand } from '#contract/resource.ts'
import { engineOf, type Engine } from '#server/db/engine.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Db } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Actor } from '#server/http/context.ts'
import type { AnyModule, FileColumn } from '#server/http/module.ts'
import { column, type Condition } from '#server/http/query.ts'
import type { CellKind } from '#server/http/xlsx.ts'

type Value = RawBuilder<unknown>
/** Makes a text what stands in a file. */
type Put = (text: Value) => Value
export type Format = 'csv' | 'xlsx'

/** What stands in a cell, as SQL; null is an empty cell. */
export type Said =
  /**
   * A text that the database holds, put where it is read: within the query that finds it, it is found once.
   * `oneLine` has no breaks of lines and no blanks at its ends.
   */
  | { as: 'teks'; text: (put: Put) => Value; oneLine: boolean }
  /** One of some texts that are known now; what none of them stands for is said otherwise. */
  | {
      as: 'label'
      value: Value
      labels: readonly (readonly [number | string, string])[]
      lain?: Said
    }
  /** A number, a day, a month or an instant as it is stored. */
  | { as: 'angka'; value: Value; kind: CellKind; nullable: boolean }
  /** Another kind of value from row to row. */
  | { as: 'menurut'; cases: readonly { when: Value; said: Said }[] }
export interface Exported {
  name: string
  label: string
  kind: CellKind
  said: Said
}

/** How an outlet is called whose name is not for the reader; in a file that comes in it is left. */
export const outletLain = 'Outlet lain'
/** A name and a code, of rows that share their name with others. */
export const namaKode = (nama: string, kode: string): string => `${nama} (${kode})`

/** Columns that are there for the machine, and say so when somebody asks for them by name. */
const machineLabels: Readonly<Record<string, string>> = {
  id: 'ID',
  versi: 'Versi',
  created_by: 'ID Pembuat',
  updated_by: 'ID Pengubah',
}
const last = ['created_at', 'updated_at']
const yesNo = [
  [1, 'Ya'],
  [0, 'Tidak'],
] as const

interface Schema {
  _zod: { def: { type: string; innerType?: z.core.$ZodType } }
}
const typeOf = (schema: z.core.$ZodType): string => {
  const bare: Schema = unwrap(schema)
  return bare._zod.def.type
}
/** Whether the contract knows it empty. */
const mayBeEmpty = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = (schema satisfies Schema as Schema)._zod.def
  return (
    type === 'nullable' || type === 'optional' || (innerType !== undefined && mayBeEmpty(innerType))
  )
}
/** Texts of these controls have one line, trimmed. */
const oneLine: readonly (string | undefined)[] = [
  'text',
  'email',
  'phone',
  'time',
  'select',
  'color',
]

const controlKinds: Readonly<Record<string, CellKind>> = {
  rupiah: 'rupiah',
  percent: 'persen',
  date: 'hari',
  month: 'bulan',
}
const kindOf = (name: string, schema: z.core.$ZodType, meta: FieldMeta | undefined): CellKind => {
  if (name.endsWith('_at')) return 'saat'
  if (meta?.options) return 'teks'
  const kind = controlKinds[meta?.control ?? '']
  return kind ?? (typeOf(schema) === 'number' ? 'angka' : 'teks')
}

/** Elements of a stored list, each as a text, in their order, put together. */
const joinedList = (engine: Engine, list: Value, element: Put): Value =>
  engine === 'sqlite'
    ? sql`(select group_concat(${element(sql`isi.value`)}, '; ') from json_each(${list}) as isi)`
    : sql`(select string_agg(${element(sql`isi.value`)}, '; ' order by isi.ke)
        from json_array_elements_text(${list}::json) with ordinality as isi(value, ke))`
/** Texts that a query finds as `teks`, in its order, put together. */
export const joinedTexts = (engine: Engine, texts: Value): Value =>
  engine === 'sqlite'
    ? sql`(select group_concat(${quotedElement(sql`semua.teks`)}, '; ') from (${texts}) as semua)`
    : sql`(select string_agg(${quotedElement(sql`semua.teks`)}, '; ') from (${texts}) as semua)`
/** An element so that a list splits at what parts it from the next one only, and reads no dash as nothing. */
const quotedElement = (value: Value): Value =>
  sql`case when ${value} like '%;%' or ${value} like '"%' or ${value} in ('-', '–', '—')
    then '"' || replace(${value}, '"', '""') || '"' else ${value} end`

/** A row that others refer to: where it is, and what it is called. */
interface Target {
  table: string
  on: string
  by: string
  /** Rows that share what they are called with another, by what tells them apart. */
  ambiguous: readonly (readonly [number, string])[]
  /** Which of them may be named to the reader, of outlets. */
  told: Condition | undefined
}

/** Rows of a resource that an import refers to by name, but whose name another row has, too. */
const ambiguousOf = async (db: Db, { resource }: AnyModule): Promise<Target['ambiguous']> => {
  const { shape } = resource.entity
  if (!Object.hasOwn(dapatDiimpor, resource.name) || !('kode' in shape) || !('nama' in shape))
    return []
  const { rows } = await sql<{ id: number; kode: string; nama: string }>`
    select id, kode, nama from ${sql.table(tableOf(resource.name))}`.execute(db)
  const owners = Map.groupBy(
    rows.flatMap(({ id, kode, nama }) =>
      [...new Set([fold(kode), fold(nama)])].map((key) => ({ id, key })),
    ),
    (name) => name.key,
  )
  return rows
    .filter(({ nama }) => (owners.get(fold(nama))?.length ?? 0) > 1)
    .map(({ id, kode, nama }) => [id, namaKode(nama, kode)])
}

/** The name of the row that a value refers to. */
const nameOf = ({ table, on, by, ambiguous, told }: Target, value: Value, put: Put): Value => {
  // A row may refer to another of its own table. A scope names its table.
  const as = told ? table : 'acuan'
  const [id, name] = [sql.ref(`${as}.${on}`), sql.ref(`${as}.${by}`)]
  const cases = ambiguous.map(([row, text]) => sql`when ${sql.lit(row)} then ${sql.lit(text)}`)
  const called =
    cases.length > 0 ? sql`case ${id} ${sql.join(cases, sql` `)} else ${name} end` : name
  const found = sql`select ${put(called)} from ${sql.table(table)} as ${sql.ref(as)} where ${id} = ${value}`
  return told
    ? sql`case when ${value} is not null then coalesce((${found} and ${told}), ${put(sql.lit(outletLain))}) end`
    : sql`(${found})`
}

/** What a file is made for. */
interface Asked {
  db: Db
  actor: Actor
  module: AnyModule
  moduleOf: (name: string) => AnyModule | undefined
  fields: string[] | undefined
  format: Format
}

const nameColumns = ['nama', 'name']
/** What a column refers to, by what expand or its field says of it; undefined where it refers to nothing that has a name. */
const targetOf = async (
  { db, actor, module, moduleOf }: Asked,
  name: string,
  meta: FieldMeta | undefined,
  known: Map<string, Target>,
): Promise<Target | undefined> => {
  const isOne = (e: Expand) => e.kind === 'one' && e.by === name && name !== 'id'
  const one = Object.values(module.resource.expand).find(isOne)
  const refers = meta?.control === 'picker' || meta?.control === 'pickers' || one !== undefined
  const target = refers && meta?.resource ? moduleOf(meta.resource) : undefined
  const table = one?.from ?? (target ? tableOf(target.resource.name) : undefined)
  const by = target?.resource.choice?.label ?? nameColumns.find((n) => one && n in one.schema.shape)
  if (table === undefined || by === undefined) return undefined
  const found = known.get(table) ?? {
    table,
    on: one?.on ?? 'id',
    by,
    ambiguous: target ? await ambiguousOf(db, target) : [],
    told: target?.resource.name === 'gedung' ? target.scope?.(actor) : undefined,
  }
  known.set(table, found)
  return found
}

const saidOf = (
  engine: Engine,
  {
    name,
    value,
    schema,
    meta,
    target,
  }: {
    name: string
    value: Value
    schema: z.core.$ZodType
    meta: FieldMeta | undefined
    target: Target | undefined
  },
): Said => {
  const type = typeOf(schema)
  if (type === 'boolean') return { as: 'label', value, labels: yesNo }
  if (type === 'array') return listSaid(engine, value, meta, target)
  const kind = kindOf(name, schema, meta)
  const plain: Said = target
    ? { as: 'teks', text: (put) => nameOf(target, value, put), oneLine: true }
    : plainSaid(schema, meta, kind, value)
  if (!meta?.options) return plain
  return { as: 'label', value, labels: meta.options.map((o) => [o.value, o.label]), lain: plain }
}
const plainSaid = (
  schema: z.core.$ZodType,
  meta: FieldMeta | undefined,
  kind: CellKind,
  value: Value,
): Said => {
  if (kind !== 'teks') return { as: 'angka', value, kind, nullable: mayBeEmpty(schema) }
  // The number of a choice that has no label.
  if (typeof meta?.options?.[0]?.value === 'number' || typeOf(schema) === 'number')
    return { as: 'angka', value, kind: 'angka', nullable: true }
  return textSaid(value, oneLine.includes(meta?.control))
}
/** A text that is at hand. */
export const textSaid = (value: Value, isOneLine = true): Said => ({
  as: 'teks',
  text: (put) => put(value),
  oneLine: isOneLine,
})
/** A text that a query makes, which is made once. */
export const foundSaid = (query: Value): Said => ({
  as: 'teks',
  text: (put) => sql`(select ${put(sql`satu.teks`)} from (select ${query} as teks) as satu)`,
  oneLine: true,
})
/** A stored list in words: names, labels, or its own texts. */
const listSaid = (
  engine: Engine,
  list: Value,
  meta: FieldMeta | undefined,
  target: Target | undefined,
): Said =>
  foundSaid(
    joinedList(engine, list, (element) => {
      if (target)
        return nameOf(
          target,
          engine === 'sqlite' ? element : sql`cast(${element} as integer)`,
          quotedElement,
        )
      if (!meta?.options) return quotedElement(element)
      const cases = meta.options.map(
        (o) => sql`when ${sql.lit(String(o.value))} then ${sql.lit(o.label)}`,
      )
      return sql`case ${element} ${sql.join(cases, sql` `)} else ${element} end`
    }),
  )

/** A column that no field of the contract is, as its module says it. */
const fromModule = async (
  engine: Engine,
  asked: Asked,
  own: FileColumn,
  known: Map<string, Target>,
): Promise<Exported> => {
  const { name, label, kind = 'teks' } = own
  if ('said' in own) return { name, label, kind, said: own.said }
  const meta: FieldMeta = { label, control: 'pickers', resource: own.list }
  return {
    name,
    label,
    kind,
    said: listSaid(engine, own.ids, meta, await targetOf(asked, name, meta, known)),
  }
}

/** Names of the columns of a list's file, where nobody asks for some. */
const usual = (
  { module: { resource }, format }: Asked,
  labelOf: (name: string) => string | undefined,
  hidden: (name: string) => boolean,
): string[] => {
  const names = Object.keys(resource.entity.shape).filter(
    (name) => labelOf(name) !== undefined && !hidden(name),
  )
  const own = names.filter((name) => !last.includes(name))
  return [
    ...(format === 'csv' ? ['id'] : []),
    ...own,
    ...names.filter((name) => last.includes(name)),
  ]
}

/**
 * The columns of a list's file. What is stored encrypted never leaves in one, not even its mask; the number
 * of a file says nothing. A CSV has ids beside the names, for programs.
 */
export const exportedColumns = async (asked: Asked): Promise<Exported[]> => {
  const { db, actor, module, fields, format } = asked
  const { resource } = module
  const engine = engineOf(db)
  const shape: Record<string, z.core.$ZodType> = {
    ...resource.entity.shape,
    ...resource.fields,
    ...resource.computed,
  }
  const metas = (name: string) => (Object.hasOwn(shape, name) ? metaOf(shape[name]!) : undefined)
  const isSecret = (name: string) => metas(name)?.rahasia === true
  const refused = fields?.find(isSecret)
  if (refused) throw invalidField('fields', `Field "${refused}" tidak diekspor`)

  const extra = module.exported?.({ engine, actor }) ?? []
  const known = new Map<string, Target>()
  const make = async (name: string): Promise<Exported[]> => {
    const own = extra.find((e) => e.name === name)
    if (own) return [await fromModule(engine, asked, own, known)]
    const meta = metas(name)
    const schema = shape[name]!
    const value = column(resource, name)
    const target = await targetOf(asked, name, meta, known)
    const kind = kindOf(name, schema, meta)
    const label = meta?.label ?? machineLabels[name] ?? name
    const shown = {
      name,
      label: kind === 'saat' ? `${label} (WIB)` : label,
      kind: target ? ('teks' as const) : kind,
      said: saidOf(engine, { name, value, schema, meta, target }),
    }
    if (!target || format !== 'csv') return [shown]
    const said: Said =
      typeOf(schema) === 'array'
        ? textSaid(sql`nullif(${value}, '[]')`)
        : { as: 'angka', value, kind: 'angka', nullable: true }
    return [shown, { name, label: `ID ${label}`, kind: 'angka', said }]
  }
  const hidden = (name: string) => isSecret(name) || metas(name)?.control === 'file'
  const names = fields ?? usual(asked, (name) => metas(name)?.label, hidden)
  const columns: Exported[] = []
  for (const name of names) columns.push(...(await make(name)))
  if (fields) return columns
  // What the module adds stands before the instants.
  for (const own of extra.filter((e) => !names.includes(e.name))) {
    const at = columns.findIndex((c) => last.includes(c.name))
    columns.splice(at < 0 ? columns.length : at, 0, await fromModule(engine, asked, own, known))
  }
  return columns
}
