/**
 * Builds the app in `dist` and the bundled server in `dist-server`, each only if its sources have
 * changed since the last build. `npm run build` always builds both.
 */
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress as brotliCallback, constants, gzip as gzipCallback } from 'node:zlib'
import {
  bundled,
  bundleFolder,
  bundleStamp,
  freshServer,
  scriptOf,
  signSources,
} from '#server/runtime/bundle.ts'
import { node, run, tool } from './process.ts'

const stamp = 'dist/.stamp'
const sources = [
  'src/**',
  'contract/**',
  'public/**',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'README.md',
  '.env*',
]

/**
 * Returns a hash of all inputs of a build of the app: its source files and the variables `VITE_*`.
 * Skips tests, and the route tree, which the build itself generates from the routes.
 */
const fingerprint = () => {
  const hash = createHash('sha256')
  for (const file of globSync(sources).toSorted()) {
    if (
      file.endsWith('routeTree.gen.ts') ||
      /\.test(-d)?\.tsx?$/.test(file) ||
      !statSync(file).isFile()
    )
      continue
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  for (const key of Object.keys(process.env)
    .filter((name) => name.startsWith('VITE_'))
    .toSorted())
    hash.update(`${key}=${process.env[key]}\0`)
  return hash.digest('hex')
}

const gzip = promisify(gzipCallback)
const brotli = promisify(brotliCallback)
/**
 * Writes `.gz` and `.br` files beside compressible files, so that the server need not compress them
 * at run time. Compresses on the threads of Node, several files at a time.
 */
const compress = async () => {
  const compressFile = async (file: string) => {
    const content = readFileSync(file)
    if (content.length < 1024) return
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
    writeFileSync(`${file}.br`, await brotli(content, { params }))
    writeFileSync(`${file}.gz`, await gzip(content, { level: 9 }))
  }
  await Promise.all(globSync('dist/**/*.{js,css,html,svg,json}').map(compressFile))
}

/**
 * Time in ms without output after which a build is stopped. A build writes progress lines more
 * often, even on slow machines.
 */
const silence = 600_000
const progressMs = 15_000
/**
 * Prints every 15 seconds how long a build has been running. Returns a function that stops the
 * printing.
 */
const showProgress = (part: string): (() => void) => {
  const began = Date.now()
  const timer = setInterval(
    () => console.log(`Building the ${part}: ${Math.round((Date.now() - began) / 1000)} s …`),
    progressMs,
  )
  return () => clearInterval(timer)
}
/** Returns the output of a build without the progress lines that `vite.config.ts` adds. */
const withoutProgress = (output: string): string =>
  output.replaceAll(/^progress: .*\n/gm, '').trim()
/**
 * Runs a build command and resolves with its output. The command may take any time, but is stopped
 * after `limit` ms without output. If the command fails, throws an error with the reason and the
 * last lines of the output.
 */
export const runBuild = async (part: string, command: string[], limit = silence) => {
  const endProgress = showProgress(part)
  const env = { NODE_ENV: 'production' }
  const { code, output, problem } = await run(command, { quiet: true, silence: limit, env })
  endProgress()
  if (code === 0) return withoutProgress(output)
  const reason = problem ?? `It ended with code ${code}.`
  const lines = withoutProgress(output).slice(-8000)
  throw new Error(`The build of the ${part} failed. ${reason}\n${lines}`.trim())
}

/**
 * Builds the app if a source has changed, or always with `force`. Resolves with 'built', or with
 * 'fresh' if no build was needed. If the build fails, throws an error with the reason and the
 * output.
 */
export const buildApp = async ({ force = false } = {}): Promise<'built' | 'fresh'> => {
  const now = fingerprint()
  if (
    !force &&
    existsSync('dist/index.html') &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now
  )
    return 'fresh'
  const output = await runBuild('app', node(tool.vite, 'build', '--logLevel', 'warn'))
  if (output) console.log(output)
  await compress()
  writeFileSync(stamp, now)
  return 'built'
}

/**
 * Time in ms for which the bundled server files of earlier builds are kept, because a running
 * server may still load them.
 */
const keptMs = 7 * 24 * 3600_000
/** Deletes server files of earlier builds that are older than `keptMs`. */
const clean = (builtNames: ReadonlySet<string>): void => {
  for (const name of readdirSync(bundleFolder)) {
    const file = join(bundleFolder, name)
    if (
      !builtNames.has(name) &&
      name.endsWith('.js') &&
      Date.now() - statSync(file).mtimeMs > keptMs
    )
      rmSync(file)
  }
}
/**
 * Packages that the bundles load from node_modules. Bundling would break them, because they contain
 * native code or read files in their own folders.
 */
const external = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'pdfkit']
/**
 * Bundles the server with its processes, threads and migrations into a folder, and also the scripts
 * in `commands`: source files by the names of their bundles. Resolves with the names of the written
 * files.
 */
export const bundleServer = async (
  folder: string,
  commands: Readonly<Record<string, string>> = {},
): Promise<Set<string>> => {
  const { rolldown } = await import('rolldown')
  const parts = [...bundled, ...globSync('db/migrations/*.ts', { cwd: 'server' }).toSorted()]
  const bundle = await rolldown({
    input: {
      ...Object.fromEntries(parts.map((part) => [scriptOf(part), join('server', part)])),
      ...commands,
    },
    platform: 'node',
    external,
    // Omits comments with the paths of modules, which differ from machine to machine.
    experimental: { attachDebugInfo: 'none' },
    onLog: (level, log) => {
      // Hides a harmless warning about modules that are imported both dynamically and statically.
      if (level === 'warn' && log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') console.log(log.message)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name]',
    // Removes unused code, but does not shorten names, because errors and logs show the names.
    minify: 'dce-only',
  })
  await bundle.close()
  return new Set(output.map((file) => file.fileName))
}
const makeServer = async (): Promise<void> => {
  const sign = signSources()
  // Deletes the stamp of the last build first, so that an interrupted build does not count as
  // complete.
  rmSync(bundleStamp, { force: true })
  const builtNames = await bundleServer(bundleFolder)
  writeFileSync(bundleStamp, sign)
  clean(builtNames)
}

const ofServer = '--server'
/**
 * Bundles the server if a source has changed, or always with `force`. The bundler runs in a
 * separate process, because it uses 300 MB of memory. `npm start`, which calls this function, would
 * keep that memory as long as the server runs.
 */
export const buildServer = async ({ force = false } = {}): Promise<void> => {
  if (!force && freshServer()) return
  const output = await runBuild('server', node(import.meta.filename, ofServer))
  if (output) console.log(output)
}

// Runs only when this file is started as a script. `import.meta.main` cannot be used, because npm
// scripts start run.js, which imports this file.
if (process.argv[1] === import.meta.filename)
  await (process.argv.includes(ofServer)
    ? makeServer()
    : Promise.all([buildApp({ force: true }), buildServer({ force: true })]))
