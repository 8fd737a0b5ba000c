/** Rule about the mail address with which a user logs in (domain.md 3.13). */
import { UserStatus } from '#contract/enums.ts'

/**
 * Whether the mail address of a user is in use for logging in: the account is active, or was used
 * before. Only holders of the code `user/ubah-email` may change it, because with a new mailbox
 * somebody could reset the password and take the account over.
 */
export const isLoginEmail = (user: { status: number; last_login_at: string | null }): boolean =>
  user.status === UserStatus.aktif || user.last_login_at !== null
