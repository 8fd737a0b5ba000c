/** The part of the scheduler that requests use. */
import type { Trx } from '#server/db/schema/tables.ts'
import type { ClockDoubt } from '#server/jobs/scheduler/clockGuard.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import type { JobRow } from '#server/jobs/scheduler/lease.ts'

/** A job with its row. */
export interface KnownJob {
  job: Job
  row: JobRow
}

export interface JobRunner {
  readonly jobs: readonly Job[]
  /** Milliseconds since 1970, by the clock of the jobs. */
  now: () => number
  /** All jobs with their rows; missing rows are inserted. */
  known: () => Promise<KnownJob[]>
  /** Reason why the clock cannot be right, which keeps all jobs from running; else undefined. */
  doubt: () => Promise<ClockDoubt | undefined>
  /** Lets jobs run by the clock as it is; `inside` runs in the transaction that records this. */
  trustClock: (inside: (trx: Trx) => Promise<unknown>) => Promise<void>
  /**
   * Runs a job because a user asked for it; `inside` runs in the transaction that begins the run.
   * Returns the run, which never fails; undefined when the job is running already.
   */
  runFor: (
    job: Job,
    user: number,
    inside: (trx: Trx) => Promise<unknown>,
  ) => Promise<{ ended: Promise<void> } | undefined>
}
