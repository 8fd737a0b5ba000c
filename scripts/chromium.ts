/** Finds or installs a Chromium for browser tests and benchmarks. */
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { aptInstall } from './apt.ts'
import { node, run, tool } from './process.ts'

/** Arguments that let Chromium start in a container, and switch off its background work. */
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
 * Path of Debian's Chromium without browser UI and GPU process. Tests take a third less time in it
 * than in a full Chromium.
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
 * Returns the path of the first existing Chromium: `CHROMIUM_PATH`, Debian's headless shell,
 * Playwright's Chromium, or an installed Chromium or Chrome; undefined if there is none. Throws if
 * `CHROMIUM_PATH` names no file.
 */
export const installedChromium = (): string | undefined => {
  const givenPath = process.env.CHROMIUM_PATH
  if (givenPath && !existsSync(givenPath))
    throw new Error(`CHROMIUM_PATH names no file: ${givenPath}`)
  return givenPath ?? [shell, chromium.executablePath(), ...places].find((path) => existsSync(path))
}

/**
 * Returns the path of a Chromium. As root on Debian, installs the fast headless shell if it is
 * missing. If there is still no Chromium, tries to install the Debian package `chromium`. If that
 * fails, tries to download Chromium through Playwright. If the download also fails, throws an error
 * that explains how to install Chromium by hand.
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
