/**
 * Makes the demo school, of which every test file gets a copy. The school is made again on a new
 * day and after a change of the code, because its data depends on the date and the code.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { currentDay } from '#contract/values/tanggal.ts'
import { startServer } from '../scripts/process.ts'

const root = '.cache/e2e'

/**
 * Deletes the records of the last runs of jobs. Otherwise the server of a copy would run all
 * nightly jobs that have become due since the school was made, and change the data under test.
 */
const forgetJobs = (folder: string) => {
  const db = new Database(join(folder, 'nada.db'))
  db.prepare('delete from pekerjaan').run()
  db.close()
}

/**
 * Makes the school if it does not exist, and sets the variable NADA_DEMO to its folder, for the
 * worker processes.
 */
const setup = async () => {
  const hash = createHash('sha256').update(currentDay())
  for (const file of globSync([
    'server/**/*.{ts,sql,json}',
    'contract/**/*.ts',
    'e2e/globalSetup.ts',
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
  forgetJobs(`${folder}.part`)
  renameSync(`${folder}.part`, folder)
}
export default setup
