import { expect, test } from 'vitest'
import { rowKeys } from '#src/ui/list/rows/rowKeys.ts'

test('a row keeps its key where it stays, and gives it on where it goes', () => {
  const keys = rowKeys()
  expect(keys(['1', '2', '3'])).toEqual(['0', '1', '2'])
  // Calling it twice with the same rows, as React may, returns the same keys.
  expect(keys(['1', '2', '3'])).toEqual(['0', '1', '2'])
  expect(keys(['4', '5', '6'])).toEqual(['0', '1', '2'])
  expect(keys(['9', '4', '6', '5'])).toEqual(['3', '0', '2', '1'])
  expect(keys(['7', '5'])).toEqual(['3', '1'])
})
