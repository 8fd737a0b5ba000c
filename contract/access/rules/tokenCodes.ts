/** Access codes that a personal access token can hold (domain.md 2.1). */
import type { AccessCode } from '#contract/access/access.ts'

/**
 * Codes that no token holds: accounts, roles, settings, jobs of the server, and pages of a person.
 * With these codes, a token could make or take over an account with more rights than the token has.
 */
const withheld =
  /^(?:profile|portal|role|access|setting|pekerjaan)\/|^user\/(?:create|update|import|template|delete|restore|activate|disable-enable|upgrade|downgrade|anonimkan|reset-password|reset-dua-langkah|ubah-email|lihat-nik)$/

/** Returns whether a token can hold an access code. The wildcard `*` is no code of a token. */
export const isTokenCode = (code: string): code is AccessCode =>
  code !== '*' && !withheld.test(code)
