/**
 * Unit tests, app tests in jsdom, and the API suite once per engine. Without TEST_DATABASE_URL a
 * PostgreSQL is started for the run.
 */
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const apiTests = ['server/**/*.test.ts', 'fuzz/**/*.test.ts']
/** Those that put something in the place of a module, or add a resource of their own. */
const replacing = globSync(apiTests).filter((file) =>
  /vi\.mock\(|Object\.assign\(\s*modules\b/.test(readFileSync(file, 'utf8')),
)
/** Those that are not about a database: one engine is enough. */
const engineless = [
  'server/bundle.test.ts',
  'server/http/{address,longLists,phone,static,unparsed}.test.ts',
  'server/import/{heavy,sheet}.test.ts',
  'server/mail/mailer.test.ts',
  'server/pdf/pdf.test.ts',
  'server/turns.test.ts',
]

const appTests = ['src/**/*.test.{ts,tsx}', 'mocks/**/*.test.{ts,tsx}']
/**
 * Those that open the whole app and leave nothing of it behind (`closeApp`), nor put anything in
 * the place of a module.
 */
const wholeApp = globSync(appTests).filter((file) => {
  const text = readFileSync(file, 'utf8')
  return text.includes('renderApp(') && !text.includes('vi.mock(')
})
/**
 * The app in jsdom. Files that open all of it share its modules: loading them is most of their
 * time.
 */
const app = (test: { name: string; isolate: boolean; include: string[]; exclude?: string[] }) => ({
  test: {
    environment: 'jsdom',
    setupFiles: ['./scripts/vitest.dom.ts'],
    environmentOptions: { jsdom: { url: 'http://localhost:3000/', pretendToBeVisual: true } },
    env: { TZ: 'Asia/Jakarta', LOG_LEVEL: 'silent' },
    ...test,
  },
})

type Engine = 'sqlite' | 'postgres'
const api = (engine: Engine, test: { name: string; isolate: boolean; include: string[] }) => ({
  test: {
    env: { ENGINE: engine },
    setupFiles: ['./scripts/vitest.api.ts'],
    globalSetup: engine === 'postgres' ? ['./scripts/vitest.postgres.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    exclude: [...(test.isolate ? [] : replacing), ...(engine === 'postgres' ? engineless : [])],
    ...test,
  },
})
/**
 * The API suite on an engine. Its files share what they import, which is most of their time (the
 * databases are their own); those that replace a module have modules of their own.
 */
const onEngine = (engine: Engine) => [
  api(engine, { name: `api-${engine}`, isolate: false, include: apiTests }),
  api(engine, { name: `api-${engine}-replacing`, isolate: true, include: replacing }),
]

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    teardownTimeout: 20_000,
    testTimeout: 30_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          env: { TZ: 'UTC' },
        },
      },
      app({ name: 'app', isolate: false, include: wholeApp }),
      app({ name: 'app-parts', isolate: true, include: appTests, exclude: wholeApp }),
      ...onEngine('sqlite'),
      ...onEngine('postgres'),
    ],
  },
})
