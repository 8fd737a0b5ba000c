/** The process behind server/modules/auth/strength.ts. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'

process.on('message', ({ id, password, words }: PasswordQuestion) => {
  process.send?.({ id, verdict: judgePassword(password, words) } satisfies PasswordAnswer)
})
// Whoever asked is gone.
process.on('disconnect', () => process.exit(0))
