/**
 * Tally of a fuzz run: counts of responses, wrong responses, slowest requests, and operations that
 * never succeeded.
 */
import type { Operation } from '#mocks/api/apiDocument.ts'
import type { Judged } from './check.ts'
import type { Answer } from './client.ts'
import type { Random } from './random.ts'
import type { Request, Wire } from './request.ts'

/** Request that is ready to be sent. */
export interface Made {
  number: number
  request: Request
  wire: Wire
  r: Random
}
export interface Sent extends Made {
  answer: Answer
  judged: Judged
}
/** Request with a wrong response. */
export interface Failure {
  number: number
  message: string
  request: Request
  wire: Wire
  answer: Answer
}
export interface Slow {
  ms: number
  request: Request
  wire: Wire
}
export interface Result {
  done: number
  ms: number
  failures: Failure[]
  statuses: Map<number, number>
  /** Number of requests that were rejected with 503 because too many were waiting. */
  busy: number
  /** Slowest requests, slowest first. */
  slow: Slow[]
  /**
   * Operations that never succeeded, each with the two error messages that superadmin received most
   * often.
   */
  barren: string[]
  /** Number of pairs of operation and actor that were tried. */
  pairs: number
}
export interface Tally {
  /** Counts a response; returns a failure for each of its problems. */
  add: (sent: Sent) => Failure[]
  done: () => number
  result: (ms: number, operations: readonly Operation[]) => Result
}

const keptSlow = 10
const keptBytes = 2000

/**
 * Returns a failure for each problem of a response. A failure contains only the beginning of the
 * body, because the body may be a large export.
 */
const failuresOf = ({ judged, number, request, wire, answer }: Sent): Failure[] => {
  if (judged.problems.length === 0) return []
  const shortAnswer = { ...answer, body: Buffer.from(answer.body.subarray(0, keptBytes)) }
  return judged.problems.map((message) => ({ number, message, request, wire, answer: shortAnswer }))
}
const bump = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1)
const sayingOf = ({ status, body }: Answer): string => {
  const text = body.subarray(0, keptBytes).toString()
  const field = /"field":"([^"]*)"/.exec(text)?.[1] ?? ''
  const message = /"message":"([^"]*)"/.exec(text)?.[1] ?? ''
  return `${status} ${field} ${message.slice(0, 80)}`
}
const oftenest = (said: Map<string, number> = new Map()): string =>
  [...said]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([saying]) => saying)
    .join(' | ')

/** Makes an empty tally. */
export const newTally = (): Tally => {
  const statuses = new Map<number, number>()
  const failures: Failure[] = []
  const fruitful = new Set<string>()
  const pairs = new Set<string>()
  /**
   * Number of rejections by operation and error message. Counts only unmutated requests of
   * superadmin, which should be valid. The messages show why the fuzzer's requests are not valid.
   */
  const refusals = new Map<string, Map<string, number>>()
  let slow: Slow[] = []
  let done = 0
  let busy = 0

  const noteSlow = ({ answer: { ms }, request, wire }: Sent) => {
    if (slow.length === keptSlow && ms <= (slow.at(-1)?.ms ?? 0)) return
    slow = [...slow, { ms, request, wire }].toSorted((a, b) => b.ms - a.ms).slice(0, keptSlow)
  }
  const noteRefusal = ({ request, answer }: Sent) => {
    if (request.changes.length > 0 || request.actor !== 'superadmin') return
    const { name } = request.operation
    const said = refusals.get(name) ?? new Map<string, number>()
    refusals.set(name, said)
    bump(said, sayingOf(answer))
  }
  return {
    add: (sent) => {
      const { request, answer, judged } = sent
      done++
      if (judged.busy) busy++
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      pairs.add(`${request.operation.name} ${request.actor}`)
      noteSlow(sent)
      const newFailures = failuresOf(sent)
      failures.push(...newFailures)
      if (answer.status >= 400) noteRefusal(sent)
      else if (newFailures.length === 0) fruitful.add(request.operation.name)
      return newFailures
    },
    done: () => done,
    result: (ms, operations) => ({
      done,
      ms,
      failures,
      statuses,
      busy,
      slow,
      barren: operations
        .filter(({ name }) => !fruitful.has(name))
        .map(({ name }) => `${name} (${oftenest(refusals.get(name))})`),
      pairs: pairs.size,
    }),
  }
}
