/** Web worker that rates passwords. It keeps the large dictionaries out of the pages' bundles. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'

addEventListener('message', ({ data }: MessageEvent<PasswordQuestion>) => {
  const verdict = judgePassword(data.password, data.words)
  postMessage({ id: data.id, verdict } satisfies PasswordAnswer)
})
