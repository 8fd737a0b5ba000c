/**
 * Results of a run so far: counts, wrong answers, the slowest, and which calls never went well.
 */
import type { Operation } from '#mocks/apiDocument.ts'
import type { Judged } from './check.ts'
import type { Answer } from './client.ts'
import type { Random } from './random.ts'
import type { Request, Wire } from './request.ts'

/** A request on its way. */
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
/** A request whose answer was wrong. */
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
  /** Refused with 503 because too many waited. */
  busy: number
  /** The slowest, slowest first. */
  slow: Slow[]
  /** Operations that never answered a success, and what was said most often to who may do all. */
  barren: string[]
  /** Pairs of operation and actor that had a turn. */
  pairs: number
}
export interface Tally {
  /** Counts an answer; answers what is wrong with it. */
  add: (sent: Sent) => Failure[]
  done: () => number
  result: (ms: number, operations: readonly Operation[]) => Result
}

const keptSlow = 10
const keptBytes = 2000

/** Failures of a request, each with the beginning of its response, which may be a whole export. */
const failuresOf = ({ judged, number, request, wire, answer }: Sent): Failure[] => {
  if (judged.problems.length === 0) return []
  const shown = { ...answer, body: Buffer.from(answer.body.subarray(0, keptBytes)) }
  return judged.problems.map((message) => ({ number, message, request, wire, answer: shown }))
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

/** An empty one. */
export const newTally = (): Tally => {
  const statuses = new Map<number, number>()
  const failures: Failure[] = []
  const fruitful = new Set<string>()
  const pairs = new Set<string>()
  /** Why requests that should have been right were refused: to make better ones. */
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
      const found = failuresOf(sent)
      failures.push(...found)
      if (answer.status >= 400) noteRefusal(sent)
      else if (found.length === 0) fruitful.add(request.operation.name)
      return found
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
