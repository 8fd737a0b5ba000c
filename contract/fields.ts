/**
 * Field schemas: a rule, its Indonesian message, its label and the control that edits it, said once.
 * A field that may be left out carries a default (`z._default`): null for optional ones.
 */
import * as z from 'zod/mini'
import { RoleId, type Enum, type JenisBerkas } from '#contract/enums.ts'
import { formatBilangan } from '#contract/rules/rupiah.ts'
import { normalizePhone } from '#contract/rules/telepon.ts'

export type Control =
  | 'text' | 'textarea' | 'email' | 'phone' | 'password' | 'number' | 'percent' | 'rupiah' | 'date' | 'time' | 'month'
  | 'select' | 'checks' | 'switch' | 'picker' | 'pickers' | 'tags' | 'color' | 'codes' | 'file'

export type BerkasJenis = (typeof JenisBerkas)['options'][number]['value']

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
  /** Unit of a number, shown beside it. */
  satuan?: string
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
const message = (text: string) => ({ error: (issue: { input?: unknown }) => (issue.input === undefined || issue.input === null ? wajib : text) })

/** Makes a field optional: left out or null means null. */
export const opsional = <S extends z.ZodMiniType>(schema: S): z.ZodMiniDefault<z.ZodMiniNullable<S>> => z._default(z.nullable(schema), null as never)
/** Gives a field the value that it takes when left out. */
export const awal = <S extends z.ZodMiniType>(schema: S, value: z.infer<S>): z.ZodMiniDefault<S> => z._default(schema, value as never)

interface TextOptions { min?: number; max?: number; hint?: string; folded?: boolean; pattern?: RegExp; patternMessage?: string; control?: Control }

/** Without what nobody sees but what tells texts apart, or turns the ones beside them around: joiners of words and marks of direction. */
const kasatMata = (text: string) => text.replace(/[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/g, '').replace(/^[\s\u200c-\u200f]+|[\s\u200c-\u200f]+$/g, '')
/** One line of text, trimmed, runs of spaces made one. */
export const teks = (label: string, { min = 1, max = 120, hint, folded, pattern, patternMessage, control = 'text' }: TextOptions = {}) =>
  with_(
    z.string(message('Harus berupa teks')).check(
      z.overwrite((v) => kasatMata(control === 'textarea' ? v : v.replace(/\s+/g, ' '))),
      z.minLength(min, min === 1 ? wajib : `Minimal ${min} karakter`),
      z.maxLength(max, `Maksimal ${max} karakter`),
      ...(pattern ? [z.regex(pattern, patternMessage)] : []),
    ),
    { label, control, hint, folded },
  )
/** A name or title: sorted and matched by its folded key. */
export const nama = (label: string, options: TextOptions = {}) => teks(label, { folded: true, ...options })
/** Several lines of text. */
export const uraian = (label: string, options: TextOptions = {}) => teks(label, { max: 1000, control: 'textarea', ...options })
export const email = (label = 'Email', hint?: string) =>
  with_(z.string(message('Email tidak valid')).check(z.trim(), z.toLowerCase(), z.maxLength(120, 'Maksimal 120 karakter'), z.email('Email tidak valid')), { label, control: 'email', hint })

export const telepon = (label = 'No. HP / WhatsApp', hint?: string) =>
  with_(
    z.string(message('Nomor telepon tidak valid')).check(z.overwrite((v) => (v.trim() === '' ? '' : normalizePhone(v))), z.regex(/^[1-9]\d{7,14}$/, 'Nomor telepon tidak valid')),
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
    z.string(message('Harus berupa teks')).check(z.overwrite((v) => v.replace(/[\s.-]+/g, '').toUpperCase()), z.regex(new RegExp(`^(?:${pattern}|\\*{12}[A-Z0-9]{4})$`), patternMessage)),
    { label, control: 'text', hint, rahasia: true },
  )
/** A password, taken as typed: never trimmed. Where one is only compared, `min` is 1. */
export const sandi = (label = 'Password', hint?: string, min = 8) =>
  with_(z.string(message('Harus berupa teks')).check(z.minLength(min, min === 1 ? wajib : `Minimal ${min} karakter`), z.maxLength(200, 'Maksimal 200 karakter')), { label, control: 'password', hint })

/** Largest amount in rupiah that any field takes: 1 trillion, far inside what a JS number and a sum of many hold exactly. */
export const maxRupiah = 1_000_000_000_000
const whole = (text: string, min: number, max: number, minMessage: string) =>
  z.int(message(text)).check(z.gte(min, minMessage), z.lte(max, `Maksimal ${formatBilangan(max)}`))
/** Money: whole rupiah. */
export const rupiah = (label: string, { min = 0, hint }: { min?: number; hint?: string } = {}) =>
  with_(whole('Harus berupa rupiah bulat', min, maxRupiah, min === 1 ? 'Harus lebih dari Rp0' : `Minimal ${min}`), { label, control: 'rupiah', hint })
export const bilangan = (label: string, { min = 0, max = 1_000_000, hint }: { min?: number; max?: number; hint?: string } = {}) =>
  with_(whole('Harus berupa bilangan bulat', min, max, `Minimal ${min}`), { label, control: 'number', hint })
/** Percent as integer hundredths: 12,5 % is 1250. */
export const persen = (label: string) => with_(whole('Harus berupa persen', 0, 10_000, 'Minimal 0'), { label, control: 'percent' })

/** Years that a day may lie in: a year that is half typed (`0002`) is a mistake, not a day. */
export const tahunSah = /^(19|20)\d\d-/
/** A calendar day `YYYY-MM-DD` that exists. */
export const tanggal = (label: string, hint?: string) => with_(z.iso.date(message('Tanggal tidak valid')).check(z.regex(tahunSah, 'Isi tahun antara 1900 dan 2099')), { label, control: 'date', hint })
/** A time of day `HH:mm`. */
export const jam = (label: string) => with_(z.string(message('Jam tidak valid')).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Jam tidak valid')), { label, control: 'time' })
/** A month `YYYY-MM`. */
export const periode = (label = 'Periode') => with_(z.string(message('Periode tidak valid')).check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Periode tidak valid')), { label, control: 'month' })
/** UTC instant, ISO text. */
export const instan = (label: string) => with_(z.string(), { label, control: 'text' })

export const ya = (label: string, hint?: string) => with_(z.boolean(message('Harus ya atau tidak')), { label, control: 'switch', hint })
export const satuDari = <T extends string | number>(label: string, choices: Enum<T>, hint?: string) =>
  with_(z.literal(choices.options.map((o) => o.value), message('Pilihan tidak dikenal')), { label, control: 'select', options: choices.options, hint })

/** Any of an enumeration's values; stored as a JSON list. Empty means all. */
export const beberapaDari = <T extends string | number>(label: string, choices: Enum<T>, hint?: string) =>
  with_(z.array(z.literal(choices.options.map((o) => o.value), message('Pilihan tidak dikenal'))).check(z.maxLength(50, 'Terlalu banyak pilihan')), { label, control: 'checks', options: choices.options, hint })

/** Largest id: PostgreSQL's integer. A larger one is bad input, not a database error. */
export const maxId = 2_147_483_647
export const id = () => z.int().check(z.gte(1), z.lte(maxId))
/** An id in a query string, as its text: digits that a row can have. */
export const idText = (message: string) =>
  z.string().check(z.regex(/^\d{1,10}$/, message), z.refine((text) => Number(text) <= maxId, message))
/** A reference to a row of another resource, chosen in its picker. */
export const acuan = (label: string, resource: string, { hint, params }: { hint?: string; params?: FieldMeta['params'] } = {}) =>
  with_(z.int(message('Pilihan tidak dikenal')).check(z.gte(1, wajib), z.lte(maxId, 'Pilihan tidak dikenal')), { label, control: 'picker', resource, hint, params })
/** A role: the product's own by their labels, and custom ones from id 7 on. */
export const acuanRole = (label = 'Role') =>
  with_(z.int(message('Pilihan tidak dikenal')).check(z.gte(1, wajib), z.lte(maxId, 'Pilihan tidak dikenal')), { label, control: 'select', options: RoleId.options, resource: 'role' })
/** References to several rows; stored as a JSON list. Empty means all. */
export const acuanBanyak = (label: string, resource: string, hint?: string) =>
  with_(z.array(id()).check(z.maxLength(200, 'Terlalu banyak pilihan')), { label, control: 'pickers', resource, hint })
/** A list of short texts, each once; stored as a JSON list. */
export const daftarTeks = (label: string, { hint, max = 20 }: { hint?: string; max?: number } = {}) =>
  with_(z.array(z.string().check(z.overwrite((v) => v.replace(/\s+/g, ' ').trim()), z.minLength(1, wajib), z.maxLength(40, 'Maksimal 40 karakter')))
    .check(z.overwrite((list) => [...new Set(list)]), z.maxLength(max, `Maksimal ${max} isian`)), { label, control: 'tags', hint })
/** A list of access codes (contract/access.ts); the server knows which there are. */
export const kodeAkses = (label: string) => with_(z.array(z.string().check(z.maxLength(80))).check(z.maxLength(1000, 'Terlalu banyak')), { label, control: 'codes' })
/** A private file by its id, uploaded before (`POST /berkas/unggah`). Saving the row makes the file part of it, and drops the one before. A text is an upload under way. */
export const berkas = (label: string, { jenis, hint }: { jenis: BerkasJenis; hint?: string }) =>
  with_(z.int({ error: ({ input }) => (input === undefined || input === null ? wajib : typeof input === 'string' ? 'Tunggu sampai unggahan selesai' : 'Berkas tidak dikenal') }).check(z.gte(1, wajib), z.lte(maxId, 'Berkas tidak dikenal')), { label, control: 'file', jenis, hint })
export const warna = (label = 'Warna') => with_(z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Warna tidak valid')), { label, control: 'color' })

/** Reason of a void or override: at least 10 characters (domain.md 3.6). */
export const alasan = (label = 'Alasan') => uraian(label, { min: 10, max: 500, hint: 'Minimal 10 karakter' })
