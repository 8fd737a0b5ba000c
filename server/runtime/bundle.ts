/**
 * Locates the bundles in `dist-server`, into which `npm run build` puts the server's thousand
 * source files. Without them, most of the start would go into finding and reading these files, and
 * their text would stay in memory. The bundles are used as long as no source file has changed.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** True when this module runs from its TypeScript source, false when from a bundle. */
const isSource = import.meta.filename.endsWith('.ts')
/** Root folder of the program, found from the source and from a bundle. */
export const root = join(import.meta.dirname, isSource ? '../..' : '..')
/** Folder of the bundles. */
export const bundleFolder = join(root, 'dist-server')
/** File with the fingerprint (`signSources`) of the sources from which the bundles were made. */
export const bundleStamp = join(bundleFolder, '.stamp')

/**
 * Files from which a bundle is made, as paths in `server`: the server itself, and the processes and
 * threads that it starts.
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
 * Returns the file name of a bundle. All bundles are in one folder, so that the code in each finds
 * the other bundles and the root folder by the same relative paths.
 */
export const scriptOf = (part: Part): string => part.replaceAll('/', '-').replace(/ts$/, 'js')

/**
 * Returns the path of the file to run as process or thread. It is the source file if the server
 * runs from sources, so that no build is needed; otherwise the bundle. `BUILT_PARTS`, which the
 * test run sets after its build, also selects the bundle, which starts in a third of the time.
 */
export const partPath = (part: Part): string =>
  isSource && !process.env.BUILT_PARTS
    ? join(root, 'server', part)
    : join(bundleFolder, scriptOf(part))

/**
 * Returns a fingerprint of the source files, made of their names, sizes and modification times.
 * This takes a few milliseconds; hashing their content would take much of the time that the bundles
 * save.
 */
export const signSources = (): string => {
  const hash = createHash('sha256')
  const add = (path: string) => {
    const { size, mtimeMs } = statSync(join(root, path))
    // Uses whole milliseconds, because copying a file does not keep finer times.
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
 * Returns the path of the server's bundle if it was made from the current source files; undefined
 * if they have changed since or there is no build.
 */
export const freshServer = (): string | undefined => {
  try {
    if (readFileSync(bundleStamp, 'utf8') === signSources())
      return join(bundleFolder, scriptOf('runtime/serve.ts'))
  } catch {
    // Ignores the error of a missing stamp: there is no complete build.
  }
  return undefined
}
