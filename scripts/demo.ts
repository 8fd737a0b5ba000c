/** Starts a new demo school and a browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { buildApp, buildServer } from './build.ts'
import { chromiumArgs, findChromium } from './chromium.ts'
import { startServer } from './process.ts'

/** Runs `work` with a browser and the URL of a new demo school, and then removes both. */
export const withDemo = async <T>(
  work: (browser: Browser, url: string) => Promise<T>,
): Promise<T> => {
  await Promise.all([buildApp(), buildServer()])
  const school = mkdtempSync(join(tmpdir(), 'nada-pictures-'))
  try {
    const server = await startServer(
      { DATA_DIR: school, DATABASE_URL: undefined, LOG_LEVEL: 'warn' },
      ['--demo'],
      300_000,
    )
    try {
      const browser = await chromium.launch({
        executablePath: await findChromium(),
        args: chromiumArgs,
      })
      return await work(browser, server.url).finally(() => browser.close())
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(school, { recursive: true, force: true })
  }
}
