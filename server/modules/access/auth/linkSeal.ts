/**
 * Seals of secret links (domain.md 3.13). A seal is a hash of some columns of the account, stored
 * with the link. When the link is used, the hash is computed again; if it differs, the columns have
 * changed and the link is invalid.
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sha256 } from '#server/http/auth.ts'

/**
 * Returns the seal of a code or link that sets a password or confirms a mail address. It changes
 * with the password, status or mail of the user. Throws for a user who does not exist.
 */
export const accountSeal = async (db: Db | Trx, user_id: number): Promise<string> => {
  const account = await db
    .selectFrom('user')
    .select(['password_hash', 'status', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return sha256(JSON.stringify([account.password_hash, account.status, account.email]))
}

/** Data of the owner of a calendar link, from which the seal of the link is computed. */
interface CalendarOwner {
  /** `token_versi` of the owner. */
  token_versi: number
  /** Id of the owner's payer; null if the owner has no payer. */
  akun_billing_id: number | null
  /** `token_versi` of the payer. */
  payer_versi: number | null
}
/**
 * Returns the seal of a calendar link. The seal changes when the owner gets another payer, and when
 * `token_versi` of the owner or the payer changes, for example after a change of the password, role
 * or status.
 */
export const calendarSeal = ({ token_versi, akun_billing_id, payer_versi }: CalendarOwner) =>
  sha256(JSON.stringify([token_versi, akun_billing_id, payer_versi]))
