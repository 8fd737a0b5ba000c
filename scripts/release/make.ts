/** Makes a release: a folder with everything that runs, and a file that contains the folder. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { fillRelease, productVersion } from './contents.ts'

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).trim()

/** Maximum size of a release file in bytes. */
export const maxBytes = 80_000_000
/** Compression level: a higher level takes minutes and saves less than a tenth. */
const usualLevel = 12

/**
 * Packs a folder into a file. Order, owner, permissions and times of the files do not depend on
 * this machine. `time` is the time of all files, in seconds since 1970.
 */
export const pack = (folder: string, file: string, time: string, level = usualLevel): void => {
  const tar = execFileSync(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${time}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u+rwX,go=rX',
      `--directory=${dirname(folder)}`,
      basename(folder),
    ],
    { maxBuffer: 1024 ** 3 },
  )
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_checksumFlag]: 1,
  }
  // Compresses the whole content at once, because the bytes of a compressed stream depend on the
  // sizes of its pieces, which differ from run to run.
  writeFileSync(file, zstdCompressSync(tar, { params }))
}
/**
 * Returns the version of the working folder: the version in package.json and the commit, with
 * `-dirty` if files differ from the commit.
 */
const workingVersion = (): string => {
  const dirty = git('status', '--porcelain') ? '-dirty' : ''
  return `${productVersion()}-${git('rev-parse', '--short=10', 'HEAD')}${dirty}`
}

/**
 * Makes the folder `nada-<version>-linux-x64` in the folder `home`, and packs it into a file beside
 * it, with a file that contains its hash. The app must be built in `dist`. Resolves with the paths,
 * and the size of the file in bytes and its SHA-256 hash. A commit always gives the same bytes.
 */
export const makeRelease = async (home: string, version = workingVersion()) => {
  const folder = join(home, `nada-${version}-linux-x64`)
  const file = `${folder}.tar.zst`
  rmSync(folder, { recursive: true, force: true })
  await fillRelease(folder, version)
  pack(folder, file, git('log', '-1', '--format=%ct'))
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex')
  writeFileSync(`${file}.sha256`, `${hash}  ${basename(file)}\n`)
  return { folder, file, hash, size: statSync(file).size }
}
