/** What is known of a field besides its rule: label, control, and whether it may be empty. */
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
 * Hint of outlets that may be left out; who is limited to outlets has to name theirs, so the app
 * tells them that instead.
 */
export const hintAllOutlets = 'Kosong berarti semua outlet'

export interface FieldMeta {
  label: string
  control: Control
  /** Shown under the control. */
  hint?: string
  /** Choices of a `select`. */
  options?: Enum<string | number>['options']
  /**
   * Resource whose row it is, whose `pilihan` a `picker` searches, and the filters that it sends
   * along.
   */
  resource?: string
  /** The row is a document: files and histories show its number, not the name of its payer. */
  document?: true
  params?: Readonly<Record<string, string>>
  /** Which kind of file a `file` takes. */
  jenis?: FileKind
  /** Sorted by its folded key column `<field>_kunci`, so that both engines order alike. */
  folded?: boolean
  /** Sorted as people count: `…/9999` before `…/10000`, by the key column `<field>_kunci`. */
  natural?: boolean
  /** Stored encrypted: answers carry a mask, exports nothing. */
  secret?: boolean
  /**
   * A date in which the year matters to money: where it must lie (contract/values/dateWindow.ts).
   */
  window?: 'paper' | 'past' | 'start'
  /** Unit of a number, shown beside it. */
  unit?: string
  /** A password that is being set: how strong it is stands under it. */
  newPassword?: boolean
  /** Reads a value that no control reads by itself, such as a list of rows. */
  words?: (value: unknown) => readonly string[]
}

/** What a form, a filter and the API document read of a field. */
export const fieldMeta = z.registry<FieldMeta>()

type Any = z.core.$ZodType
type Wrapped = Any & { _zod: { def: { innerType?: Any } } }

/** The schema without its default, nullable and optional wrappers. */
export const unwrap = (schema: Any): Any => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return inner ? unwrap(inner) : schema
}
/** Label and control of a field, wherever in its wrappers they were registered. */
export const metaOf = (schema: Any): FieldMeta | undefined => {
  const inner = (schema as Wrapped)._zod.def.innerType
  return fieldMeta.get(schema) ?? (inner && metaOf(inner))
}
/** True when the field must be given. */
export const isRequired = (schema: Any): boolean => !z.safeParse(schema, undefined).success
/** True when null is a value of the field. */
export const isNullable = (schema: Any): boolean => z.safeParse(schema, null).success

/** The schema with its label and control. */
export const withMeta = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  fieldMeta.add(schema, meta)
  return schema
}
export const requiredText = 'Wajib diisi'
export const unknownChoice = 'Pilihan tidak dikenal'
/** A message for a wrong value; one that is missing has its own. */
export const message = (text: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? requiredText : text,
})

/** Makes a field optional: left out or null means null. */
export const optional = <S extends z.ZodMiniType>(
  schema: S,
): z.ZodMiniDefault<z.ZodMiniNullable<S>> => z._default(z.nullable(schema), null as never)
/** Gives a field the value that it takes when left out. */
export const withDefault = <S extends z.ZodMiniType>(
  schema: S,
  value: z.infer<S>,
): z.ZodMiniDefault<S> => z._default(schema, value as never)
