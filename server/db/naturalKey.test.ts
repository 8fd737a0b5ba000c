import { expect, test } from 'vitest'
import { naturalKey } from '#server/db/naturalKey.ts'

const expectInOrder = (...texts: string[]) => {
  const keys = texts.map(naturalKey)
  expect(keys.toSorted()).toEqual(keys)
  expect(new Set(keys).size).toBe(keys.length)
}

test('sorts numbers by value at any position and with any padding', () => {
  expectInOrder('INV/2026/11/9998', 'INV/2026/11/9999', 'INV/2026/11/10000', 'INV/2026/11/100000')
  expectInOrder('INV/2025/12/10000', 'INV/2026/01/0001')
  expectInOrder('9/KW/XI/2026', '10/KW/XI/2026', '100/KW/XI/2026')
  expectInOrder('A/99/2026', 'A/100/2026')
  expectInOrder('N0', 'N1', 'N2', 'N10', 'N9999999999', 'N10000000000')
})
test('returns one key with and without leading zeros, in any case', () => {
  expect(naturalKey('INV/2026/11/007')).toBe(naturalKey('inv/2026/11/7'))
  expect(naturalKey('INV/0')).toBe(naturalKey('INV/000'))
})
