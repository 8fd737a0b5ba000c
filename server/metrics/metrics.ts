/**
 * Measures the server and returns the measurements as OpenMetrics text. Only a server with
 * METRICS_TOKEN loads this module, because prom-client takes several MB.
 */
import cluster from 'node:cluster'
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type OpenMetricsContentType,
} from 'prom-client'
import type { PoolLoad } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { writeFailure } from '#server/db/sqlite/writeHealth.ts'
import { declared, latencyBounds, type Kind } from '#server/metrics/declared.ts'
import { readStored, type Stored } from '#server/metrics/stored.ts'
import { allLimiters } from '#server/runtime/limiters.ts'
import { atMostEvery, within } from '#server/runtime/within.ts'

type OpenMetrics = Registry<OpenMetricsContentType>
/** Measures calls. */
export interface CallMeter {
  /** Counts a call that begins. */
  begin: () => void
  /** Counts a call whose response begins. `name` is the name of its work; `ms` its duration. */
  end: (name: string, status: number, ms: number) => void
}
/** Measurements of a server, and the token that protects them. */
export interface Metrics extends CallMeter {
  token: string
  contentType: string
  countSlowStatement: (work: string) => void
  /** Counts an operation of the object store, with its result and duration in ms. */
  countStoreOperation: (operation: string, result: string, ms: number) => void
  /** Sets the database to read at each request for the metrics, and its connection pools. */
  watch: (source: Source) => void
  /** Returns all measurements as OpenMetrics text. */
  text: () => Promise<string>
}
interface Source {
  db: Db
  pools: () => readonly PoolLoad[]
}

/** Minimum interval in ms between two reads of jobs, queues and backups. */
const readMs = 15_000
/**
 * Maximum duration of such a read in ms. It is shorter than the time for which a monitoring system
 * waits, so that the other metrics are visible while the database does not respond.
 */
const patienceMs = 2000

/** Returns functions that make the declared metrics of each kind in a registry. */
const makersOf = (registry: OpenMetrics) => {
  const optionsOf = <K extends Kind>(kind: K, name: keyof (typeof declared)[K] & string) => {
    const { help, labels } = declared[kind][name] as { help: string; labels: readonly string[] }
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  return {
    counter: (name: keyof (typeof declared)['counter']) => new Counter(optionsOf('counter', name)),
    gauge: (name: keyof (typeof declared)['gauge']) => new Gauge(optionsOf('gauge', name)),
    histogram: (name: keyof (typeof declared)['histogram']) =>
      new Histogram({ ...optionsOf('histogram', name), buckets: latencyBounds }),
  }
}
const secondsOf = (time: string): number => Date.parse(time) / 1000

/** Returns a function that sets the gauges of this process: limiters, pools and write health. */
const processGauges = ({ gauge }: ReturnType<typeof makersOf>) => {
  const [running, waiting] = [gauge('nada_limiter_running'), gauge('nada_limiter_waiting')]
  const connections = gauge('nada_pool_connections')
  const [idle, queued] = [gauge('nada_pool_idle'), gauge('nada_pool_waiting')]
  const writable = gauge('nada_database_writable')
  return ({ db, pools }: Source): void => {
    for (const { name, load } of allLimiters()) {
      running.set({ limiter: name }, load.running)
      waiting.set({ limiter: name }, load.waiting)
    }
    for (const pool of pools()) {
      const labels = { pool: pool.name }
      connections.set(labels, pool.connections)
      idle.set(labels, pool.idle)
      queued.set(labels, pool.waiting)
    }
    writable.set(writeFailure(db) === undefined ? 1 : 0)
  }
}

/**
 * Returns a function that sets the gauges of the state in the database. Without a state, because it
 * could not be read, the gauges have no values except `nada_database_readable`, which is 0.
 */
const storedGauges = ({ gauge }: ReturnType<typeof makersOf>) => {
  const readable = gauge('nada_database_readable')
  const running = gauge('nada_job_running')
  const ended = gauge('nada_job_last_end_timestamp_seconds')
  const succeeded = gauge('nada_job_last_success_timestamp_seconds')
  const result = gauge('nada_job_last_result')
  const queue = gauge('nada_queue_waiting')
  const backup = gauge('nada_backup_last_success_timestamp_seconds')
  return (stored: Stored | undefined): void => {
    for (const metric of [running, ended, succeeded, result, queue]) metric.reset()
    // Removes the value, because `reset` sets a gauge without labels to 0.
    backup.remove()
    readable.set(stored ? 1 : 0)
    for (const { nama: name, isRunning, selesai, hasil, berhasil_terakhir } of stored?.jobs ?? []) {
      running.set({ name }, isRunning ? 1 : 0)
      if (selesai) ended.set({ name }, secondsOf(selesai))
      if (berhasil_terakhir) succeeded.set({ name }, secondsOf(berhasil_terakhir))
      if (hasil) result.set({ name, result: hasil }, 1)
    }
    for (const [name, count] of Object.entries(stored?.queues ?? {}))
      queue.set({ queue: name }, count)
    if (stored?.backup) backup.set(secondsOf(stored.backup))
  }
}

/** Makes the metrics of a server. `token` is the token that a monitoring system must send. */
export const makeMetrics = (token: string): Metrics => {
  const registry: OpenMetrics = new Registry()
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
  // Each worker process has its own counters, and a scrape reaches any of the workers.
  if (cluster.isWorker) registry.setDefaultLabels({ worker: String(cluster.worker?.id) })
  collectDefaultMetrics({ register: registry })
  const make = makersOf(registry)
  const calls = make.counter('nada_calls_total')
  const durations = make.histogram('nada_call_duration_seconds')
  const inFlight = make.gauge('nada_calls_in_flight')
  const slow = make.counter('nada_slow_statements_total')
  const stored = make.counter('nada_file_store_operations_total')
  const storeDurations = make.histogram('nada_file_store_duration_seconds')
  const setProcess = processGauges(make)
  const setStored = storedGauges(make)
  let collect = async () => {}
  return {
    token,
    contentType: registry.contentType,
    begin: () => inFlight.inc(),
    end: (call, status, ms) => {
      inFlight.dec()
      calls.inc({ call, status: `${Math.floor(status / 100)}xx` })
      durations.observe({ call }, ms / 1000)
      // Makes the counters of rare events begin at 0. Otherwise Prometheus would see no increase at
      // the first event.
      calls.inc({ call, status: '5xx' }, 0)
      slow.inc({ work: call }, 0)
    },
    countSlowStatement: (work) => slow.inc({ work }),
    countStoreOperation: (operation, result, ms) => {
      stored.inc({ operation, result })
      // Begins at 0 for failures, as above.
      stored.inc({ operation, result: 'away' }, 0)
      storeDurations.observe({ operation }, ms / 1000)
    },
    watch: (source) => {
      const read = atMostEvery(readMs, () => readStored(source.db))
      collect = async () => {
        setProcess(source)
        setStored(await within(patienceMs, read()).catch(() => undefined))
      }
    },
    text: async () => {
      await collect()
      return registry.metrics()
    },
  }
}
