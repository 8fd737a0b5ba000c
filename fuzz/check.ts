/** Checks that hold for every response, whatever the request. */
import { problemOf, type Resolve } from '#mocks/api/answerSchema.ts'
import type { Answer } from './client.ts'
import type { Request, Wire } from './request.ts'

/** Error statuses that any operation may return although the API document does not list them. */
const refusals = new Set([400, 401, 403, 404, 405, 409, 413, 414, 415, 422, 429])
/**
 * Statuses that Node itself sends, without a body, for a request line or headers that are invalid,
 * too long, or cannot be fulfilled.
 */
const protocol = new Set([400, 413, 417, 431])
/**
 * Matches the message of the only intended 503 response, which reports that too many requests are
 * waiting. Any other 5xx response is a defect.
 */
const busy = /sibuk/

/**
 * Patterns of internal data that no response may contain, such as SQL, stack traces and hashes. The
 * text before each pattern names the data in the report.
 */
const leaks: readonly (readonly [string, RegExp])[] = [
  ['a stack trace', /\bat [\w.<> ]+ \(?(?:file:|node:|\/)[^\s]+:\d+/],
  ['a path of the server', /node_modules|\/server\/(?:http|modules|db)\//],
  ['a statement', /\b(?:select|insert into|update|delete from) \\?"\w+|\$\d+\) returning/i],
  [
    'words of SQLite',
    /SQLITE_[A-Z]+|constraint failed|no such (?:column|table)|near ".*": syntax error/,
  ],
  ['words of PostgreSQL', /syntax error at or near|invalid input syntax|duplicate key value/],
  ['words of PostgreSQL', /violates .{0,40}constraint|out of range for type|" does not exist/],
  [
    'words of JavaScript',
    /Cannot read propert|is not a function|is not defined\b|Maximum call stack|\[object Object\]/,
  ],
  ['a password hash', /\$argon2/],
  [
    'a secret column',
    /"(?:password_hash|token_hash|kode_hash|token_versi|cari|\w+_kunci|isi_kunci)":/,
  ],
]

export interface Judged {
  problems: string[]
  /** Data of the envelope of a successful response. */
  data?: unknown
  /**
   * Whether the server rejected the request because too many requests were waiting. The report
   * counts such responses, but not as defects.
   */
  busy?: boolean
}
type Json = Record<string, unknown>
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether the target of a request line is a path of the API. The target is parsed as the server
 * parses it.
 */
const isApi = (target: string): boolean => {
  try {
    return new URL(target, 'http://127.0.0.1').pathname.startsWith('/api/')
  } catch {
    return false
  }
}

const leaksOf = (text: string, wire: Wire): string[] => {
  const sentText = `${decode(wire.target)} ${wire.body?.toString('utf8') ?? ''}`
  return leaks.flatMap(([kind, pattern]) => {
    const leak = pattern.exec(text)?.[0]
    // A matching text is no leak if the response only repeats it from the request.
    return leak && !sentText.includes(leak) ? [`tells ${kind}: ${leak.slice(0, 80)}`] : []
  })
}
const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const issuesProblem = (errors: unknown): string | undefined => {
  if (!Array.isArray(errors) || errors.length === 0) return '422 without a list of errors'
  const fine = errors.every(
    (e) =>
      isJson(e) && typeof e.field === 'string' && typeof e.message === 'string' && e.message !== '',
  )
  return fine ? undefined : '422 with an error that has no field or message'
}
const headerOf: Record<number, string> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
  503: 'retry-after',
}

/**
 * Checks an error response. The body must be an envelope `{ success: false, data }`, and `data`
 * must repeat the status and hold the fields of an error. Returns a list of problems; an element is
 * undefined if its check passes.
 */
const refusalProblems = (envelope: unknown, answer: Answer): (string | undefined)[] => {
  const { status } = answer
  if (!isJson(envelope) || envelope.success !== false || !isJson(envelope.data))
    return [`${status} without the envelope`]
  const { data } = envelope
  const header = headerOf[status]
  return [
    data.status === status ? undefined : `${status} says status ${String(data.status)}`,
    typeof data.message === 'string' && data.message.trim() !== ''
      ? undefined
      : `${status} without a message`,
    typeof data.name === 'string' && data.name !== 'Error' ? undefined : `${status} without a name`,
    status === 422 ? issuesProblem(data.errors) : undefined,
    header && !answer.headers[header] ? `${status} without ${header}` : undefined,
  ]
}

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown
  } catch {
    return undefined
  }
}

const fileProblem = (request: Request, answer: Answer): string | undefined => {
  const type = answer.headers['content-type'] ?? 'none'
  const mediaTypes = request.operation.files
  return mediaTypes.includes('*/*') || mediaTypes.some((mediaType) => type.startsWith(mediaType))
    ? undefined
    : `answers a file of type ${type}`
}

/**
 * Whether the response cannot be checked against the API document of the operation: it has no body,
 * or a mutated method or path has led to another operation.
 */
const isWithoutDocument = (request: Request, { status }: Answer): boolean => {
  const { operation, method, path } = request
  const preflight = method === 'OPTIONS' && status === 204
  // A mutated request may reach another operation, whose responses are documented separately.
  const isElsewhere = path !== operation.path || method !== operation.method
  return preflight || method === 'HEAD' || isElsewhere
}
const asksForFields = ({ rawQuery, query }: Request): boolean =>
  /fields=/.test(rawQuery ?? '') || query.some(([name]) => name === 'fields')

const successOf = (request: Request, answer: Answer, resolve: Resolve): Judged => {
  const { operation } = request
  const { status } = answer
  if (status === 304) return { problems: operation.files.length > 0 ? [] : ['304 for no file'] }
  if (isWithoutDocument(request, answer)) return { problems: [] }
  if (status !== operation.status)
    return { problems: [`answers ${status}, which is not documented`] }
  if (!operation.answer)
    return { problems: [fileProblem(request, answer)].filter((p) => p !== undefined) }
  const envelope = parse(answer.body)
  if (!isJson(envelope) || envelope.success !== true || !('data' in envelope))
    return { problems: ['success without the envelope'] }
  const partial = asksForFields(request)
  const problem = problemOf(envelope, operation.answer, '', { resolve, partial })
  return {
    problems: problem ? [`answer: ${problem.replace(/^\.data/, 'data')}`] : [],
    data: envelope.data,
  }
}

const typeProblem = (answer: Answer, isFile: boolean): string | undefined =>
  isFile || answer.headers['content-type'] === 'application/json; charset=utf-8'
    ? undefined
    : `${answer.status} as ${answer.headers['content-type'] ?? 'no type'}`

const judgeSuccess = (request: Request, answer: Answer, resolve: Resolve): Judged => {
  const good = successOf(request, answer, resolve)
  const isFile = request.operation.files.length > 0 || answer.body.length === 0
  const problems = [...good.problems, typeProblem(answer, isFile)].filter((p) => p !== undefined)
  return { ...good, problems }
}
const judgeRefusal = (request: Request, answer: Answer, text: string): Judged => {
  const { status, headers } = answer
  const problems =
    request.method === 'HEAD'
      ? []
      : [...refusalProblems(parse(answer.body), answer), typeProblem(answer, false)]
  const meant = status === 503 && headers['retry-after'] !== undefined && busy.test(text)
  if (!refusals.has(status) && !meant) problems.push(`answers ${status}`)
  return { problems: problems.filter((p) => p !== undefined), ...(meant && { busy: true }) }
}

/**
 * Checks a response for all problems except slowness. The caller checks slowness, because it has to
 * repeat a slow request.
 */
export const judge = (request: Request, wire: Wire, answer: Answer, resolve: Resolve): Judged => {
  const { status } = answer
  if (status === 0) return { problems: [`no answer: ${answer.error ?? ''}`] }
  const bare = answer.headers['content-type'] === undefined && answer.body.length === 0
  if (protocol.has(status) && bare) return { problems: [] }
  const text = answer.body.subarray(0, 300_000).toString('utf8')
  const leaks = leaksOf(text, wire)
  if (!isApi(wire.target))
    return { problems: [...leaks, ...(status >= 500 ? [`answers ${status}`] : [])] }
  const judged =
    status < 400 ? judgeSuccess(request, answer, resolve) : judgeRefusal(request, answer, text)
  return { ...judged, problems: [...leaks, ...judged.problems] }
}
