/**
 * Reads and writes the rows of jobs: the holder and end of a job's lease, and the result of its
 * last run. A process may run a job only while it holds the lease, which only one process can take.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { nextTime, retryTime } from '#server/jobs/scheduler/times.ts'

export type JobRow = Selectable<Tables['pekerjaan']>

/** Time in ms after which a lease that has not been renewed ends and its process counts as dead. */
export const leaseMs = 60_000
/** Interval in ms between renewals of a lease. A lease survives two failed renewals. */
export const renewMs = leaseMs / 4

const iso = (ms: number): string => new Date(ms).toISOString()

/** Run of a job by this process. */
export interface Held {
  job: Job
  /** Token that identifies the lease. */
  token: string
  /** Start of the run, in ms since 1970. */
  since: number
  /** User who started the run; null when the schedule did. */
  by: number | null
}
/** Result of a run. */
export interface Ending {
  hasil: NonNullable<JobRow['hasil']>
  ringkasan: string | null
  galat: string | null
  /** Retry of the run: after a delay (`by rule`, times.ts) or `at once`; undefined for no retry. */
  again?: 'by rule' | 'at once'
}

/** Maximum length in characters of each stored text of a run. */
const maxText = 4000
const bounded = (text: string | null): string | null =>
  text !== null && text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text

/**
 * Inserts a row for each job that has no row. Such a job is first due at its next scheduled time.
 */
export const ensureRows = (db: Db, jobs: readonly Job[], now: number): Promise<void> =>
  transaction(db, async (trx) => {
    const knownNames = new Set(
      (await trx.selectFrom('pekerjaan').select('nama').execute()).map((r) => r.nama),
    )
    const rows = jobs
      .filter(({ nama }) => !knownNames.has(nama))
      .map(({ nama }) => ({ nama, dilayani_sampai: iso(now), percobaan: 0 }))
    if (rows.length > 0)
      await trx
        .insertInto('pekerjaan')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute()
  })

/** Returns the rows of all jobs by name. */
export const readRows = async (db: Db): Promise<Map<string, JobRow>> => {
  const rows = await db.selectFrom('pekerjaan').selectAll().execute()
  return new Map(rows.map((row) => [row.nama, row]))
}

/**
 * Time in ms that is longer than any lease. A lease whose end is further in the future was written
 * by a wrong clock and counts as expired.
 */
const impossibleMs = 24 * 3_600_000
const isExpired = ({ sewa_sampai }: JobRow, now: number): boolean => {
  if (sewa_sampai === null) return false
  const until = Date.parse(sewa_sampai)
  return until <= now || until > now + impossibleMs
}
/** Whether the job is running, that is, has an unexpired lease. */
export const isRunning = (row: JobRow, now: number): boolean =>
  row.sewa_sampai !== null && !isExpired(row, now)

/**
 * Returns the first scheduled time of a job after `dilayani_sampai`, the time up to which all
 * scheduled times are done. If `dilayani_sampai` is in the future, because the clock was fast,
 * returns the first scheduled time after `now`.
 */
export const dueTime = (job: Job, row: JobRow, now: number): number =>
  nextTime(job, Math.min(Date.parse(row.dilayani_sampai), now))

/**
 * Returns the next time at which the scheduler must check a job: a due time, a retry, or the end of
 * a lease.
 */
export const nextWakeTime = (job: Job, row: JobRow, now: number): number => {
  if (isExpired(row, now)) return now
  if (row.sewa_sampai !== null) return Date.parse(row.sewa_sampai)
  const next = dueTime(job, row, now)
  return row.coba_lagi === null ? next : Math.min(next, Date.parse(row.coba_lagi))
}

/** Returns the columns of a job's row to write when its run ends. */
const endedValues = (
  row: Pick<JobRow, 'percobaan' | 'coba_lagi'>,
  { since, by }: Pick<Held, 'since' | 'by'>,
  { hasil, ringkasan, galat, again }: Ending,
  now: number,
) => {
  const isGood = hasil === 'berhasil' || hasil === 'temuan'
  // Only runs by the schedule are retried automatically, not runs started by a user.
  const retries = by === null ? again : undefined
  const failures = row.percobaan + (retries === 'by rule' ? 1 : 0)
  const retry = { 'by rule': retryTime(failures, now), 'at once': iso(now) }
  return {
    pemegang: null,
    sewa_sampai: null,
    dimulai: null,
    diminta_oleh: null,
    mulai: iso(since),
    selesai: iso(now),
    hasil,
    ringkasan: bounded(ringkasan),
    galat: bounded(galat),
    oleh: by,
    percobaan: isGood ? 0 : failures,
    ...(retries && { coba_lagi: retry[retries] }),
    ...(isGood && { coba_lagi: null, berhasil_terakhir: iso(now) }),
  }
}

/** Result of a run whose process died. */
const died: Ending = {
  hasil: 'gagal',
  ringkasan: null,
  galat: 'Server berhenti sebelum pekerjaan ini selesai.',
  again: 'by rule',
}
/** Stores the result of a run whose process died. Returns the updated row. */
const endDead = async (trx: Trx, row: JobRow, now: number): Promise<JobRow> => {
  const run = { since: Date.parse(row.dimulai ?? ''), by: row.diminta_oleh }
  return trx
    .updateTable('pekerjaan')
    .set(endedValues(row, run, died, now))
    .where('nama', '=', row.nama)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Request by a user or by the schedule to run a job. */
export interface Wish {
  now: number
  /** User who starts the run; null for the schedule, which starts a job only when it is due. */
  by: number | null
  /** Callback that runs in the transaction that takes the lease. */
  inside?: (trx: Trx) => Promise<unknown>
}

/**
 * Takes the lease of a job. Returns undefined when the job is already running, or when the schedule
 * requests a run and the job is not due. A run whose process died is first recorded as failed.
 */
export const takeLease = (db: Db, job: Job, { now, by, inside }: Wish): Promise<Held | undefined> =>
  transaction(db, async (trx) => {
    const storedRow = await trx
      .selectFrom('pekerjaan')
      .selectAll()
      .where('nama', '=', job.nama)
      .executeTakeFirst()
    if (!storedRow || isRunning(storedRow, now)) return undefined
    const row = isExpired(storedRow, now) ? await endDead(trx, storedRow, now) : storedRow
    const isTime = dueTime(job, row, now) <= now
    if (by === null && !isTime && !(row.coba_lagi !== null && Date.parse(row.coba_lagi) <= now))
      return undefined
    const token = randomUUID()
    await trx
      .updateTable('pekerjaan')
      .set({
        pemegang: token,
        sewa_sampai: iso(now + leaseMs),
        dimulai: iso(now),
        diminta_oleh: by,
        // Marks all missed scheduled times as done, because one run by the schedule makes up for
        // them.
        ...(by === null && { dilayani_sampai: iso(now), coba_lagi: null }),
        ...(by === null && isTime && { percobaan: 0 }),
      })
      .where('nama', '=', job.nama)
      .execute()
    await inside?.(trx)
    return { job, token, since: now, by }
  })

/**
 * Skips all scheduled times up to now, and any retry, of a disabled job. Does nothing while the job
 * is running.
 */
export const skipTimes = (db: Db, job: Job, now: number): Promise<unknown> =>
  transaction(db, (trx) =>
    trx
      .updateTable('pekerjaan')
      .set({ dilayani_sampai: iso(now), coba_lagi: null, percobaan: 0 })
      .where('nama', '=', job.nama)
      .where('pemegang', 'is', null)
      .execute(),
  )

/** Extends a lease. Returns false when this process no longer holds it. */
export const renewLease = (db: Db, { job, token }: Held, now: number): Promise<boolean> =>
  transaction(db, async (trx) => {
    const renewed = await trx
      .updateTable('pekerjaan')
      .set({ sewa_sampai: iso(now + leaseMs) })
      .where('nama', '=', job.nama)
      .where('pemegang', '=', token)
      .returning('nama')
      .executeTakeFirst()
    return renewed !== undefined
  })

/** Thrown when this process no longer holds the lease of a run. */
export class LostLease extends Error {}
/**
 * Throws LostLease if this process no longer holds the lease; called in every writing transaction
 * of a run.
 */
export const checkLease = async (trx: Trx, { job, token }: Held): Promise<void> => {
  const heldRow = await trx
    .selectFrom('pekerjaan')
    .select('nama')
    .where('nama', '=', job.nama)
    .where('pemegang', '=', token)
    .executeTakeFirst()
  if (!heldRow) throw new LostLease(`The run of ${job.nama} is no longer ours`)
}

/** Stores the result of a run and releases its lease. Returns false when the lease was lost. */
export const endLease = (db: Db, held: Held, ending: Ending, now: number): Promise<boolean> =>
  transaction(db, async (trx) => {
    const row = await trx
      .selectFrom('pekerjaan')
      .select(['percobaan', 'coba_lagi'])
      .where('nama', '=', held.job.nama)
      .where('pemegang', '=', held.token)
      .executeTakeFirst()
    if (!row) return false
    await trx
      .updateTable('pekerjaan')
      .set(endedValues(row, held, ending, now))
      .where('nama', '=', held.job.nama)
      .execute()
    return true
  })
