/**
 * Stops all jobs while the clock of the machine is implausible (decision 0221). Otherwise a clock
 * that jumps forward for a moment would charge late fees, expire make-up credits and end
 * enrolments.
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Clock } from '#server/jobs/scheduler/clock.ts'

const minute = 60_000
const hour = 60 * minute
/**
 * Maximum time in ms for which a server is plausibly off, such as a long weekend. At the first
 * check after a start, the clock may be fast by at most this time. At every check, the clock may be
 * slow by at most this time.
 */
const offMs = 4 * 24 * hour
/** Maximum time in ms by which the clock may be fast at all checks after the first one. */
const runningMs = hour
/** Minimum interval in ms between two writes of the clock to the database. */
const writeMs = minute

/** Two times that differ so much that the clock is implausible. */
export interface ClockDoubt {
  /** Last stored time, in ISO. */
  terakhir: string
  /** Present time of the clock, in ISO. */
  sekarang: string
}

const iso = (ms: number): string => new Date(ms).toISOString()
const store = (trx: Trx, now: number): Promise<unknown> =>
  trx
    .insertInto('jam_server')
    .values({ id: 1, terlihat_at: iso(now) })
    .onConflict((c) => c.column('id').doUpdateSet({ terlihat_at: iso(now) }))
    .execute()

export class ClockGuard {
  readonly #db: Db
  readonly #clock: Clock
  /**
   * Basis of the next check, all in ms: the last stored time (`seen`), the uptime when this process
   * first read or stored that time (`steady`), and the maximum plausible lead of the clock over the
   * expected time (`aheadMs`).
   */
  #base: { seen: number; steady: number; aheadMs: number } | undefined
  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Compares the clock with the expected time: the last stored time plus the uptime since this
   * process first read that time. The clock may be at most one hour fast, or four days at the first
   * check after a start. It may be at most four days slow. If the clock is plausible, stores its
   * time and returns undefined. Otherwise returns the two times that differ.
   */
  async check(): Promise<ClockDoubt | undefined> {
    const row = await this.#db.selectFrom('jam_server').select('terlihat_at').executeTakeFirst()
    const [now, steady] = [this.#clock.now(), this.#clock.steady()]
    const seenTime = row ? Date.parse(row.terlihat_at) : now
    if (this.#base?.seen !== seenTime)
      this.#base = { seen: seenTime, steady, aheadMs: this.#base ? runningMs : offMs }
    const ahead = now - seenTime - (steady - this.#base.steady)
    if (ahead > this.#base.aheadMs || ahead < -offMs)
      return { terakhir: iso(seenTime), sekarang: iso(now) }
    if (row && Math.abs(now - seenTime) < writeMs && this.#base.aheadMs === runningMs)
      return undefined
    await transaction(this.#db, (trx) => store(trx, now))
    this.#base = { seen: now, steady, aheadMs: runningMs }
    return undefined
  }

  /**
   * Stores the present time of the clock as plausible. Called after a user has confirmed the time.
   * `inside` runs in the same transaction.
   */
  confirm(inside: (trx: Trx) => Promise<unknown>): Promise<void> {
    return transaction(this.#db, async (trx) => {
      await store(trx, this.#clock.now())
      await inside(trx)
    })
  }
}
