/** Tests that files and decisions named in documents and comments exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { walk } from '#mocks/walk.ts'

const papers = globSync(['README.md', 'docs/**/*.md'])
/**
 * Returns the paths that a document names: paths from the root in backticks, such as
 * `server/modules/`, and the targets of relative links. A file name that follows a path and a comma
 * means a file in the same folder: after `server/db/engine.ts` the name `json.ts` means
 * `server/db/json.ts`.
 */
const pathsOf = (paper: string): string[] => {
  const text = readFileSync(paper, 'utf8')
  const rooted = [
    ...text.matchAll(/`((?:contract|server|src|mocks|e2e|bench|fuzz|scripts)\/[\w/$.-]*)`/g),
  ].map((match) => match[1] ?? '')
  const beside = [
    ...text.matchAll(/`((?:contract|server|src)\/[\w/-]+\/)[\w.]+`, `(\w+\.ts)`/g),
  ].map((match) => `${match[1]}${match[2]}`)
  const linked = [...text.matchAll(/\]\(([\w./-]+\.(?:md|png))\)/g)].map((match) =>
    join(dirname(paper), match[1] ?? ''),
  )
  return [...rooted, ...beside, ...linked]
}

walk(papers)('finds every path that a document names', (paper) => {
  expect(pathsOf(paper).filter((path) => !existsSync(path))).toEqual([])
})

test('describes every setting of the server', () => {
  const config = readFileSync('server/runtime/config.ts', 'utf8')
  const names = [...config.matchAll(/(?:env\.|\(')([A-Z_]+)\b/g)].map((match) => match[1] ?? '')
  const readme = readFileSync('README.md', 'utf8')
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('lists every decision in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const decisions = globSync('docs/decisions/0*.md').map((path) => path.replace(/.*[\\/]/, ''))
  expect(decisions.filter((name) => !index.includes(`(${name})`))).toEqual([])
})

test('finds every decision that is cited', () => {
  const knownNumbers = new Set(
    globSync('docs/decisions/0*.md').map((path) => /(\d{4})/.exec(path)?.[1]),
  )
  const files = globSync([
    'README.md',
    'docs/**/*.md',
    '{contract,server,src,mocks,e2e}/**/*.{ts,tsx}',
  ])
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/[Dd]ecisions? (\d{4})|\((0[01]\d{2}|02[0-4]\d)\)/g)]
      .map((match) => match[1] ?? match[2])
      .filter((number) => !knownNumbers.has(number))
      .map((number) => `${file}: ${number}`),
  )
  expect(missing).toEqual([])
})

test('finds every file that a comment or a document names', () => {
  const files = globSync([
    '*.{ts,jsonc,html,md}',
    'docs/**/*.md',
    'public/*.js',
    '{contract,server,src,mocks,e2e,bench,fuzz,scripts}/**/*.{ts,tsx,css,js}',
  ])
  const names = new Set(files.map((file) => basename(file)))
  const isThere = (path: string) =>
    path.includes('/')
      ? files.some((file) => `/${file}`.endsWith(`/${path.replace(/^(?:\.+\/)+/, '')}`))
      : names.has(path)
  const named = /(?<![\w/.*}-])((?:[\w.-]+\/)*\w[\w-]*(?:\.\w+)*\.(?:tsx?|css|md))\b/g
  const missing = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => file.endsWith('.md') || /^\s*(?:\*|\/\/|\/\*)/.test(line))
      .flatMap((line) => [...line.matchAll(named)].map((match) => match[1] ?? ''))
      .filter((path) => !isThere(path))
      .map((path) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})
