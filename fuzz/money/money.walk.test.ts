/** A short run of `npm run fuzz -- --money` on this engine, without the killing. */
import { expect, test } from 'vitest'
import { playHere } from '../playHere.ts'
import { moneyScene } from './scene.ts'

const calls = 200

test('sixteen people at one school’s money leave every sum right', async () => {
  const { wrong, problems, done, names } = await playHere(moneyScene, { seed: 15, calls })
  expect(wrong).toEqual([])
  expect(problems).toEqual([])
  expect(done).toBeGreaterThan(calls / 4)
  expect(new Set(names).size).toBeGreaterThan(8)
}, 120_000)
