/** Ways in without a password: a code by mail, an invitation. */
import type {
  konfirmasiEmail as confirmCall,
  resetPassword as resetCall,
  sendOtp as sendCall,
} from '#contract/access/authCalls.ts'
import type { CallInput, CallOutput } from '#contract/call.ts'
import { call } from '#src/data/api/http.ts'

/**
 * Requests a code by mail; returns the message to show, whether or not the account exists. Throws
 * ApiError.
 */
export const sendOtp = (email: string): Promise<CallOutput<typeof sendCall>> =>
  call('post', 'auth/send-otp', { params: { email }, body: {} })
/**
 * Sets a new password by a mailed code, or without `email` by an invitation's code. Returns the
 * user name. Throws ApiError.
 */
export const resetPassword = (
  by: { email?: string; otp: string },
  input: CallInput<typeof resetCall>,
): Promise<CallOutput<typeof resetCall>> =>
  call('post', 'auth/reset-password', { params: by, body: input })
/** Confirms the new mail address of an account. Throws ApiError. */
export const confirmEmail = (token: string): Promise<CallOutput<typeof confirmCall>> =>
  call('post', 'auth/konfirmasi-email', { body: { token } })
