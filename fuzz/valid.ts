/** Makes values that a JSON schema accepts, preferably values of earlier responses. */
import { propertiesOf, type Schema } from '#mocks/api/apiDocument.ts'
import type { Random } from './random.ts'
import type { Seen } from './seenIds.ts'

export interface Sources {
  r: Random
  seen: Seen
}

const formats: readonly string[] = [
  '2026-11-22',
  '2026-12-01',
  '2027-01-31',
  '2025-03-04',
  '2015-03-04',
  '1990-06-15',
  '2026-11',
  '2026-12',
  '2025-05',
  '09:00',
  '13:30',
  '18:00',
  '081234567890',
  '6281234567890',
  '622112345678',
  'orang@contoh.id',
  'nada.uji@contoh.id',
  '#112233',
  '12345',
  '3171012345678901',
  'A123456',
  'uji-1',
  '1234567890',
  'AB-1',
  'AB1',
  'Piano Grade 1',
  'Asia/Jakarta',
]
const words = ['Ana', 'Budi', 'Melati', 'Biola', 'Uji', 'Kelas', 'Catatan panjang', 'Jl. Mawar 3']

/**
 * Values of password fields: the password of the demo school, and texts that are strong enough for
 * a new password. The demo password is listed twice, so that it is chosen more often.
 */
const passwords = ['nada-demo', 'nada-demo', 'kunci-uji-77', 'sepeda baterai kuda']

const fits = (text: string, schema: Schema): boolean =>
  text.length >= (schema.minLength ?? 0) &&
  text.length <= (schema.maxLength ?? Infinity) &&
  [schema, ...(schema.allOf ?? [])].every(
    ({ pattern }) => pattern === undefined || new RegExp(pattern).test(text),
  )

const textOf = (schema: Schema, name: string, { r, seen }: Sources): string => {
  if (name.endsWith('password')) return r.pick(passwords)
  const knownTexts = seen.values(name).filter((value): value is string => typeof value === 'string')
  const knownText = r.chance(0.4) ? r.some(knownTexts) : undefined
  if (knownText !== undefined && fits(knownText, schema)) return knownText
  const phrase = `${r.pick(words)} ${r.int(1, 9999)}`
  const candidates = [
    phrase,
    `uji${r.int(1, 99_999)}@contoh.id`,
    `62812${r.int(10_000_000, 99_999_999)}`,
    `U${r.int(1, 99_999)}`,
    `u.${r.int(1, 99_999)}`,
    String(r.long(10 ** 15)),
    ...r.shuffle(formats),
    'x'.repeat(Math.min(schema.minLength ?? 0, 200)),
  ]
  return candidates.find((text) => fits(text, schema)) ?? phrase
}

/**
 * Returns known ids for a field such as `gedung_id`. These are the values of that field in earlier
 * responses, and the ids of known rows of the resource that the field name contains (`gedung`).
 */
const idsFor = (name: string, memory: Seen): unknown[] => {
  const resource = name.replace(/_id$/, '').replaceAll('_', '-')
  return [...memory.values(name), ...memory.rows(resource).map((row) => row.id)]
}

const numberOf = (schema: Schema, name: string, sources: Sources): number => {
  const { r, seen } = sources
  const { minimum = 0, maximum = 1e9 } = schema
  const knownNumbers = idsFor(name, seen).filter(
    (value): value is number => typeof value === 'number',
  )
  const knownNumber = r.chance(0.8) ? r.some(knownNumbers) : undefined
  if (knownNumber !== undefined && knownNumber >= minimum && knownNumber <= maximum)
    return knownNumber
  const low = Math.max(minimum, 0)
  return Math.min(maximum, low + r.long(Math.max(10, Math.min(maximum - low, 10_000_000))))
}

/** Names of fields that are optional in the schema but required by most calls. */
const usual = new Set(
  `email phone username password re_password gender tanggal_lahir persetujuan gedung_id
  akun_billing_id wali_nama wali_hubungan wali_phone`.split(/\s+/),
)

const objectOf = (schema: Schema, sources: Sources): Record<string, unknown> => {
  const { properties, required } = propertiesOf(schema)
  const density = sources.r.pick([0.02, 0.1, 0.5, 0.9])
  const chosenEntries = Object.entries(properties).filter(
    ([name]) => required.includes(name) || sources.r.chance(usual.has(name) ? 0.7 : density),
  )
  const object = Object.fromEntries(
    chosenEntries.map(([name, property]) => [name, validValue(property, name, sources)]),
  )
  return object.re_password && sources.r.chance(0.9)
    ? { ...object, re_password: object.password }
    : object
}
const listOf = (schema: Schema, name: string, sources: Sources): unknown[] => {
  const { minItems = 0, maxItems = 4, items = {} } = schema
  const length = sources.r.int(minItems, Math.max(minItems, Math.min(maxItems, minItems + 3)))
  return Array.from({ length }, () => validValue(items, name, sources))
}

/**
 * Returns a value for a random schema of the list. If a schema of the list allows null, sometimes
 * returns null instead.
 */
const oneOf = (schemas: readonly Schema[], name: string, sources: Sources): unknown => {
  const { r } = sources
  const proper = schemas.filter((option) => option.type !== 'null')
  const empty = proper.length < schemas.length && r.chance(0.15)
  return empty ? null : validValue(r.pick(proper), name, sources)
}

/**
 * Returns a value that the schema accepts. The server may still reject it by rules outside the
 * schema.
 */
export const validValue = (schema: Schema, name: string, sources: Sources): unknown => {
  const { r, seen } = sources
  if ('const' in schema) return schema.const
  if (schema.enum) return r.pick(schema.enum)
  if (schema.anyOf) return oneOf(schema.anyOf, name, sources)
  const type = [schema.type ?? []].flat()[0]
  if (type === 'string') return textOf(schema, name, sources)
  if (type === 'integer' || type === 'number') return numberOf(schema, name, sources)
  if (type === 'boolean') return r.chance(usual.has(name) ? 0.9 : 0.5)
  if (type === 'array') return listOf(schema, name, sources)
  if (type === 'object' || schema.properties || schema.allOf) return objectOf(schema, sources)
  return r.some(seen.values(name)) ?? r.pick([true, 1, 'INV/{YYYY}/{MM}/{0001}', null])
}
