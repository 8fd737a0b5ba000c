/** Errors that the API returns, in the envelope of the wire format. */
import type { Issue } from '#contract/resource.ts'
import type { Alternative, Conflict } from '#contract/schedule/rules/conflicts.ts'

/**
 * Additional data of a 409: the current row, the duplicate fields, or the rows that use the row
 * (server/resource/usage.ts).
 */
interface ConflictMore {
  current?: unknown
  errors?: Issue[]
  entitas?: string
  sebutan?: string
  pemakai?: readonly unknown[]
  /** Conflicts of classes and lessons. */
  konflik?: readonly Conflict[]
  /** Free slots for the class or lesson. */
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
 * Maximum number of problems in one response: enough for a form's fields and the rows of a long
 * bill, not for a machine-made request.
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
   * @param more `errors` per field (422), `current` row (409), `pemakai` of a row that cannot be
   * deleted (409), `retryAfter` seconds (429, 503), `limit` that was reached (429), `allow` methods
   * (405), `secondFactor` is required (401), the step of an `applicant` who logs in (401).
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
  /** Body of the response, without the envelope. */
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

/** 422 naming the fields; its message is the first field's. */
export const invalid = (errors: Issue[]): HttpError =>
  new HttpError(422, errors[0]?.message ?? 'Data tidak valid', { errors })
export const invalidField = (field: string, message: string): HttpError =>
  invalid([{ field, message }])
export const notFound = (subject = 'Data'): HttpError =>
  new HttpError(404, `${subject} tidak ditemukan`)
/**
 * 409: the state of the row does not allow it, its version is old (`current`), it would be a
 * duplicate (`errors`), or other rows use it (`pemakai`).
 */
export const conflict = (message: string, more: ConflictMore = {}): HttpError =>
  new HttpError(409, message, more)
export const forbidden = (message = 'Anda tidak berhak melakukan ini'): HttpError =>
  new HttpError(403, message)
