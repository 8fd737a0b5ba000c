/**
 * Calls for users without a password or session: to request a code by mail, to set a password by a
 * code or an invitation, and to confirm a mail address.
 */
import type {
  konfirmasiEmail as confirmCall,
  resetPassword as resetCall,
  sendOtp as sendCall,
} from '#contract/access/authCalls.ts'
import type { CallInput, CallOutput } from '#contract/call.ts'
import { call } from '#src/data/api/http.ts'

/**
 * Requests a code by mail. Returns the message to show, which is the same whether or not the
 * account exists. Throws ApiError.
 */
export const sendOtp = (email: string): Promise<CallOutput<typeof sendCall>> =>
  call('post', 'auth/send-otp', { params: { email }, body: {} })
/**
 * Sets a new password. `otp` is the mailed code, or the code of an invitation if `email` is
 * undefined. Returns the user name. Throws ApiError.
 */
export const resetPassword = (
  by: { email?: string; otp: string },
  input: CallInput<typeof resetCall>,
): Promise<CallOutput<typeof resetCall>> =>
  call('post', 'auth/reset-password', { params: by, body: input })
/** Confirms the new mail address of an account. Throws ApiError. */
export const confirmEmail = (token: string): Promise<CallOutput<typeof confirmCall>> =>
  call('post', 'auth/konfirmasi-email', { body: { token } })
