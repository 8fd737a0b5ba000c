/** Edit distance, and the search for similar words. */
import { describe, expect, test } from 'vitest'
import { edits, similar } from '#server/modules/search/similar.ts'

describe('edits', () => {
  test.each([
    ['wijaya', 'wijaya', 0],
    ['wijya', 'wijaya', 1],
    ['wijaja', 'wijaya', 1],
    ['wijayaa', 'wijaya', 1],
    ['wjiaya', 'wijaya', 1],
    ['iwjaya', 'wijaya', 1],
    ['wijaay', 'wijaya', 1],
    ['ijaya', 'wijaya', 1],
    ['widjaja', 'wijaya', 2],
    ['soekarno', 'sukarno', 2],
    ['simanjutnak', 'simanjuntak', 1],
  ])('returns for %s and %s the distance %i', (typed, word, n) => {
    expect(edits(typed, word, 2).whole).toBe(n)
    expect(edits(word, typed, 2).whole).toBe(n)
  })
  test('returns no distance above the limit', () => {
    expect(edits('wijya', 'wijaya', 0)).toEqual({ whole: Infinity, begin: Infinity })
    expect(edits('budi', 'wijaya', 2)).toEqual({ whole: Infinity, begin: Infinity })
    expect(edits('wijayakusuma', 'wij', 2)).toEqual({ whole: Infinity, begin: Infinity })
  })
  test('measures the beginning of a longer word separately', () => {
    expect(edits('simanjt', 'simanjuntak', 2)).toEqual({ whole: Infinity, begin: 1 })
    expect(edits('wijya', 'wijayakusuma', 1)).toEqual({ whole: Infinity, begin: 1 })
  })
  // Computes the complete matrix of edit distances with the textbook algorithm, without shortcuts.
  const plainly = (a: string, b: string): number[] => {
    const d = Array.from({ length: a.length + 1 }, (_, i) =>
      // The first row and the first column contain distances to the empty word; all other cells
      // start at 0.
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 || j === 0 ? i + j : 0)),
    )
    for (let i = 1; i <= a.length; i++)
      for (let j = 1; j <= b.length; j++) {
        d[i]![j] = Math.min(
          d[i - 1]![j]! + 1,
          d[i]![j - 1]! + 1,
          d[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        )
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          d[i]![j] = Math.min(d[i]![j]!, d[i - 2]![j - 2]! + 1)
      }
    return d[a.length]!
  }
  test('equals the textbook distance for all words of up to five letters out of two', () => {
    const all = (length: number): string[] =>
      length === 0 ? [''] : all(length - 1).flatMap((w) => ['a', 'b'].map((l) => w + l))
    const words = [1, 2, 3, 4, 5].flatMap(all)
    for (const a of words)
      for (const b of words)
        for (const most of [1, 2]) {
          const row = plainly(a, b)
          const [whole, begin] = [row.at(-1)!, Math.min(...row.slice(1))]
          expect(edits(a, b, most), `${a} ${b} ${most}`).toEqual({
            whole: whole <= most ? whole : Infinity,
            begin: begin <= most ? begin : Infinity,
          })
        }
  })
})

describe('similar', () => {
  const words = new Map([
    ['wijaya', 9],
    ['wijayanti', 3],
    ['wijana', 2],
    ['budi', 40],
    ['budiman', 4],
    ['dudi', 1],
    ['an', 5],
  ])
  test('returns only the nearest, whole words before beginnings, most frequent first', () => {
    expect(similar('wijya', words, 4)).toEqual(['wijaya'])
    expect(similar('wijy', words, 4)).toEqual(['wijaya', 'wijayanti', 'wijana'])
    expect(similar('wijaja', words, 4)).toEqual(['wijaya', 'wijana'])
    expect(similar('budo', words, 2)).toEqual(['budi'])
    expect(similar('wijy', words, 2)).toEqual(['wijaya', 'wijayanti'])
  })
  test('returns nothing for words of three letters', () => {
    expect(similar('bud', words, 4)).toEqual([])
    expect(similar('', words, 4)).toEqual([])
  })
})
