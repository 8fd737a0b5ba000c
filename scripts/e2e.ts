/**
 * `npm run test:e2e`: builds the app and the server if a source has changed, finds a browser, and
 * runs the end-to-end tests. Arguments after `--` are passed to `playwright test`.
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
