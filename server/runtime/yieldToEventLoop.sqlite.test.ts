/**
 * Tests that long work lets other work run: in each turn of the event loop, at most one slice of
 * one long task runs.
 */
import { expect, test } from 'vitest'
import { mapInTurns, yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

/** Blocks the thread for `ms` milliseconds. */
const work = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('takes turns between several callers, one per round of the loop', async () => {
  const turns: string[] = []
  let round = 0
  let going = true
  const count = () => {
    round++
    if (going) setImmediate(count)
  }
  setImmediate(count)
  const job = async (name: string) => {
    for (let i = 0; i < 5; i++) {
      turns.push(`${round} ${name}`)
      await yieldToEventLoop()
    }
  }
  await yieldToEventLoop()
  await Promise.all([job('a'), job('b'), job('c')])
  going = false
  // Skips the first slices of the three jobs, which ran in the same round of the event loop.
  // Afterwards each slice must have run in a round of its own.
  const rounds = turns.slice(3).map((s) => s.split(' ')[0])
  expect(new Set(rounds).size).toBe(rounds.length)
})
test('lets others run during a long map, and returns the mapped list', async () => {
  let tickCount = 0
  const timer = setInterval(() => {
    tickCount++
  }, 1)
  const doubled = await mapInTurns([1, 2, 3, 4, 5, 6, 7, 8], (n, i) => {
    work(4)
    return n * 2 + i
  })
  clearInterval(timer)
  expect(doubled).toEqual([2, 5, 8, 11, 14, 17, 20, 23])
  expect(tickCount).toBeGreaterThan(1)
})
test('rejects the whole when a slice throws', async () => {
  await expect(
    mapInTurns([1], () => {
      throw new Error('salah')
    }),
  ).rejects.toThrow('salah')
})
