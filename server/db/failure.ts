/**
 * Maps errors that are caused by the database, and not by the request, to HTTP errors. Examples of
 * causes are a stopped or locked database and a full disk.
 */
import { HttpError } from '#server/errors.ts'

type FailureKind = 'away' | 'locked' | 'slow' | 'crowded' | 'full' | 'readonly'
export interface Failure {
  kind: FailureKind
  /** Whether the failure may pass without an operator; false only for a full disk. */
  passing: boolean
  answer: HttpError
}

/**
 * Error thrown when a queue of this server is full, when a request waited too long in a queue, or
 * when the client of a waiting request disconnected.
 */
export class CrowdedError extends Error {}

interface Words {
  status: number
  message: string
  retryAfter?: number
}
const words: Record<FailureKind, Words> = {
  away: {
    status: 503,
    message: 'Data sedang tidak terjangkau. Coba lagi sebentar.',
    retryAfter: 5,
  },
  locked: {
    status: 503,
    message: 'Data sedang dipakai pekerjaan lain. Coba lagi sebentar.',
    retryAfter: 2,
  },
  slow: {
    status: 503,
    message:
      'Permintaan ini terlalu lama dikerjakan. Persempit pencarian, atau coba lagi sebentar.',
    retryAfter: 5,
  },
  crowded: { status: 503, message: 'Server sedang sibuk. Coba lagi sebentar.', retryAfter: 2 },
  full: {
    status: 507,
    message: 'Ruang penyimpanan server penuh: tidak ada yang tersimpan. Hubungi pengelola.',
  },
  readonly: {
    status: 503,
    message: 'Server sedang tidak dapat menyimpan. Coba lagi sebentar.',
    retryAfter: 30,
  },
}

/**
 * Kind of failure by the beginning of an error code (SQLSTATE, SQLite's names, network errors); the
 * first match counts.
 */
const codes: readonly [begins: string, kind: FailureKind][] = [
  ['57014', 'slow'],
  ['55P03', 'locked'],
  ['40001', 'locked'],
  ['40P01', 'locked'],
  ['53100', 'full'],
  ['53300', 'crowded'],
  ['53', 'crowded'],
  ['25006', 'readonly'],
  ['25P03', 'slow'],
  ['25P04', 'slow'],
  ['57P', 'away'],
  ['08', 'away'],
  // 3D000: the database does not exist. 28: PostgreSQL rejects user or password.
  ['3D000', 'away'],
  ['28', 'away'],
  ['58', 'away'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_FULL', 'full'],
  ['SQLITE_READONLY', 'readonly'],
  ['SQLITE_IOERR', 'away'],
  ['SQLITE_CANTOPEN', 'away'],
  ['SQLITE_NOMEM', 'crowded'],
  ['ENOSPC', 'full'],
  ['EIO', 'away'],
  ...['ECONN', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_', 'EHOST', 'ENET'].map(
    (begins): [string, FailureKind] => [begins, 'away'],
  ),
]
/**
 * Kind of failure by error message, for errors without a code. The messages come from pg, its pool
 * and our reader threads.
 */
const messages: readonly [RegExp, FailureKind][] = [
  [/timeout exceeded when trying to connect/, 'crowded'],
  [/^Query read timeout|Connection terminated|not queryable|^Client was closed/, 'away'],
  [/not currently accepting connections|The database reader has ended/, 'away'],
]

const kindOf = (error: Error): FailureKind | undefined => {
  if (error instanceof CrowdedError) return 'crowded'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const byCode = codes.find(([begins]) => code.startsWith(begins))
  return (byCode ?? messages.find(([pattern]) => pattern.test(error.message)))?.[1]
}

/**
 * Returns the failure for a database error; undefined for every other error. Also finds a database
 * error that is the `cause` of the given error, or one of the errors in an AggregateError.
 */
export const failureOf = (error: unknown): Failure | undefined => {
  if (!(error instanceof Error) || error instanceof HttpError) return undefined
  const inner = error instanceof AggregateError ? error.errors : []
  const kind = kindOf(error)
  if (kind) {
    const { status, message, retryAfter } = words[kind]
    return {
      kind,
      passing: kind !== 'full',
      answer: new HttpError(status, message, { retryAfter }),
    }
  }
  for (const cause of [...inner, error.cause]) {
    const failure = failureOf(cause)
    if (failure) return failure
  }
  return undefined
}
