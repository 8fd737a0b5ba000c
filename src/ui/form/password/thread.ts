/** Web worker that rates passwords: its dictionaries are in no page's bundle. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'

addEventListener('message', ({ data }: MessageEvent<PasswordQuestion>) => {
  const verdict = judgePassword(data.password, data.words)
  postMessage({ id: data.id, verdict } satisfies PasswordAnswer)
})
