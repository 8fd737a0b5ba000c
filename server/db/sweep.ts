/**
 * Deletes expired rows. Anonymous requests can create rate limit counters and one-time codes, so
 * creating such a row also deletes expired rows of these two kinds. Every night, a job deletes
 * expired rows of all kinds (server/jobs/tidy.ts).
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'

const minute = 60_000
const day = 24 * 60 * minute
/**
 * Maximum number of rows deleted in one transaction; small enough that other writers do not wait
 * noticeably.
 */
export const sweepBatch = 200
/**
 * Time in ms after which an idempotency key, which identifies a repeated call, may be deleted.
 * Clients retry a call only for a shorter time.
 */
export const keptKeysMs = 30 * day
/** Time in ms without use after which a session expires (domain.md 2.1). */
export const idleMs = day / 2
/** Time in ms for which a device is remembered after its last login. */
export const deviceMs = 180 * day
/**
 * Maximum time in ms from now to the end of a rate limit counter. A counter with a later end was
 * written while the server's clock was wrong, and is deleted.
 */
const longestCounterMs = day + 60 * minute
const everyMs = minute

/** Time in ms after which an uploaded file is deleted if no saved row uses it. */
const looseMs = day
/** Time in ms after which an import is deleted, because its rows hold personal data. */
const importMs = 7 * day

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Function that deletes at most `sweepBatch` rows of one table that have expired at `now` (ms), and
 * returns the keys of the deleted rows.
 */
type Step = (trx: Trx, now: number) => Promise<readonly unknown[]>

const counters: Step = (trx, now) =>
  trx
    .deleteFrom('batas_laju')
    .where('kunci', 'in', (q) =>
      q
        .selectFrom('batas_laju')
        .select('kunci')
        .where((eb) =>
          eb.or([eb('sampai', '<', iso(now)), eb('sampai', '>', iso(now + longestCounterMs))]),
        )
        .limit(sweepBatch),
    )
    .returning('kunci')
    .execute()
const codes: Step = (trx, now) =>
  trx
    .deleteFrom('otp')
    .where('id', 'in', (q) =>
      q.selectFrom('otp').select('id').where('kedaluwarsa', '<', iso(now)).limit(sweepBatch),
    )
    .returning('id')
    .execute()
const sessions: Step = (trx, now) =>
  trx
    .deleteFrom('sesi')
    .where('id', 'in', (q) =>
      q
        .selectFrom('sesi')
        .select('id')
        .where((eb) =>
          eb.or([eb('terpakai', '<', iso(now - idleMs)), eb('kedaluwarsa', '<', iso(now))]),
        )
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
const devices: Step = (trx, now) =>
  trx
    .deleteFrom('perangkat')
    .where('id', 'in', (q) =>
      q
        .selectFrom('perangkat')
        .select('id')
        .where('terpakai', '<', iso(now - deviceMs))
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
/**
 * Deletes tokens that have expired, and tokens that ended with the sessions of their user
 * (`token_versi`).
 */
const tokens: Step = (trx, now) =>
  trx
    .deleteFrom('token_akses')
    .where('id', 'in', (q) =>
      q
        .selectFrom('token_akses')
        .innerJoin('user', 'user.id', 'token_akses.user_id')
        .select('token_akses.id')
        .where((eb) =>
          eb.or([
            eb('token_akses.kedaluwarsa', '<', iso(now)),
            eb('user.token_versi', '<>', eb.ref('token_akses.token_versi')),
          ]),
        )
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
/**
 * Deletes old idempotency keys. A key without a stored response is kept forever, because its
 * operation is unfinished and a repeated call finishes it.
 */
const keys: Step = (trx, now) =>
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
          .where('created_at', '<', iso(now - keptKeysMs))
          .limit(sweepBatch)
          .$asTuple('user_id', 'kunci'),
      ),
    )
    .returning('kunci')
    .execute()

const looseFiles: Step = (trx, now) =>
  trx
    .deleteFrom('berkas')
    .where('id', 'in', (q) =>
      q
        .selectFrom('berkas')
        .select('id')
        .where('entitas', 'is', null)
        .where('created_at', '<', iso(now - looseMs))
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()
const imports: Step = (trx, now) =>
  trx
    .deleteFrom('import_job')
    .where('id', 'in', (q) =>
      q
        .selectFrom('import_job')
        .select('id')
        .where('created_at', '<', iso(now - importMs))
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()

/** Age in ms at which a notice that was read is deleted. */
const readMs = 30 * day
/** Age in ms at which a notice that was not read is deleted. */
const unreadMs = 90 * day
const notices: Step = (trx, now) =>
  trx
    .deleteFrom('pemberitahuan')
    .where('id', 'in', (q) =>
      q
        .selectFrom('pemberitahuan')
        .select('id')
        .where((eb) =>
          eb.or([
            eb('created_at', '<', iso(now - unreadMs)),
            eb.and([eb('created_at', '<', iso(now - readMs)), eb('dibaca_at', 'is not', null)]),
          ]),
        )
        .limit(sweepBatch),
    )
    .returning('id')
    .execute()

/** Deletions that run at night, with Indonesian labels for the result of the job. */
export const tidySteps: readonly { label: string; step: Step }[] = [
  { label: 'hitungan percobaan', step: counters },
  { label: 'kode', step: codes },
  { label: 'sesi', step: sessions },
  { label: 'perangkat', step: devices },
  { label: 'token akses', step: tokens },
  { label: 'catatan panggilan', step: keys },
  { label: 'unggahan', step: looseFiles },
  { label: 'isi impor', step: imports },
  { label: 'pemberitahuan', step: notices },
]

/**
 * Deletes at most one batch of expired counters and one batch of expired codes. Returns true if
 * further expired rows may be left.
 */
export const sweep = async (db: Db): Promise<boolean> => {
  let more = false
  for (const step of [counters, codes]) {
    const deletedRows = await transaction(db, (trx) => step(trx, Date.now()))
    more ||= deletedRows.length >= sweepBatch
  }
  return more
}

const dueAt = new WeakMap<Db, number>()
/**
 * Runs `sweep` at most once a minute in each process, or at every call while expired rows are left.
 * Called wherever a rate-limit counter or a one-time code is stored, so that rows are deleted
 * faster than they are added, and an idle server does no work.
 */
export const sweepSometimes = async (db: Db): Promise<void> => {
  if (performance.now() < (dueAt.get(db) ?? 0)) return
  dueAt.set(db, performance.now() + everyMs)
  if (await sweep(db)) dueAt.set(db, 0)
}
