import { expect, test } from 'vitest'
import { rowKeys } from '#src/ui/list/rows/rowKeys.ts'

test('keeps the key of a row in place and reuses it for the row that replaces it', () => {
  const keys = rowKeys()
  expect(keys(['1', '2', '3'])).toEqual(['0', '1', '2'])
  // React may call the function twice with the same rows. The second call returns the same keys.
  expect(keys(['1', '2', '3'])).toEqual(['0', '1', '2'])
  expect(keys(['4', '5', '6'])).toEqual(['0', '1', '2'])
  expect(keys(['9', '4', '6', '5'])).toEqual(['3', '0', '2', '1'])
  expect(keys(['7', '5'])).toEqual(['3', '1'])
})
