/** Errors with an HTTP status, which the API converts to responses. */
import type { Issue } from '#contract/resource.ts'
import type { Alternative, Conflict } from '#contract/schedule/rules/conflicts.ts'

/** Additional data of a 409 response. */
interface ConflictMore {
  /** Current version of the row. */
  current?: unknown
  /** Fields that cause the conflict, such as fields that make the row a duplicate. */
  errors?: Issue[]
  /** Resource name of the row that the rows in `pemakai` refer to. */
  entitas?: string
  /** Label of the row that the rows in `pemakai` refer to. */
  sebutan?: string
  /** Rows that refer to the row of the request (server/resource/usage.ts). */
  pemakai?: readonly unknown[]
  /** Classes and lessons with which the class or lesson of the request conflicts in time. */
  konflik?: readonly Conflict[]
  /** Free times that the class or lesson of the request could use instead. */
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
 * Maximum number of invalid fields reported in one response. This number suffices for any form,
 * even for a bill with many lines. A request from a program could contain far more invalid fields,
 * which would make the response very long.
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
   * Creates an error with an HTTP status, an Indonesian message for users, and optional data. The
   * data for 409 is described in ConflictMore. `errors` contains the invalid fields (409, 422),
   * `retryAfter` the seconds to wait (429, 503), `limit` the rate limit that was reached (429), and
   * `allow` the valid methods (405). For 401, `secondFactor` means that a second factor is
   * required, and `applicant` is the step of the registration when an applicant tries to log in.
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
  /** Returns the `data` of the error response. */
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

/** Returns a 422 error for invalid fields, with the message of the first invalid field. */
export const invalid = (errors: Issue[]): HttpError =>
  new HttpError(422, errors[0]?.message ?? 'Data tidak valid', { errors })
export const invalidField = (field: string, message: string): HttpError =>
  invalid([{ field, message }])
export const notFound = (subject = 'Data'): HttpError =>
  new HttpError(404, `${subject} tidak ditemukan`)
/**
 * Returns a 409 error for a change that the stored data does not allow: the row's state forbids it,
 * the client has an old version (`current`), the row would be a duplicate (`errors`), or other rows
 * refer to it (`pemakai`).
 */
export const conflict = (message: string, more: ConflictMore = {}): HttpError =>
  new HttpError(409, message, more)
export const forbidden = (message = 'Anda tidak berhak melakukan ini'): HttpError =>
  new HttpError(403, message)
