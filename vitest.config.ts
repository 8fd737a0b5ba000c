/**
 * Projects of Vitest: unit tests, app tests in jsdom, and API tests on each database engine. Words
 * between the name of a test file and `.test.ts` state how the file runs:
 *
 * - `walk`: checks every resource, route or role, or random actions. Runs only in
 *   `npm run test:all`.
 * - `crash`: kills processes, interrupts connections, or simulates power cuts. Runs only in
 *   `npm run test:all`.
 * - `drill`: repeats a procedure of operators with real processes for minutes. Runs only in
 *   `npm run drill`.
 * - `sqlite`: runs only on SQLite, because its result does not depend on the engine.
 * - `isolated`: replaces modules or changes their state, so it loads all modules itself. Other
 *   files share the loaded modules of their process, because loading takes most of a small file's
 *   time.
 *
 * `TESTS=quick` skips `walk` and `crash`, `TESTS=drill` adds `drill`. Without TEST_DATABASE_URL, a
 * PostgreSQL server is started for the run.
 */
import { defineConfig } from 'vitest/config'

const ofApi = '{server,fuzz}/**/*'
const ofApp = '{src,mocks}/**/*'
const isolated = '**/*.isolated.test.{ts,tsx}'
const sqliteOnly = '**/*.sqlite.*'
const tier = process.env.TESTS
const skipped = [
  ...(tier === 'drill' ? [] : ['**/*.drill.*']),
  ...(tier === 'quick' ? ['**/*.{walk,crash}.*'] : []),
]

interface Project {
  name: string
  isolate: boolean
  include: string[]
  exclude: string[]
}
/**
 * Returns two projects: one for the files that share loaded modules, one for the isolated files.
 */
const sharedAndIsolated = (name: string, files: string, exclude: string[] = skipped): Project[] => [
  {
    name,
    isolate: false,
    include: [`${files}.test.{ts,tsx}`],
    exclude: [...exclude, isolated],
  },
  {
    name: `${name}-isolated`,
    isolate: true,
    include: [`${files}.isolated.test.{ts,tsx}`],
    exclude,
  },
]

const app = (project: Project) => ({
  test: {
    environment: 'jsdom',
    setupFiles: ['./scripts/vitest.dom.ts'],
    environmentOptions: { jsdom: { url: 'http://localhost:3000/', pretendToBeVisual: true } },
    env: { TZ: 'Asia/Jakarta', LOG_LEVEL: 'silent' },
    ...project,
  },
})
const api = (engine: 'sqlite' | 'postgres') => (project: Project) => ({
  test: {
    env: { ENGINE: engine },
    setupFiles: ['./scripts/vitest.api.ts'],
    globalSetup: engine === 'postgres' ? ['./scripts/vitest.postgres.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...project,
  },
})

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    // Uses three workers, more than the usual two cores, because tests also wait. On two cores,
    // three workers take 7 % less time than two workers.
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
    teardownTimeout: 20_000,
    testTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,scripts}/**/*.test.ts'],
          exclude: skipped,
          env: { TZ: 'UTC' },
        },
      },
      ...sharedAndIsolated('app', ofApp).map(app),
      ...sharedAndIsolated('api-sqlite', ofApi).map(api('sqlite')),
      ...sharedAndIsolated('api-postgres', ofApi, [...skipped, sqliteOnly]).map(api('postgres')),
    ],
  },
})
