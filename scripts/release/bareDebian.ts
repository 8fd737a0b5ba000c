/**
 * Makes a root folder that contains only programs and libraries of every Debian, and no Node. A
 * release runs in it as on a fresh machine. Needs Linux and the right to make a mount namespace.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { run } from '../process.ts'

const programs = [
  '/bin/sh',
  '/usr/bin/cat',
  '/usr/bin/dirname',
  '/usr/bin/readlink',
  '/usr/bin/tar',
]
/** Libraries that every Debian has: of libc6, libgcc-s1, libstdc++6 and tar. */
const libraries =
  /^(?:ld-linux-x86-64|libc|libdl|libgcc_s|libm|libpthread|librt|libstdc\+\+|libacl|libselinux|libpcre2-8)\.so/

/** Returns the paths of the shared libraries that a program or library needs. */
const librariesOf = (file: string): string[] =>
  [...execFileSync('ldd', [file], { encoding: 'utf8' }).matchAll(/(\/\S+\.so\S*) \(/g)].map(
    ([, path = '']) => path,
  )

/**
 * Fills the folder `root` with a bare Debian, and copies the release in the folder `release` to the
 * path `target` in it. Throws when the release needs a library that a bare Debian lacks.
 */
export const makeBareRoot = (root: string, release: string, target: string): void => {
  const natives = globSync(['bin/node', 'node_modules/**/*.node'], { cwd: release })
  const files = [...programs, ...natives.map((name) => join(release, name))]
  const needed = new Set(files.flatMap(librariesOf))
  const strange = [...needed].filter((path) => !libraries.test(basename(path)))
  if (strange.length > 0) throw new Error(`Not in a bare Debian: ${strange.join(', ')}`)
  for (const folder of ['proc', 'dev', 'tmp', 'data'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const path of [...programs, ...needed]) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    cpSync(realpathSync(path), join(root, path))
  }
  cpSync(release, join(root, target), { recursive: true })
}

interface Inside {
  /** Folder that is mounted as `/data`, the only writable folder. Without it, all is writable. */
  data?: string
  /** User id and group id of the command, which only root can change. */
  user?: string
}
/** Mounts the system's folders in the root folder `$1`, and runs the command after `--` in it. */
const enter = `set -e
root=$1 data=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
if [ -n "$data" ]; then
  mount --bind "$data" "$root/data"
  mount -o remount,bind,ro "$root"
fi
exec chroot \${user:+--userspec=$user} "$root" "$@"`
const isRoot = process.getuid?.() === 0

/**
 * Returns the command line that runs a command in a root folder. The command replaces the process
 * that is started, so that signals reach the command.
 */
export const inside = (root: string, command: string[], { data = '', user = '' }: Inside = {}) => [
  'unshare',
  ...(isRoot ? ['--mount'] : ['--map-root-user', '--mount']),
  'sh',
  '-c',
  enter,
  'enter',
  root,
  data,
  isRoot ? user : '',
  ...command,
]

/** Whether this machine may make a mount namespace. Some containers forbid it. */
export const canIsolate = async (): Promise<boolean> =>
  process.platform === 'linux' &&
  (await run(inside('/', ['/bin/sh', '-c', ':']), { quiet: true, timeout: 20_000 })).code === 0
