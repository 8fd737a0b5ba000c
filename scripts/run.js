/**
 * Runs one of our scripts (`node scripts/run.js scripts/start.ts …`). If dependencies are missing
 * or Node is too old, prints an explanation instead. This file is plain JavaScript that every Node
 * version can run. The other scripts are TypeScript: an old Node would fail on them with an
 * incomprehensible error.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const needed = [22, 22, 2]
const have = process.versions.node.split('.').map(Number)
const [major, minor, patch] = needed.map((n, i) => have[i] - n)
const refuse = (text) => {
  console.error(text)
  process.exit(1)
}

if (!existsSync('node_modules/.package-lock.json'))
  refuse('Dependencies are not installed. Run first: npm ci')
if (major < 0 || (major === 0 && (minor < 0 || (minor === 0 && patch < 0)))) {
  refuse(`Nada needs Node ${needed.join('.')} or newer; this is ${process.versions.node}.
On Linux x64 \`npm ci\` brings its own Node (unless it ran with --omit=optional); on ${process.platform} ${process.arch} install one from https://nodejs.org and run the command again.`)
}
const [script] = process.argv.splice(1, 2, resolve(process.argv[2])).slice(1)
await import(pathToFileURL(resolve(script)).href)
