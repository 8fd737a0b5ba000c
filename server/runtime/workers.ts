/**
 * Serves with several processes on one machine (decision 0258). The primary process opens the port,
 * and its workers accept connections from it. The primary process replaces workers that die, and
 * stops all workers together.
 */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { readyLine, type Config } from '#server/runtime/config.ts'
import { openLog } from '#server/runtime/log.ts'
import { onStopSignal } from '#server/runtime/stopSignal.ts'

/** Argument of a server that runs no jobs by the clock. */
export const jobless = '--tanpa-pekerjaan'

/** Number of deaths within `deathsMs` (ms) after which the primary process gives up. */
const mostDeaths = 5
const deathsMs = 60_000
/** Time in ms after which workers that have not stopped are killed. */
const stopMs = 28_000

/** Pause in ms before a dead worker is replaced, by the number of deaths within `deathsMs`. */
const pauseMs = (deaths: number): number => (deaths === 1 ? 0 : 250 * 2 ** deaths)

interface LeadOptions {
  /** Whether the server also stops when standard input closes. */
  withParent: boolean
  /** Arguments by which workers skip the preparation that this process has made. */
  flags: readonly string[]
}

/** The workers of this process. Each worker has a place, which its replacement takes over. */
class Workers {
  readonly #config: Config
  readonly #args: readonly string[]
  readonly #log: Logger
  readonly #living = new Set<Worker>()
  readonly #listening = new Set<number>()
  #deaths: number[] = []
  #isStopping = false
  #exitCode = 0
  constructor(config: Config, args: readonly string[], log: Logger) {
    this.#config = config
    this.#args = args
    this.#log = log
  }

  /**
   * Starts the worker of a place. Only the first place runs jobs by the clock, because the lease of
   * a job allows one process anyway. The other places start when the first one listens, so that a
   * start that must fail prints its reason once.
   */
  start(place: number): void {
    if (this.#isStopping) return
    cluster.setupPrimary({ args: place === 0 ? [...this.#args] : [...this.#args, jobless] })
    const worker = cluster.fork()
    this.#living.add(worker)
    worker.once('listening', ({ port }) => this.#noteListening(place, port))
    worker.once('exit', (code, signal) => this.#noteExit(worker, place, { code, signal }))
  }

  #noteListening(place: number, port: number): void {
    if (this.#listening.size === this.#config.workers) return
    const isFirst = this.#listening.size === 0
    this.#listening.add(place)
    if (isFirst) for (let next = 1; next < this.#config.workers; next++) this.start(next)
    if (this.#listening.size === this.#config.workers) console.log(readyLine(this.#config, port))
  }

  #noteExit(worker: Worker, place: number, how: { code: number | null; signal: string }): void {
    this.#living.delete(worker)
    if (this.#isStopping) return this.#exitWhenAlone()
    if (this.#listening.size === 0) process.exit(how.code || 1)
    // A worker that has stopped gracefully, after a SIGTERM to this worker alone, has not died.
    if (how.code === 0) return this.start(place)
    const now = performance.now()
    this.#deaths = [...this.#deaths.filter((time) => now - time < deathsMs), now]
    const died = { worker: worker.process.pid, ...how, deaths: this.#deaths.length }
    this.#log.error(died, 'a worker died')
    if (this.#deaths.length < mostDeaths)
      return void setTimeout(() => this.start(place), pauseMs(this.#deaths.length))
    this.#log.fatal('workers die too often')
    this.#exitCode = 1
    this.stop()
  }

  #exitWhenAlone(): void {
    if (this.#living.size === 0) process.exit(this.#exitCode)
  }

  /** Stops all workers gracefully, then exits. A second call exits at once. */
  stop(): void {
    if (this.#isStopping) process.exit(1)
    this.#isStopping = true
    this.#exitWhenAlone()
    for (const worker of this.#living) worker.process.kill('SIGTERM')
    setTimeout(() => {
      for (const worker of this.#living) worker.process.kill('SIGKILL')
    }, stopMs).unref()
  }
}

/** Starts as many workers as `config` says. Exits the process when they have stopped. */
export const leadWorkers = async (
  config: Config,
  { withParent, flags }: LeadOptions,
): Promise<void> => {
  const args = [...new Set([...process.argv.slice(2), ...flags])]
  const workers = new Workers(config, args, await openLog(config))
  // Lets the workers themselves accept connections. By Node's default, the primary process accepts
  // and hands them over, and a client waits forever if the worker dies in this moment.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  onStopSignal(() => workers.stop(), withParent)
  workers.start(0)
}
