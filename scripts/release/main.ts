/**
 * `npm run release`: builds the app and the server, and packs them with Node into
 * `release/nada-<version>-linux-x64.tar.zst`, which runs on Debian without Node or npm. The
 * unpacked folder stays beside the file.
 */
import { buildApp } from '../build.ts'
import { makeRelease, maxBytes } from './make.ts'

await buildApp()
const { file, hash, size } = await makeRelease('release')
console.log(`${file}: ${(size / 1e6).toFixed(1)} MB, sha256 ${hash}`)
if (size > maxBytes) {
  console.error(`A release is at most ${maxBytes / 1e6} MB.`)
  process.exit(1)
}
