/**
 * Builds SQL that converts stored values to the labels, names and texts that users read in an
 * exported file.
 */
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
/** Returns the type of a schema without its wrappers (nullable, optional, default). */
export const typeOf = (schema: z.core.$ZodType): string => {
  const bare: Schema = unwrap(schema)
  return bare._zod.def.type
}
/** Returns whether the schema allows null or a missing value. */
const mayBeEmpty = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = (schema satisfies Schema as Schema)._zod.def
  return (
    type === 'nullable' || type === 'optional' || (innerType !== undefined && mayBeEmpty(innerType))
  )
}
/** Form controls whose texts are stored trimmed and without line breaks. */
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
/**
 * Returns the kind of cell (text, rupiah, day …) for a field, according to the name, control and
 * type of the field.
 */
export const kindOf = (
  name: string,
  schema: z.core.$ZodType,
  meta: FieldMeta | undefined,
): CellKind => {
  // A name that ends in `_at` means an instant (`saat`), except for a date field: its name may also
  // end in `_at`, but its values have no time of day.
  if (name.endsWith('_at') && meta?.control !== 'date') return 'saat'
  if (meta?.options) return 'teks'
  const kind = controlKinds[meta?.control ?? '']
  return kind ?? (typeOf(schema) === 'number' ? 'angka' : 'teks')
}

/**
 * Builds SQL that joins the elements of a list with semicolons, in the order of the list. The list
 * is stored as JSON. `element` converts each element to text.
 */
const joinedList = (engine: Engine, list: Value, element: Put): Value =>
  engine === 'sqlite'
    ? sql`(select group_concat(${element(sql`isi.value`)}, '; ') from json_each(${list}) as isi)`
    : sql`(select string_agg(${element(sql`isi.value`)}, '; ' order by isi.ke)
        from json_array_elements_text(${list}::json) with ordinality as isi(value, ke))`
/**
 * Builds SQL that joins the texts in the column `teks` of a query with semicolons, in the order of
 * the query.
 */
export const joinedTexts = (engine: Engine, texts: Value): Value =>
  engine === 'sqlite'
    ? sql`(select group_concat(${quotedElement(sql`semua.teks`)}, '; ') from (${texts}) as semua)`
    : sql`(select string_agg(${quotedElement(sql`semua.teks`)}, '; ') from (${texts}) as semua)`
/**
 * Builds SQL that quotes a list element if it contains a semicolon, begins with a quote, or is only
 * a dash. Without quotes, an import of the file would split the element or read the dash as an
 * empty value.
 */
const quotedElement = (value: Value): Value =>
  sql`case when ${value} like '%;%' or ${value} like '"%' or ${value} in ('-', '–', '—')
    then '"' || replace(${value}, '"', '""') || '"' else ${value} end`

/**
 * Returns the cell for a stored value: the label of an option, the name of the row that the value
 * refers to (`target`), a number or a text.
 */
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
  // Uses a number cell not only for number fields, but also for fields whose options have numbers
  // as values. The cell then shows stored numbers that are no longer an option and therefore have
  // no label.
  if (typeof meta?.options?.[0]?.value === 'number' || typeOf(schema) === 'number')
    return { as: 'angka', value, kind: 'angka', nullable: true }
  return textSaid(value, oneLine.includes(meta?.control))
}
/**
 * Returns a text cell for simple SQL, such as a column. `value` must not be a subquery, because the
 * SQL of the cell may contain it several times.
 */
export const textSaid = (value: Value, isOneLine = true): CellExpression => ({
  as: 'teks',
  text: (put) => put(value),
  oneLine: isOneLine,
})
/**
 * Returns a text cell for a text that a query computes. The query is evaluated only once per row.
 */
export const foundSaid = (query: Value): CellExpression => ({
  as: 'teks',
  text: (put) => sql`(select ${put(sql`satu.teks`)} from (select ${query} as teks) as satu)`,
  oneLine: true,
})
/**
 * Returns the cell of a stored list. Its elements become names of the referenced rows, labels of
 * options, or plain texts, joined with semicolons.
 */
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
