/** Metadata of a field beside its validation rule: label, control, and whether it may be empty. */
import * as z from 'zod/mini'
import type { Enum, JenisBerkas } from '#contract/enums.ts'

export type Control =
  | 'text'
  | 'textarea'
  | 'email'
  | 'phone'
  | 'password'
  | 'number'
  | 'percent'
  | 'rupiah'
  | 'date'
  | 'time'
  | 'month'
  | 'instant'
  | 'select'
  | 'checks'
  | 'switch'
  | 'picker'
  | 'pickers'
  | 'tags'
  | 'color'
  | 'codes'
  | 'file'

export type FileKind = (typeof JenisBerkas)['options'][number]['value']

/**
 * Hint of an outlets field that may be left empty. A user limited to outlets has to name them, so
 * the app replaces this hint for such users.
 */
export const hintAllOutlets = 'Kosong berarti semua outlet'

export interface FieldMeta {
  label: string
  control: Control
  /** Text shown under the control. */
  hint?: string
  /** Choices of a `select`. */
  options?: Enum<string | number>['options']
  /**
   * Resource that a reference points to. A `picker` searches its `pilihan` and sends the given
   * filters along.
   */
  resource?: string
  /**
   * Marks a reference to a document: exports and histories show its number instead of its payer's
   * name.
   */
  document?: true
  params?: Readonly<Record<string, string>>
  /** Kind of file that a `file` control accepts. */
  jenis?: FileKind
  /** Sorts by the folded key column `<field>_kunci`, so that both database engines order alike. */
  folded?: boolean
  /**
   * Sorts numbers inside texts by value (`…/9999` before `…/10000`), by the key column
   * `<field>_kunci`.
   */
  natural?: boolean
  /** Stored encrypted: responses carry a mask, exports nothing. */
  secret?: boolean
  /** Date window of a field whose year affects money (contract/values/dateWindow.ts). */
  window?: 'paper' | 'past' | 'start'
  /** Unit of a number, shown beside it. */
  unit?: string
  /** A new password: the control shows its strength below. */
  newPassword?: boolean
  /** Texts of a value that no control can format by itself, such as a list of rows. */
  words?: (value: unknown) => readonly string[]
}

/** Metadata that forms, filters and the API document read of a field. */
export const fieldMeta = z.registry<FieldMeta>()

type Any = z.core.$ZodType
type Wrapped = Any & { _zod: { def: { innerType?: Any } } }

/** Returns the schema without its default, nullable and optional wrappers. */
export const unwrap = (schema: Any): Any => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return inner ? unwrap(inner) : schema
}
/**
 * Returns the label and control of a field, also where they were registered on an inner wrapper.
 */
export const metaOf = (schema: Any): FieldMeta | undefined => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return fieldMeta.get(schema) ?? (inner && metaOf(inner))
}
/** Whether the field is required. */
export const isRequired = (schema: Any): boolean => !z.safeParse(schema, undefined).success
/** Whether null is a valid value of the field. */
export const isNullable = (schema: Any): boolean => z.safeParse(schema, null).success

/** Registers label and control of a schema and returns the schema. */
export const withMeta = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  fieldMeta.add(schema, meta)
  return schema
}
export const requiredText = 'Wajib diisi'
export const unknownChoice = 'Pilihan tidak dikenal'
/** Error message for an invalid value. A missing value has its own message. */
export const message = (text: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? requiredText : text,
})

/** Makes a field optional: an omitted field or null results in null. */
export const optional = <S extends z.ZodMiniType>(
  schema: S,
): z.ZodMiniDefault<z.ZodMiniNullable<S>> => z._default(z.nullable(schema), null as never)
/** Gives a field a default for when it is omitted. */
export const withDefault = <S extends z.ZodMiniType>(
  schema: S,
  value: z.infer<S>,
): z.ZodMiniDefault<S> => z._default(schema, value as never)
