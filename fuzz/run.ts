/**
 * Sends the requests of a fuzz run in rounds. In a round, every actor (user of a role) calls every
 * operation once; some requests are sent in parallel.
 */
import type { Resolve } from '#mocks/api/answerSchema.ts'
import { operationsOf, type ApiDocument, type Operation } from '#mocks/api/apiDocument.ts'
import { judge } from './check.ts'
import type { Client } from './client.ts'
import type { Keeper } from './keeper.ts'
import { mutate } from './mutate.ts'
import { randomOf } from './random.ts'
import { validRequest, wireOf } from './request.ts'
import { newSeen, type Seen } from './seenIds.ts'
import { newTally, type Failure, type Made, type Result, type Sent } from './tally.ts'

export interface Options {
  document: ApiDocument
  client: Client
  keeper: Keeper
  seed: number
  requests: number
  /** Number of requests sent in parallel. */
  concurrency?: number
  /** Maximum time of a response, in ms. */
  limitMs?: number
  /** Time after which no new request is sent, in ms. */
  maxMs?: number
  /** Pattern for the names of the operations to call; all operations without it. */
  only?: RegExp
  /** Called between batches with the number of requests so far, for example to read memory. */
  watch?: (done: number) => void
  /** Called at once for each failure, so that failures of a run that is aborted later are known. */
  tell?: (failure: Failure) => void
  /** Whether the server is still running. */
  alive?: () => boolean
}
interface Turn {
  number: number
  operation: Operation
  actor: string
}

/** Default of `limitMs`, in ms. */
const usualLimitMs = 2000
const restoreEvery = 500

/**
 * Yields the turns of a run (operation and actor) in batches of `concurrency`. Each round contains
 * every pair of operation and actor, in a different order.
 */
function* batchesOf(
  operations: readonly Operation[],
  { keeper, seed, requests, concurrency = 6 }: Options,
) {
  if (operations.length === 0) throw new Error('No operation of that name')
  const pairs = operations.flatMap((operation) =>
    keeper.actors.map(({ name }) => ({ operation, actor: name })),
  )
  for (let first = 0, round = 0; first < requests; first += pairs.length, round++) {
    const turns = randomOf(seed, -1 - round)
      .shuffle(pairs)
      .slice(0, requests - first)
      .map((pair, i): Turn => ({ ...pair, number: first + i }))
    for (let start = 0; start < turns.length; start += concurrency)
      yield turns.slice(start, start + concurrency)
  }
}

const make = (
  { keeper, seed }: Options,
  memory: Seen,
  { operation, actor, number }: Turn,
): Made => {
  const sources = { r: randomOf(seed, number), seen: memory }
  const request = validRequest(operation, actor, sources)
  mutate(request, sources)
  const token = keeper.actors.find(({ name }) => name === actor)?.token ?? ''
  return { number, request, wire: wireOf(request, token), r: sources.r }
}
/**
 * Duplicates the first request of some batches. The two copies are sent in parallel, like a double
 * click.
 */
const pressTwice = (batch: Made[]): Made[] =>
  batch[0]?.r.chance(0.05) ? [batch[0], ...batch] : batch

const resolverOf =
  (document: ApiDocument): Resolve =>
  (ref) => {
    const schema = document.components.schemas[ref.split('/').at(-1) ?? '']
    if (!schema) throw new Error(`The document has no ${ref}`)
    return schema
  }

const learn = (memory: Seen, { request, answer, judged, r }: Sent) => {
  const { resource, pool, files } = request.operation
  if (judged.data !== undefined) memory.learn(pool, judged.data, r)
  if (answer.status !== 200 || files.length === 0) return
  const name = /filename="([^"]+)"/.exec(answer.headers['content-disposition'] ?? '')?.[1]
  memory.learnFile(resource, name ?? 'berkas', answer.body)
}

/**
 * Minimum size in bytes of a large body. The server may reject a request with a large body before
 * it has received the whole body, and close the connection.
 */
const largeBody = 64 * 1024
/**
 * Sends a request with a slow response once more, without parallel requests. Reports only a second
 * slow response, because the machine may have been busy during the first. Also repeats a large
 * request whose connection the server has closed.
 */
const sendAgain = async (
  sent: Sent,
  send: (made: Made) => Promise<Sent>,
  limitMs: number,
): Promise<Sent> => {
  const { answer, wire } = sent
  if (answer.status === 0 && (wire.body?.length ?? 0) > largeBody) return send(sent)
  if (answer.ms <= limitMs) return sent
  const { ms } = (await send(sent)).answer
  if (ms <= limitMs) return sent
  const slow = `takes more than ${limitMs / 1000} s (${Math.round(answer.ms)}, ${Math.round(ms)} ms)`
  return { ...sent, judged: { ...sent.judged, problems: [...sent.judged.problems, slow] } }
}

/**
 * Whether the actor can no longer send requests, because the session has ended or the password must
 * be changed first.
 */
const isLost = ({ request, answer }: Sent): boolean =>
  (answer.status === 401 && !request.headers.authorization && request.actor !== 'nobody') ||
  (answer.status === 403 && answer.body.includes('Ganti password'))

/** Sends the requests of a run; returns the result with all problems of the responses. */
export const fuzz = async (options: Options): Promise<Result> => {
  const { client, keeper, only, maxMs = Infinity, limitMs = usualLimitMs } = options
  const { alive = () => true } = options
  const resolve = resolverOf(options.document)
  const operations = operationsOf(options.document).filter(({ name }) => only?.test(name) ?? true)
  const memory = newSeen()
  const tally = newTally()
  const began = performance.now()

  const send = async (attempt: Made): Promise<Sent> => {
    const answer = await client.send(attempt.wire)
    return { ...attempt, answer, judged: judge(attempt.request, attempt.wire, answer, resolve) }
  }
  await keeper.restore()
  let restored = 0
  for (const turns of batchesOf(operations, options)) {
    if (performance.now() - began > maxMs || !alive()) break
    // All requests of a batch are made before the first is sent, so that the requests do not depend
    // on the order of the responses.
    const batch = pressTwice(turns.map((turn) => make(options, memory, turn)))
    const answered = await Promise.all(batch.map(send))
    for (const first of answered) {
      const sent = await sendAgain(first, send, limitMs)
      for (const failure of tally.add(sent)) options.tell?.(failure)
      learn(memory, sent)
    }
    if (answered.some(isLost) || tally.done() - restored >= restoreEvery) {
      await keeper.restore()
      restored = tally.done()
    }
    options.watch?.(tally.done())
  }
  return tally.result(performance.now() - began, operations)
}
