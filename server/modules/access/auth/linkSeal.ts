/**
 * Seals of secret links (domain.md 3.13). A seal is a hash of account columns, stored with the link
 * and compared when the link is used: a change of these columns ends the link.
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sha256 } from '#server/http/auth.ts'

/**
 * Returns the seal of a code or link that sets a password. It changes with the password, status or
 * mail of the user. Throws an error for a user who does not exist.
 */
export const accountSeal = async (db: Db | Trx, user_id: number): Promise<string> => {
  const account = await db
    .selectFrom('user')
    .select(['password_hash', 'status', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return sha256(JSON.stringify([account.password_hash, account.status, account.email]))
}

/** Columns that the seal of a calendar link is made of. */
interface CalendarOwner {
  token_versi: number
  akun_billing_id: number | null
  /** `token_versi` of the payer. */
  payer_versi: number | null
}
/**
 * Returns the seal of a calendar link. It changes when the owner gets another payer, and when the
 * password, role or status of the owner or payer changes.
 */
export const calendarSeal = ({ token_versi, akun_billing_id, payer_versi }: CalendarOwner) =>
  sha256(JSON.stringify([token_versi, akun_billing_id, payer_versi]))
