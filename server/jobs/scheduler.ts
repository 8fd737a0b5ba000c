/**
 * Runs jobs at their times, one after the other, and when somebody asks. Every process of a school
 * has one; who runs a job is settled in the database (lease.ts).
 */
import { runForAll } from '#server/db/lane.ts'
import type { Trx } from '#server/db/tables.ts'
import { systemClock, unsettable } from '#server/jobs/clock.ts'
import { ClockGuard, type ClockDoubt } from '#server/jobs/clockGuard.ts'
import type { Job } from '#server/jobs/job.ts'
import type { JobRunner, KnownJob } from '#server/jobs/jobRunner.ts'
import {
  ensureRows,
  readRows,
  skipTimes,
  takeLease,
  wantedAt,
  type Held,
} from '#server/jobs/lease.ts'
import { jobs as allJobs } from '#server/jobs/registry.ts'
import { runHeld, Stopped, type RunOptions } from '#server/jobs/run.ts'
import { readSettings } from '#server/settings.ts'

/** A look at the rows at least so often: what a process left that died is found then. */
const longestRestMs = 5 * 60_000
const shortestRestMs = 1000
/** After a look that failed, or while the clock cannot be right. */
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

  /** Milliseconds since 1970, by the clock of the jobs. */
  now(): number {
    return this.#options.clock.now()
  }

  /** Looks now, and from then on whenever a job has its time. */
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
    const times = (await this.known()).map(({ job, row }) => wantedAt(job, row, now))
    return Math.max(shortestRestMs, Math.min(longestRestMs, ...times.map((time) => time - now)))
  }

  /** All jobs with their rows, which are made where they are missing. */
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

  /** Why the clock cannot be right, which keeps all jobs from running; undefined when it is. */
  doubt(): Promise<ClockDoubt | undefined> {
    return this.#guard.check()
  }

  /** Lets jobs run by the clock as it is; `inside` runs in the transaction that keeps that. */
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
   * Runs what is due, one after the other, and waits for it; nothing while the clock cannot be
   * right.
   */
  async look(): Promise<void> {
    if (!(await this.#mayRun())) return
    const due = (await this.known()).filter(
      ({ job, row }) => wantedAt(job, row, this.now()) <= this.now(),
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
   * Runs a job because a user asked for it; `inside` runs in the transaction that begins it.
   * Answers the run, which never fails; undefined when it is under way already.
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
    // The run belongs to no request: the run continues after the caller has disconnected.
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
   * Begins nothing any more. What is under way is given a moment, then ended, and its lease given
   * back.
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
