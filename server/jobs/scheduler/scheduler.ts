/**
 * Runs jobs at their times, one after the other, and on request of a user. Every process of a
 * school has a scheduler; the database decides who runs a job (lease.ts).
 */
import type { Trx } from '#server/db/schema/tables.ts'
import { runForAll } from '#server/db/sqlite/longWorkLane.ts'
import { jobs as allJobs } from '#server/jobs/registry.ts'
import { systemClock, unsettable } from '#server/jobs/scheduler/clock.ts'
import { ClockGuard, type ClockDoubt } from '#server/jobs/scheduler/clockGuard.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import type { JobRunner, KnownJob } from '#server/jobs/scheduler/jobRunner.ts'
import {
  ensureRows,
  readRows,
  skipTimes,
  takeLease,
  nextWakeTime,
  type Held,
} from '#server/jobs/scheduler/lease.ts'
import { runHeld, Stopped, type RunOptions } from '#server/jobs/scheduler/run.ts'
import { readSettings } from '#server/settings.ts'

/** Longest time between two checks of the rows, in ms: finds the runs of dead processes. */
const longestRestMs = 5 * 60_000
const shortestRestMs = 1000
/** Time until the next check after a failed one, or while the clock is implausible, in ms. */
const failedRestMs = 30_000
/** Longest time, in ms, for running jobs to end when the server stops. */
export const graceMs = 5000

export interface SchedulerOptions extends Omit<RunOptions, 'clock'> {
  clock?: RunOptions['clock']
  jobs?: readonly Job[]
}

export class Scheduler implements JobRunner {
  readonly jobs: readonly Job[]
  readonly #options: RunOptions
  readonly #guard: ClockGuard
  readonly #running = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #isStopping = false
  #isDoubtful = false
  #hasRows = false
  #cancel = () => {}
  #stopped: Promise<void> | undefined
  constructor({ clock = systemClock, jobs = allJobs, ...options }: SchedulerOptions) {
    this.jobs = jobs
    this.#options = { ...options, clock }
    this.#guard = new ClockGuard(options.db, clock)
  }

  /** Time in ms since 1970, by the jobs' clock. */
  now(): number {
    return this.#options.clock.now()
  }

  /** Checks now, and then whenever a job is due. */
  start(): void {
    void this.#lookAndRest()
  }

  async #lookAndRest(): Promise<void> {
    let rest = failedRestMs
    try {
      await this.look()
      if (!this.#isDoubtful) rest = await this.#restMs()
    } catch (err) {
      this.#options.log.warn({ err }, 'jobs could not be looked at')
    }
    if (this.#isStopping) return
    this.#cancel = this.#options.clock.after(rest, () => void this.#lookAndRest())
  }

  async #restMs(): Promise<number> {
    const now = this.now()
    const times = (await this.known()).map(({ job, row }) => nextWakeTime(job, row, now))
    return Math.max(shortestRestMs, Math.min(longestRestMs, ...times.map((time) => time - now)))
  }

  /** Returns all jobs with their rows; missing rows are created. */
  async known(): Promise<KnownJob[]> {
    const { db } = this.#options
    if (!this.#hasRows) await ensureRows(db, this.jobs, this.now())
    this.#hasRows = true
    const rows = await readRows(db)
    return this.jobs.flatMap((job) => {
      const row = rows.get(job.nama)
      return row ? [{ job, row }] : []
    })
  }

  /**
   * Returns the reason why the clock is implausible, which stops all jobs; undefined when it is
   * plausible.
   */
  doubt(): Promise<ClockDoubt | undefined> {
    return this.#guard.check()
  }

  /** Accepts the clock as it is; `inside` runs in the transaction that stores that. */
  trustClock(inside: (trx: Trx) => Promise<unknown>): Promise<void> {
    return this.#guard.confirm(inside)
  }

  async #mayRun(): Promise<boolean> {
    const doubt = await this.doubt()
    if (doubt && !this.#isDoubtful)
      this.#options.log.warn(doubt, 'jobs are held: the clock differs too much from the time seen')
    this.#isDoubtful = doubt !== undefined
    return !this.#isDoubtful
  }

  /**
   * Runs the due jobs in sequence and waits for them; does nothing while the clock is implausible.
   */
  async look(): Promise<void> {
    if (!(await this.#mayRun())) return
    const due = (await this.known()).filter(
      ({ job, row }) => nextWakeTime(job, row, this.now()) <= this.now(),
    )
    if (due.length === 0) return
    const settings = await readSettings(this.#options.db)
    for (const { job } of due) {
      if (this.#isStopping || !(await this.#mayRun())) return
      if (job.off?.(settings) === undefined) await this.#runWhenDue(job)
      else await skipTimes(this.#options.db, job, this.now())
    }
  }

  async #runWhenDue(job: Job): Promise<void> {
    const held = await takeLease(this.#options.db, job, { now: this.now(), by: null })
    if (held) await this.#run(held)
  }

  /**
   * Runs a job on request of a user; `inside` runs in the transaction that begins it. Returns the
   * run, which never rejects; undefined when the job is already running.
   */
  async runFor(
    job: Job,
    user: number,
    inside: (trx: Trx) => Promise<unknown>,
  ): Promise<{ ended: Promise<void> } | undefined> {
    await this.known()
    if (this.#isStopping) return undefined
    const wish = { now: this.now(), by: user, inside }
    const held = await takeLease(this.#options.db, job, wish)
    // The run belongs to no request, so it continues after the caller has disconnected.
    return held && { ended: runForAll(() => this.#run(held)) }
  }

  #run(held: Held): Promise<void> {
    const run = runHeld(
      { ...this.#options, clock: unsettable(this.#options.clock) },
      held,
      this.#stopping.signal,
    ).finally(() => this.#running.delete(run))
    this.#running.add(run)
    return run
  }

  /**
   * Starts no further jobs. Running jobs get a moment to finish, then are aborted, and their leases
   * released.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop()
    return this.#stopped
  }
  async #stop(): Promise<void> {
    this.#isStopping = true
    this.#cancel()
    const end = () => this.#stopping.abort(new Stopped('The server stops'))
    const cancel = this.#options.clock.after(graceMs, end)
    await Promise.all(this.#running)
    cancel()
    // A run that takes its lease at this moment ends as soon as it begins.
    end()
    await Promise.all(this.#running)
  }
}
