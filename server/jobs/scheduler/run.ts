/**
 * Runs a job while holding its lease. The lease is renewed while the job works, and the job is
 * aborted after its timeout.
 */
import type { Logger } from 'pino'
import { failureOf } from '#server/db/failure.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import type { Clock } from '#server/jobs/scheduler/clock.ts'
import { JobError, type JobContext, type Summary } from '#server/jobs/scheduler/job.ts'
import {
  checkLease,
  endLease,
  leaseMs,
  LostLease,
  renewLease,
  renewMs,
  type Ending,
  type Held,
} from '#server/jobs/scheduler/lease.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { runWork } from '#server/runtime/work.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

export interface RunOptions {
  db: Db
  reader: Db
  log: Logger
  clock: Clock
  backupEnv?: NodeJS.ProcessEnv
  mail?: Mailer
  publicUrl?: string | undefined
}

/** Reason for aborting a run that exceeds the timeout of its job. */
class OverTime extends Error {}
/** Reason for aborting a run when the server stops. */
export class Stopped extends Error {}

const minutes = (ms: number): string => `${Math.round(ms / 60_000)} menit`

/**
 * Returns the message for users about a failure. For an unknown failure, the message refers to the
 * server log.
 */
const wordsOf = (error: unknown): string => {
  if (error instanceof JobError || error instanceof HttpError) return error.message
  return (
    failureOf(error)?.answer.message ??
    'Terjadi kesalahan di server. Penyebabnya ada di log server.'
  )
}
const endingOf = (held: Held, error: unknown): Ending => {
  const failed = { hasil: 'gagal', ringkasan: null, again: 'by rule' } as const
  if (error instanceof Stopped)
    return { ...failed, galat: 'Dihentikan karena server berhenti.', again: 'at once' }
  if (error instanceof OverTime) {
    const galat = `Belum selesai setelah ${minutes(held.job.limitMs)}, lalu dihentikan.`
    return { ...failed, hasil: 'lewat_waktu', galat }
  }
  return { ...failed, galat: wordsOf(error) }
}
const goodEnding = ({ ringkasan, temuan = [] }: Summary): Ending => ({
  hasil: temuan.length > 0 ? 'temuan' : 'berhasil',
  ringkasan: [ringkasan, ...temuan].join('\n'),
  galat: null,
})

/**
 * Renews a lease until the returned function is called. Calls `lost` when this process no longer
 * holds the lease, or when the lease has expired because renewals failed.
 */
const keepRenewed = (
  { db, clock, log }: RunOptions,
  held: Held,
  lost: (error: Error) => void,
): (() => void) => {
  let until = held.since + leaseMs
  let [over, cancel] = [false, () => {}]
  const renew = async () => {
    const now = clock.now()
    try {
      if (await renewLease(db, held, now)) until = now + leaseMs
      else until = 0
    } catch (err) {
      log.warn({ err, job: held.job.nama }, 'lease of a job not renewed')
    }
    if (over) return
    if (clock.now() >= until) lost(new LostLease(`The lease of ${held.job.nama} is lost`))
    else again()
  }
  const again = () => {
    cancel = clock.after(renewMs, () => void renew())
  }
  again()
  return () => {
    over = true
    cancel()
  }
}

const contextOf = (options: RunOptions, held: Held, signal: AbortSignal): JobContext => {
  const { db, reader, log, clock, backupEnv, mail, publicUrl } = options
  return {
    db,
    reader,
    log,
    backupEnv,
    mail,
    publicUrl,
    signal,
    by: held.by,
    now: () => clock.now(),
    transaction: async (fn, more) => {
      signal.throwIfAborted()
      return transaction(
        db,
        async (trx) => {
          await checkLease(trx, held)
          return fn(trx)
        },
        { long: true, step: true, ...more },
      )
    },
    pause: async () => {
      await yieldToEventLoop()
      signal.throwIfAborted()
    },
  }
}

/** Waits for a run and returns its result. As soon as the signal is aborted, throws its reason. */
const untilAborted = async (run: Promise<Summary>, signal: AbortSignal): Promise<Summary> => {
  // Prevents an unhandled rejection when the run fails after the abort.
  run.catch(() => {})
  const { promise, reject } = Promise.withResolvers<never>()
  const give = () => reject(signal.reason as Error)
  if (signal.aborted) give()
  signal.addEventListener('abort', give, { once: true })
  return Promise.race([run, promise])
}

/**
 * Runs a job whose lease this process holds, stores the result and releases the lease. Never
 * throws. `stopping` aborts the run when the server stops.
 */
export const runHeld = async (
  options: RunOptions,
  held: Held,
  stopping: AbortSignal,
): Promise<void> => {
  const { db, clock } = options
  const log = options.log.child({ job: held.job.nama })
  const controller = new AbortController()
  const signal = AbortSignal.any([controller.signal, stopping])
  const endLimit = clock.after(held.job.limitMs, () =>
    controller.abort(new OverTime('The time of the run is over')),
  )
  const endRenewing = keepRenewed(options, held, (error) => controller.abort(error))
  let ending: Ending
  log.info('job begins')
  try {
    const run = runWork({ name: `job ${held.job.nama}` }, async () =>
      held.job.run(contextOf({ ...options, log }, held, signal)),
    )
    ending = goodEnding(await untilAborted(run, signal))
  } catch (err) {
    ending = endingOf(held, err)
    log.error({ err }, 'job failed')
  }
  endLimit()
  endRenewing()
  // If the run was aborted, code of the job may still be working. Aborting `controller` makes
  // `transaction` and `pause` throw in that code.
  controller.abort(new LostLease('The run is over'))
  try {
    const isKept = await endLease(db, held, ending, clock.now())
    if (!isKept) log.warn('the lease of a job was lost: its result is not kept')
    else if (ending.galat === null)
      log.info({ result: ending.hasil, ms: clock.now() - held.since }, 'job done')
  } catch (err) {
    log.error({ err }, 'result of a job not kept')
  }
}
