/** Unpacks a release file beside the installed release. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from '#server/backup/container.ts'
import { syncFolder } from '#server/db/sqlite/sqliteFile.ts'

const unfinished = '.bongkar-'
const releaseName = /^nada-[\w.-]+-linux-x64$/

/** Throws BackupError when a file differs from the hash in the file `<file>.sha256` beside it. */
const checkHash = async (file: string): Promise<void> => {
  if (!existsSync(`${file}.sha256`)) return
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (!readFileSync(`${file}.sha256`, 'utf8').startsWith(hash.digest('hex')))
    throw new BackupError(`${file} rusak: isinya tidak cocok dengan ${file}.sha256. Ambil lagi.`)
}
const runTool = (command: string, args: string[]) => {
  const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done() : fail(new BackupError(`${command} gagal (${code}).`)),
    )
  })
  return { input: child.stdin, ended }
}

/**
 * Unpacks a release file in the folder `home`. Returns the folder of the release, which appears
 * only when it is complete and on disk. Throws BackupError for a file that is no release.
 */
export const unpackRelease = async (file: string, home: string): Promise<string> => {
  if (!existsSync(file)) throw new BackupError(`Tidak ada berkas ${file}.`)
  for (const name of readdirSync(home).filter((entry) => entry.startsWith(unfinished)))
    rmSync(join(home, name), { recursive: true })
  await checkHash(file)
  const draft = mkdtempSync(join(home, unfinished))
  try {
    const tar = runTool('tar', ['--extract', '--no-same-owner', `--directory=${draft}`])
    const bytes = pipeline(createReadStream(file), createZstdDecompress(), tar.input)
    const [packed, extracted] = await Promise.allSettled([bytes, tar.ended])
    const [name = '', ...more] = readdirSync(draft)
    const isWhole = packed.status === 'fulfilled' && extracted.status === 'fulfilled'
    if (!isWhole || more.length > 0 || !releaseName.test(name))
      throw new BackupError(`${file} bukan berkas rilis Nada, atau rusak.`)
    const folder = join(home, name)
    if (!existsSync(folder)) {
      await runTool('sync', ['--file-system', draft]).ended
      renameSync(join(draft, name), folder)
      syncFolder(home)
    }
    return folder
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
