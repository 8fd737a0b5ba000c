/** Errors that the API returns as the body of a failed response. */
import type { Issue } from '#contract/resource.ts'
import type { Alternative, Conflict } from '#contract/schedule/rules/conflicts.ts'

/**
 * Additional data of a 409 response: the current row, the fields of a duplicate, or the rows that
 * refer to a row (server/resource/usage.ts).
 */
interface ConflictMore {
  current?: unknown
  errors?: Issue[]
  entitas?: string
  sebutan?: string
  pemakai?: readonly unknown[]
  /** Conflicts with other classes and lessons. */
  konflik?: readonly Conflict[]
  /** Alternative free times for the class or lesson. */
  alternatif?: readonly Alternative[]
}

const names: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/**
 * Maximum number of problems in one response. Enough for the fields of a form and the rows of a
 * long bill; a request made by a program may have far more problems.
 */
export const maxIssues = 200

export class HttpError extends Error {
  readonly status: number
  readonly errors: Issue[] | undefined
  readonly current: unknown
  readonly users: Pick<ConflictMore, 'entitas' | 'sebutan' | 'pemakai'>
  readonly clashes: Pick<ConflictMore, 'konflik' | 'alternatif'>
  readonly headers: Record<string, string>
  readonly secondFactor: boolean
  readonly applicant: string | undefined
  /**
   * Creates an error with its HTTP status, a message for people, and optional `more`. For a 409:
   * the `current` row, `pemakai` (rows that refer to the row), `konflik` and `alternatif`. `errors`
   * holds the problems of fields (409, 422), `retryAfter` the seconds to wait (429, 503), `limit`
   * the limit that was reached (429), and `allow` the valid methods (405). For a 401:
   * `secondFactor` is true when a second factor is required, and `applicant` is the step of an
   * applicant who logs in.
   */
  constructor(
    status: number,
    message: string,
    more: ConflictMore & {
      retryAfter?: number
      limit?: number
      allow?: string
      secondFactor?: boolean
      applicant?: string
    } = {},
  ) {
    super(message)
    this.status = status
    this.errors = more.errors?.slice(0, maxIssues)
    this.current = more.current
    this.secondFactor = more.secondFactor ?? false
    this.applicant = more.applicant
    this.users = more.pemakai
      ? { entitas: more.entitas, sebutan: more.sebutan, pemakai: more.pemakai }
      : {}
    this.clashes = {
      ...(more.konflik && { konflik: more.konflik }),
      ...(more.alternatif && { alternatif: more.alternatif }),
    }
    this.headers = {
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
      ...(more.limit !== undefined && {
        'X-Rate-Limit-Limit': String(more.limit),
        'X-Rate-Limit-Remaining': '0',
        'X-Rate-Limit-Reset': String(more.retryAfter ?? 0),
      }),
      ...(more.allow && { Allow: more.allow }),
    }
  }
  /** Returns the body of the response, without the envelope. */
  get body(): Record<string, unknown> {
    return {
      name: names[this.status] ?? 'Error',
      message: this.message,
      code: 0,
      status: this.status,
      ...(this.errors && { errors: this.errors }),
      ...(this.current !== undefined && { current: this.current }),
      ...this.users,
      ...this.clashes,
      ...(this.secondFactor && { dua_langkah: true }),
      ...(this.applicant && { pendaftar: this.applicant }),
    }
  }
}

/** Returns a 422 with the problems of fields; its message is that of the first problem. */
export const invalid = (errors: Issue[]): HttpError =>
  new HttpError(422, errors[0]?.message ?? 'Data tidak valid', { errors })
export const invalidField = (field: string, message: string): HttpError =>
  invalid([{ field, message }])
export const notFound = (subject = 'Data'): HttpError =>
  new HttpError(404, `${subject} tidak ditemukan`)
/**
 * Returns a 409: the state of the row forbids the change, the client's version is old (`current`),
 * the row would be a duplicate (`errors`), or other rows refer to it (`pemakai`).
 */
export const conflict = (message: string, more: ConflictMore = {}): HttpError =>
  new HttpError(409, message, more)
export const forbidden = (message = 'Anda tidak berhak melakukan ini'): HttpError =>
  new HttpError(403, message)
