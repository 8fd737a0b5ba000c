/**
 * Sends signed requests to an S3-compatible store, with timeouts and retries. Signs by aws4fetch;
 * its own `fetch` has no timeout and does not retry after a cut connection.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { FilesConfig } from '#server/runtime/config.ts'

/** Operations of the store, as the metrics name them. */
type StoreOperation = 'put' | 'get' | 'delete' | 'list'
/**
 * Kinds of failures: the store does not respond or fails (`away`), it rejects the request because
 * of a wrong setting (`rejected`), or it has no such object (`missing`).
 */
type StoreFailure = 'away' | 'rejected' | 'missing'
/** Error of the store. The message is Indonesian and contains neither keys nor addresses. */
export class StoreError extends Error {
  readonly kind: StoreFailure
  constructor(kind: StoreFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
/** Returns the error for an object that does not have the content of its file. */
export const damagedError = (): StoreError =>
  new StoreError('missing', 'Isi objek di penyimpanan berkas bukan yang dahulu disimpan')

/** Completed operation: its duration in ms, and its error if it has failed after all retries. */
export interface Observed {
  operation: StoreOperation
  ms: number
  error?: StoreError
}

export interface StoreOptions {
  /** Time in ms in which a failed request is retried; 0 for no retries. */
  patienceMs?: number
  /** Is called with each completed operation. */
  observe?: (observed: Observed) => void
}

/** Default of `patienceMs`: shorter than people wait for a picture or an upload. */
const usualPatienceMs = 4000
/** Maximum time in ms until the response begins; an upload must be transferred by then. */
const responseMs = { put: 60_000, get: 5000, delete: 5000, list: 10_000 }
/** Pause in ms after the first try, doubled after each further one, and the longest pause. */
const [firstPauseMs, longestPauseMs] = [100, 5000]

/** Request to the store: object or query of the bucket, without the signature. */
interface StoreRequest {
  operation: StoreOperation
  /** Path below the bucket; empty for the bucket itself. */
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}
const methods = { put: 'PUT', get: 'GET', delete: 'DELETE', list: 'GET' }

/** Returns the code of an error of S3, such as `NoSuchBucket`; otherwise the status. */
const codeOf = async (response: Response): Promise<string> => {
  const text = await response.text().catch(() => '')
  return /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? String(response.status)
}
/** Statuses after which the same request may succeed a moment later. */
const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** Returns the error for a rejected request. */
const errorOf = async (response: Response): Promise<StoreError> => {
  const code = await codeOf(response)
  if (isPassing(response.status)) return new StoreError('away', `Penyimpanan berkas gagal: ${code}`)
  // A missing bucket is a wrong setting, unlike a missing object. The range of a request is wrong
  // (416) if the object is too short.
  if (response.status === 404 && code !== 'NoSuchBucket')
    return new StoreError('missing', 'Objek tidak ada di penyimpanan berkas')
  return response.status === 416
    ? damagedError()
    : new StoreError('rejected', `Penyimpanan berkas menolak: ${code}`)
}
const causeOf = (error: unknown): string => {
  const { cause } = error instanceof Error ? error : {}
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error instanceof Error && error.name === 'AbortError' ? 'terlalu lama' : String(error)
}
/** Converts the error of a connection. */
export const awayError = (error: unknown): StoreError =>
  error instanceof StoreError
    ? error
    : new StoreError('away', `Penyimpanan berkas tidak dapat dihubungi: ${causeOf(error)}`, {
        cause: error,
      })

/** Runs `work`, and aborts its signal after `ms` milliseconds. */
const untilTimeout = async <T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), ms)
  try {
    return await work(abort.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls `attempt` until it succeeds or throws an error other than `away`. Throws the last error
 * when the next try would begin after `patienceMs`.
 */
const withRetries = async <T>(patienceMs: number, attempt: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  for (let n = 1; ; n++) {
    try {
      return await attempt()
    } catch (error) {
      const last = awayError(error)
      const longMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (n - 1))
      const pauseMs = longMs * (0.5 + Math.random() / 2)
      const isOver = performance.now() - began + pauseMs > patienceMs
      if (last.kind !== 'away' || isOver) throw last
      await sleep(pauseMs)
    }
  }
}

export interface StoreClient {
  /**
   * Sends a request once, and returns the result of `read`. Throws a StoreError for a rejected
   * request. The timeout ends with `read`, which may leave the body of the response unread.
   */
  once<T>(request: StoreRequest, read: (response: Response) => Promise<T>): Promise<T>
  /** Calls `attempt` with retries, and reports the operation. */
  run<T>(operation: StoreOperation, attempt: () => Promise<T>): Promise<T>
}

/** Makes the client of a store. */
export const makeStoreClient = (
  { endpoint, bucket, region, keyId, secret }: FilesConfig,
  { patienceMs = usualPatienceMs, observe }: StoreOptions,
): StoreClient => {
  /** Derived keys of the day, so that they need not be derived for each request. */
  const cache = new Map<string, ArrayBuffer>()
  return {
    once: async ({ operation, path, query = {}, headers = {}, body }, read) => {
      const url = new URL(`${endpoint}/${bucket}${path && `/${path}`}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      // Signs each try again, because a signature is valid for some minutes only.
      const signed = await new AwsV4Signer({
        method: methods[operation],
        url: url.href,
        headers,
        ...(body && { body }),
        accessKeyId: keyId,
        secretAccessKey: secret,
        service: 's3',
        region,
        cache,
      }).sign()
      if (cache.size > 10) cache.clear()
      const { method } = signed
      return untilTimeout(responseMs[operation], async (signal) => {
        const response = await fetch(signed.url, {
          method,
          headers: signed.headers,
          body,
          redirect: 'manual',
          signal,
        })
        if (!response.ok) throw await errorOf(response)
        return read(response)
      })
    },
    run: async (operation, attempt) => {
      const began = performance.now()
      const report = (error?: StoreError) =>
        observe?.({ operation, ms: performance.now() - began, ...(error && { error }) })
      try {
        const result = await withRetries(patienceMs, attempt)
        report()
        return result
      } catch (error) {
        report(awayError(error))
        throw error
      }
    },
  }
}
