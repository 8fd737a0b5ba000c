/** Derives the columns of an import from the fields of a resource. */
import * as z from 'zod/mini'
import { isRequired, metaOf, unwrap, type FieldMeta } from '#contract/fields.ts'
import { parseRupiah } from '#contract/values/amount.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { fold } from '#server/db/fold.ts'
import { isYes, splitList, type ImportColumn } from '#server/import/columns.ts'
import { kindNamed } from '#server/import/peopleNames.ts'

/**
 * Returns the schema of `nama` if a field is a list of rows with names, such as the levels of a
 * course category; undefined for other fields. In a file, the cell of such a field lists the names.
 */
export const namedListSchema = (schema: z.core.$ZodType): z.core.$ZodType | undefined => {
  const list = unwrap(schema)
  const row = list instanceof z.ZodMiniArray ? list.def.element : undefined
  return row instanceof z.ZodMiniObject && 'nama' in row.def.shape ? row.def.shape.nama : undefined
}
/** Parses rupiah in common notations: `350000`, `Rp 350.000,-`, `350.000,00`. */
const parsePrice = (text: string): unknown => parseRupiah(text) ?? text
/** Parses a whole number, with or without points between thousands. */
const parseWhole = (text: string): unknown =>
  /^-?(\d+|[1-9]\d{0,2}(\.\d{3})+)$/.test(text) ? Number(text.replaceAll('.', '')) : text
/** Parses a percentage to hundredths of a percent: `12,5 %` to 1250. */
const parsePercent = (text: string): unknown => {
  const percentText = /^(\d+(?:[.,]\d{1,2})?)\s*%?$/.exec(text)?.[1]
  return percentText === undefined ? text : Math.round(Number(percentText.replace(',', '.')) * 100)
}
const parseOption =
  (options: NonNullable<FieldMeta['options']>) =>
  (text: string): unknown =>
    options.find((o) => fold(o.label) === fold(text) || fold(String(o.value)) === fold(text))
      ?.value ?? text
const parseYesNo = (text: string): unknown => {
  if (isYes(text)) return true
  return /^(tidak|t|no|n|0|false|bukan)$/i.test(text) ? false : text
}

/**
 * Properties of a column by the form control of its field. A cell of a field with any other control
 * is read as plain text.
 */
const byControl: { readonly [control: string]: Partial<ImportColumn> } = {
  rupiah: { example: '350000', sel: 'angka', parse: parsePrice },
  number: { sel: 'angka', parse: parseWhole },
  percent: { sel: 'persen', parse: parsePercent },
  date: { example: '2026-01-31', kind: 'hari', sel: 'hari' },
  time: { example: '09:00', sel: 'jam' },
  phone: { example: '081234567890', parse: normalizePhone },
  switch: { example: 'tidak', dashValue: false, parse: parseYesNo },
  picker: { example: 'kode atau nama' },
  tags: { example: 'dipisah titik koma', dashValue: [], parse: splitList },
  pickers: {
    example: 'kode atau nama, dipisah titik koma; kosong berarti semua',
    dashValue: [],
    parse: splitList,
  },
}
const ofNamedList: Partial<ImportColumn> = {
  example: 'dipisah titik koma, menurut urutannya',
  dashValue: [],
  parse: splitList,
}
const upperCase: Partial<ImportColumn> = { parse: (text) => text.toUpperCase() }

const skippedControls = new Set(['file', 'password', 'codes'])
/** Returns the properties of the column of a field, except its label. */
const detailsOf = (key: string, meta: FieldMeta): Partial<ImportColumn> => {
  if (meta.options)
    return {
      example: meta.options[0]?.label ?? '',
      choices: meta.options.map((o) => o.label),
      parse: parseOption(meta.options),
    }
  return byControl[meta.control] ?? (key === 'kode' ? upperCase : {})
}
/**
 * Returns the import column of a field; undefined for fields that cannot be imported, such as
 * passwords and pictures.
 */
export const columnFrom = (
  key: string,
  schema: z.core.$ZodType,
  alias?: readonly string[],
): ImportColumn | undefined => {
  const named = namedListSchema(schema)
  const meta = metaOf(named ?? schema)
  if (!meta || meta.secret || skippedControls.has(meta.control)) return undefined
  const jenis = kindNamed(meta.params?.jenis)
  return {
    label: meta.label,
    ...(alias && { alias }),
    ...(isRequired(schema) && { required: true }),
    ...(meta.resource !== undefined && { refers: meta.resource }),
    ...(jenis !== undefined && { jenis }),
    ...(named ? ofNamedList : detailsOf(key, meta)),
  }
}
