/**
 * Configuration of the end-to-end tests. Each test file has its own server on a copy of the demo
 * school, and runs in an installed Chromium.
 */
import { defineConfig } from '@playwright/test'
import { chromiumArgs, installedChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/globalSetup.ts',
  // Runs three workers even on two cores, because tests spend part of their time waiting. On two
  // cores, three workers take a sixth less time than two workers.
  workers: 3,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  retries: 0,
  // Timeout of a test in ms. It is long enough for machines that need three times the usual time.
  timeout: 120_000,
  globalTimeout: 40 * 60_000,
  // Tests on all machines compare with a single set of screenshots. Differences in how machines
  // draw fonts change less than 0.8 % of the pixels. Content that moves by 70 px changes 1.0 to
  // 1.5 %.
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
    // Blocks the service worker, because tests cannot intercept its requests. `install.spec.ts`
    // allows it.
    serviceWorkers: 'block',
    // Switches off animations, which would take an eighth of the test time. `shell.spec.ts` and
    // `flow.spec.ts` override this option.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces are off, because recording them makes the tests take one and a half times as long.
    // Command to record the trace of a failure:
    // `npm run test:e2e -- FILE --trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: { executablePath: installedChromium(), args: chromiumArgs },
  },
})
