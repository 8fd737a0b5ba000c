/** Sends the result or error of a request as a response, and logs the request. */
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { failureOf } from '#server/db/failure.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { runRequest } from '#server/db/sqlite/longWorkLane.ts'
import { noteFailure } from '#server/db/sqlite/writeHealth.ts'
import { HttpError } from '#server/errors.ts'
import type { Asker } from '#server/http/answer.ts'
import { json } from '#server/http/routes.ts'
import type { CallMeter } from '#server/metrics/metrics.ts'
import { runWork, unknownCall, type Work } from '#server/runtime/work.ts'

/**
 * Statuses of rejected requests that are logged as warnings, so that the log shows attacks: 403
 * forbidden, 413 too large, 429 too many requests.
 */
const refusals = new Set([403, 413, 429])

/** Response to a request, and the error to log. */
interface Outcome {
  response: Response
  /** Description of the thrown error, if the database caused it. */
  failure?: ReturnType<typeof failureOf>
  /** Thrown error, if the server or the database caused it and not the request. */
  error?: unknown
}

const unknownFailure = () =>
  new HttpError(500, 'Terjadi kesalahan di server. Coba lagi, atau hubungi pengelola.')

/** Converts a thrown error to a response. An unknown error gives a 500 without details. */
const outcomeOf = (db: Db, error: unknown): Outcome => {
  const failure = failureOf(error)
  noteFailure(db, error)
  const knownError = error instanceof HttpError ? error : failure?.answer
  const { body, status, headers } = knownError ?? unknownFailure()
  const isOurs = failure !== undefined || knownError === undefined
  return { response: json(body, status, headers), failure, error: isOurs ? error : undefined }
}

/**
 * Returns a path for the log. Cuts off the token in the addresses of calendars and shared bills,
 * because anybody who knows such an address can open the calendar or bill.
 */
const loggedPath = (path: string): string => path.replace(/^(\/api\/kalender\/|\/t\/).+/, '$1…')

/**
 * Logs a request with its path but without its query string. The query string contains one-time
 * codes in calls of /auth/*, and may contain names of people in other calls.
 */
const logRequest = (
  log: Logger,
  line: { method: string; path: string; status: number; ms: number },
  { failure, error }: Outcome,
  { ip, user }: Asker,
): void => {
  if (failure) log.warn({ ...line, ip, user, cause: failure.kind, err: error }, 'database failed')
  else if (error) log.error({ ...line, err: error }, 'failed')
  else if (refusals.has(line.status)) log.warn({ ...line, ip, user }, 'refused')
  else log.debug(line, 'request')
}

/**
 * Returns a Hono handler that responds with the result of `answer`, or converts an error thrown by
 * `answer` to a response. `name` names the call in the log and in the metrics, unless `answer`
 * names the call itself.
 */
export const respondBy =
  (
    { db, log, meter }: { db: Db; log: Logger; meter?: CallMeter | undefined },
    answer: (asked: { request: Request; env: unknown; asker: Asker }) => Promise<Response>,
    name = unknownCall,
  ) =>
  async (c: Context): Promise<Response> => {
    const started = performance.now()
    const asker: Asker = {}
    const { method, path, raw: request } = c.req
    const work: Work = { name }
    meter?.begin()
    const outcome: Outcome = await runWork(work, () =>
      runRequest(path, () => answer({ request, env: c.env, asker }), request.signal),
    ).then(
      (response) => ({ response }),
      (error: unknown) => outcomeOf(db, error),
    )
    const { response } = outcome
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
    const duration = performance.now() - started
    meter?.end(work.name, response.status, duration)
    const ms = Math.round(duration)
    logRequest(log, { method, path: loggedPath(path), status: response.status, ms }, outcome, asker)
    return response
  }
