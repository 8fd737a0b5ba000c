/** Child process of strength.ts. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'
import { keepCompiled } from '#server/runtime/childEnv.ts'

keepCompiled()
process.on('message', ({ id, password, words }: PasswordQuestion) => {
  process.send?.({ id, verdict: judgePassword(password, words) } satisfies PasswordAnswer)
})
// The parent process has ended.
process.on('disconnect', () => process.exit(0))
