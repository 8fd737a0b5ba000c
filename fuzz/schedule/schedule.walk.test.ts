/**
 * Short run of `npm run fuzz -- --schedule` on the engine of the test project, without killing the
 * server.
 */
import { expect, test } from 'vitest'
import { playHere } from '../playHere.ts'
import { scheduleScene } from './scene.ts'

const calls = 300

test('keeps everybody in one place under concurrent calls of twenty people', async () => {
  const { wrong, problems, done } = await playHere(scheduleScene, { seeds: [13], calls })
  expect(wrong).toEqual([])
  expect(problems).toEqual([])
  // A run in which every call is rejected would prove nothing.
  expect(done).toBeGreaterThan(calls / 10)
}, 60_000)
