/**
 * A first build on a slow machine: without a limit on its whole time, and with the reason of a
 * failure.
 */
import { expect, test } from 'vitest'
import { runBuild } from './build.ts'
import { node } from './process.ts'

const script = (text: string) => node('--eval', text)

test('a build that takes longer than the limit on silence ends well while it writes output', async () => {
  const lines = `let n = 0
    const timer = setInterval(() => {
      console.log('progress: ' + n + ' modules')
      if (++n === 12) { clearInterval(timer); console.log('a warning') }
    }, 100)`
  expect(await runBuild('app', script(lines), 800)).toBe('a warning')
})
test('a build that hangs is stopped, and the error says so', async () => {
  await expect(runBuild('app', script('setTimeout(() => {}, 60_000)'), 300)).rejects.toThrow(
    'The build of the app failed. It was stopped after 0.3 s without output.',
  )
})
test('a build that fails without output still gives a reason', async () => {
  await expect(runBuild('app', script('process.exit(3)'))).rejects.toThrow(
    'The build of the app failed. It ended with code 3.',
  )
  await expect(runBuild('app', script('process.kill(process.pid, "SIGKILL")'))).rejects.toThrow(
    'The build of the app failed. It was ended by SIGKILL.',
  )
  await expect(runBuild('server', ['/no/such/program'])).rejects.toThrow('ENOENT')
})
test('a failed build shows what it wrote', async () => {
  const failing = script('console.error("Cannot resolve ./x"); process.exit(1)')
  await expect(runBuild('app', failing)).rejects.toThrow('code 1.\nCannot resolve ./x')
})
