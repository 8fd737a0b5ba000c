/** Definition of a job: work that the server does by schedule. */
import type { Logger } from 'pino'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** Result of a run. `temuan`: findings that need attention, one line each. */
export interface Summary {
  ringkasan: string
  temuan?: readonly string[]
}

/** Failure whose message is shown to users. */
export class JobError extends Error {}

/** Services that a run may use. */
export interface JobContext {
  db: Db
  /** Database for long reads. */
  reader: Db
  log: Logger
  /** User who started this run; null: the schedule. */
  by: number | null
  /** Time in ms since 1970. */
  now: () => number
  /** Aborted when the run must end early: after its timeout, or when the server stops. */
  signal: AbortSignal
  /**
   * The only way in which a job writes: one slice of its work. Throws when the run no longer holds
   * the lease, so that two processes never write.
   */
  transaction: <T>(fn: (trx: Trx) => Promise<T>, more?: { queueFor: 'penghitung'[] }) => Promise<T>
  /** Gives other requests a turn; called between two slices. Throws when the run is over. */
  pause: () => Promise<void>
  /** Environment with the configuration of backups, if there is one. */
  backupEnv: NodeJS.ProcessEnv | undefined
  /** Sends mails; undefined without a mailer. */
  mail: Mailer | undefined
  /** URL under which people reach the server, if configured. */
  publicUrl: string | undefined
}

export interface Job {
  /** Name in the database and the API; never changes. */
  nama: string
  /** Label for users. */
  label: string
  /** Description of the job, in a sentence. */
  ket: string
  /** Minute, hour, day, month, weekday, in the school's zone (times.ts). */
  cron: string
  /** Timeout after which a run is aborted. */
  limitMs: number
  /** Reason why a setting disables the job; undefined when it is enabled. */
  off?: (settings: Settings) => string | undefined
  run: (context: JobContext) => Promise<Summary>
}

/**
 * Works in slices, each in a transaction of its own, until a slice is not full. `doSome` returns
 * its number of processed rows, at most `slice`. Returns the total.
 */
export const runInSlices = async (
  { transaction, pause }: Pick<JobContext, 'transaction' | 'pause'>,
  slice: number,
  doSome: (trx: Trx) => Promise<number>,
): Promise<number> => {
  let done = 0
  for (;;) {
    const n = await transaction(doSome)
    done += n
    await pause()
    if (n < slice) return done
  }
}
