import { expect, test } from 'vitest'
import { groupNames, shortName } from './names.ts'

test('shortens a name to its first word and the initial of the last one', () => {
  expect(shortName('Ratih Ayu Maharani')).toBe('Ratih M.')
  expect(shortName(' Ratih ')).toBe('Ratih')
})

test('names at most three of a group and counts the others, also those without a name', () => {
  expect(groupNames(['Ani A', 'Budi B'], 2)).toBe('Ani, Budi')
  expect(groupNames(['Ani A', 'Budi B', 'Caca C', 'Dedi D'], 5)).toBe('Ani, Budi, Caca +2')
  expect(groupNames([], 4)).toBe('')
})
