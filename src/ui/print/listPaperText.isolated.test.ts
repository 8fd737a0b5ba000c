import { expect, test } from 'vitest'
import { breakable, columnShares, needsLandscape } from '#src/ui/print/listPaperText.ts'

test.each([
  ['Abraham Marthen', ['Abraham Marthen']],
  ['Krisnamurti-Wicaksonohadi', ['Krisnamurti', '-Wicaksonohadi']],
  [
    'maria.magdalena.sihombing@surel.example',
    ['maria', '.magdalena', '.sihombing', '@surel', '.example'],
  ],
  ['a'.repeat(50), [...Array.from({ length: 4 }, () => 'a'.repeat(12)), 'aa']],
])('breaks %s only where no word is lost', (text, parts) => {
  expect(breakable(text).split('\u200B')).toEqual(parts)
})

test('uses landscape if the usual rows do not fit on one line', () => {
  const rows = (length: number) => Array.from({ length: 20 }, () => 'x'.repeat(length))
  expect(
    needsLandscape([
      ['No.', ...rows(3)],
      ['Nama', ...rows(24)],
    ]),
  ).toBe(false)
  expect(needsLandscape(['A', 'B', 'C', 'D', 'E', 'F'].map((title) => [title, ...rows(24)]))).toBe(
    true,
  )
  // A single text that is longer than all others does not cause landscape.
  expect(needsLandscape([['Nama', ...rows(24), 'x'.repeat(400)]])).toBe(false)
  expect(needsLandscape([])).toBe(false)
})

test('takes no width from other columns for one very long text', () => {
  const names = Array.from({ length: 20 }, () => 'Abraham Marthen')
  const shares = columnShares([
    ['Nama', ...names, ...names, 'x'.repeat(100)],
    ['Wali', ...names, 'y'],
  ])
  expect(shares).toEqual([50, 50])
})
