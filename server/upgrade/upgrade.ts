/**
 * Installs another release, and returns to the installed one if the new one fails. The server must
 * be stopped. Order: unpack, journal, backup, migration and checks by the new release, link
 * `current`, end of the journal. A killed upgrade leaves a journal; `resume` then completes or
 * undoes the upgrade, also at the next start of a server. `current` names the new release only
 * after its checks, so until then a start finds the installed release.
 */
import { spawn } from 'node:child_process'
import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeBackup } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/container.ts'
import { examine } from '#server/backup/examine.ts'
import type { Place } from '#server/backup/place.ts'
import { restore } from '#server/backup/restore.ts'
import { syncFolder } from '#server/db/sqlite/sqliteFile.ts'
import { isRelease, root } from '#server/runtime/bundle.ts'
import { ConfigError, readConfig, type Config } from '#server/runtime/config.ts'
import { emptyDatabase, waitAlone } from '#server/upgrade/database.ts'
import {
  lockUpgrades,
  readJournal,
  removeJournal,
  storeJournal,
  type Journal,
} from '#server/upgrade/journal.ts'
import { unpackRelease } from '#server/upgrade/unpack.ts'

/** Folder that holds the releases and the link `current`. */
const home = dirname(root)
const link = join(home, 'current')
/** Time in ms for a stopped server, and for programs of a killed upgrade, to end. */
const patienceMs = 15_000

const installed = (): string | undefined => {
  try {
    return realpathSync(link)
  } catch {
    return undefined
  }
}
/** Makes `current` name a release. A start finds either the old or the new release. */
const install = (folder: string): void => {
  const draft = join(home, '.current')
  rmSync(draft, { force: true })
  symlinkSync(basename(folder), draft)
  renameSync(draft, link)
  syncFolder(home)
}

/**
 * Throws ConfigError while a server with the settings of this process responds. On PostgreSQL an
 * idle server has no connection, so its database does not show that it runs.
 */
const checkStopped = async ({ host, port }: Config): Promise<void> => {
  const address = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/healthz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  if (answer) throw new ConfigError(`Server masih berjalan di port ${port}. Hentikan dahulu.`)
}

/** Runs a command of a release. Resolves with its exit code and its output. */
const runCommand = (folder: string, name: string): Promise<{ code: number; output: string }> =>
  new Promise((done, fail) => {
    // The command ends when its standard input closes, even if this process is killed.
    const child = spawn(join(folder, 'nada'), [name], { stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    const read = (chunk: Buffer) => void (output += chunk)
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? 1, output: output.trim() }))
  })

/** Restores the backup from before the upgrade with this release. */
const undo = async (place: Place, file: string): Promise<void> => {
  await waitAlone(place, patienceMs)
  await emptyDatabase(place)
  await restore({ ...place, maxBytes: Infinity }, file)
  removeJournal(place.dataDir)
}

/** Completes or undoes a killed upgrade. Returns the result as a text for the operator. */
const settle = async (place: Place, { ke, cadangan }: Journal): Promise<string> => {
  if (cadangan !== null && installed() !== ke) {
    await undo(place, cadangan)
    return `pembaruan yang terputus dibatalkan: data kembali dari ${cadangan}`
  }
  removeJournal(place.dataDir)
  return cadangan === null
    ? 'pembaruan yang terputus dibatalkan sebelum data berubah'
    : `pembaruan yang terputus sudah lengkap: ${basename(ke)}`
}
/**
 * Completes or undoes a killed upgrade, if there is one. Returns the result as a text for the
 * operator; undefined if there was no killed upgrade. Throws ConfigError while an upgrade runs.
 */
export const resume = async (place: Place): Promise<string | undefined> => {
  const unlock = lockUpgrades(place.dataDir)
  try {
    const journal = readJournal(place.dataDir)
    return journal && (await settle(place, journal))
  } finally {
    unlock()
  }
}

/** Lets a release migrate and check the data. Returns its problem; undefined if it may serve. */
const problemOf = async (folder: string, hadProblems: boolean): Promise<string | undefined> => {
  const trial = await runCommand(folder, 'verify')
  if (trial.code !== 0) return trial.output
  const check = await runCommand(folder, 'check')
  return check.code === 0 || hadProblems ? undefined : check.output
}

const installFile = async (place: Place, file: string, say: (text: string) => void) => {
  await checkStopped(readConfig(process.env, false))
  const before = readJournal(place.dataDir)
  if (before) say(await settle(place, before))
  await waitAlone(place, patienceMs)
  say(`membongkar ${file}`)
  const folder = await unpackRelease(file, home)
  if (folder === root) throw new ConfigError(`${basename(folder)} sudah terpasang.`)
  const journal: Journal = { ke: folder, cadangan: null }
  storeJournal(place.dataDir, journal)
  const hadProblems = (await examine(place)).length > 0
  const { file: backup } = await makeBackup(place)
  say(`cadangan: ${backup}`)
  storeJournal(place.dataDir, { ...journal, cadangan: backup })
  const problem = await problemOf(folder, hadProblems)
  if (problem === undefined) {
    install(folder)
    removeJournal(place.dataDir)
    return { folder, backup }
  }
  say(problem)
  await undo(place, backup)
  throw new BackupError(`${basename(folder)} tidak dipasang. Data kembali dari ${backup}.`)
}
/**
 * Installs the release in a file, with a backup before. `say` receives each step as a text. Returns
 * the folder of the release and the path of the backup. Throws ConfigError when a server runs or
 * the release is already installed, and BackupError when the release fails; the data are then those
 * of the backup.
 */
export const upgrade = async (place: Place, file: string, say: (text: string) => void) => {
  if (!isRelease) throw new ConfigError('Perintah ini hanya ada pada berkas rilis.')
  const unlock = lockUpgrades(place.dataDir)
  try {
    return await installFile(place, file, say)
  } finally {
    unlock()
  }
}
