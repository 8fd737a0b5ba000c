/** Types of a job, which is work that the server does by a schedule. */
import type { Logger } from 'pino'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** Result of a run, in words for users. */
export interface Summary {
  ringkasan: string
  /** Findings that need attention. */
  temuan?: readonly string[]
}

/** Failure of a job whose message is shown to users. */
export class JobError extends Error {}

/** Services that a run may use. */
export interface JobContext {
  db: Db
  /** Database handle for long reads. */
  reader: Db
  log: Logger
  /** User who started the run; null when the schedule did. */
  by: number | null
  /** Returns the time in ms since 1970. */
  now: () => number
  /** Aborted when the run must end early: after its timeout, or when the server stops. */
  signal: AbortSignal
  /**
   * Writes a batch of rows in a transaction. A job must write only through this function: the
   * function throws when the run has lost its lease, so that two processes never write for the same
   * job. `queueFor: ['penghitung']` makes the transaction lock the number counters before it calls
   * `fn`.
   */
  transaction: <T>(fn: (trx: Trx) => Promise<T>, more?: { queueFor: 'penghitung'[] }) => Promise<T>
  /**
   * Lets the process serve requests; called between two batches of a job. Throws when the run has
   * been aborted.
   */
  pause: () => Promise<void>
  /** Environment for the backup process; undefined when the server makes no backups. */
  backupEnv: NodeJS.ProcessEnv | undefined
  /** Sends mails; undefined in a process without a mailer. */
  mail: Mailer | undefined
  /** URL under which people reach the server, if configured. */
  publicUrl: string | undefined
}

export interface Job {
  /** Name of the job in the database and the API, which must never change. */
  nama: string
  /** Name shown to users. */
  label: string
  /** Description of the job, in a sentence. */
  ket: string
  /**
   * Schedule as a cron pattern (minute, hour, day, month, weekday) in the time zone of the school
   * (times.ts).
   */
  cron: string
  /** Time in ms after which a run is aborted. */
  limitMs: number
  /** Returns the reason why a setting disables the job; undefined when it is enabled. */
  off?: (settings: Settings) => string | undefined
  run: (context: JobContext) => Promise<Summary>
}

/**
 * Runs `doSome`, which returns the number of rows that it processed, until that number is below
 * `slice`. Each call has its own transaction. Returns the total number of rows.
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
