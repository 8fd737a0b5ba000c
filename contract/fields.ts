/**
 * Field schemas: a rule, its Indonesian message, its label and the control that edits it, said once.
 * A field that may be left out carries a default (`z._default`): null for optional ones.
 */
import * as z from 'zod/mini'
import { RoleId, type Enum, type JenisBerkas } from '#contract/enums.ts'
import { formatBilangan } from '#contract/rules/rupiah.ts'
import { tahunSah } from '#contract/rules/tanggal.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'

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

export type BerkasJenis = (typeof JenisBerkas)['options'][number]['value']

/** Hint of outlets that may be left out; who is limited to outlets has to name theirs, so the app tells them that instead. */
export const hintAllOutlets = 'Kosong berarti semua outlet'

export interface FieldMeta {
  label: string
  control: Control
  /** Shown under the control. */
  hint?: string
  /** Choices of a `select`. */
  options?: Enum<string | number>['options']
  /** Resource whose `pilihan` a `picker` searches, and the filters that it sends along. */
  resource?: string
  params?: Readonly<Record<string, string>>
  /** Which kind of file a `file` takes. */
  jenis?: BerkasJenis
  /** Sorted by its folded key column `<field>_kunci`, so that both engines order alike. */
  folded?: boolean
  /** Stored encrypted: answers carry a mask, exports nothing. */
  rahasia?: boolean
  /** A date in which the year matters to money: where it must lie (contract/rules/dateWindow.ts). */
  window?: 'paper' | 'start'
  /** Unit of a number, shown beside it. */
  satuan?: string
  /** A password that is being set: how strong it is stands under it. */
  newPassword?: boolean
  /** Reads a value that no control reads by itself, such as a list of rows. */
  kata?: (value: unknown) => readonly string[]
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

const with_ = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  fieldMeta.add(schema, meta)
  return schema
}
const wajib = 'Wajib diisi'
const message = (text: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? wajib : text,
})

/** Makes a field optional: left out or null means null. */
export const opsional = <S extends z.ZodMiniType>(
  schema: S,
): z.ZodMiniDefault<z.ZodMiniNullable<S>> => z._default(z.nullable(schema), null as never)
/** Gives a field the value that it takes when left out. */
export const awal = <S extends z.ZodMiniType>(schema: S, value: z.infer<S>): z.ZodMiniDefault<S> =>
  z._default(schema, value as never)

interface TextOptions {
  min?: number
  max?: number
  hint?: string
  folded?: boolean
  pattern?: RegExp
  patternMessage?: string
  control?: Control
}

/** What stands at the ends of a text and is not seen. */
const tepi = /[\s\u200c-\u200f]/
/**
 * Without what nobody sees but what tells texts apart, or turns the ones beside them around: joiners of words and marks of direction.
 * The ends are looked at letter by letter: the pattern `[…]+$` would begin anew at each blank of a long run.
 */
const kasatMata = (text: string): string => {
  const seen = text.replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '')
  let [from, to] = [0, seen.length]
  while (from < to && tepi.test(seen.charAt(from))) from++
  while (to > from && tepi.test(seen.charAt(to - 1))) to--
  return seen.slice(from, to)
}
/** A length beyond which nothing else is looked at: no blanks are trimmed, no pattern is tried. */
const paling = (max: number, error: string) => z.maxLength(max, { error, abort: true })
/** The length of a text as it is kept. As it is typed it may be longer: blanks at its ends are not kept. */
const panjang = (max: number, trim: z.core.$ZodCheck<string>[]) => {
  const error = `Maksimal ${max} karakter`
  return [paling(max * 2 + 200, error), ...trim, paling(max, error)]
}
/** One line of text, trimmed, runs of spaces made one. */
export const teks = (
  label: string,
  { min = 1, max = 120, hint, folded, pattern, patternMessage, control = 'text' }: TextOptions = {},
) =>
  with_(
    z
      .string(message('Harus berupa teks'))
      .check(
        ...panjang(max, [
          z.overwrite((v) => kasatMata(control === 'textarea' ? v : v.replace(/\s+/g, ' '))),
        ]),
        z.minLength(min, min === 1 ? wajib : `Minimal ${min} karakter`),
        ...(pattern ? [z.regex(pattern, patternMessage)] : []),
      ),
    { label, control, hint, folded },
  )
/** A name or title: sorted and matched by its folded key. */
export const nama = (label: string, options: TextOptions = {}) =>
  teks(label, { folded: true, ...options })
/** Several lines of text. */
export const uraian = (label: string, options: TextOptions = {}) =>
  teks(label, { max: 1000, control: 'textarea', ...options })
export const email = (label = 'Email', hint?: string) =>
  with_(
    z
      .string(message('Email tidak valid'))
      .check(...panjang(120, [z.trim(), z.toLowerCase()]), z.email('Email tidak valid')),
    { label, control: 'email', hint },
  )

export const telepon = (label = 'No. HP / WhatsApp', hint?: string) =>
  with_(
    z.string(message('Nomor telepon tidak valid')).check(
      paling(60, 'Nomor telepon tidak valid'),
      z.overwrite((v) => (v.trim() === '' ? '' : normalizePhone(v))),
      z.regex(/^[1-9]\d{7,14}$/, 'Nomor telepon tidak valid'),
    ),
    { label, control: 'phone', hint },
  )
/** Stars before the last four characters of a secret, as answers carry it. */
export const samarkan = (nilai: string): string => `${'*'.repeat(12)}${nilai.slice(-4)}`
/**
 * A number that is stored encrypted (`pattern` of its letters and digits). Read, it is a mask `************1234`; a mask that is sent back
 * unchanged leaves it as it is.
 */
export const rahasia = (label: string, pattern: string, patternMessage: string, hint?: string) =>
  with_(
    z.string(message('Harus berupa teks')).check(
      paling(100, 'Maksimal 100 karakter'),
      z.overwrite((v) => v.replace(/[\s.-]+/g, '').toUpperCase()),
      z.regex(new RegExp(`^(?:${pattern}|\\*{12}[A-Z0-9]{4})$`), patternMessage),
    ),
    { label, control: 'text', hint, rahasia: true },
  )
/** A password, taken as typed: never trimmed. Where one is only compared, `min` is 1. */
export const sandi = (label = 'Password', hint?: string, min = 8) =>
  with_(
    z
      .string(message('Harus berupa teks'))
      .check(
        z.minLength(min, min === 1 ? wajib : `Minimal ${min} karakter`),
        z.maxLength(200, 'Maksimal 200 karakter'),
      ),
    { label, control: 'password', hint },
  )

/** A password that is being set, not compared. */
export const sandiBaru = (label = 'Password', hint?: string) => {
  const schema = sandi(label, hint)
  return with_(schema, { label, control: 'password', hint, newPassword: true })
}

/** Largest amount in rupiah that any field takes: 1 trillion, far inside what a JS number and a sum of many hold exactly. */
export const maxRupiah = 1_000_000_000_000
const whole = (text: string, min: number, max: number, minMessage: string) =>
  z.int(message(text)).check(z.gte(min, minMessage), z.lte(max, `Maksimal ${formatBilangan(max)}`))
/** Money: whole rupiah. */
export const rupiah = (label: string, { min = 0, hint }: { min?: number; hint?: string } = {}) =>
  with_(
    whole(
      'Harus berupa rupiah bulat',
      min,
      maxRupiah,
      min === 1 ? 'Harus lebih dari Rp0' : `Minimal ${min}`,
    ),
    { label, control: 'rupiah', hint },
  )
export const bilangan = (
  label: string,
  { min = 0, max = 1_000_000, hint }: { min?: number; max?: number; hint?: string } = {},
) =>
  with_(whole('Harus berupa bilangan bulat', min, max, `Minimal ${min}`), {
    label,
    control: 'number',
    hint,
  })
/** Percent as integer hundredths: 12,5 % is 1250. */
export const persen = (label: string) =>
  with_(whole('Harus berupa persen', 0, 10_000, 'Minimal 0'), { label, control: 'percent' })

/** A calendar day `YYYY-MM-DD` that exists. */
export const tanggal = (label: string, hint?: string) =>
  with_(
    z.iso
      .date(message('Tanggal tidak valid'))
      .check(z.regex(tahunSah, 'Isi tahun antara 1900 dan 2099')),
    { label, control: 'date', hint },
  )
/** A time of day `HH:mm`. */
export const jam = (label: string) =>
  with_(
    z
      .string(message('Jam tidak valid'))
      .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Jam tidak valid')),
    { label, control: 'time' },
  )
/** A month `YYYY-MM`. */
export const periode = (label = 'Periode') =>
  with_(
    z
      .string(message('Periode tidak valid'))
      .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Periode tidak valid')),
    { label, control: 'month' },
  )
const inWindow = <S extends z.ZodMiniType>(schema: S, window: 'paper' | 'start'): S =>
  with_(schema, { label: '', control: 'text', ...metaOf(schema), window })
/** The day of a paper: from the school's first day on, and not many years ahead. */
export const moneyDate = (label: string, hint?: string) => inWindow(tanggal(label, hint), 'paper')
/** The month of a paper. */
export const moneyMonth = (label?: string) => inWindow(periode(label), 'paper')
/** The day from which a price or a promo holds: however long ago, but not many years ahead. */
export const startDate = (label: string, hint?: string) => inWindow(tanggal(label, hint), 'start')
/** UTC instant, ISO text. */
export const instan = (label: string) => with_(z.string(), { label, control: 'instant' })
/** A text that the server writes: a label for where it is shown. `choices` name its values; one that is none of them stands as it is. */
export const written = (label: string, choices?: Enum<string>) =>
  with_(
    z.string(),
    choices ? { label, control: 'select', options: choices.options } : { label, control: 'text' },
  )

export const ya = (label: string, hint?: string) =>
  with_(z.boolean(message('Harus ya atau tidak')), { label, control: 'switch', hint })
export const satuDari = <T extends string | number>(
  label: string,
  choices: Enum<T>,
  hint?: string,
) =>
  with_(
    z.literal(
      choices.options.map((o) => o.value),
      message('Pilihan tidak dikenal'),
    ),
    { label, control: 'select', options: choices.options, hint },
  )

const Dasar: z.core.$constructor<z.ZodMiniArray> = z.ZodMiniArray
interface ListDef extends z.core.$ZodArrayDef {
  max: number
  tooMany: string
}
/** A list of which nothing is looked at when it is too long: of half a million wrong elements, one message is enough. */
const List: z.core.$constructor<z.ZodMiniArray, ListDef> = z.core.$constructor(
  'NadaList',
  (inst, def) => {
    Dasar.init(inst, def)
    const { parse } = inst._zod
    inst._zod.parse = (payload, ctx) => {
      const { value } = payload
      if (!Array.isArray(value) || value.length <= def.max) return parse(payload, ctx)
      payload.issues.push({
        code: 'too_big',
        origin: 'array',
        maximum: def.max,
        inclusive: true,
        input: value,
        inst,
        message: def.tooMany,
        continue: false,
      })
      return payload
    }
  },
)
/** A list of at most `max` elements: every list that is read from a request is one, so that its length is known before its elements are looked at. */
export const list = <S extends z.ZodMiniType>(
  element: S,
  max: number,
  tooMany: string,
): z.ZodMiniArray<S> =>
  // The constructor knows no type of element.
  new List({
    type: 'array',
    element,
    max,
    tooMany,
    checks: [z.maxLength(max, tooMany)],
  }) as unknown as z.ZodMiniArray<S>

/** Any of an enumeration's values; stored as a JSON list. Empty means all. */
export const beberapaDari = <T extends string | number>(
  label: string,
  choices: Enum<T>,
  hint?: string,
) =>
  with_(
    list(
      z.literal(
        choices.options.map((o) => o.value),
        message('Pilihan tidak dikenal'),
      ),
      50,
      'Terlalu banyak pilihan',
    ),
    { label, control: 'checks', options: choices.options, hint },
  )

/** Largest id: PostgreSQL's integer. A larger one is bad input, not a database error. */
export const maxId = 2_147_483_647
export const id = () => z.int().check(z.gte(1), z.lte(maxId))
/** An id in a query string, as its text: digits that a row can have. */
export const idText = (message: string) =>
  z.string().check(
    z.regex(/^\d{1,10}$/, message),
    z.refine((text) => Number(text) <= maxId, message),
  )
/** A reference to a row of another resource, chosen in its picker. */
export const acuan = (
  label: string,
  resource: string,
  { hint, params }: { hint?: string; params?: FieldMeta['params'] } = {},
) =>
  with_(
    z
      .int(message('Pilihan tidak dikenal'))
      .check(z.gte(1, wajib), z.lte(maxId, 'Pilihan tidak dikenal')),
    { label, control: 'picker', resource, hint, params },
  )
/** A role: the product's own by their labels, and custom ones from id 7 on. */
export const acuanRole = (label = 'Role') =>
  with_(
    z
      .int(message('Pilihan tidak dikenal'))
      .check(z.gte(1, wajib), z.lte(maxId, 'Pilihan tidak dikenal')),
    { label, control: 'select', options: RoleId.options, resource: 'role' },
  )
/** References to several rows; stored as a JSON list. Empty means all. */
export const acuanBanyak = (label: string, resource: string, hint?: string) =>
  with_(list(id(), 200, 'Terlalu banyak pilihan'), { label, control: 'pickers', resource, hint })
/** A list of short texts, each once; stored as a JSON list. */
export const daftarTeks = (
  label: string,
  { hint, max = 20 }: { hint?: string; max?: number } = {},
) =>
  with_(
    list(
      z
        .string()
        .check(
          ...panjang(40, [z.overwrite((v) => v.replace(/\s+/g, ' ').trim())]),
          z.minLength(1, wajib),
        ),
      max * 5,
      `Maksimal ${max} isian`,
    ).check(
      z.overwrite((texts) => [...new Set(texts)]),
      z.maxLength(max, `Maksimal ${max} isian`),
    ),
    { label, control: 'tags', hint },
  )
/** A list of access codes (contract/access.ts); the server knows which there are. */
export const kodeAkses = (label: string) =>
  with_(list(z.string().check(z.maxLength(80)), 1000, 'Terlalu banyak'), {
    label,
    control: 'codes',
  })
/** A private file by its id, uploaded before (`POST /berkas/unggah`). Saving the row makes the file part of it, and drops the one before. A text is an upload under way. */
export const berkas = (label: string, { jenis, hint }: { jenis: BerkasJenis; hint?: string }) =>
  with_(
    z
      .int({
        error: ({ input }) =>
          input === undefined || input === null
            ? wajib
            : typeof input === 'string'
              ? 'Tunggu sampai unggahan selesai'
              : 'Berkas tidak dikenal',
      })
      .check(z.gte(1, wajib), z.lte(maxId, 'Berkas tidak dikenal')),
    { label, control: 'file', jenis, hint },
  )
export const warna = (label = 'Warna') =>
  with_(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Warna tidak valid')), {
    label,
    control: 'color',
  })

/** Reason of a void or override: at least 10 characters (domain.md 3.6). */
export const alasan = (label = 'Alasan') =>
  uraian(label, { min: 10, max: 500, hint: 'Minimal 10 karakter' })
