/** Web worker that rates passwords, so that the bundle of no page contains its dictionaries. */
import type { PasswordAnswer, PasswordQuestion } from '#contract/access/rules/password.ts'
import { judgePassword } from '#contract/access/rules/passwordStrength.ts'

addEventListener('message', ({ data }: MessageEvent<PasswordQuestion>) => {
  const verdict = judgePassword(data.password, data.words)
  postMessage({ id: data.id, verdict } satisfies PasswordAnswer)
})
