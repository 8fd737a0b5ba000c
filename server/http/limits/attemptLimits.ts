/**
 * Limits the number of attempts, such as logins, by counters in the database. All server processes
 * share these counters.
 */
import { durationText } from '#contract/values/duration.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'

const minuteMs = 60_000
export const quarterMs = 15 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/**
 * Limit for the counter `key`: at most `limit` attempts within a window of `windowMs`, which begins
 * with the first attempt.
 */
export interface Limit {
  key: string
  limit: number
  windowMs: number
}
/** Reached limit: further attempts are rejected until its window ends. */
export interface Full {
  limit: number
  /** Seconds until the window of the limit ends. */
  wait: number
}
/**
 * Result of counting an attempt. If a limit had already been reached, `full` is set and the attempt
 * was not counted. `counts` contains the current count of each key.
 */
export interface Counted {
  full: Full | undefined
  counts: ReadonlyMap<string, number>
}

/**
 * Tolerated difference in ms between the clocks of two machines. A window that begins further in
 * the future was written by a machine with a wrong clock and is ignored.
 */
const skewMs = minuteMs
const isRunning = (mulai: string, windowMs: number, time: number): boolean => {
  const age = time - Date.parse(mulai)
  return age > -skewMs && age < windowMs
}

const longestWait = (reached: readonly Full[]): Full | undefined =>
  reached.reduce<Full | undefined>((a, b) => (a && a.wait >= b.wait ? a : b), undefined)

const runningRows = async (db: Db | Trx, limits: readonly Limit[], time: number) => {
  const keys = limits.map(({ key }) => key)
  const rows = await db.selectFrom('batas_laju').selectAll().where('kunci', 'in', keys).execute()
  return limits.map((limit) => {
    const row = rows.find(({ kunci }) => kunci === limit.key)
    const running = row && isRunning(row.mulai, limit.windowMs, time)
    return { ...limit, mulai: running ? row.mulai : undefined, jumlah: running ? row.jumlah : 0 }
  })
}
type Running = Awaited<ReturnType<typeof runningRows>>[number]
const waitOf = ({ mulai, windowMs }: Running, time: number) =>
  Math.max(1, Math.ceil((Date.parse(mulai ?? '') + windowMs - time) / 1000))
const fullOf = (rows: readonly Running[], time: number): Full | undefined =>
  longestWait(
    rows
      .filter((row) => row.mulai !== undefined && row.jumlah >= row.limit)
      .map((row) => ({ limit: row.limit, wait: waitOf(row, time) })),
  )

/**
 * Returns the reached limit with the longest wait, or undefined if no limit is reached. Counts no
 * attempt.
 */
export const fullLimit = async (
  db: Db | Trx,
  limits: readonly Limit[],
): Promise<Full | undefined> => {
  const time = Date.now()
  return fullOf(await runningRows(db, limits, time), time)
}

/**
 * Counts an attempt under the key of each limit. If a limit is already reached, counts nothing and
 * returns this limit. Call this function before the attempt itself, so that concurrent attempts
 * cannot together exceed a limit.
 */
export const countLimits = async (trx: Trx, limits: readonly Limit[]): Promise<Counted> => {
  const time = Date.now()
  const rows = await runningRows(trx, limits, time)
  const full = fullOf(rows, time)
  if (full) return { full, counts: new Map(rows.map(({ key, jumlah }) => [key, jumlah])) }
  const values = rows.map(({ key, mulai, windowMs, jumlah }) => {
    const began = mulai ?? new Date(time).toISOString()
    const until = new Date(Date.parse(began) + windowMs).toISOString()
    return { kunci: key, mulai: began, sampai: until, jumlah: jumlah + 1 }
  })
  await trx
    .insertInto('batas_laju')
    // Sorts by key, so that two transactions lock the same counters in the same order and cannot
    // deadlock.
    .values(values.toSorted((a, b) => (a.kunci < b.kunci ? -1 : 1)))
    .onConflict((c) =>
      c.column('kunci').doUpdateSet((eb) => ({
        mulai: eb.ref('excluded.mulai'),
        sampai: eb.ref('excluded.sampai'),
        jumlah: eb.ref('excluded.jumlah'),
      })),
    )
    .execute()
  return { full: undefined, counts: new Map(values.map(({ kunci, jumlah }) => [kunci, jumlah])) }
}

/**
 * Counts an attempt under several keys that have the same window; `limits` maps each key to its
 * limit. If a limit is already reached, counts nothing and returns this limit; otherwise returns
 * undefined.
 */
export const countIn = async (
  trx: Trx,
  limits: Record<string, number>,
  windowMs: number,
): Promise<Full | undefined> => {
  const list = Object.entries(limits).map(([key, limit]) => ({ key, limit, windowMs }))
  return (await countLimits(trx, list)).full
}

/** Returns the 429 error for a reached limit, with the time to wait in text and header. */
export const tooMany = ({ limit, wait }: Full): HttpError =>
  new HttpError(429, `Terlalu banyak percobaan. Coba lagi dalam ${durationText(wait)}.`, {
    retryAfter: wait,
    limit,
  })

/**
 * Counts an attempt under the keys of `limits`. Throws 429 when a limit is already reached. After a
 * successful attempt, call `forgetAttempt`, so that the attempt no longer counts.
 */
export const countAttempt = async (
  db: Db,
  limits: Record<string, number>,
  windowMs = quarterMs,
): Promise<void> => {
  const full = await transaction(db, (trx) => countIn(trx, limits, windowMs))
  if (full) throw tooMany(full)
}

/**
 * Stops counting a successful attempt: resets the counter `cleared` to zero, and subtracts one from
 * each counter in `otherKeys`.
 */
const forgetIn = async (trx: Trx, cleared: string, otherKeys: readonly string[]): Promise<void> => {
  await trx.deleteFrom('batas_laju').where('kunci', '=', cleared).execute()
  if (otherKeys.length === 0) return
  await trx
    .updateTable('batas_laju')
    .set((eb) => ({ jumlah: eb('jumlah', '-', 1) }))
    .where('kunci', 'in', otherKeys)
    .where('jumlah', '>', 0)
    .execute()
}
/** Runs `forgetIn` in a transaction of its own. */
export const forgetAttempt = (
  db: Db,
  cleared: string,
  otherKeys: readonly string[] = [],
): Promise<void> => transaction(db, (trx) => forgetIn(trx, cleared, otherKeys))
