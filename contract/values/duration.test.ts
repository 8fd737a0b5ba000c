import { expect, test } from 'vitest'
import { durationText } from '#contract/values/duration.ts'

test.each([
  [-5, '1 detik'],
  [0.2, '1 detik'],
  [59, '59 detik'],
  [60, '1 menit'],
  [61, '2 menit'],
  [900, '15 menit'],
  [3600, '60 menit'],
  [3601, '2 jam'],
  [86_400, '24 jam'],
])('%d seconds are %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words)
})
