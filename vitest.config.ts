/**
 * Unit tests, app tests in jsdom, and API tests per engine. Without TEST_DATABASE_URL a PostgreSQL
 * is started for the run. A test file states by words between its name and `.test.ts` how it runs:
 *
 * - `walk`: goes over every resource, route or role, or plays at random, other than with money;
 *   `npm run test:all` only.
 * - `crash`: kills processes, cuts connections or power; `npm run test:all` only.
 * - `sqlite`: runs on SQLite alone, since the engine makes no difference to it.
 * - `isolated`: replaces modules or changes their state, so it has modules of its own. Other files
 *   share the modules of their process: loading them is most of the time of a small file.
 *
 * `TESTS=quick` skips walks and crashes.
 */
import { defineConfig } from 'vitest/config'

const ofApi = '{server,fuzz}/**/*'
const ofApp = '{src,mocks}/**/*'
const isolated = '**/*.isolated.test.{ts,tsx}'
const sqliteOnly = '**/*.sqlite.*'
const skipped = process.env.TESTS === 'quick' ? ['**/*.{walk,crash}.*'] : []

interface Project {
  name: string
  isolate: boolean
  include: string[]
  exclude: string[]
}
/** A project whose files share their modules, and a second one for its isolated files. */
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
    // More workers than cores, because tests also wait: on two cores three take 7 % less time than
    // two.
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
