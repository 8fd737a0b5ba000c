/** Sends the requests: every operation as every actor, round after round, a few at a time. */
import { judge, type Judged } from './check.ts'
import type { Answer, Client } from './client.ts'
import { operationsOf, type ApiDocument, type Operation } from './document.ts'
import type { Keeper } from './keeper.ts'
import { mutate } from './mutate.ts'
import { randomOf, type Random } from './random.ts'
import { validRequest, wireOf, type Request, type Wire } from './request.ts'
import { newSeen, type Seen } from './seen.ts'
import type { Resolve } from './schema.ts'

export interface Options {
  document: ApiDocument
  client: Client
  keeper: Keeper
  seed: number
  requests: number
  /** How many are under way at a time. */
  concurrency?: number
  /** No new request is sent after this time. */
  maxMs?: number
  /** Only operations whose name matches. */
  only?: RegExp
  /** Called between requests, to look at the server. */
  watch?: (done: number) => void
  /** Called for each wrong answer as it comes: a long run need not end to be of use. */
  tell?: (failure: Failure) => void
  /** False when the server has ended. */
  alive?: () => boolean
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
  /** Operations that never answered a success, with what was said most often to who may do everything. */
  barren: string[]
  /** Pairs of operation and actor that had a turn. */
  pairs: number
}

/** The longest that an answer may take. */
export const limitMs = 2000
const restoreEvery = 500

interface Turn {
  operation: Operation
  actor: string
}
interface Made {
  number: number
  request: Request
  wire: Wire
  r: Random
}
interface Sent extends Made {
  answer: Answer
  judged: Judged
}

/** Now and then one is sent twice at the same moment, as by a second press of a button. */
const pressTwice = (batch: Made[]): Made[] =>
  batch[0]?.r.chance(0.05) ? [batch[0], ...batch] : batch

/** Every pair once, in an order that each round has for itself. */
const roundOf = (
  operations: readonly Operation[],
  keeper: Keeper,
  seed: number,
  round: number,
): Turn[] =>
  randomOf(seed, -1 - round).shuffle(
    operations.flatMap((operation) =>
      keeper.actors.map(({ name }) => ({ operation, actor: name })),
    ),
  )

const resolverOf =
  (document: ApiDocument): Resolve =>
  (ref) => {
    const schema = document.components.schemas[ref.split('/').at(-1) ?? '']
    if (!schema) throw new Error(`The document has no ${ref}`)
    return schema
  }

const learn = (seen: Seen, { request, answer, judged, r }: Sent) => {
  const { resource, pool, files } = request.operation
  if (judged.data !== undefined) seen.learn(pool, judged.data, r)
  if (answer.status !== 200 || files.length === 0) return
  const name = /filename="([^"]+)"/.exec(answer.headers['content-disposition'] ?? '')?.[1]
  seen.learnFile(resource, name ?? 'berkas', answer.body)
}

/** Counts an answer; answers what is wrong with it. */
const note = (result: Result, sent: Sent): Failure[] => {
  const { request, wire, answer, judged, number } = sent
  result.done++
  result.statuses.set(answer.status, (result.statuses.get(answer.status) ?? 0) + 1)
  if (judged.busy) result.busy++
  const shown = { ...answer, body: Buffer.from(answer.body.subarray(0, 2000)) }
  const failures = judged.problems.map((message) => ({
    number,
    message,
    request,
    wire,
    answer: shown,
  }))
  result.failures.push(...failures)
  if (answer.ms > (result.slow.at(-1)?.ms ?? 0) || result.slow.length < 10)
    result.slow = [...result.slow, { ms: answer.ms, request, wire }]
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 10)
  return failures
}

/** Why requests that should have been right were refused: to make better ones. */
const noteRefusal = (refusals: Map<string, Map<string, number>>, { request, answer }: Sent) => {
  if (request.changes.length > 0 || request.actor !== 'superadmin' || answer.status < 400) return
  const { name } = request.operation
  const said = refusals.get(name) ?? new Map<string, number>()
  refusals.set(name, said)
  const text = answer.body.subarray(0, 2000).toString()
  const field = /"field":"([^"]*)"/.exec(text)?.[1] ?? ''
  const message = `${answer.status} ${field} ${/"message":"([^"]*)"/.exec(text)?.[1] ?? ''}`
  said.set(message, (said.get(message) ?? 0) + 1)
}
const oftenest = (said: Map<string, number> = new Map()): string =>
  [...said]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([message]) => message)
    .join(' | ')

/** A slow answer is asked for again, alone: a busy machine is no defect. */
const askAgain = async ({ client }: Options, sent: Sent): Promise<void> => {
  if (sent.answer.ms <= limitMs) return
  const again = await client.send(sent.wire)
  if (again.ms > limitMs)
    sent.judged.problems.push(
      `takes more than ${limitMs / 1000} s (${Math.round(sent.answer.ms)} and ${Math.round(again.ms)} ms)`,
    )
}

/** Sends the requests and answers what was wrong with the answers. */
export const fuzz = async (options: Options): Promise<Result> => {
  const {
    client,
    keeper,
    seed,
    requests,
    concurrency = 6,
    maxMs = Infinity,
    only,
    watch,
    alive = () => true,
  } = options
  const resolve = resolverOf(options.document)
  const operations = operationsOf(options.document).filter(({ name }) => only?.test(name) ?? true)
  const seen = newSeen()
  const result: Result = {
    done: 0,
    ms: 0,
    failures: [],
    statuses: new Map(),
    busy: 0,
    slow: [],
    barren: [],
    pairs: 0,
  }
  const fruitful = new Set<string>()
  const refusals = new Map<string, Map<string, number>>()
  const pairs = new Set<string>()
  const began = performance.now()

  const make = (turn: Turn, number: number): Made => {
    const sources = { r: randomOf(seed, number), seen }
    const request = validRequest(turn.operation, turn.actor, sources)
    mutate(request, sources)
    const token = keeper.actors.find(({ name }) => name === turn.actor)?.token ?? ''
    return { number, request, wire: wireOf(request, token), r: sources.r }
  }
  const send = async (made: Made): Promise<Sent> => {
    const answer = await client.send(made.wire)
    return { ...made, answer, judged: judge(made.request, made.wire, answer, resolve) }
  }
  const digest = async (batch: Sent[]) => {
    for (const sent of batch) {
      await askAgain(options, sent)
      for (const failure of note(result, sent)) options.tell?.(failure)
      learn(seen, sent)
      noteRefusal(refusals, sent)
      pairs.add(`${sent.request.operation.name} ${sent.request.actor}`)
      if (sent.answer.status < 400 && sent.judged.problems.length === 0)
        fruitful.add(sent.request.operation.name)
    }
    const lost = batch.some(
      ({ request, answer }) =>
        (answer.status === 401 && !request.headers.authorization && request.actor !== 'nobody') ||
        /Ganti password/.test(answer.body.subarray(0, 300).toString()),
    )
    if (
      lost ||
      Math.floor(result.done / restoreEvery) !==
        Math.floor((result.done - batch.length) / restoreEvery)
    )
      await keeper.restore()
    watch?.(result.done)
  }

  await keeper.restore()
  let number = 0
  for (let round = 0; number < requests; round++) {
    const turns = roundOf(operations, keeper, seed, round)
    if (turns.length === 0) throw new Error('No operation of that name')
    for (let at = 0; at < turns.length && number < requests; at += concurrency) {
      if (performance.now() - began > maxMs || !alive()) return finish()
      const batch = turns.slice(at, at + Math.min(concurrency, requests - number))
      // Made before any of them is sent, so that what they are does not hang on which answers first.
      const made = pressTwice(batch.map((turn, i) => make(turn, number + i)))
      await digest(await Promise.all(made.map(send)))
      number += batch.length
    }
  }
  return finish()

  function finish(): Result {
    const poor = operations.filter(({ name }) => !fruitful.has(name))
    const barren = poor.map(({ name }) => `${name} (${oftenest(refusals.get(name))})`)
    return { ...result, ms: performance.now() - began, barren, pairs: pairs.size }
  }
}
