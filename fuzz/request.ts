/**
 * Makes valid requests of an operation and converts requests to the bytes to send. A request
 * consists of parts (method, path, query, body), so that a mutation can change a single part.
 */
import { propertiesOf, type Operation } from '#mocks/api/apiDocument.ts'
import { fileFor, type Part } from './files.ts'
import { jsonText } from './hostileValues.ts'
import { validValue, type Sources } from './valid.ts'

export interface Request {
  operation: Operation
  /** Name of the actor who sends the request. */
  actor: string
  method: string
  /** Path in the request line, without the query. */
  path: string
  /** Names and values of the query, before encoding. */
  query: [name: string, value: string][]
  /** Encoded query for the request line; when set, it is sent instead of `query`. */
  rawQuery?: string
  headers: Record<string, string>
  /** JSON body. An upload has `parts` of a form instead. */
  json?: unknown
  parts?: Part[]
  /** Bytes of the body; when set, they are sent instead of `json` and `parts`. */
  raw?: Buffer
  /** Descriptions of the mutations, for the report. */
  changes: string[]
}
/** Request as it is sent to the server. */
export interface Wire {
  method: string
  target: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const boundary = 'nada-fuzz-6c1f'
const multipart = (parts: readonly Part[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, filename, type, bytes }) => {
      const file = filename === undefined ? '' : `; filename="${filename}"`
      const kind = type === undefined ? '' : `\r\nContent-Type: ${type}`
      const said = `Content-Disposition: form-data; name="${name}"${file}${kind}`
      return [Buffer.from(`--${boundary}\r\n${said}\r\n\r\n`), bytes, Buffer.from('\r\n')]
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ])

/** Percent-encodes a text. A lone surrogate becomes the replacement character. */
export const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

const bodyOf = (request: Request): Buffer | undefined => {
  if (request.raw) return request.raw
  if (request.parts) return multipart(request.parts)
  return request.json === undefined ? undefined : Buffer.from(jsonText(request.json))
}

/**
 * Returns a request in the form in which it is sent. It contains the actor's `token`, except when a
 * mutation has set an Authorization header.
 */
export const wireOf = (request: Request, token: string): Wire => {
  const query =
    request.rawQuery ?? request.query.map(([k, v]) => `${encode(k)}=${encode(v)}`).join('&')
  const type = request.parts
    ? `multipart/form-data; boundary=${boundary}`
    : (request.json !== undefined || request.raw) && 'application/json'
  return {
    method: request.method,
    target: `/api${request.path}${query && `?${query}`}`,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(type && { 'content-type': type }),
      ...request.headers,
    },
    body: bodyOf(request),
  }
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(',') : jsonText(value)
}

/**
 * Returns a query with all required parameters and some optional ones. The parameter `id` is the id
 * of `row`; without `row`, it is any known id.
 */
const queryOf = (
  operation: Operation,
  sources: Sources,
  row: Record<string, unknown> | undefined,
) => {
  const query: Request['query'] = []
  const { r, seen } = sources
  for (const { name, in: where, required, schema } of operation.parameters) {
    if (where !== 'query' || (!required && !r.chance(0.2))) continue
    const id = name === 'id' ? (row?.id ?? r.some(seen.values('id'))) : undefined
    query.push([name, textOf(id ?? validValue(schema, name, sources))])
  }
  return query
}

/**
 * Returns a valid JSON body. Some of its fields, and always `versi` and `key`, have the values of
 * `row`, so that the server accepts an update of that row.
 */
const jsonOf = (
  operation: Operation,
  sources: Sources,
  row: Record<string, unknown> | undefined,
) => {
  const schema = operation.body?.schema ?? {}
  const body = validValue(schema, operation.resource, sources)
  if (typeof body !== 'object' || body === null) return {}
  if (!row) return body
  const { properties } = propertiesOf(schema)
  const share = sources.r.pick([0, 0.5, 0.9, 1])
  const keys = Object.keys(properties).filter(
    (name) =>
      Object.hasOwn(row, name) && (name === 'versi' || name === 'key' || sources.r.chance(share)),
  )
  return { ...body, ...Object.fromEntries(keys.map((name) => [name, structuredClone(row[name])])) }
}

const partsOf = (operation: Operation, sources: Sources): Part[] => {
  const { properties } = propertiesOf(operation.body?.schema ?? {})
  return Object.entries(properties).map(([name, schema]) =>
    name === 'file'
      ? fileFor(operation.resource, sources)
      : { name, bytes: Buffer.from(textOf(validValue(schema, name, sources))) },
  )
}

/** Returns a request that the operation should accept, usually for a row of an earlier response. */
export const validRequest = (operation: Operation, actor: string, sources: Sources): Request => {
  const { r, seen } = sources
  const ownRows = seen.rows(operation.pool)
  const rows = ownRows.length > 0 ? ownRows : seen.rows(operation.resource)
  const row = r.chance(0.9) ? r.some(rows) : undefined
  const keyed = operation.parameters.some(({ in: where }) => where === 'header')
  return {
    operation,
    actor,
    method: operation.method,
    path: operation.path,
    query: queryOf(operation, sources, row),
    headers: keyed ? { 'idempotency-key': `k${r.int(1, 2 ** 30)}` } : {},
    ...(operation.body?.kind === 'json' && { json: jsonOf(operation, sources, row) }),
    ...(operation.body?.kind === 'multipart' && { parts: partsOf(operation, sources) }),
    changes: [],
  }
}
