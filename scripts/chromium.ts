/** Finds or installs the Chromium of the tests. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { aptInstall } from './apt.ts'
import { node, run, tool } from './process.ts'

/** Arguments that let Chromium start in a container, without background work and output. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Path of a Chromium without browser UI and GPU process; the tests take a third less time in it.
 */
const shell = '/usr/bin/chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...['/usr/bin', '/snap/bin', ...(process.env.PATH ?? '').split(delimiter)].flatMap((dir) =>
    names.map((name) => join(dir, name)),
  ),
]

/**
 * Returns the path of an existing Chromium: `CHROMIUM_PATH`, the shell of Debian, the one of
 * Playwright, or an installed one; undefined if there is none.
 */
export const installedChromium = (): string | undefined => {
  const givenPath = process.env.CHROMIUM_PATH
  if (givenPath && !existsSync(givenPath))
    throw new Error(`CHROMIUM_PATH names no file: ${givenPath}`)
  return givenPath ?? [shell, chromium.executablePath(), ...places].find((path) => existsSync(path))
}

/**
 * Returns the path of a Chromium, and installs one if needed: from Debian as root, otherwise
 * through Playwright. A failure throws an error that explains how to install one by hand.
 */
export const findChromium = async (): Promise<string> => {
  const there = installedChromium()
  if (process.env.CHROMIUM_PATH || there === shell || (await aptInstall('chromium-headless-shell')))
    return there ?? shell
  if (there) return there
  if (await aptInstall('chromium')) return installedChromium() ?? '/usr/bin/chromium'
  console.log('Downloading Chromium through Playwright …')
  const { output } = await run(node(tool.playwright, 'install', 'chromium'), {
    quiet: true,
    timeout: 480_000,
  })
  const downloaded = installedChromium()
  if (downloaded) return downloaded
  throw new Error(
    `No Chromium found and none could be installed. Install Chromium or Chrome, or name one in CHROMIUM_PATH.\n${output.slice(-1500)}`,
  )
}
