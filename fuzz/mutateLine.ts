/** Mutations of a request's method, path, query and headers. */
import { nastyText, texts } from './hostileValues.ts'
import type { Mutation } from './mutation.ts'
import { encode, type Request } from './request.ts'

export const otherQuery: Mutation = (request, { r, seen }) => {
  const index = r.int(0, request.query.length - 1)
  const [name] = request.query[index] ?? []
  if (name === undefined) return undefined
  const knownValues = seen.values(name)
  const value =
    r.chance(0.25) && knownValues.length > 0 ? String(r.pick(knownValues)) : nastyText(r)
  request.query[index] = [name, value]
  return `?${name}: another value`
}
export const fewerQuery: Mutation = (request, { r }) => {
  if (request.query.length === 0) return undefined
  const [removedParam] = request.query.splice(r.int(0, request.query.length - 1), 1)
  return `?${removedParam?.[0]}: left out`
}
export const twiceQuery: Mutation = (request, { r }) => {
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
export const filters: Mutation = (request, { r, seen }) => {
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
export const lists: Mutation = (request, { r }) => {
  const name = r.pick(listNames)
  request.query.push([name, r.chance(0.6) ? r.pick(odd) : nastyText(r)])
  return `?${name}: odd`
}
export const rawQuery: Mutation = (request, { r }) => {
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

export const headers: Mutation = (request, { r }) => {
  const plain = (text: string) =>
    text
      .replace(/[^\x20-\x7e\xa0-\xff]/g, '')
      .trim()
      .slice(0, 3000)
  const garbage = plain(nastyText(r))
  const samples: (readonly [string, string])[] = [
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
  const [name, value] = r.pick(samples)
  request.headers[name] = value
  return `header ${name}`
}
export const methods: Mutation = (request, { r }) => {
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
export const paths: Mutation = (request, { r }) => {
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
