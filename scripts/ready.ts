/**
 * Command `ready` of a release: asks the server of this machine whether it can serve, for health
 * checks on machines without curl. Prints the status; the exit code is 0 or 1.
 */
import { env } from 'node:process'

/** Time in ms that the server has for its response. */
const maxMs = 8000
const { PORT = '3000' } = env
try {
  const url = `http://127.0.0.1:${PORT}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(maxMs) })
  console.log(await answer.text())
  process.exit(answer.ok ? 0 : 1)
} catch {
  console.error(`Server tidak menjawab di port ${PORT}.`)
  process.exit(1)
}
