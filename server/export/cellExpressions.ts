/** Content of a cell in a file: labels and names, as people read them. */
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { unwrap, type FieldMeta } from '#contract/fields.ts'
import type { Engine } from '#server/db/engine.ts'
import type { CellExpression, Put, Value } from '#server/export/cellTypes.ts'
import { nameOf, type Target } from '#server/export/referenceNames.ts'
import type { CellKind } from '#server/export/xlsx.ts'

const yesNo = [
  [1, 'Ya'],
  [0, 'Tidak'],
] as const

interface Schema {
  _zod: { def: { type: string; innerType?: z.core.$ZodType } }
}
/** Returns the type of a schema under null, absence and defaults. */
export const typeOf = (schema: z.core.$ZodType): string => {
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
/** Returns the cell kind of a field. */
export const kindOf = (
  name: string,
  schema: z.core.$ZodType,
  meta: FieldMeta | undefined,
): CellKind => {
  // A day that something is due stays a day.
  if (name.endsWith('_at') && meta?.control !== 'date') return 'saat'
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
/**
 * An element so that a list splits at what parts it from the next one only, and reads no dash as
 * nothing.
 */
const quotedElement = (value: Value): Value =>
  sql`case when ${value} like '%;%' or ${value} like '"%' or ${value} in ('-', '–', '—')
    then '"' || replace(${value}, '"', '""') || '"' else ${value} end`

/** Returns the content of a column for a value: a label, a name, a number or its text. */
export const saidOf = (
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
): CellExpression => {
  const type = typeOf(schema)
  if (type === 'boolean') return { as: 'label', value, labels: yesNo }
  if (type === 'array') return listSaid(engine, value, meta, target)
  const kind = kindOf(name, schema, meta)
  const plain: CellExpression = target
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
): CellExpression => {
  if (kind !== 'teks') return { as: 'angka', value, kind, nullable: mayBeEmpty(schema) }
  // The number of a choice that has no label.
  if (typeof meta?.options?.[0]?.value === 'number' || typeOf(schema) === 'number')
    return { as: 'angka', value, kind: 'angka', nullable: true }
  return textSaid(value, oneLine.includes(meta?.control))
}
/** A text that is at hand. */
export const textSaid = (value: Value, isOneLine = true): CellExpression => ({
  as: 'teks',
  text: (put) => put(value),
  oneLine: isOneLine,
})
/** A text that a query makes, which is made once. */
export const foundSaid = (query: Value): CellExpression => ({
  as: 'teks',
  text: (put) => sql`(select ${put(sql`satu.teks`)} from (select ${query} as teks) as satu)`,
  oneLine: true,
})
/** A stored list in words: names, labels, or its own texts. */
export const listSaid = (
  engine: Engine,
  list: Value,
  meta: FieldMeta | undefined,
  target: Target | undefined,
): CellExpression =>
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
