import { expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import { accessGroups, codesOf, summaryOf } from '#contract/access/groups/accessGroups.ts'

const abilities = accessGroups.flatMap((group) => group.abilities)
const groupOf = (label: string) => accessGroups.find((g) => g.label === label)!

test('has every access code in exactly one ability, with a sentence of its own', () => {
  expect(abilities.flatMap(codesOf).toSorted()).toEqual(
    accessCodes.map(({ kode }) => kode).toSorted(),
  )
  const names = accessCodes.map(({ nama }) => nama)
  for (const { kode, nama } of accessCodes) expect(nama, kode).toMatch(/^Me[a-z]+ [^/]+$/)
  expect(names.filter((nama, i) => names.indexOf(nama) !== i)).toEqual([])
})

test('names groups and the abilities of a group once, with verbs', () => {
  const labels = accessGroups.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  for (const { label, abilities: parts } of accessGroups) {
    const phrases = parts.map(({ phrase }) => phrase)
    expect(new Set(phrases).size, label).toBe(phrases.length)
    for (const phrase of phrases) expect(phrase, label).toMatch(/^me[a-z]+\b/)
  }
})

test('summarizes the codes of a role in a group', () => {
  const kas = groupOf('Kas')
  const closing = ['tutup-kas/index', 'tutup-kas/view', 'tutup-kas/create']
  const all = [...closing, 'tutup-kas/ekspor', 'tutup-kas/buka']
  expect(summaryOf(kas, new Set(closing))).toBe(
    'Boleh melihat tutup kas dan menutup kas, tidak boleh membuka kembali kas atau mengekspor tutup kas',
  )
  expect(summaryOf(kas, new Set(all))).toBe('Boleh semuanya')
  expect(summaryOf(kas, new Set(['billing/index']))).toBe('Tidak boleh apa-apa')
  expect(summaryOf(kas, new Set(all.slice(1)))).toBe(
    'Boleh semuanya, kecuali sebagian dari melihat tutup kas',
  )
  const tagihan = groupOf('Tagihan')
  expect(summaryOf(tagihan, new Set(['billing/share', 'billing/generate', 'billing/view']))).toBe(
    'Hanya boleh sebagian dari melihat dan mencetak tagihan, membagikan tagihan, serta membuat tagihan bulanan',
  )
})
