/**
 * End-to-end tests: the real server on a copy of the demo school per test file, in an installed
 * Chromium.
 */
import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/globalSetup.ts',
  // More workers than cores, because tests also wait: on two cores three workers take a sixth less
  // time than two.
  workers: 3,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  retries: 0,
  // Long enough for the slowest machine seen, on which a test takes three times its usual time.
  timeout: 120_000,
  globalTimeout: 40 * 60_000,
  // A single baseline for all machines: differently hinted glyphs stay under 0.8 %, a page moved by
  // 70 px differs in 1.0 to 1.5 %.
  expect: { timeout: 20_000, toHaveScreenshot: { maxDiffPixelRatio: 0.008 } },
  snapshotPathTemplate: '{testDir}/visual/{arg}{ext}',
  reporter: [
    ['list'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '.cache/test/playwright.json' },
    ],
  ],
  use: {
    browserName: 'chromium',
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    viewport: { width: 1280, height: 800 },
    // Recording every test costs half as much again as the tests. To examine a failure: `npm run
    // test:e2e -- FILE --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: { executablePath: installedChromium(), args: chromiumArgs },
  },
})
