/**
 * The server's thousand modules in a few files, as `npm run build` leaves them in `dist-server`: to
 * find and read that many is most of what a start takes, and their text would stay in memory. Until
 * a source is changed, what was made of them is what runs.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the program, seen from a source as from the files made of them. */
export const root = join(import.meta.dirname, '..')
const isSource = import.meta.filename.endsWith('.ts')
/** Where the files lie. */
export const bundleFolder = join(root, 'dist-server')
/** Stamp of the sources from which the bundles were made. */
export const bundleStamp = join(bundleFolder, '.stamp')

/** Entry points, by path in `server`: the server, and the processes that the server starts. */
export const bundled = [
  'serve.ts',
  'db/checkpointThread.ts',
  'db/readerThread.ts',
  'import/readFileProcess.ts',
  'jobs/backupProcess.ts',
  'modules/access/auth/strengthProcess.ts',
  'modules/billing/mutasiBank/statementProcess.ts',
  'pdf/pdfProcess.ts',
] as const
type Part = (typeof bundled)[number]
/** Bundles share one folder, so that each finds the others, and the program, by its own path. */
export const scriptOf = (part: Part): string => part.replaceAll('/', '-').replace(/ts$/, 'js')

/** The file of a process or thread: as a source, where this is one. */
export const partPath = (part: Part): string =>
  join(import.meta.dirname, isSource ? part : scriptOf(part))

/**
 * Tells one state of the sources from another by what their folder knows of them, in some
 * milliseconds: reading them all would take a good part of what is won.
 */
export const signSources = (): string => {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(join(root, path))
    // In whole milliseconds: copies keep no finer times.
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

/** The file that serves, where it was made of the sources as they are. */
export const freshServer = (): string | undefined => {
  try {
    if (readFileSync(bundleStamp, 'utf8') === signSources())
      return join(bundleFolder, scriptOf('serve.ts'))
  } catch {
    // Nothing was built, or of what is not whole.
  }
  return undefined
}
