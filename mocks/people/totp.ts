/** Generates the codes that an authenticator app shows. */
import { Secret, TOTP } from 'otpauth'

/** Returns the code of a secret that is valid now, or `stepsFromNow` × 30 seconds from now. */
export const codeOf = (secret: string, stepsFromNow = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + stepsFromNow * 30_000,
  })
