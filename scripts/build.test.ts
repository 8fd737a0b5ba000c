/**
 * Tests that a build may take any time if it writes output, and that a failed build reports the
 * reason.
 */
import { expect, test } from 'vitest'
import { runBuild } from './build.ts'
import { node } from './process.ts'

const script = (text: string) => node('--eval', text)

test('accepts a build that takes longer than the silence limit but writes output', async () => {
  const lines = `let n = 0
    const timer = setInterval(() => {
      console.log('progress: ' + n + ' modules')
      if (++n === 12) { clearInterval(timer); console.log('a warning') }
    }, 100)`
  expect(await runBuild('app', script(lines), 800)).toBe('a warning')
})
test('stops a build without output and reports the time limit', async () => {
  await expect(runBuild('app', script('setTimeout(() => {}, 60_000)'), 300)).rejects.toThrow(
    'The build of the app failed. It was stopped after 0.3 s without output.',
  )
})
test('reports a reason for a failed build without output', async () => {
  await expect(runBuild('app', script('process.exit(3)'))).rejects.toThrow(
    'The build of the app failed. It ended with code 3.',
  )
  await expect(runBuild('app', script('process.kill(process.pid, "SIGKILL")'))).rejects.toThrow(
    'The build of the app failed. It was ended by SIGKILL.',
  )
  await expect(runBuild('server', ['/no/such/program'])).rejects.toThrow('ENOENT')
})
test('shows the output of a failed build', async () => {
  const failing = script('console.error("Cannot resolve ./x"); process.exit(1)')
  await expect(runBuild('app', failing)).rejects.toThrow('code 1.\nCannot resolve ./x')
})
