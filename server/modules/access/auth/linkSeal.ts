/**
 * Seals of secret links (domain.md 3.13): a hash of the owner's account when the link was made. The
 * seal is compared when the link is used, so that no writer of accounts can forget to end links.
 */
import type { Db, Trx } from '#server/db/tables.ts'
import { sha256 } from '#server/http/auth.ts'

/**
 * Seal of a code or link that sets a password: it fits while password, status and mail of the user
 * are the same. Throws an error for a user who does not exist.
 */
export const accountSeal = async (db: Db | Trx, user_id: number): Promise<string> => {
  const account = await db
    .selectFrom('user')
    .select(['password_hash', 'status', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return sha256(JSON.stringify([account.password_hash, account.status, account.email]))
}

/** The parts of an account that a calendar link depends on. */
interface CalendarOwner {
  token_versi: number
  akun_billing_id: number | null
  /** Of the payer. */
  payer_versi: number | null
}
/**
 * Seal of a calendar link: it fits while the same person pays and neither owner nor payer got
 * another password, role or status.
 */
export const calendarSeal = ({ token_versi, akun_billing_id, payer_versi }: CalendarOwner) =>
  sha256(JSON.stringify([token_versi, akun_billing_id, payer_versi]))
