import { describe, expect, test } from 'vitest'
import {
  firstSound,
  firstSpellings,
  isSimilarName,
  samenessOf,
  soundKey,
} from '#contract/sales/rules/similar.ts'

/** Pairs of names; `alike` is true when both names likely belong to one person. */
const names: readonly (readonly [a: string, b: string, alike: boolean])[] = [
  ['Budi Santoso', 'Budi Santoso', true],
  ['Budi Santoso', 'budi  santoso', true],
  ['BUDI SANTOSO', 'Budi Santosa', true],
  ['Budi S.', 'Budi Santoso', true],
  ['Budi S', 'Budi Agus Santoso', true],
  ['Budi Santoso', 'Budi Agus Santoso', true],
  ['Budi Santoso', 'Boedi Santoso', true],
  ['Bpk. Budi Santoso', 'Budi Santoso', true],
  ['Pak Budi Santoso', 'Bapak Budi S', true],
  ['Budi Santoso, S.E.', 'Budi Santoso', true],
  ['Budi Santoso (ayah Dina)', 'Budi Santoso', true],
  ['Pak Budi', 'Budi', true],
  ['Ibu Rina Wijaya', 'Rina Widjaja', true],
  ['Rina Wijaya', 'Rina Widjaya', true],
  ['Muhammad Rizki', 'M. Rizky', true],
  ['Moh. Rizki Pratama', 'Muhammad Rizki', true],
  ['Mochamad Fauzi', 'Muh Fauzi', true],
  ['Annisa Putri', 'Anisa Putri', true],
  ['Aisyah Zahra', 'Aisyah Zahrah', true],
  ['Fathimah Nur', 'Fatimah Nur', true],
  ['Yusuf Kalla', 'Joesoef Kalla', false],
  ['Vincent Tan', 'Fincent Tan', true],
  ['Dewi-Lestari', 'Dewi Lestari', true],
  ['José Andreas', 'Jose Andreas', true],
  ['Budi', 'Budi Santoso', false],
  ['Budi Santoso', 'Santoso Budi', false],
  ['Budi Santoso', 'Budi Hartono', false],
  ['Budi S.', 'Budi Hartono', false],
  ['Rina Wijaya', 'Rini Wijaya', false],
  ['Adi Putra', 'Ade Putra', false],
  ['Dina', 'Dini', false],
  ['Muhammad Rizki', 'Muhammad Fauzi', false],
  ['Ani', 'Ani', true],
  ['', '', false],
]
test.each(names)('%s and %s: %s', (a, b, alike) => {
  expect(isSimilarName(a, b)).toBe(alike)
  expect(isSimilarName(b, a)).toBe(alike)
})

/**
 * Person with whom each row of the test is compared. A row holds a phone, an email, and the kind of
 * data that the person and the row are expected to have in common.
 */
const budi = { nama: 'Budi Santoso', phones: ['+6281234567890'], email: 'budi@contoh.id' }
test.each([
  ['0812-3456-7890', null, 'phone'],
  ['0812 3456 7890', null, 'phone'],
  ['+62 812 3456 7890', null, 'phone'],
  ['+62 (0)812 3456 7890', null, 'phone'],
  ['62812.3456.7890', null, 'phone'],
  ['(0812) 34567890', null, 'phone'],
  ['81234567890', null, 'phone'],
  ['0812 3456 7891', null, ''],
  ['+65 8123 4567', null, ''],
  ['', null, ''],
  [null, 'BUDI@Contoh.id', 'email'],
  [null, ' budi@contoh.id ', 'email'],
  [null, 'budi@contoh.co.id', ''],
  [null, '', ''],
  ['081234567890', 'budi@contoh.id', 'phone email'],
])('phone %s, mail %s: %s', (phone, email, sameness) => {
  expect(samenessOf({ nama: 'Rina', phones: [phone], email }, budi).join(' ')).toBe(sameness)
})
test('matches any phone number of a family', () => {
  const child = { nama: 'Dina', phones: [null, '0811111111', '081234567890'] }
  expect(samenessOf(child, budi)).toEqual(['phone'])
})

describe('the index of similar names', () => {
  const alike = names.filter(([, , is]) => is)
  test.each(alike)('finds %s and %s by their sound', (a, b) => {
    const [first, key] = [firstSound(a), soundKey(b)]
    expect(key === first || key.startsWith(`${first} `)).toBe(true)
  })
  // Pairs without titles. The search with `firstSpellings` compares the beginning of stored names,
  // so this search cannot find a name that is stored with a title.
  const plain = alike.filter(([a, b]) => ![a, b].some((n) => /^(pak|bpk|bapak|ibu)\b/i.test(n)))
  test.each(plain)('finds %s and %s by their spelling', (a, b) => {
    const first = b.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/[\s-]/)[0]
    expect(firstSpellings(a)).toContain(first)
  })
})
