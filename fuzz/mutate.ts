/** What is done to a valid-looking request so that it is no longer one. */
import { breakFile } from './files.ts'
import { jsonText, nastyText, nastyValue, texts } from './nasty.ts'
import type { Random } from './random.ts'
import { encode, type Request } from './request.ts'
import type { Sources } from './valid.ts'

/** Changes the request in place; undefined when it has no such part. */
type Mutation = (request: Request, sources: Sources) => string | undefined

type Holder = Record<string, unknown> | unknown[]
const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null
const entriesOf = (holder: Holder) => Object.keys(holder).map((key) => ({ holder, key }))
/** Every place in a JSON value. */
const placesOf = (value: unknown, depth = 0): { holder: Holder; key: string }[] => {
  if (!isHolder(value) || depth > 4) return []
  const own = entriesOf(value)
  return [...own, ...Object.values(value).flatMap((inner) => placesOf(inner, depth + 1))]
}
const put = (holder: Holder, key: string, value: unknown) => {
  if (Array.isArray(holder)) holder[Number(key)] = value
  // `__proto__` too shall be a key of its own.
  else
    Object.defineProperty(holder, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

/** Columns and such that a client must not write, and names that every object has. */
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

const otherValue: Mutation = ({ json }, { r }) => {
  const place = r.some(placesOf(json))
  if (!place) return undefined
  put(place.holder, place.key, nastyValue(r))
  return `${place.key}: another value`
}
const missing: Mutation = ({ json }, { r }) => {
  const place = r.some(placesOf(json))
  if (!place) return undefined
  if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1)
  else delete place.holder[place.key]
  return `${place.key}: left out`
}
const extra: Mutation = ({ json }, { r, seen }) => {
  if (!isHolder(json)) return undefined
  const name = r.pick(extraNames)
  put(json, name, r.chance() ? (r.some(seen.values(name)) ?? 1) : nastyValue(r))
  return `${name}: added`
}
const wholeBody: Mutation = (request, { r }) => {
  if (request.json === undefined) return undefined
  request.json = nastyValue(r)
  return 'another body'
}
const cut = (text: string, r: Random) => text.slice(0, r.int(0, text.length))
const brokenBody: Mutation = (request, { r }) => {
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

const otherQuery: Mutation = (request, { r, seen }) => {
  const at = r.int(0, request.query.length - 1)
  const [name] = request.query[at] ?? []
  if (name === undefined) return undefined
  const known = seen.values(name)
  const value = r.chance(0.25) && known.length > 0 ? String(r.pick(known)) : nastyText(r)
  request.query[at] = [name, value]
  return `?${name}: another value`
}
const fewerQuery: Mutation = (request, { r }) => {
  if (request.query.length === 0) return undefined
  const [gone] = request.query.splice(r.int(0, request.query.length - 1), 1)
  return `?${gone?.[0]}: left out`
}
const twiceQuery: Mutation = (request, { r }) => {
  const [name] = r.some(request.query) ?? []
  if (name === undefined) return undefined
  request.query.push([name, nastyText(r)])
  return `?${name}: twice`
}
const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'nin',
  'like',
  '',
  'x',
  '__proto__',
  '0',
]
const filterNames = (request: Request) =>
  request.operation.parameters
    .map(({ name }) => name)
    .concat('id', 'password_hash', 'or', 'and', 'not', 'created_at')
const filters: Mutation = (request, { r, seen }) => {
  const names = filterNames(request)
  for (let i = r.pick([1, 1, 1, 2, 2, 3, 3, 4, 110]); i > 0; i--) {
    const name = r.pick(names)
    const value = r.chance(0.4)
      ? String(r.some(seen.values(name)) ?? 1)
      : nastyText(r).slice(0, 400)
    const path = [
      r.chance(0.3) && `[${r.pick(['or', 'and', 'not'])}][${r.int(0, 2)}]`,
      `[${name}]`,
      `[${r.pick(operators)}]`,
    ]
    request.query.push([
      `filter${path.filter(Boolean).join('')}${r.chance(0.1) ? '[a]'.repeat(r.int(1, 12)) : ''}`,
      value,
    ])
  }
  return 'filters'
}
const listNames = ['page', 'per-page', 'sort', 'fields', 'expand', 'q', 'id', 'format', 'status']
const odd = [
  '-',
  '--id',
  'id,-id',
  '-id,nama',
  'id;',
  '*',
  '-1',
  '0',
  '99999999999',
  '1e2',
  '1.5',
  '-created_at',
  'items',
  ',',
  ',,,',
  'id,id,id',
  'a.b',
  '1,2,3',
  '1,',
]
const lists: Mutation = (request, { r }) => {
  const name = r.pick(listNames)
  request.query.push([name, r.chance(0.6) ? r.pick(odd) : nastyText(r)])
  return `?${name}: odd`
}
const rawQuery: Mutation = (request, { r }) => {
  const good = request.query.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&')
  const bits = [
    '%',
    '%zz',
    '%E0%A4',
    '%00',
    '%u0041',
    '%C0%AF',
    '+',
    '&&&',
    '=',
    '==',
    '=x',
    '&id',
    '#',
    '?',
    'id=%31',
    'id=1%20',
    'id=+1',
    'id[]=1',
    'id[a]=1',
    'filter=1',
    'filter[]=1',
    'filter[[a]]=1',
    '__proto__=1',
    '%26',
    ';',
    `a=${'b'.repeat(4000)}`,
    'a=1&'.repeat(500),
  ]
  request.rawQuery = [good, r.pick(bits)].filter(Boolean).join('&').replaceAll('#', '%23')
  return 'broken query'
}

const headers: Mutation = (request, { r }) => {
  const plain = (text: string) =>
    text
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .trim()
      .slice(0, 3000)
  const garbage = plain(nastyText(r))
  const known: (readonly [string, string])[] = [
    ['authorization', `Bearer ${garbage}`],
    ['authorization', garbage],
    ['authorization', 'Basic YTpi'],
    ['authorization', `Bearer ${'x'.repeat(43)}`],
    ['authorization', 'Bearer'],
    ['idempotency-key', garbage],
    ['idempotency-key', 'x'.repeat(r.pick([80, 81, 5000]))],
    ['idempotency-key', 'k1'],
    ['content-type', garbage],
    ['content-type', 'text/plain'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'APPLICATION/JSON'],
    ['content-type', 'multipart/form-data'],
    ['content-type', 'multipart/form-data; boundary='],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-encoding', 'gzip'],
    ['accept', 'text/html'],
    ['accept-encoding', 'gzip, br, *;q=0'],
    ['accept-language', garbage],
    ['if-none-match', '*'],
    ['if-match', '"x"'],
    ['if-modified-since', garbage],
    ['range', 'bytes=0-1,5-2'],
    ['origin', 'https://jahat.contoh'],
    ['origin', garbage],
    ['x-forwarded-for', garbage],
    ['x-http-method-override', 'DELETE'],
    ['cookie', garbage],
    ['user-agent', garbage],
    ['user-agent', ''],
    ['referer', garbage],
    ['host', 'contoh.id'],
    ['host', garbage],
    ['host', '['],
    ['expect', 'x'],
    ['x-a', 'b'.repeat(9000)],
  ]
  const [name, value] = r.pick(known)
  request.headers[name] = value
  return `header ${name}`
}
const methods: Mutation = (request, { r }) => {
  request.method = r.pick([
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
  ])
  return request.method
}
const paths: Mutation = (request, { r }) => {
  const { path } = request
  const odds = [
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.replaceAll('/', '%2F'),
    path.replace(/.$/, (c) => `%${c.charCodeAt(0).toString(16)}`),
    `${path}/..${path}`,
    `${path}/%2e%2e/x`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%`,
    `${path}%zz`,
    `${path}%ff`,
    `${path}/1`,
    `${path}\\x`,
    `/..${path}`,
    `/../..${path}`,
    `/%2e%2e/%2e%2e/etc/passwd`,
    `${path}/${encode(r.pick(texts))}`,
    `/${'a'.repeat(3000)}`,
    '/__proto__',
    '/constructor',
    '/openapi.json',
    '',
    '/',
    '//',
    `//contoh.id${path}`,
    `/user${path}`,
  ]
  request.path = r.pick(odds)
  return 'path'
}

const otherFile: Mutation = (request, { r }) => {
  const file = request.parts?.find(({ name }) => name === 'file')
  if (!file) return undefined
  file.bytes = breakFile(file.bytes, r)
  return 'file'
}
const otherParts: Mutation = (request, { r }) => {
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

/** Those on a body come more often: most of what a client says is in it. */
const all: readonly [Mutation, ...Mutation[]] = [
  otherValue,
  otherValue,
  otherValue,
  otherValue,
  otherValue,
  missing,
  extra,
  extra,
  wholeBody,
  brokenBody,
  otherFile,
  otherFile,
  otherFile,
  otherFile,
  otherParts,
  otherParts,
  otherQuery,
  otherQuery,
  otherQuery,
  otherQuery,
  fewerQuery,
  twiceQuery,
  filters,
  filters,
  lists,
  lists,
  rawQuery,
  headers,
  headers,
  methods,
  paths,
]

/** Changes a request in some places, sometimes in none. */
export const mutate = (request: Request, sources: Sources): void => {
  const { r } = sources
  const wanted = r.pick([0, 0, 1, 1, 1, 1, 2, 2, 3])
  for (let tries = 0; request.changes.length < wanted && tries < 20; tries++) {
    const change = r.pick(all)(request, sources)
    if (change) request.changes.push(change)
  }
}
