/**
 * A job's row: who runs it, until when, and how its last run ended. A run begins by taking the
 * lease, in one transaction that reads and writes it: of any number of processes one gets it.
 */
import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, Tables, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Job } from '#server/jobs/job.ts'
import { nextTime, retryTime } from '#server/jobs/times.ts'

export type JobRow = Selectable<Tables['pekerjaan']>

/** Time for which a lease holds unless renewed; a dead process is noticed after this time. */
export const leaseMs = 60_000
/** It is renewed so often: three times may fail. */
export const renewMs = leaseMs / 4

const iso = (ms: number): string => new Date(ms).toISOString()

/** A run that is this process's: the job, who asked for it, and by what the lease is known. */
export interface Held {
  job: Job
  token: string
  since: number
  /** Null: by the clock. */
  by: number | null
}
/** How a run ended. `failed` is tried again by rule, `stopped` at once. */
export interface Ending {
  hasil: NonNullable<JobRow['hasil']>
  ringkasan: string | null
  galat: string | null
  again?: 'by rule' | 'at once'
}

/** Most characters kept of a run's texts. */
const maxText = 4000
const bounded = (text: string | null): string | null =>
  text !== null && text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text

/** Makes the rows of jobs that are new: their times count from now. */
export const ensureRows = (db: Db, jobs: readonly Job[], now: number): Promise<void> =>
  transaction(db, async (trx) => {
    const known = new Set(
      (await trx.selectFrom('pekerjaan').select('nama').execute()).map((r) => r.nama),
    )
    const rows = jobs
      .filter(({ nama }) => !known.has(nama))
      .map(({ nama }) => ({ nama, dilayani_sampai: iso(now), percobaan: 0 }))
    if (rows.length > 0)
      await trx
        .insertInto('pekerjaan')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute()
  })

/** The rows of all jobs by their names. */
export const readRows = async (db: Db): Promise<Map<string, JobRow>> => {
  const rows = await db.selectFrom('pekerjaan').selectAll().execute()
  return new Map(rows.map((row) => [row.nama, row]))
}

/** No lease is that long: one that is was written while the clock was wrong. */
const impossibleMs = 24 * 3_600_000
const isExpired = ({ sewa_sampai }: JobRow, now: number): boolean => {
  if (sewa_sampai === null) return false
  const until = Date.parse(sewa_sampai)
  return until <= now || until > now + impossibleMs
}
/** Whether somebody runs it. */
export const isRunning = (row: JobRow, now: number): boolean =>
  row.sewa_sampai !== null && !isExpired(row, now)

/** Its first time that is not served; a clock that was ahead of its time has served nothing yet. */
export const dueTime = (job: Job, row: JobRow, now: number): number =>
  nextTime(job, Math.min(Date.parse(row.dilayani_sampai), now))

/** When the clock next wants something of it: a time, a retry, a lease that runs out. */
export const wantedAt = (job: Job, row: JobRow, now: number): number => {
  if (isExpired(row, now)) return now
  if (row.sewa_sampai !== null) return Date.parse(row.sewa_sampai)
  const next = dueTime(job, row, now)
  return row.coba_lagi === null ? next : Math.min(next, Date.parse(row.coba_lagi))
}

/** Returns the columns to write for a run that ended. */
const endedValues = (
  row: Pick<JobRow, 'percobaan' | 'coba_lagi'>,
  { since, by }: Pick<Held, 'since' | 'by'>,
  { hasil, ringkasan, galat, again }: Ending,
  now: number,
) => {
  const isGood = hasil === 'berhasil' || hasil === 'temuan'
  // A run that a person started is retried only by a person.
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

/** Ending of a run whose process died. */
const died: Ending = {
  hasil: 'gagal',
  ringkasan: null,
  galat: 'Server berhenti sebelum pekerjaan ini selesai.',
  again: 'by rule',
}
/** Ends a run whose process died. Answers the row as it then is. */
const endDead = async (trx: Trx, row: JobRow, now: number): Promise<JobRow> => {
  const run = { since: Date.parse(row.dimulai ?? ''), by: row.diminta_oleh }
  return trx
    .updateTable('pekerjaan')
    .set(endedValues(row, run, died, now))
    .where('nama', '=', row.nama)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A run that a person asked for, or that the clock wants; `inside` runs with a lease that is taken.
 */
export interface Wish {
  now: number
  /** Null: by the clock, which wants it only when it is due. */
  by: number | null
  inside?: (trx: Trx) => Promise<unknown>
}

/** Takes the lease of a job; undefined when somebody runs it, or it is not due. */
export const takeLease = (db: Db, job: Job, { now, by, inside }: Wish): Promise<Held | undefined> =>
  transaction(db, async (trx) => {
    const found = await trx
      .selectFrom('pekerjaan')
      .selectAll()
      .where('nama', '=', job.nama)
      .executeTakeFirst()
    if (!found || isRunning(found, now)) return undefined
    const row = isExpired(found, now) ? await endDead(trx, found, now) : found
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
        // However many times were missed, they are served by this run.
        ...(by === null && { dilayani_sampai: iso(now), coba_lagi: null }),
        ...(by === null && isTime && { percobaan: 0 }),
      })
      .where('nama', '=', job.nama)
      .execute()
    await inside?.(trx)
    return { job, token, since: now, by }
  })

/** Lets the times of a job pass that is off. */
export const skipTimes = (db: Db, job: Job, now: number): Promise<unknown> =>
  transaction(db, (trx) =>
    trx
      .updateTable('pekerjaan')
      .set({ dilayani_sampai: iso(now), coba_lagi: null, percobaan: 0 })
      .where('nama', '=', job.nama)
      .where('pemegang', 'is', null)
      .execute(),
  )

/** Extends a lease. Returns false when the lease has another holder, or none, by now. */
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

/** The run is no longer this process's. */
export class LostLease extends Error {}
/** Refuses to write for a run that is another's by now, in the transaction that writes. */
export const demandLease = async (trx: Trx, { job, token }: Held): Promise<void> => {
  const own = await trx
    .selectFrom('pekerjaan')
    .select('nama')
    .where('nama', '=', job.nama)
    .where('pemegang', '=', token)
    .executeTakeFirst()
  if (!own) throw new LostLease(`The run of ${job.nama} is no longer ours`)
}

/** Writes how a run ended, and gives its lease back. False when it was no longer ours. */
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
