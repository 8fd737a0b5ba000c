/**
 * Bundles of the server's thousand modules in `dist-server`, from `npm run build`: finding and
 * reading that many files is most of a start, and their text would stay in memory. The bundles run
 * as long as no source has changed.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the program, seen from a source as from the files made of them. */
const isSource = import.meta.filename.endsWith('.ts')
export const root = join(import.meta.dirname, isSource ? '../..' : '..')
/** Where the files lie. */
export const bundleFolder = join(root, 'dist-server')
/** Stamp of the sources from which the bundles were made. */
export const bundleStamp = join(bundleFolder, '.stamp')

/** Entry points, by path in `server`: the server, and the processes that the server starts. */
export const bundled = [
  'runtime/serve.ts',
  'db/sqlite/checkpointThread.ts',
  'db/sqlite/readerThread.ts',
  'import/sheets/readFileProcess.ts',
  'jobs/backupProcess.ts',
  'modules/access/auth/strengthProcess.ts',
  'modules/billing/mutasiBank/statementFile/statementProcess.ts',
  'pdf/pdfProcess.ts',
] as const
type Part = (typeof bundled)[number]
/** Bundles share one folder, so that each finds the others, and the program, by its own path. */
export const scriptOf = (part: Part): string => part.replaceAll('/', '-').replace(/ts$/, 'js')

/**
 * Returns the file of a process or thread: the source when this file is a source, else the bundle.
 */
export const partPath = (part: Part): string =>
  isSource ? join(root, 'server', part) : join(bundleFolder, scriptOf(part))

/**
 * Fingerprint of the sources from their names, sizes and times, which takes some milliseconds:
 * reading all files would cost much of the time saved.
 */
export const signSources = (): string => {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(join(root, path))
    // Whole milliseconds, because copies do not keep finer times.
    hash.update(`${path} ${size} ${Math.floor(mtimeMs)}\n`)
  }
  for (const folder of ['contract', 'server'])
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .toSorted()
      .forEach((path) => add(join(folder, path)))
  add('package-lock.json')
  return hash.digest('hex')
}

/** Returns the server's bundle if it was made of the present sources. */
export const freshServer = (): string | undefined => {
  try {
    if (readFileSync(bundleStamp, 'utf8') === signSources())
      return join(bundleFolder, scriptOf('runtime/serve.ts'))
  } catch {
    // No build, or an incomplete one.
  }
  return undefined
}
