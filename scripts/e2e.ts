/**
 * `npm run test:e2e -- …arguments of playwright test`: builds the app if it is out of date, finds a
 * browser, and runs Playwright.
 */
import { buildApp, buildServer } from './build.ts'
import { findChromium } from './chromium.ts'
import { node, run, tool } from './process.ts'

await Promise.all([buildApp(), buildServer()])
const { code } = await run(node(tool.playwright, 'test', ...process.argv.slice(2)), {
  env: { CHROMIUM_PATH: await findChromium() },
  timeout: 3_600_000,
})
process.exit(code)
