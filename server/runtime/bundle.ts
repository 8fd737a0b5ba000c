/**
 * Locates the bundles in `dist-server`. `npm run build` bundles the server's thousand source files
 * there. Without bundles, the server would spend most of its start on finding and reading these
 * files, and it would keep their text in memory. The bundles are used as long as no source file has
 * changed.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** True when this module runs from its TypeScript source, false when it runs from a bundle. */
const isSource = import.meta.filename.endsWith('.ts')
/**
 * Root folder of the program. The relative path to it depends on whether this module runs from its
 * source or from a bundle.
 */
export const root = join(import.meta.dirname, isSource ? '../..' : '..')
/** Folder of the bundles. */
export const bundleFolder = join(root, 'dist-server')
/**
 * Whether this program is an unpacked release: bundles with their own Node and the launcher `nada`,
 * without sources and npm.
 */
export const isRelease = existsSync(join(root, 'nada'))
/**
 * Returns the beginning of the command line that runs a command of the operator, for messages:
 * `npm run backup --`, or in a release `nada backup`.
 */
export const commandLine = (name: string): string =>
  isRelease ? `nada ${name}` : `npm run ${name} --`
/** File with the fingerprint (`signSources`) of the sources from which the bundles were made. */
export const bundleStamp = join(bundleFolder, '.stamp')

/**
 * Entry files of the bundles, as paths in `server`: the server itself, and the processes and
 * threads that it starts. One bundle is made from each entry file.
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
 * Returns the file name of a bundle. All bundles are in one folder. Code that several bundles
 * contain can therefore use the same relative paths to the other bundles and to the root folder.
 */
export const scriptOf = (part: string): string => part.replaceAll('/', '-').replace(/ts$/, 'js')

/**
 * Returns the path of the file to run as process or thread. If the server runs from its sources,
 * this is the source file, so that no build is needed. Otherwise it is the bundle, which starts in
 * a third of the time. If `BUILT_PARTS` is set, the bundle is used in any case; the test run sets
 * this variable after it has built the bundles.
 */
export const partPath = (part: Part): string =>
  isSource && !process.env.BUILT_PARTS
    ? join(root, 'server', part)
    : join(bundleFolder, scriptOf(part))

/** Folder of the sources of the migrations, whose hashes databases store. */
export const migrationsFolder = join(root, 'server/db/migrations')
/**
 * Returns the path of a migration to import: its bundle, if this module runs from a bundle. A
 * source would load second copies of modules that the bundles contain.
 */
export const migrationPath = (file: string): string =>
  isSource ? join(migrationsFolder, file) : join(bundleFolder, scriptOf(`db/migrations/${file}`))

/**
 * Returns a fingerprint of the source files, made of their names, sizes and modification times.
 * This takes a few milliseconds. Hashing the content of the files would take much of the time that
 * the bundles save.
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
 * Returns the path of the server's bundle if it was made from the current source files. Returns
 * undefined if the source files have changed since the build, or if there is no build.
 */
export const freshServer = (): string | undefined => {
  try {
    if (readFileSync(bundleStamp, 'utf8') === signSources())
      return join(bundleFolder, scriptOf('runtime/serve.ts'))
  } catch {
    // Ignores the error of a missing stamp. A missing stamp means that no complete build exists.
  }
  return undefined
}
