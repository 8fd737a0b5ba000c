import type { Db, Trx } from '#server/db/tables.ts'
/** Takes away what is over: counters, codes, sessions, devices, old idempotency keys. */
import { transaction } from '#server/db/transaction.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Rows of a table that one step takes: few enough that nobody waits for it. */
export const sweepBatch = 200
/** A repeated call is known this long (api.md: longer than anybody goes on trying). */
export const keptKeysMs = 30 * day
/** A session ends after so long without use (domain.md 2.1). */
export const idleMs = day / 2
/** A device is known so long after its last login. */
export const deviceMs = 180 * day
/** No counter runs longer; what says so was written while the clock was wrong. */
const longestCounterMs = day + 60 * minute
const everyMs = minute

/** ISO text of a moment so many milliseconds from now. */
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Deletes at most `sweepBatch` rows that are over, and answers how many. */
type Step = (trx: Trx) => Promise<readonly unknown[]>

const counters: Step = (trx) =>
  trx
    .deleteFrom('batas_laju')
    .where('kunci', 'in', (q) =>
      q
        .selectFrom('batas_laju')
        .select('kunci')
        .where((eb) => eb.or([eb('sampai', '<', at(0)), eb('sampai', '>', at(longestCounterMs))]))
        .limit(sweepBatch),
    )
    .returning('kunci')
    .execute()
const codes: Step = (trx) =>
  trx
    .deleteFrom('otp')
    .where('id', 'in', (q) =>
      q.selectFrom('otp').select('id').where('kedaluwarsa', '<', at(0)).limit(sweepBatch),
    )
    .returning('id')
    .execute()
const sessions: Step = (trx) =>
  trx
    .deleteFrom('sesi')
    .where('id', 'in', (q) =>
      q
        .selectFrom('sesi')
        .select('id')
        .where((eb) => eb.or([eb('terpakai', '<', at(-idleMs)), eb('kedaluwarsa', '<', at(0))]))
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
const devices: Step = (trx) =>
  trx
    .deleteFrom('perangkat')
    .where('id', 'in', (q) =>
      q
        .selectFrom('perangkat')
        .select('id')
        .where('terpakai', '<', at(-deviceMs))
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
/** The key of an operation that has not answered yet stays, however old: its repetition finishes it. */
const keys: Step = (trx) =>
  trx
    .deleteFrom('idempotensi')
    .where('jawaban', 'is not', null)
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'kunci'),
        'in',
        eb
          .selectFrom('idempotensi')
          .select(['user_id', 'kunci'])
          .where('jawaban', 'is not', null)
          .where('created_at', '<', at(-keptKeysMs))
          .limit(sweepBatch)
          .$asTuple('user_id', 'kunci'),
      ),
    )
    .returning('kunci')
    .execute()

const steps: readonly Step[] = [counters, codes, sessions, devices, keys]

/** One batch of each table. Answers whether one of them may have more. */
export const sweep = async (db: Db): Promise<boolean> => {
  let more = false
  for (const step of steps) {
    const gone = await transaction(db, step)
    more ||= gone.length >= sweepBatch
  }
  return more
}

const dueAt = new WeakMap<Db, number>()
/**
 * Sweeps when that is due: once a minute in each process, and at once again while there is more. Called
 * by what adds rows, so that nothing grows faster than it is taken away, and an idle server idles.
 */
export const sweepSometimes = async (db: Db): Promise<void> => {
  if (performance.now() < (dueAt.get(db) ?? 0)) return
  dueAt.set(db, performance.now() + everyMs)
  if (await sweep(db)) dueAt.set(db, 0)
}
