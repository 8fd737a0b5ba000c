/**
 * Tests every regular expression of the product with texts that make slow expressions backtrack.
 * The time of a search must grow only linearly with the length of the text.
 */
import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { fewShapes, mega, shapesOf, slowOnes } from '#mocks/api/worst.ts'
import { walk } from '#mocks/walk.ts'

interface Pattern {
  source: string
  flags: string
  file: string
}
const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}'])
  .filter((f) => !/\.(test|type|gen)\./.test(f))
  .toSorted()
const patterns = new Map<string, Pattern>()
/** Files that build regular expressions at run time. The test cannot check these expressions. */
const runtimeFiles: string[] = []
for (const file of files) {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern: source, flags } = node.regex
      if (!patterns.has(`/${source}/${flags}`))
        patterns.set(`/${source}/${flags}`, { source, flags, file })
    },
    NewExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') runtimeFiles.push(file)
    },
    CallExpression: ({ callee }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') runtimeFiles.push(file)
    },
  }).visit(program)
}

/** Number of characters of a short text. */
const short = 10_000
/**
 * Time limit in ms for a search in a short text. A linear search takes a fraction of a millisecond;
 * a quadratic search takes a tenth of a second or more.
 */
const shortMs = 40
/**
 * Time limit in ms for a search in a long text of a million characters. A linear search takes some
 * tens of milliseconds; a quadratic search takes a quarter of an hour.
 */
const longMs = 1500

/**
 * Returns a function that searches a text for all matches of a pattern. A search for only the first
 * match could be fast although the search for the next match is slow.
 */
const everywhere = ({ source, flags }: Pattern) => {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  return (text: string) => void text.replace(pattern, '')
}
const slow = (pattern: Pattern, limitMs?: number): string[] => {
  const findings = slowOnes(everywhere(pattern), shapesOf(pattern.source), short, shortMs, limitMs)
  return findings.length > 0 ? findings : slowOnes(everywhere(pattern), fewShapes, mega, longMs)
}

describe('patterns', () => {
  test('are all found', () => {
    expect(patterns.size).toBeGreaterThan(100)
    // contract/input.walk.test.ts tests the expression that contract/fields.ts builds. The
    // expressions that server/http/routes.ts builds cannot be slow, because they contain only the
    // fixed paths of the API.
    expect(runtimeFiles).toEqual(['contract/fields.ts', 'server/http/routes.ts'])
  })
  test.each(['[\\s\\u200c-\\u200f]+$', '(?:a|a)*$', '(a+)+$', '^\\S+@\\S+\\.\\S+$'])(
    'detects %s as slow',
    (source) => {
      expect(slow({ source, flags: '', file: '' }, 2000)).not.toEqual([])
    },
    120_000,
  )
  walk([...patterns])('are fast on the worst texts', (_, pattern) =>
    expect(slow(pattern), pattern.file).toEqual([]),
  )
})
