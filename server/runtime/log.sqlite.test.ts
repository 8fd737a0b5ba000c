/**
 * Tests the two formats of the log: text for a person at a terminal, and JSON lines for a program
 * that collects logs.
 */
import { expect, test } from 'vitest'
import { node, run } from '../../scripts/process.ts'

/**
 * Runs a process with the log level `warn` that logs one line of level `info` and one of level
 * `warn`. Returns its output.
 */
const logOf = async (terminal: boolean): Promise<string> => {
  const lines = `
    import { openLog } from '#server/runtime/log.ts'
    const log = await openLog({ logLevel: 'warn', terminal: ${terminal} })
    log.info('not shown')
    log.warn({ job: 'backup' }, 'job failed')`
  const { code, output } = await run(node('--input-type=module-typescript', '--eval', lines), {
    quiet: true,
  })
  expect(code, output).toBe(0)
  return output.trim()
}

test('shows text on a terminal without the numbers that only a collector needs', async () => {
  const text = await logOf(true)
  expect(text).toMatch(/WARN.*job failed\s+job: "backup"$/s)
  expect(text).not.toMatch(/hostname|not shown/)
})
test('writes one JSON object per line to a pipe', async () => {
  expect(JSON.parse(await logOf(false))).toMatchObject({ level: 40, job: 'backup' })
})
