/** Child process of strength.ts, which judges one password per message. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'
import { keepCompiled } from '#server/runtime/childEnv.ts'

keepCompiled()
process.on('message', ({ id, password, words }: PasswordQuestion) => {
  process.send?.({ id, verdict: judgePassword(password, words) } satisfies PasswordAnswer)
})
// Ends this process when the parent process has ended.
process.on('disconnect', () => process.exit(0))
