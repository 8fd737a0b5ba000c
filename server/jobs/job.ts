/** Definition of a job: work that the server does by itself. */
import type { Logger } from 'pino'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Mailer } from '#server/mail/mailer.ts'

/** How a run went. `temuan`: what somebody should look at, a line each. */
export interface Summary {
  ringkasan: string
  temuan?: readonly string[]
}

/** A failure that is said to people as it is. */
export class JobError extends Error {}

/** Services that a run may use. */
export interface JobContext {
  db: Db
  /** For reads that may take long. */
  reader: Db
  log: Logger
  /** The user who asked for this run; null: the clock. */
  by: number | null
  /** Milliseconds since 1970. */
  now: () => number
  /** Aborted when the run is over before it has ended: its time is up, or the server stops. */
  signal: AbortSignal
  /**
   * The only way in which a job writes: one slice of its work. Throws when the run is no longer
   * this process's, so that nothing is written by two.
   */
  transaction: <T>(fn: (trx: Trx) => Promise<T>, more?: { queueFor: 'penghitung'[] }) => Promise<T>
  /** Lets others have their turn. Asked between two slices. Throws when the run is over. */
  pause: () => Promise<void>
  /** The environment that backups are configured by; undefined where there is none. */
  backupEnv: NodeJS.ProcessEnv | undefined
  /** Sends mails; undefined where there is none. */
  mail: Mailer | undefined
  /** Address under which people reach the server, if configured. */
  publicUrl: string | undefined
}

export interface Job {
  /** How it is known in the database and the API. It stays. */
  nama: string
  /** As people call it. */
  label: string
  /** Description of the job, in a sentence. */
  ket: string
  /** Minute, hour, day, month, weekday, in the school's zone (times.ts). */
  cron: string
  /** Timeout after which a run is given up. */
  limitMs: number
  /** Why it does not run by itself, where a setting keeps it off. */
  off?: (settings: Settings) => string | undefined
  run: (context: JobContext) => Promise<Summary>
}

/**
 * Does work in slices, each in a transaction of its own, until one was not full; `doSome` answers
 * how much it did of at most `slice`. Answers how much it was.
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
