/**
 * Stops jobs while the clock is wrong (decision 0221): a clock that jumps forward for a moment
 * would charge late fees, let make-ups lapse and end enrolments.
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Clock } from '#server/jobs/scheduler/clock.ts'

const minute = 60_000
const hour = 60 * minute
/**
 * Longest plausible time without a running server: a school and its server may be off for a long
 * weekend.
 */
const offMs = 4 * 24 * hour
/** Largest difference between the clock and the uptime while the server runs. */
const runningMs = hour
/** Shortest time between two writes of the clock. */
const writeMs = minute

/** A clock that differs too much from the last time in the database. */
export interface ClockDoubt {
  /** ISO times. */
  terakhir: string
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
  /** Last correct time, the uptime then, and how much later than both the clock may be. */
  #base: { seen: number; steady: number; aheadMs: number } | undefined
  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  /**
   * Compares the clock with the last stored time, and stores it when it is plausible: at most an
   * hour more than the uptime suggests while the server runs, at most four days later after a
   * start, and at most four days earlier. Returns the reason why the clock is implausible, else
   * undefined. Times stored or confirmed by another process are taken over.
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

  /** Accepts the clock, because a user has confirmed it. */
  confirm(inside: (trx: Trx) => Promise<unknown>): Promise<void> {
    return transaction(this.#db, async (trx) => {
      await store(trx, this.#clock.now())
      await inside(trx)
    })
  }
}
