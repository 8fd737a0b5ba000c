/** Sends the requests: every operation as every actor, round after round, a few at a time. */
import type { Resolve } from '#mocks/answerSchema.ts'
import { operationsOf, type ApiDocument, type Operation } from '#mocks/apiDocument.ts'
import { judge } from './check.ts'
import type { Client } from './client.ts'
import type { Keeper } from './keeper.ts'
import { mutate } from './mutate.ts'
import { randomOf } from './random.ts'
import { validRequest, wireOf } from './request.ts'
import { newSeen, type Seen } from './seen.ts'
import { newTally, type Failure, type Made, type Result, type Sent } from './tally.ts'

export interface Options {
  document: ApiDocument
  client: Client
  keeper: Keeper
  seed: number
  requests: number
  /** How many are under way at a time. */
  concurrency?: number
  /** The longest that an answer may take. */
  limitMs?: number
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
interface Turn {
  number: number
  operation: Operation
  actor: string
}

/** The longest that an answer may take, where nothing else is said. */
const usualLimitMs = 2000
const restoreEvery = 500

/** Sends requests in batches: every operation as every actor, in another order each round. */
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
    for (let at = 0; at < turns.length; at += concurrency) yield turns.slice(at, at + concurrency)
  }
}

const make = ({ keeper, seed }: Options, seen: Seen, { operation, actor, number }: Turn): Made => {
  const sources = { r: randomOf(seed, number), seen }
  const request = validRequest(operation, actor, sources)
  mutate(request, sources)
  const token = keeper.actors.find(({ name }) => name === actor)?.token ?? ''
  return { number, request, wire: wireOf(request, token), r: sources.r }
}
/** Now and then one is sent twice at the same moment, as by a second press of a button. */
const pressTwice = (batch: Made[]): Made[] =>
  batch[0]?.r.chance(0.05) ? [batch[0], ...batch] : batch

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

/** A refusal may come, and the connection close, while a body as large as this is on its way. */
const largeBody = 64 * 1024
/**
 * Sends what was slow, or cut off while it was sent, once more, alone: a busy machine is no defect.
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
 * Whether the actor could not ask as itself any more: its session has ended, or it has to change
 * its password.
 */
const isLost = ({ request, answer }: Sent): boolean =>
  (answer.status === 401 && !request.headers.authorization && request.actor !== 'nobody') ||
  (answer.status === 403 && answer.body.includes('Ganti password'))

/** Sends the requests and answers what was wrong with the answers. */
export const fuzz = async (options: Options): Promise<Result> => {
  const { client, keeper, only, maxMs = Infinity, limitMs = usualLimitMs } = options
  const { alive = () => true } = options
  const resolve = resolverOf(options.document)
  const operations = operationsOf(options.document).filter(({ name }) => only?.test(name) ?? true)
  const seen = newSeen()
  const tally = newTally()
  const began = performance.now()

  const send = async (made: Made): Promise<Sent> => {
    const answer = await client.send(made.wire)
    return { ...made, answer, judged: judge(made.request, made.wire, answer, resolve) }
  }
  await keeper.restore()
  let restored = 0
  for (const turns of batchesOf(operations, options)) {
    if (performance.now() - began > maxMs || !alive()) break
    // Made before any of them is sent, so that what they are does not hang on which answers first.
    const batch = pressTwice(turns.map((turn) => make(options, seen, turn)))
    const answered = await Promise.all(batch.map(send))
    for (const first of answered) {
      const sent = await sendAgain(first, send, limitMs)
      for (const failure of tally.add(sent)) options.tell?.(failure)
      learn(seen, sent)
    }
    if (answered.some(isLost) || tally.done() - restored >= restoreEvery) {
      await keeper.restore()
      restored = tally.done()
    }
    options.watch?.(tally.done())
  }
  return tally.result(performance.now() - began, operations)
}
