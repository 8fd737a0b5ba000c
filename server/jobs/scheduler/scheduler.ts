/**
 * Runs due jobs one after the other, and single jobs at the request of a user. Every server process
 * of a school has a scheduler; the leases in the database decide which process runs a job
 * (lease.ts).
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

/**
 * Maximum time in ms between two checks of the job rows. The checks also find runs whose process
 * has died.
 */
const longestRestMs = 5 * 60_000
const shortestRestMs = 1000
/** Time in ms until the next check after a failed check, or while the clock is implausible. */
const failedRestMs = 30_000
/**
 * Maximum time in ms that running jobs have to finish when the server stops, before they are
 * aborted.
 */
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

  /** Returns the time in ms since 1970 by the clock of the jobs. */
  now(): number {
    return this.#options.clock.now()
  }

  /** Starts the scheduler: checks the jobs at once, and again whenever a job is due. */
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
   * Returns the times that make the clock implausible, in which case no job runs; undefined when
   * the clock is plausible.
   */
  doubt(): Promise<ClockDoubt | undefined> {
    return this.#guard.check()
  }

  /**
   * Stores the present time of the clock as plausible, so that the jobs run again. `inside` runs in
   * the same transaction.
   */
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
   * Runs the due jobs one after the other and resolves after the last. Does nothing while the clock
   * is implausible.
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
   * Starts a run of a job at the request of a user; `inside` runs in the transaction that begins
   * the run. Returns `ended`, a promise that resolves after the run and never rejects. Returns
   * undefined when the job is already running or the server stops.
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
    // The run is detached from the request, so it continues after the user disconnects.
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
   * Stops the scheduler: starts no further jobs, gives running jobs `graceMs` to finish, then
   * aborts them. Resolves when all leases are released.
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
    // Also aborts a run that began while `stop` was waiting for the earlier runs.
    end()
    await Promise.all(this.#running)
  }
}
