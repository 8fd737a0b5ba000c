/**
 * `npm test`: runs the checks of types, format, lint and unused code, the build, unit tests, tests
 * of the app in jsdom and of the API on SQLite, and the end-to-end tests marked `@smoke` in a real
 * Chromium. `npm run test:all` (`--all`) adds PostgreSQL, tests that check every route or kill
 * servers (vitest.config.ts), and all end-to-end tests. A failed stage does not stop the other
 * stages, except that a failed build skips the end-to-end tests. The last line counts all tests.
 * The variable NADA_STAGES, such as `types,lint,unit,e2e`, selects stages.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildApp, buildServer } from './build.ts'
import { findChromium } from './chromium.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { node, onSignal, run, stopAll, tool } from './process.ts'
import { inMemory } from './scratch.ts'
import { findStrace } from './strace.ts'

const all = process.argv.includes('--all')
const reports = '.cache/test'
const minutes = 60_000
const memory = process.env.TMPDIR ? undefined : inMemory()
/**
 * Folder in memory for the temporary files of tools and tests; undefined if TMPDIR is set or memory
 * is scarce. The folder is deleted at the end of the run, because its files use memory.
 */
const scratch = memory && mkdtempSync(join(memory, 'nada-uji-'))
const env: Record<string, string> = scratch ? { TMPDIR: scratch } : {}
const summary: { stage: string; ok: boolean; seconds: number; note: string }[] = []
let [passed, failed, skipped] = [0, 0, 0]
let postgres: Postgres | undefined
let stopping = false

const requestedStages = process.env.NADA_STAGES?.split(',')
/**
 * Runs a stage, and prints its result, its time and the output of a failure. A failed stage counts
 * as one failed test, unless `work` has already counted its failed tests (`counted`). Returns
 * whether the stage succeeded; false for a stage that did not run.
 */
const stage = async (
  name: string,
  work: () => Promise<{ ok: boolean; note?: string; output?: string; counted?: boolean }>,
) => {
  if (stopping || (requestedStages && !requestedStages.includes(name))) return false
  const began = Date.now()
  const result = await work().catch((error: unknown) => ({
    ok: false,
    note: 'could not run',
    output: error instanceof Error ? error.message : String(error),
    counted: false,
  }))
  const seconds = (Date.now() - began) / 1000
  if (!result.ok && !result.counted) failed += 1
  summary.push({ stage: name, ok: result.ok, seconds, note: result.note ?? '' })
  console.log(
    `\n== ${name}: ${result.ok ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s${result.note ? ` (${result.note})` : ''}`,
  )
  if (result.output?.trim() && !result.ok) console.log(result.output.trim().slice(-20_000))
  return result.ok
}
const command = (line: string[], timeout: number) => async () => {
  const { code, output, timedOut } = await run(line, { quiet: true, timeout })
  return { ok: code === 0, output, note: timedOut ? 'took too long' : '' }
}
const readReport = <T>(path: string): T | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}
/**
 * Adds the counts of a test runner to the totals. Returns the result of the stage that ran the test
 * runner. `tests` is undefined if the runner crashed without a report.
 */
const count = (
  ok: boolean,
  tests: { passed: number; failed: number; skipped: number } | undefined,
  timedOut: boolean,
) => {
  passed += tests?.passed ?? 0
  failed += tests?.failed ?? 0
  skipped += tests?.skipped ?? 0
  const skippedNote = tests?.skipped ? `, ${tests.skipped} skipped` : ''
  const counts = tests
    ? `${tests.passed} passed, ${tests.failed} failed${skippedNote}`
    : 'no report'
  return { ok, note: timedOut ? 'took too long' : counts, counted: (tests?.failed ?? 0) > 0 }
}

/**
 * Failed tests with the first lines of their messages, which are printed before the list of stages.
 * After the list, the first five failures are printed again, in one line each, because a log often
 * contains only the end of a long output.
 */
const failures: { where: string; words: string[] }[] = []
const recordFailure = (where: string, message = 'no message') => {
  const words = stripVTControlCharacters(message)
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !/^at (?:.*node_modules|new Promise)/.test(line))
  failures.push({ where, words: words.slice(0, 10) })
}

const tests = async (projects: string[]) => {
  const file = `${reports}/vitest.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, timedOut } = await run(
    node(
      tool.vitest,
      'run',
      '--passWithNoTests',
      ...reporters,
      ...projects.map((name) => `--project=${name}`),
    ),
    { env: { ...env, ...(all ? {} : { TESTS: 'quick' }) }, timeout: 40 * minutes },
  )
  interface Files {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: {
      name: string
      status: string
      message?: string
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[]
    }[]
  }
  const report = readReport<Files>(file)
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const broken = assertionResults.filter((test) => test.status === 'failed')
    for (const test of broken)
      recordFailure(`${relative('.', name)} › ${test.fullName}`, test.failureMessages?.[0])
    if (status === 'failed' && broken.length === 0) recordFailure(relative('.', name), message)
  }
  return count(
    code === 0,
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    timedOut,
  )
}
const endToEnd = async () => {
  const file = `${reports}/playwright.json`
  const { code, timedOut } = await run(
    node(tool.playwright, 'test', ...(all ? [] : ['--grep', '@smoke'])),
    {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      timeout: 45 * minutes,
    },
  )
  interface Suite {
    suites?: Suite[]
    specs?: {
      ok: boolean
      title: string
      file: string
      line: number
      tests: { results: { errors?: { message?: string }[] }[] }[]
    }[]
  }
  const report = readReport<
    Suite & { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
  >(file)
  const look = ({ suites = [], specs = [] }: Suite): void => {
    suites.forEach(look)
    for (const { ok, title, file: path, line, tests: runs } of specs) {
      if (!ok)
        recordFailure(
          `${path}:${line} › ${title}`,
          runs
            .flatMap((t) => t.results.flatMap((r) => r.errors?.map((e) => e.message) ?? []))
            .at(0),
        )
    }
  }
  if (report) look(report)
  return count(
    code === 0,
    report && {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected,
      skipped: report.stats.skipped,
    },
    timedOut,
  )
}

/**
 * Starts PostgreSQL, and finds or installs strace. If a program is missing, prints a message, and
 * the tests that need the program are skipped. In CI, a missing program is a problem that fails the
 * stage. Returns notes to print, and the problems.
 */
const prepareAll = async (): Promise<{ notes: string[]; problem: string }> => {
  const notes: string[] = []
  let problem = ''
  await startPostgres({ install: true }).then(
    (started) => {
      postgres = started
      env.TEST_DATABASE_URL = started.url
      notes.push(`PostgreSQL: ${started.from}`)
    },
    (error: Error) => {
      const text = `THE API SUITE DOES NOT RUN ON POSTGRESQL. ${error.message}`
      const line = '!'.repeat(100)
      console.log(`\n${line}\n${text}\n${line}`)
      if (process.env.CI) problem += text
    },
  )
  if (!(await findStrace())) {
    const text =
      'NO POWER IS CUT: that test needs strace (Debian: apt-get install strace) and the right to trace a process.'
    console.log(`\n${text}`)
    if (process.env.CI) problem += text
  }
  return { notes, problem }
}
/**
 * Finds or installs the browser, and with `--all` also PostgreSQL and strace. Installs the programs
 * one after another, because apt allows only one installation at a time.
 */
const prepare = async () => {
  const chromium = await findChromium().then(
    (path) => {
      env.CHROMIUM_PATH = path
      return { notes: [`Chromium: ${path}`], problem: '' }
    },
    (error: Error) => ({ notes: [], problem: `${error.message}\n` }),
  )
  const rest = all ? await prepareAll() : { notes: [], problem: '' }
  for (const note of [...chromium.notes, ...rest.notes]) console.log(note)
  const output = chromium.problem + rest.problem
  return { ok: !output, output }
}

// All processes of the tests run below normal priority, so that the machine stays usable. A server
// gives its isolated processes this same priority. If the tests ran at normal priority, the
// isolated processes would get so little time that they exceed their time limits.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const began = Date.now()
const report = async () => {
  await postgres?.stop()
  if (scratch) rmSync(scratch, { recursive: true, force: true })
  for (const { where, words } of failures.slice(0, 20))
    console.log(`\n${where}\n    ${words.join('\n    ').slice(0, 700)}`)
  const width = Math.max(...summary.map((row) => row.stage.length), 0)
  console.log()
  for (const { ok, stage: name, seconds, note } of summary) {
    const time = seconds.toFixed(1).padStart(6)
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name.padEnd(width)}  ${time} s  ${note}`)
  }
  console.log(
    `Total ${((Date.now() - began) / 1000).toFixed(1)} s${skipped ? `, ${skipped} skipped` : ''}${postgres || !all ? '' : ', NOT on PostgreSQL'}`,
  )
  for (const { where, words } of failures.slice(0, 5))
    console.log(`${where.slice(0, 110)} | ${words.join(' ').replaceAll(/\s+/g, ' ').slice(0, 130)}`)
  const last = `${passed} passed, ${failed} failed`
  writeFileSync(`${reports}/summary.txt`, `${last}\n`)
  console.log(last)
}

let finished: Promise<void> | undefined
const finish = () => (finished ??= report())

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
onSignal(async () => {
  stopping = true
  failed += 1
  await stopAll()
  await finish()
})

// The stage `prepare`, which may download a browser, runs at the same time as the build and the
// short stages. The short stages start after the build, because the build uses all cores.
const built = stage('build', async () => {
  await buildServer()
  env.BUILT_PARTS = '1'
  return { ok: true, note: await buildApp() }
})
const prepared = stage('prepare', prepare)
await built
await Promise.all([
  stage('types', command(node(tool.tsc, '-b', '--builders', '1'), 3 * minutes)),
  stage('format', command(node(tool.oxfmt, '--check'), minutes)),
  stage('lint', command(node(tool.oxlint, '--deny-warnings'), 3 * minutes)),
  stage('commits', command(node('scripts/lint/lintCommits.ts'), minutes)),
  stage('knip', command(node(tool.knip), 2 * minutes)),
  prepared,
])
await stage('unit', () =>
  tests(['unit', 'app*', 'api-sqlite*', ...(postgres ? ['api-postgres*'] : [])]),
)
if ((await built) || requestedStages) await stage('e2e', endToEnd)
await finish()
process.exit(summary.some((row) => !row.ok) ? 1 : 0)
