/** Unit tests, app tests in jsdom, and the API suite once per engine. Without TEST_DATABASE_URL a PostgreSQL is started for the run. */
import { defineConfig } from 'vitest/config'

const api = (engine: 'sqlite' | 'postgres') => ({
  test: {
    name: `api-${engine}`,
    include: ['server/**/*.test.ts', 'fuzz/**/*.test.ts'],
    env: { ENGINE: engine },
    setupFiles: ['./scripts/vitest.api.ts'],
    globalSetup: engine === 'postgres' ? ['./scripts/vitest.postgres.ts'] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    teardownTimeout: 20_000,
    testTimeout: 15_000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          env: { TZ: 'UTC' },
        },
      },
      {
        test: {
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}', 'mocks/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['./scripts/vitest.dom.ts'],
          environmentOptions: { jsdom: { url: 'http://localhost:3000/', pretendToBeVisual: true } },
          env: { TZ: 'Asia/Jakarta', LOG_LEVEL: 'silent' },
        },
      },
      api('sqlite'),
      api('postgres'),
    ],
  },
})
