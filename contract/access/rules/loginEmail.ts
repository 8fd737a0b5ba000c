/** Rule about the email address with which a user logs in (domain.md 3.13). */
import { UserStatus } from '#contract/enums.ts'

/**
 * Whether the email address of a user counts as a login address. True when the account is active,
 * or when the user has logged in before. Only holders of the code `user/ubah-email` may change a
 * login address, because the owner of the new mailbox could reset the password and take over the
 * account.
 */
export const isLoginEmail = (user: { status: number; last_login_at: string | null }): boolean =>
  user.status === UserStatus.aktif || user.last_login_at !== null
