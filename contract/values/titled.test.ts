import { expect, test } from 'vitest'
import { titled } from '#contract/values/titled.ts'

test('puts the kind before a name unless the name already starts with it', () => {
  expect(titled('Ruang', 'Studio 1')).toBe('Ruang Studio 1')
  expect(titled('Ruang', 'Ruang Piano')).toBe('Ruang Piano')
  expect(titled('promo', 'Promo Kakak Adik')).toBe('Promo Kakak Adik')
  expect(titled('Promo', 'Promosi Awal Tahun')).toBe('Promo Promosi Awal Tahun')
})
