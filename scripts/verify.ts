/**
 * Command `verify` of a release, which the upgrade of another release calls: migrates the database,
 * and starts a server without jobs on a port of this machine, which must be ready and serve the
 * app. Ends when standard input closes.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { command } from '#server/backup/command.ts'
import { BackupError } from '#server/backup/container.ts'
import { bundleFolder, commandLine } from '#server/runtime/bundle.ts'
import { readConfig } from '#server/runtime/config.ts'
import { prepare } from '#server/runtime/prepareDatabase.ts'

/** Time in ms for the server to start and to respond. */
const startMs = 120_000
const answerMs = 10_000

/** Starts a server, and resolves with its URL and a function that stops it. */
const startServer = (): Promise<{ url: string; stop: () => void }> =>
  new Promise((done, fail) => {
    const args = [join(bundleFolder, 'main.js'), '--sudah-siap', '--tanpa-pekerjaan']
    const child = spawn(process.execPath, [...args, '--dengan-induk'], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: '', WORKERS: '1' },
    })
    let output = ''
    const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
    const read = (chunk: Buffer) => {
      output += chunk
      const url = /siap: (\S+)/.exec(output)?.[1]
      if (!url) return
      clearTimeout(timer)
      done({ url, stop: () => child.kill() })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => fail(new BackupError(`Server tidak mulai.\n${output.slice(-4000)}`)))
  })
/** Throws BackupError when the server does not respond with status 200. */
const checkPath = async (url: string, path: string): Promise<void> => {
  const answer = await fetch(url + path, { signal: AbortSignal.timeout(answerMs) })
  if (!answer.ok) throw new BackupError(`${path}: ${answer.status} ${await answer.text()}`)
}

process.stdin.once('close', () => process.exit(1)).resume()
await command('uji', commandLine('verify'), async () => {
  await prepare(readConfig(process.env, false), ['--siapkan'])
  const { url, stop } = await startServer()
  try {
    for (const path of ['/readyz', '/']) await checkPath(url, path)
  } finally {
    stop()
  }
  return { line: 'siap melayani' }
})
