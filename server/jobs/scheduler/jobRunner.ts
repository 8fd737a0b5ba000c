/** Interface through which the handlers of API calls use the scheduler. */
import type { Trx } from '#server/db/schema/tables.ts'
import type { ClockDoubt } from '#server/jobs/scheduler/clockGuard.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import type { JobRow } from '#server/jobs/scheduler/lease.ts'

/** Job with its row in the database. */
export interface KnownJob {
  job: Job
  row: JobRow
}

export interface JobRunner {
  readonly jobs: readonly Job[]
  /** Returns the time in ms since 1970 by the clock of the jobs. */
  now: () => number
  /** Returns all jobs with their rows; missing rows are inserted. */
  known: () => Promise<KnownJob[]>
  /**
   * Returns the times that make the clock implausible, in which case no job runs; undefined when
   * the clock is plausible.
   */
  doubt: () => Promise<ClockDoubt | undefined>
  /**
   * Stores the present time of the clock as plausible, so that the jobs run again. `inside` runs in
   * the same transaction.
   */
  trustClock: (inside: (trx: Trx) => Promise<unknown>) => Promise<void>
  /**
   * Starts a run of a job at the request of a user; `inside` runs in the transaction that begins
   * the run. Returns `ended`, a promise that resolves after the run and never rejects. Returns
   * undefined when the job is already running.
   */
  runFor: (
    job: Job,
    user: number,
    inside: (trx: Trx) => Promise<unknown>,
  ) => Promise<{ ended: Promise<void> } | undefined>
}
