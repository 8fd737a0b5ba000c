/**
 * Seals of secret links (domain.md 3.13): a hash of the owner's account when the link was made. It
 * is compared when the link is used, so a change of the account ends the link without further code.
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sha256 } from '#server/http/auth.ts'

/**
 * Returns the seal of a code or link that sets a password. It matches while password, status and
 * mail of the user are unchanged. Throws an error for a user who does not exist.
 */
export const accountSeal = async (db: Db | Trx, user_id: number): Promise<string> => {
  const account = await db
    .selectFrom('user')
    .select(['password_hash', 'status', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return sha256(JSON.stringify([account.password_hash, account.status, account.email]))
}

/** Columns of an account that a calendar link depends on. */
interface CalendarOwner {
  token_versi: number
  akun_billing_id: number | null
  /** `token_versi` of the payer. */
  payer_versi: number | null
}
/**
 * Returns the seal of a calendar link. It matches while the payer is the same person and neither
 * owner nor payer got another password, role or status.
 */
export const calendarSeal = ({ token_versi, akun_billing_id, payer_versi }: CalendarOwner) =>
  sha256(JSON.stringify([token_versi, akun_billing_id, payer_versi]))
