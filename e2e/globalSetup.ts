/**
 * The demo school, made once per change of what makes it and per day, then copied for every test
 * file.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { currentDay } from '#contract/values/tanggal.ts'
import { startServer } from '../scripts/process.ts'

const root = '.cache/e2e'

/**
 * Makes the school if it is not there and names its folder in NADA_DEMO, which the workers inherit.
 */
const setup = async () => {
  const hash = createHash('sha256').update(currentDay())
  for (const file of globSync([
    'server/**/*.{ts,sql,json}',
    'contract/**/*.ts',
    'package-lock.json',
  ]).toSorted())
    if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(file))
  const folder = `${root}/${hash.digest('hex').slice(0, 12)}`
  process.env.NADA_DEMO = folder
  if (existsSync(folder)) return
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const server = await startServer(
    { DATA_DIR: `${folder}.part`, DATABASE_URL: undefined, LOG_LEVEL: 'warn' },
    ['--demo'],
    300_000,
  )
  await server.stop()
  renameSync(`${folder}.part`, folder)
}
export default setup
