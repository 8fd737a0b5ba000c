/** Sends calls to the API. Handles the envelope, the token, the pagination headers and errors. */
import ky, { isHTTPError, isNetworkError } from 'ky'

/** Base URL of all calls: `VITE_API_URL`, otherwise `/api` of this origin. Always absolute. */
export const apiBase = new URL(import.meta.env.VITE_API_URL ?? '/api', location.href).href.replace(
  /\/$/,
  '',
)

export interface FieldIssue {
  field: string
  message: string
}
/** Error of a failed call. */
export class ApiError extends Error {
  /** HTTP status; 0 if no response arrived. */
  status: number
  /** Errors of single fields. Sent with a 422, and with a 409 for a duplicate value. */
  fields: FieldIssue[]
  /** Property `data` of the response. */
  data: Record<string, unknown>
  /** Seconds until a retry may succeed; undefined if the server does not send them. */
  wait: number | undefined
  constructor(
    status: number,
    message: string,
    fields: FieldIssue[] = [],
    data: Record<string, unknown> = {},
    wait?: number,
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.fields = fields
    this.data = data
    this.wait = wait
  }
  /** Stored row with which the call conflicted, sent with a 409; otherwise undefined. */
  get current(): Record<string, unknown> | undefined {
    return isObject(this.data.current) ? this.data.current : undefined
  }
}

export interface Page {
  /** Number of rows, or at least this many with `more`. */
  total: number
  /** Whether the server has stopped counting at `total`. */
  more?: boolean
  pageCount: number
  page: number
  perPage: number
}
export interface List<T> {
  rows: T[]
  page: Page
}
export type Params = Record<string, string | number | boolean | undefined>
interface Send {
  params?: Params
  body?: unknown
  key?: string
  signal?: AbortSignal
}

/** Bearer token of the session, stored in local storage as plain text. */
export const token = {
  get: () => localStorage.getItem('token'),
  set: (value: string) => {
    isLeaving = false
    ended = false
    localStorage.setItem('token', value)
  },
  clear: () => localStorage.removeItem('token'),
  /**
   * Removes the token at the end of a session. From then on, calls without a token are not sent,
   * and a 401 for an earlier call is ignored. `byServer`: whether the server has ended the session;
   * false after a logout by the user.
   */
  leave: (byServer = false) => {
    isLeaving = true
    ended ||= byServer
    localStorage.removeItem('token')
  },
  /** Whether the server ended the last session. If so, the login page explains this. */
  ended: () => ended,
}
let isLeaving = false
let ended = false

/**
 * Callbacks, set once by the session. `unauthorized` runs after a 401 response, `forbidden` after a
 * 403 response. `connection` runs after every call, with whether the server has responded.
 */
export const on: {
  unauthorized?: () => void
  forbidden?: () => void
  connection?: (online: boolean) => void
} = {}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * Returns the error of a failed response. The message is the first of these that is present:
 * `data.message`, `message`, the message of the first field error, a default text. The field errors
 * are `data.errors`, or `data` itself, as in Yii's 422 response (domain.md 0.3).
 */
export const toApiError = (
  status: number,
  body: unknown,
  retryAfter: string | null = null,
): ApiError => {
  const outer = isObject(body) ? body : {}
  const data = isObject(outer.data) ? outer.data : {}
  const fields = [data.errors, outer.data]
    .find(Array.isArray)
    ?.filter(
      (e): e is FieldIssue =>
        isObject(e) && typeof e.field === 'string' && typeof e.message === 'string',
    )
  return new ApiError(
    status,
    text(data.message) ??
      text(outer.message) ??
      fields?.[0]?.message ??
      'Error dalam mengambil data',
    fields,
    data,
    secondsOf(retryAfter),
  )
}
/**
 * Returns the positive number of seconds to wait from a `Retry-After` header, which holds seconds
 * or a date; otherwise undefined.
 */
const secondsOf = (header: string | null): number | undefined => {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

// Retries only GETs, and only once: after a lost connection, or if the server responds with 502,
// 503 or 504, as while it starts or is busy.
const client = ky.create({
  prefix: apiBase,
  timeout: false,
  retry: {
    limit: 1,
    methods: ['get'],
    statusCodes: [502, 503, 504],
    afterStatusCodes: [503],
    maxRetryAfter: 2000,
  },
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const value = token.get()
        if (value) request.headers.set('Authorization', `Bearer ${value}`)
      },
    ],
  },
})

/** Calls the callbacks of `on` for a failed call; returns the error to throw. */
const failed = (error: unknown, path: string, sent: string | null): unknown => {
  if (isHTTPError(error)) {
    on.connection?.(true)
    const { status } = error.response
    // Ignores a 401 of the login call, because the login form shows it. Ignores a 401 for an older
    // token, because it does not concern the present session.
    if (status === 401 && sent === token.get() && !/^\/?auth\/login$/.test(path))
      on.unauthorized?.()
    if (status === 403) on.forbidden?.()
    return toApiError(status, error.data, error.response.headers.get('Retry-After'))
  }
  if (!isNetworkError(error) && !(error instanceof TypeError)) return error
  on.connection?.(false)
  return new ApiError(0, 'Tidak ada koneksi')
}

const request = async (
  method: 'get' | 'post',
  path: string,
  { params, body, key, signal }: Send,
): Promise<Response> => {
  const sent = token.get()
  // After the session has ended, the call is not sent. Its promise never settles, because the page
  // that made the call is being left.
  if (isLeaving && !sent && !/^\/?auth\//.test(path)) return new Promise(() => {})
  try {
    const response = await client(path.replace(/^\//, ''), {
      method,
      searchParams: params,
      signal,
      ...(body === undefined ? {} : { json: body }),
      headers: key ? { 'Idempotency-Key': key } : {},
    })
    on.connection?.(true)
    return response
  } catch (error) {
    throw failed(error, path, sent)
  }
}

const unwrap = async (response: Response): Promise<unknown> => {
  const body: unknown = await response.json().catch(() => undefined)
  if (!isObject(body) || body.success !== true)
    throw toApiError(response.ok ? 500 : response.status, body)
  return body.data
}

/** Pending POSTs by path, parameters, body, key and token. */
const running = new Map<string, Promise<unknown>>()
/**
 * Sends a POST. If an equal POST is pending, as after a double click, returns the promise of that
 * POST instead. A second POST would conflict with the change of the first, and the server would
 * report that change as another user's.
 */
const postOnce = (path: string, send: Send): Promise<unknown> => {
  const said = JSON.stringify([path, send.params, send.body, send.key, token.get()])
  const first = running.get(said)
  if (first) return first
  const answer = request('post', path, send)
    .then(unwrap)
    .finally(() => running.delete(said))
  running.set(said, answer)
  return answer
}
/**
 * Sends one call and returns `data` of the envelope. Does not validate the data: the server's tests
 * check that responses match the contract.
 */
export const call = async <T>(method: 'get' | 'post', path: string, send: Send = {}): Promise<T> =>
  (await (method === 'post' ? postOnce(path, send) : request(method, path, send).then(unwrap))) as T

const headerNumber = (response: Response, name: string): number => {
  const header = response.headers.get(`X-Pagination-${name}`)
  if (header === null || !/^\d+$/.test(header))
    throw new ApiError(502, `Jawaban server tanpa X-Pagination-${name} yang benar`)
  return Number(header)
}
/** Fetches one page of a list, with the totals from the response headers. */
export const callList = async <T>(path: string, send: Send = {}): Promise<List<T>> => {
  const response = await request('get', path, send)
  const page = {
    total: headerNumber(response, 'Total-Count'),
    pageCount: headerNumber(response, 'Page-Count'),
    page: headerNumber(response, 'Current-Page'),
    perPage: headerNumber(response, 'Per-Page'),
    ...(response.headers.has('X-Pagination-Total-More') && { more: true }),
  }
  return { rows: (await unwrap(response)) as T[], page }
}

/** Returns the best matches of a search and the total number of matches. */
export const callCounted = async <T>(
  path: string,
  send: Send = {},
): Promise<{ rows: T[]; total: number }> => {
  const response = await request('get', path, send)
  return { total: headerNumber(response, 'Total-Count'), rows: (await unwrap(response)) as T[] }
}

/** Fetches a file that needs the token, such as a private picture. */
export const fetchFile = async (
  path: string,
  params: Params,
  signal?: AbortSignal,
): Promise<Blob> => (await request('get', path, { params, signal })).blob()
/**
 * Fetches a file and saves it under the name that the server sends, otherwise under `fallbackName`.
 */
export const download = async (
  path: string,
  params: Params,
  fallbackName: string,
): Promise<void> => {
  const response = await request('get', path, { params })
  const name =
    /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ??
    fallbackName
  const url = URL.createObjectURL(await response.blob())
  const a = document.createElement('a')
  a.href = url
  a.download = name
  a.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/**
 * Returns a new Idempotency-Key. Does not use `randomUUID`, which browsers offer only on https and
 * localhost.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('')
