/**
 * Field schemas: each declares the validation rule, error message, label and control of a field. A
 * field that may be omitted has a default (`z._default`); the default of an optional field is null.
 */
import * as z from 'zod/mini'
import { RoleId, type Enum } from '#contract/enums.ts'
import {
  type Control,
  type FileKind,
  type FieldMeta,
  metaOf,
  withMeta,
  requiredText,
  unknownChoice,
  message,
} from '#contract/fieldMeta.ts'
import { list } from '#contract/listSchema.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { validYear } from '#contract/values/tanggal.ts'

export {
  type FileKind,
  hintAllOutlets,
  type FieldMeta,
  fieldMeta,
  unwrap,
  metaOf,
  isRequired,
  isNullable,
  optional,
  withDefault,
} from '#contract/fieldMeta.ts'
export { list } from '#contract/listSchema.ts'

interface TextOptions {
  min?: number
  max?: number
  hint?: string
  folded?: boolean
  natural?: boolean
  pattern?: RegExp
  patternMessage?: string
  control?: Control
  /** Whether the text is converted to upper case, for example for a code. */
  isUpper?: boolean
}

/** White space and invisible characters that are removed from both ends of a text. */
const invisibleCharacter = /[\s\u200c-\u200f]/
/**
 * Removes invisible characters and trims the text. Word joiners would make equal-looking texts
 * differ; direction marks would reverse neighbouring text. A loop trims the ends, because the
 * regular expression `[…]+$` takes quadratic time on a long run of blanks.
 */
const visibleText = (text: string): string => {
  const cleanText = text.replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
  let [from, to] = [0, cleanText.length]
  while (from < to && invisibleCharacter.test(cleanText.charAt(from))) from++
  while (to > from && invisibleCharacter.test(cleanText.charAt(to - 1))) to--
  return cleanText.slice(from, to)
}
/** Limits the length of a text. Later checks are skipped for a longer text, to save time. */
const atMost = (max: number, error: string) => z.maxLength(max, { error, abort: true })
/**
 * Returns checks that limit a text to `max` characters after the checks `trim` have trimmed it.
 * Before trimming, the text may have up to `max` × 2 + 200 characters.
 */
const lengthChecks = (max: number, trim: z.core.$ZodCheck<string>[]) => {
  const error = `Maksimal ${max} karakter`
  return [atMost(max * 2 + 200, error), ...trim, atMost(max, error)]
}
/** Returns a field for one line of text, trimmed, with runs of spaces collapsed to one space. */
export const shortText = (
  label: string,
  {
    min = 1,
    max = 120,
    hint,
    folded,
    natural,
    pattern,
    patternMessage,
    control = 'text',
    isUpper,
  }: TextOptions = {},
) =>
  withMeta(
    z
      .string(message('Harus berupa teks'))
      .check(
        ...lengthChecks(max, [
          z.overwrite((v) => visibleText(control === 'textarea' ? v : v.replace(/\s+/g, ' '))),
          ...(isUpper ? [z.toUpperCase()] : []),
        ]),
        z.minLength(min, min === 1 ? requiredText : `Minimal ${min} karakter`),
        ...(pattern ? [z.regex(pattern, patternMessage)] : []),
      ),
    { label, control, hint, folded, natural },
  )
/** Returns a field for a name or title, sorted and matched regardless of case and accents. */
export const nama = (label: string, options: TextOptions = {}) =>
  shortText(label, { folded: true, ...options })
/** Returns a field for a document number; `…/9999` sorts before `…/10000`. */
export const paperNumber = (label: string) => shortText(label, { natural: true })
/** Returns a field for text of several lines. */
export const longText = (label: string, options: TextOptions = {}) =>
  shortText(label, { max: 1000, control: 'textarea', ...options })
export const email = (label = 'Email', hint?: string) =>
  withMeta(
    z
      .string(message('Email tidak valid'))
      .check(...lengthChecks(120, [z.trim(), z.toLowerCase()]), z.email('Email tidak valid')),
    { label, control: 'email', hint },
  )

export const phoneNumber = (label = 'No. HP / WhatsApp', hint?: string) =>
  withMeta(
    z.string(message('Nomor telepon tidak valid')).check(
      atMost(60, 'Nomor telepon tidak valid'),
      z.overwrite((v) => (v.trim() === '' ? '' : normalizePhone(v))),
      z.regex(/^\+[1-9]\d{7,14}$/, 'Nomor telepon tidak valid'),
    ),
    { label, control: 'phone', hint },
  )
/** Returns the mask of a secret for responses: stars and the last four characters. */
export const mask = (value: string): string => `${'*'.repeat(12)}${value.slice(-4)}`
/**
 * Returns a field for an encrypted number, such as a national id number, of the form `pattern`.
 * Responses contain the mask `************1234`; sending the mask back keeps the stored value.
 */
export const secret = (label: string, pattern: string, patternMessage: string, hint?: string) =>
  withMeta(
    z.string(message('Harus berupa teks')).check(
      atMost(100, 'Maksimal 100 karakter'),
      z.overwrite((v) => v.replace(/[\s.-]+/g, '').toUpperCase()),
      z.regex(new RegExp(`^(?:${pattern}|\\*{12}[A-Z0-9]{4})$`), patternMessage),
    ),
    { label, control: 'text', hint, secret: true },
  )
/**
 * Returns a field for a password. Passwords are never trimmed. Fields for an existing password,
 * such as at login, set `min` to 1.
 */
export const password = (label = 'Password', hint?: string, min = 8) =>
  withMeta(
    z
      .string(message('Harus berupa teks'))
      .check(
        z.minLength(min, min === 1 ? requiredText : `Minimal ${min} karakter`),
        z.maxLength(200, 'Maksimal 200 karakter'),
      ),
    { label, control: 'password', hint },
  )

/** Returns a field for a new password; its control shows the strength. */
export const newPassword = (label = 'Password', hint?: string) => {
  const schema = password(label, hint)
  return withMeta(schema, { label, control: 'password', hint, newPassword: true })
}

/**
 * Maximum amount of a rupiah field: 1 trillion. With this limit, the sums of many amounts remain
 * exact as JavaScript numbers.
 */
export const maxRupiah = 1_000_000_000_000
const whole = (text: string, min: number, max: number, minMessage: string) =>
  z.int(message(text)).check(z.gte(min, minMessage), z.lte(max, `Maksimal ${formatNumber(max)}`))
/** Returns a field for an amount in whole rupiah, at least `min`. */
export const rupiah = (label: string, { min = 0, hint }: { min?: number; hint?: string } = {}) =>
  withMeta(
    whole(
      'Harus berupa rupiah bulat',
      min,
      maxRupiah,
      min === 1 ? 'Harus lebih dari Rp0' : `Minimal ${min}`,
    ),
    { label, control: 'rupiah', hint },
  )
/** Returns a field for a computed amount in rupiah that may be negative; never an input. */
export const signedRupiah = (label: string) => withMeta(z.int(), { label, control: 'rupiah' })
export const wholeNumber = (
  label: string,
  { min = 0, max = 1_000_000, hint }: { min?: number; max?: number; hint?: string } = {},
) =>
  withMeta(whole('Harus berupa bilangan bulat', min, max, `Minimal ${min}`), {
    label,
    control: 'number',
    hint,
  })
/** Returns a field for a percentage in whole hundredths: 12,5 % is 1250. */
export const persen = (label: string) =>
  withMeta(whole('Harus berupa persen', 0, 10_000, 'Minimal 0'), { label, control: 'percent' })

/** Returns a field for a calendar day `YYYY-MM-DD` from 1900 to 2099. */
export const tanggal = (label: string, hint?: string) =>
  withMeta(
    z.iso
      .date(message('Tanggal tidak valid'))
      .check(z.regex(validYear, 'Isi tahun antara 1900 dan 2099')),
    { label, control: 'date', hint },
  )
/** Returns a field for a time of day `HH:mm`. */
export const jam = (label: string) =>
  withMeta(
    z
      .string(message('Jam tidak valid'))
      .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Jam tidak valid')),
    { label, control: 'time' },
  )
/** Returns a field for a month `YYYY-MM`. */
export const periode = (label = 'Periode') =>
  withMeta(
    z
      .string(message('Periode tidak valid'))
      .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Periode tidak valid')),
    { label, control: 'month' },
  )
const inWindow = <S extends z.ZodMiniType>(schema: S, window: 'paper' | 'past' | 'start'): S =>
  withMeta(schema, { label: '', control: 'text', ...metaOf(schema), window })
/** Returns a field for the date of a document, limited to the `paper` window (dateWindow.ts). */
export const moneyDate = (label: string, hint?: string) => inWindow(tanggal(label, hint), 'paper')
/** Returns a field for a date from the first day of the school up to today. */
export const pastDate = (label: string, hint?: string) => inWindow(tanggal(label, hint), 'past')
/** Returns a field for the month of a document, limited like the date in `moneyDate`. */
export const moneyMonth = (label?: string) => inWindow(periode(label), 'paper')
/**
 * Returns a field for the date from which a price or promo applies: any past date, or a date at
 * most a few years in the future.
 */
export const startDate = (label: string, hint?: string) => inWindow(tanggal(label, hint), 'start')
/** Returns a field for a point in time, as ISO text in UTC. */
export const instant = (label: string) => withMeta(z.string(), { label, control: 'instant' })
/**
 * Returns a read-only field for a text that the server writes. `choices` gives labels for known
 * texts; any other text is shown unchanged.
 */
export const labelledText = (label: string, choices?: Enum<string>) =>
  withMeta(
    z.string(),
    choices ? { label, control: 'select', options: choices.options } : { label, control: 'text' },
  )

export const yesNo = (label: string, hint?: string) =>
  withMeta(z.boolean(message('Harus ya atau tidak')), { label, control: 'switch', hint })
export const oneOf = <T extends string | number>(label: string, choices: Enum<T>, hint?: string) =>
  withMeta(
    z.literal(
      choices.options.map((o) => o.value),
      message(unknownChoice),
    ),
    { label, control: 'select', options: choices.options, hint },
  )

/** Returns a field for several values of an enumeration, stored as a JSON list. */
export const someOf = <T extends string | number>(label: string, choices: Enum<T>, hint?: string) =>
  withMeta(
    list(
      z.literal(
        choices.options.map((o) => o.value),
        message(unknownChoice),
      ),
      50,
      'Terlalu banyak pilihan',
    ),
    { label, control: 'checks', options: choices.options, hint },
  )

/** Maximum id: the largest PostgreSQL integer. A query with a larger id would fail. */
export const maxId = 2_147_483_647
export const id = () => z.int().check(z.gte(1), z.lte(maxId))
/** Returns a schema for an id in a query string, as a text of digits. */
export const idText = (message: string) =>
  z.string().check(
    z.regex(/^\d{1,10}$/, message),
    z.refine((text) => Number(text) <= maxId, message),
  )
/** Returns a schema for a row id; the server checks separately that the row exists. */
const rowId = () =>
  z.int(message(unknownChoice)).check(z.gte(1, requiredText), z.lte(maxId, unknownChoice))
/** Returns a field for a reference to a row, chosen in the picker of its resource. */
export const reference = (
  label: string,
  resource: string,
  { hint, params }: { hint?: string; params?: FieldMeta['params'] } = {},
) => withMeta(rowId(), { label, control: 'picker', resource, hint, params })
/**
 * Returns a field for the id of a row that users cannot choose in a picker, such as a receipt or a
 * lesson. The screen of the receipt or lesson sets the id. The app shows the id as a number.
 */
export const rowOf = (label: string, resource: string) =>
  withMeta(rowId(), { label, control: 'number', resource })
/** Returns a field for a role: a built-in role (ids 1 to 6, with fixed labels) or a custom role. */
export const roleReference = (label = 'Role') =>
  withMeta(rowId(), { label, control: 'select', options: RoleId.options, resource: 'role' })
/** Returns a field for references to several rows, stored as a JSON list. */
export const references = (label: string, resource: string, hint?: string) =>
  withMeta(list(id(), 200, 'Terlalu banyak pilihan'), { label, control: 'pickers', resource, hint })
/** Returns a field for a list of short texts without duplicates, stored as a JSON list. */
export const textList = (label: string, { hint, max = 20 }: { hint?: string; max?: number } = {}) =>
  withMeta(
    list(
      z
        .string()
        .check(
          ...lengthChecks(40, [z.overwrite((v) => v.replace(/\s+/g, ' ').trim())]),
          z.minLength(1, requiredText),
        ),
      max * 5,
      `Maksimal ${max} isian`,
    ).check(
      z.overwrite((texts) => [...new Set(texts)]),
      z.maxLength(max, `Maksimal ${max} isian`),
    ),
    { label, control: 'tags', hint },
  )
/** Returns a field for access codes (access/access.ts); the server checks that they exist. */
export const accessCodeList = (label: string) =>
  withMeta(list(z.string().check(z.maxLength(80)), 1000, 'Terlalu banyak'), {
    label,
    control: 'codes',
  })
/**
 * Returns a field for the id of an uploaded private file (`POST /berkas/unggah`). Saving the row
 * attaches the file and deletes the previous file. While an upload is running, the form value is a
 * string instead of an id.
 */
export const fileReference = (label: string, { jenis, hint }: { jenis: FileKind; hint?: string }) =>
  withMeta(
    z
      .int({
        error: ({ input }) => {
          if (input === undefined || input === null) return requiredText
          return typeof input === 'string'
            ? 'Tunggu sampai unggahan selesai'
            : 'Berkas tidak dikenal'
        },
      })
      .check(z.gte(1, requiredText), z.lte(maxId, 'Berkas tidak dikenal')),
    { label, control: 'file', jenis, hint },
  )
export const warna = (label = 'Warna') =>
  withMeta(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Warna tidak valid')), {
    label,
    control: 'color',
  })

/** Returns a field for the reason of an exceptional action, such as a void (domain.md 3.6). */
export const alasan = (label = 'Alasan') =>
  longText(label, { min: 10, max: 500, hint: 'Minimal 10 karakter' })
