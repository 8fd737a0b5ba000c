/**
 * Short run of `npm run fuzz -- --money` on the engine of the test project, without killing the
 * server.
 */
import { expect, test } from 'vitest'
import { playHere } from '../playHere.ts'
import { moneyScene } from './scene.ts'

const calls = 200
const seeds = process.env.ENGINE === 'postgres' ? [1, 2] : [1, 2, 3, 4, 5, 6]
// Further seeds, used only while a required event has not occurred yet. Concurrent calls interleave
// differently in each run, so that a seed does not always lead to the same events.
const more = [11, 12, 13, 14, 15, 16]
const requiredEvents = [
  'tagihan dari jadwal',
  'baris biaya bulanan',
  'promo kembali',
  'pengingat diantrekan',
  'denda gugur',
  'mutasi dibukukan',
  'tagihan pengganti',
]

test('keeps every sum correct under concurrent calls of sixteen people', async () => {
  const { wrong, problems, done, never } = await playHere(moneyScene, {
    seeds,
    more,
    calls,
    wanted: requiredEvents,
  })
  expect(wrong).toEqual([])
  expect(problems).toEqual([])
  expect(never).toEqual([])
  expect(done).toBeGreaterThan((seeds.length * calls) / 2)
}, 300_000)
