/** Mutations of the body of a request: of JSON, and of the parts and files of an upload. */
import { breakFile } from './files.ts'
import { jsonText, nastyText, nastyValue, texts } from './hostileValues.ts'
import type { Mutation } from './mutation.ts'
import type { Random } from './random.ts'

type Holder = Record<string, unknown> | unknown[]
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null
const entriesOf = (holder: Holder) => Object.keys(holder).map((key) => ({ holder, key }))
/**
 * Returns the position of every entry in a JSON value, including entries of nested values. A
 * position is the object or list that contains the entry, and the entry's key.
 */
const placesOf = (value: unknown, depth = 0): { holder: Holder; key: string }[] => {
  if (!isHolder(value) || depth > 4) return []
  const places = entriesOf(value)
  return [...places, ...Object.values(value).flatMap((inner) => placesOf(inner, depth + 1))]
}
const put = (holder: Holder, key: string, value: unknown) => {
  if (Array.isArray(holder)) holder[Number(key)] = value
  // Uses `defineProperty`, because an assignment to the key `__proto__` would set the prototype.
  else
    Object.defineProperty(holder, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** Names of columns that a client must not write, and names that every object inherits. */
const extraNames = [
  'id',
  'versi',
  'created_by',
  'password_hash',
  'token_versi',
  'status',
  'role_id',
  'void_at',
  'saldo_kredit',
  'total',
  'terbayar',
  'nomor',
  'cari',
  '__proto__',
  'constructor',
  'toString',
  'tidak_ada',
  '',
  'a b',
]

export const otherValue: Mutation = ({ json }, { r }) => {
  const place = r.some(placesOf(json))
  if (!place) return undefined
  put(place.holder, place.key, nastyValue(r))
  return `${place.key}: another value`
}
export const missing: Mutation = ({ json }, { r }) => {
  const place = r.some(placesOf(json))
  if (!place) return undefined
  if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1)
  else delete place.holder[place.key]
  return `${place.key}: left out`
}
export const extra: Mutation = ({ json }, { r, seen }) => {
  if (!isHolder(json)) return undefined
  const name = r.pick(extraNames)
  put(json, name, r.chance() ? (r.some(seen.values(name)) ?? 1) : nastyValue(r))
  return `${name}: added`
}
export const wholeBody: Mutation = (request, { r }) => {
  if (request.json === undefined) return undefined
  request.json = nastyValue(r)
  return 'another body'
}
const cut = (text: string, r: Random) => text.slice(0, r.int(0, text.length))
export const brokenBody: Mutation = (request, { r }) => {
  if (request.json === undefined) return undefined
  const text = jsonText(request.json)
  const broken: Buffer[] = [
    Buffer.from(cut(text, r)),
    Buffer.from(`\ufeff${text}`),
    Buffer.concat([
      Buffer.from(`${text.slice(0, -1)},"x":"`),
      Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0]),
      Buffer.from('"}'),
    ]),
    Buffer.from(`${text}${text}`),
    Buffer.from(text.replace(/^\{/, '{"id":1,"id":2,')),
    Buffer.from(text.replaceAll('"', "'")),
    Buffer.from(text, 'utf16le'),
    Buffer.from(`{"a":"${'x'.repeat(r.pick([70_000, 1_048_570, 1_100_000]))}"}`),
    Buffer.from('['.repeat(r.pick([100, 10_000, 300_000]))),
    r.bytes(r.int(1, 200)),
    Buffer.alloc(0),
  ]
  request.raw = r.pick(broken)
  return 'broken body'
}

export const otherFile: Mutation = (request, { r }) => {
  const file = request.parts?.find(({ name }) => name === 'file')
  if (!file) return undefined
  file.bytes = breakFile(file.bytes, r)
  return 'file'
}
export const otherParts: Mutation = (request, { r }) => {
  const { parts } = request
  const part = parts && r.some(parts)
  if (!parts || !part) return undefined
  const text = r.pick(texts).replace(/["\r\n]/g, '')
  r.pick([
    () => {
      part.bytes = Buffer.from(nastyText(r))
    },
    () => {
      part.name = text
    },
    () => {
      part.filename = text
    },
    () => {
      part.type = 'text/html'
    },
    () => {
      parts.splice(parts.indexOf(part), 1)
    },
    () => {
      parts.push({ ...part })
    },
    () => {
      delete part.filename
    },
    () => {
      parts.push(
        ...Array.from({ length: 300 }, (_, i) => ({ name: `p${i}`, bytes: Buffer.from('x') })),
      )
    },
    () => {
      request.raw = r.bytes(500)
      request.headers['content-type'] = 'multipart/form-data; boundary=x'
    },
    () => {
      request.headers['content-type'] = 'multipart/form-data; boundary=lain'
    },
    () => {
      request.json = {}
      delete request.parts
    },
  ])()
  return 'parts'
}
