/** A short run of `npm run fuzz -- --schedule` on this engine, without the killing. */
import { expect, test } from 'vitest'
import { playHere } from '../playHere.ts'
import { scheduleScene } from './scene.ts'

const calls = 300

test('twenty people at one schedule leave nobody in two places', async () => {
  const { wrong, problems, done } = await playHere(scheduleScene, { seeds: [13], calls })
  expect(wrong).toEqual([])
  expect(problems).toEqual([])
  // A run that is refused everything shows nothing.
  expect(done).toBeGreaterThan(calls / 10)
}, 60_000)
