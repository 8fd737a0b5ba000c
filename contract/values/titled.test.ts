import { expect, test } from 'vitest'
import { titled } from '#contract/values/titled.ts'

test('a name stands behind its kind, unless it says that itself', () => {
  expect(titled('Ruang', 'Studio 1')).toBe('Ruang Studio 1')
  expect(titled('Ruang', 'Ruang Piano')).toBe('Ruang Piano')
  expect(titled('promo', 'Promo Kakak Adik')).toBe('Promo Kakak Adik')
  expect(titled('Promo', 'Promosi Awal Tahun')).toBe('Promo Promosi Awal Tahun')
})
