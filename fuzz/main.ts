/**
 * `npm run fuzz`: sends valid and invalid requests for every operation to the real server on the
 * demo school, as every role, and reports wrong responses. Exits with 1 after a wrong response.
 * Options, each with its default in parentheses: `--requests N` per engine (20,000), `--seed N`
 * (random), `--engine sqlite|postgres` (both), `--only REGEX` to limit the operations by name, such
 * as `POST /user/create` (all), `--minutes N` as time limit per engine (60), and `--concurrency N`
 * (6). `--schedule` and `--money` start another kind of run (fuzz/crowd.ts), with 10,000 calls per
 * engine. With `--schedule`, twenty clients change the same schedule. With `--money`, sixteen
 * clients change the bills and payments of the same families.
 */
import { parseArgs } from 'node:util'
import type { ApiDocument } from '#mocks/api/apiDocument.ts'
import { checkMoney } from '#mocks/people/family.ts'
import { startPostgres, type Postgres } from '../scripts/postgres.ts'
import { onSignal, stopAll } from '../scripts/process.ts'
import { clientOf } from './client.ts'
import { fuzzCrowd } from './crowd.ts'
import { keeperOf } from './keeper.ts'
import { moneyScene } from './money/scene.ts'
import { kindOf, reportOf, writeFailures } from './report.ts'
import { fuzz } from './run.ts'
import { scheduleScene } from './schedule/scene.ts'
import { startTarget, type Engine } from './server.ts'
import type { Failure } from './tally.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    requests: text,
    seed: text,
    engine: text,
    only: text,
    minutes: text,
    concurrency: text,
    schedule: { type: 'boolean', default: false },
    money: { type: 'boolean', default: false },
  },
})
const numberOf = (
  name: 'requests' | 'seed' | 'minutes' | 'concurrency',
  otherwise: number,
): number => {
  const value = Number(values[name] ?? otherwise)
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} is a whole number from 1`)
  return value
}
const seed = numberOf('seed', Math.floor(Math.random() * 1e9) + 1)
const isCrowd = values.schedule || values.money
const requests = numberOf('requests', isCrowd ? 10_000 : 20_000)
const engines = (['sqlite', 'postgres'] as const).filter(
  (engine) => !values.engine || engine === values.engine,
)
if (engines.length === 0) throw new Error('--engine is sqlite or postgres')

/** Maximum growth of the server's memory after it has warmed up, in MB. */
const maxGrowth = 60
/** Minimum number of requests. A run with fewer requests does not check the growth of memory. */
const enoughForMemory = 10_000

const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
/**
 * Returns two medians of the server's memory in MB. `warm` is the median between one fifth and one
 * third of the run, when caches are filled. `end` is the median of the last tenth.
 */
const memoryOf = (samples: readonly number[]) => ({
  warm: median(samples.slice(Math.floor(samples.length / 5), Math.ceil(samples.length / 3))),
  end: median(samples.slice(-Math.ceil(samples.length / 10))),
})

/**
 * Returns the name of the broken rule: the part of the message before the colon. The part after the
 * colon lists the rows that break the rule.
 */
const nameOf = (rule: string) => rule.split(':')[0]

const runOn = async (engine: Engine, postgres: string): Promise<boolean> => {
  console.log(`${engine}: the server starts; seed ${seed}`)
  const target = await startTarget(engine, postgres)
  const concurrency = numberOf('concurrency', 6)
  const client = clientOf(target.port, concurrency)
  const samples: number[] = []
  let reportedCount = 0
  const watch = (done: number) => {
    if (done - reportedCount < Math.max(100, Math.ceil(requests / 100))) return
    reportedCount = done
    samples.push(target.rss())
    console.log(`${engine}: ${done} requests, ${samples.at(-1)?.toFixed(0)} MB`)
  }
  const kinds = new Set<string>()
  const printFailure = ({ message, request, number }: Failure) => {
    const kind = `${request.operation.name}: ${kindOf(message)}`
    if (!kinds.has(kind)) console.log(`${engine}: request ${number}, ${kind}`)
    kinds.add(kind)
  }
  try {
    const before = new Set((await checkMoney(target.db)).map(nameOf))
    const document = (await (await fetch(`${target.base}/api/openapi.json`)).json()) as ApiDocument
    const result = await fuzz({
      document,
      client,
      seed,
      requests,
      concurrency,
      watch,
      tell: printFailure,
      alive: target.alive,
      keeper: await keeperOf(target.db, target.actors),
      maxMs: numberOf('minutes', 60) * 60_000,
      ...(values.only && { only: new RegExp(values.only) }),
    })
    const memory = memoryOf(samples)
    const about = { engine, seed, base: target.base, memory, log: target.log }
    console.log(reportOf(result, about))
    if (result.failures.length > 0)
      console.log(`    whole requests: ${writeFailures(result, about)}`)
    const broken = (await checkMoney(target.db)).filter((rule) => !before.has(nameOf(rule)))
    const wrong = [
      ...broken.map((rule) => `the books are broken: ${rule}`),
      ...target
        .behind()
        .slice(0, 5)
        .map((line) => `behind the answers: ${line}`),
      ...(target.alive() ? [] : ['the server has ended']),
      ...(result.done >= enoughForMemory && memory.end - memory.warm > maxGrowth
        ? ['its memory grew']
        : []),
    ]
    for (const line of wrong) console.log(`${engine}: ${line}`)
    return wrong.length === 0 && result.failures.length === 0
  } finally {
    client.close()
    await target.stop()
  }
}

let postgres: Postgres | undefined
const end = async () => {
  await stopAll()
  await postgres?.stop()
}
onSignal(end)
if (engines.includes('postgres')) postgres = await startPostgres({ install: true })
let good = true
const runOne = (engine: Engine) => {
  const crowd = { postgres: postgres?.url ?? '', seed, calls: requests }
  if (values.schedule) return fuzzCrowd(scheduleScene, engine, crowd)
  return values.money ? fuzzCrowd(moneyScene, engine, crowd) : runOn(engine, crowd.postgres)
}
for (const engine of engines) good = (await runOne(engine)) && good
await end()
process.exit(good ? 0 : 1)
