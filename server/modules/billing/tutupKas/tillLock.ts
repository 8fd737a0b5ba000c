/**
 * Prevents changes of the payments at the counter of an outlet on a day whose cash is closed
 * (domain.md 3.17).
 */
import { sql, type SqlBool } from 'kysely'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'

/** Outlet, day and method of a payment or payout. */
interface CounterMovement {
  gedung_id: number
  tanggal: string
  metode: number
}

/** Condition for closings that cover a day of an outlet: not reopened, on that day or later. */
const covers = ({ gedung_id, tanggal }: Omit<CounterMovement, 'metode'>) =>
  sql<SqlBool>`(tutup_kas.gedung_id = ${gedung_id} and tutup_kas.tanggal >= ${tanggal} and tutup_kas.dibuka_at is null)`
/**
 * Returns the SQL expression for whether the cash of an outlet is closed on a day. A query that
 * reads the outlet anyway can select the expression, and call `checkTillOpen` only if it is true.
 */
export const isTillClosed = (movement: Omit<CounterMovement, 'metode'>) =>
  sql<SqlBool>`exists (select 1 from tutup_kas where ${covers(movement)})`

/**
 * Throws 409 if a payment or payout at the counter is on a day whose cash is closed. Must run in
 * the transaction that writes the payment or payout. Otherwise, a concurrent closing could miss the
 * new row.
 */
export const checkTillOpen = async (trx: Trx, movement: CounterMovement): Promise<void> => {
  if (!methodProperties(movement.metode).isAtCounter) return
  const closing = await trx
    .selectFrom('tutup_kas')
    .innerJoin('gedung', 'gedung.id', 'tutup_kas.gedung_id')
    .innerJoin('user', 'user.id', 'tutup_kas.ditutup_oleh')
    .select(['gedung.nama', 'tutup_kas.tanggal', 'user.name'])
    .where(covers(movement))
    .orderBy('tutup_kas.tanggal', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (closing)
    throw conflict(
      `Kas ${closing.nama} sudah ditutup sampai ${formatTanggal(closing.tanggal)} oleh ${closing.name}. Uang tunai dan kartu bertanggal itu tidak dicatat, diubah, atau dibatalkan lagi, kecuali tutup kasnya dibuka kembali.`,
    )
}
