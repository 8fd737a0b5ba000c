/**
 * `npm run texts`: prints every text of the app and the API once, sorted, with the place of its
 * first use, so that a person can read all texts of the product at once. `npm run texts -- belum`
 * prints only the texts that contain `belum`.
 */
import { globSync, readFileSync } from 'node:fs'
import { textsOf } from './textsOf.ts'

const files = globSync(['src/**/*.{ts,tsx}', 'contract/**/*.ts', 'server/**/*.ts']).filter(
  (file) => !/\.test\.|\.gen\.|^server\/(?:db|seed|test)\//.test(file),
)
const places = new Map<string, string[]>()
for (const file of files.toSorted())
  for (const { text, line } of textsOf(
    readFileSync(file, 'utf8'),
    file.endsWith('x') ? 'tsx' : 'ts',
  ))
    places.set(text, [...(places.get(text) ?? []), `${file}:${line}`])

const word = process.argv[2]?.toLowerCase() ?? ''
for (const [text, [first, ...more]] of [...places].toSorted(([a], [b]) => a.localeCompare(b, 'id')))
  if (text.toLowerCase().includes(word))
    console.log(`${text}\t${first}${more.length > 0 ? ` (+${more.length})` : ''}`)
