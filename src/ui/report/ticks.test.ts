import { expect, test } from 'vitest'
import { makeRandom } from '#contract/values/random.ts'
import { roundTicks } from '#src/ui/report/ticks.ts'

test('puts ticks at round numbers that include all values', () => {
  expect(roundTicks([38_000_000, 12_400_000], false)).toEqual([0, 1, 2, 3, 4].map((n) => n * 1e7))
  expect(roundTicks([53, 0, 2], true)).toEqual([0, 20, 40, 60])
  expect(roundTicks([3], true)).toEqual([0, 1, 2, 3])
  expect(roundTicks([1], true)).toEqual([0, 1])
  expect(roundTicks([-4_000_000, 11_000_000], false)).toEqual([-5e6, 0, 5e6, 10e6, 15e6])
  expect(roundTicks([0, 0], false)).toEqual([0, 1])
})

test('has at most five steps of 1, 2 or 5 times a power of ten', () => {
  const random = makeRandom(3)
  for (let n = 0; n < 2000; n++) {
    const values = [
      random.int(-(10 ** random.int(0, 9)), 10 ** random.int(0, 9)),
      random.int(0, 50),
    ]
    const ticks = roundTicks(values, true)
    const step = ticks[1]! - ticks[0]!
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(String(step)).toMatch(/^[125]0*$/)
    expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values))
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values))
  }
})
