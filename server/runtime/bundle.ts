/**
 * Locates the bundles of the server's thousand modules in `dist-server`, made by `npm run build`.
 * Without them, finding and reading the files would be most of a start, and their text would stay
 * in memory. The bundles are used as long as no source has changed.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether this module runs from its TypeScript source, not from a bundle. */
const isSource = import.meta.filename.endsWith('.ts')
/** Folder of the program, from a source as well as from a bundle. */
export const root = join(import.meta.dirname, isSource ? '../..' : '..')
/** Folder of the bundles. */
export const bundleFolder = join(root, 'dist-server')
/** File with the fingerprint of the sources from which the bundles were made. */
export const bundleStamp = join(bundleFolder, '.stamp')

/**
 * Entry points of bundles, by path in `server`: the server, and the processes and threads that it
 * starts.
 */
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
/**
 * Returns the file name of a bundle. All bundles are in one folder, so that each finds the other
 * bundles and the program relative to itself.
 */
export const scriptOf = (part: Part): string => part.replaceAll('/', '-').replace(/ts$/, 'js')

/**
 * Returns the file of a process or thread: its source if this module is a source, because then no
 * build is needed. `BUILT_PARTS`, which the test run sets after its build, selects the built file,
 * which starts in a third of the time.
 */
export const partPath = (part: Part): string =>
  isSource && !process.env.BUILT_PARTS
    ? join(root, 'server', part)
    : join(bundleFolder, scriptOf(part))

/**
 * Returns a fingerprint of the sources from their names, sizes and times. It takes a few
 * milliseconds; reading all files would cost much of the time that the bundles save.
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

/**
 * Returns the path of the server's bundle if it was made from the present sources; otherwise
 * undefined.
 */
export const freshServer = (): string | undefined => {
  try {
    if (readFileSync(bundleStamp, 'utf8') === signSources())
      return join(bundleFolder, scriptOf('runtime/serve.ts'))
  } catch {
    // A missing or incomplete build is not used.
  }
  return undefined
}
