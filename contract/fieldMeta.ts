/**
 * Metadata of a field in addition to its validation rule: label, control, and whether it may be
 * empty.
 */
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
 * Hint of an outlet field that may be left empty; an empty field means all outlets. A user limited
 * to certain outlets may not leave the field empty, so the app shows such a user another hint.
 */
export const hintAllOutlets = 'Jika dikosongkan, semua outlet'

export interface FieldMeta {
  label: string
  control: Control
  /** Text that is shown below the control. */
  hint?: string
  /** Choices that a `select` control offers. */
  options?: Enum<string | number>['options']
  /**
   * Name of the resource to which a reference points. A `picker` control searches with the
   * `pilihan` (choices) call of this resource.
   */
  resource?: string
  /**
   * Set for a reference to a bill or payment: exports and histories show the number of the document
   * instead of the name of the payer.
   */
  document?: true
  /** Filters that a `picker` control passes to the `pilihan` call. */
  params?: Readonly<Record<string, string>>
  /** Kind of file that a `file` control accepts. */
  jenis?: FileKind
  /**
   * Whether the field is sorted by its key column `<field>_kunci`, which stores the text without
   * case and accents, so that PostgreSQL and SQLite sort alike.
   */
  folded?: boolean
  /**
   * Whether numbers inside the text are sorted by value (`…/9999` before `…/10000`). The sort uses
   * the key column `<field>_kunci`.
   */
  natural?: boolean
  /**
   * Whether the value is stored encrypted. Responses contain a mask of the value, and exports omit
   * the value.
   */
  secret?: boolean
  /**
   * Kind of date window, which limits the days that a date field accepts
   * (contract/values/dateWindow.ts). Set for dates of documents and prices, where a mistyped year
   * would lead to wrong bills or reports.
   */
  window?: 'paper' | 'past' | 'start'
  /** Unit of a number, which is shown beside the control. */
  unit?: string
  /** Whether the field holds a new password, so that the control shows its strength. */
  newPassword?: boolean
  /** Formats a value as texts. Set for values that no control formats, such as lists of rows. */
  words?: (value: unknown) => readonly string[]
}

/** Registry of the metadata of fields, which forms, filters and the API document read. */
export const fieldMeta = z.registry<FieldMeta>()

type Any = z.core.$ZodType
type Wrapped = Any & { _zod: { def: { innerType?: Any } } }

/** Returns the schema without its default, nullable and optional wrappers. */
export const unwrap = (schema: Any): Any => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return inner ? unwrap(inner) : schema
}
/**
 * Returns the metadata of a field, including metadata registered on the schema inside an optional,
 * nullable or default wrapper; undefined for a field without metadata.
 */
export const metaOf = (schema: Any): FieldMeta | undefined => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return fieldMeta.get(schema) ?? (inner && metaOf(inner))
}
/** Whether the schema rejects an omitted field. */
export const isRequired = (schema: Any): boolean => !z.safeParse(schema, undefined).success
/** Whether null is a valid value of the field. */
export const isNullable = (schema: Any): boolean => z.safeParse(schema, null).success

/** Registers the metadata of a schema and returns the schema. */
export const withMeta = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  fieldMeta.add(schema, meta)
  return schema
}
export const requiredText = 'Wajib diisi'
export const unknownChoice = 'Pilihan tidak dikenal'
/**
 * Returns the error option of a schema: `text` for an invalid value, and `requiredText` for a
 * missing value.
 */
export const message = (text: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? requiredText : text,
})

/** Makes a field optional; an omitted field is parsed to null. */
export const optional = <S extends z.ZodMiniType>(
  schema: S,
): z.ZodMiniDefault<z.ZodMiniNullable<S>> => z._default(z.nullable(schema), null as never)
/** Gives a field a default value, which is used when the field is omitted. */
export const withDefault = <S extends z.ZodMiniType>(
  schema: S,
  value: z.infer<S>,
): z.ZodMiniDefault<S> => z._default(schema, value as never)
