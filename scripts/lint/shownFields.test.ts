/**
 * Tests that users can enter and read every input field of a resource: a form and a screen near it
 * name the field. The compiler checks neither, because forms are written field by field.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'

/** Resources without a form of their own, each with the place where their rows are written. */
const withoutForm: Readonly<Record<string, string>> = {
  'course-level': 'levels of the form of its course category',
  access: 'read-only list of permissions',
  'saved-view': 'stores the search and columns of a list',
}
/** Fields that no input sets, because the page determines their value. */
const fromPage = ['kursus-harga.kursus_id']
/** Fields that are not read by name on a screen near the form. */
const readElsewhere = [
  // Read on bills, on their PDFs and in the portal of the payer.
  'bank.gedung',
  'bank.tampil_di_tagihan',
  'bank.gambar',
  // Shown as the expanded lead and course.
  'pengeluaran-sales.lead_id',
  'tarif-honor.kursus_id',
]

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Returns the texts of the files that use the hooks of a resource or lie in its route's folder. */
const textsOf = (name: string): string[] => {
  const declaration = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const hooks = sources.find(({ text }) => text.includes(`createHooks(${declaration}`))?.file
  return sources
    .filter(
      ({ file, text }) =>
        (hooks && text.includes(`#${hooks}`)) || file.startsWith(`src/routes/_app/${name}/`),
    )
    .map(({ text }) => text)
}
/** Returns the input fields that no file near the resource mentions in this way. */
const missing = (mention: (field: string) => RegExp): string[] =>
  Object.values(resources)
    .filter(({ name }) => !(name in withoutForm))
    .flatMap(({ name, fields }) => {
      const texts = textsOf(name)
      return Object.keys(fields)
        .filter((field) => !texts.some((text) => mention(field).test(text)))
        .map((field) => `${name}.${field}`)
    })

test('offers every input field of a resource in a form', () => {
  const unnamed = missing((field) => new RegExp(`name="${field}"|'${field}'`))
  expect(unnamed.filter((field) => !fromPage.includes(field))).toEqual([])
})

test('shows every input field of a resource on a screen', () => {
  const unread = missing((field) => new RegExp(`\\.${field}\\b|'${field}'|\\b${field}( }|[,:])`))
  expect(unread.filter((field) => !readElsewhere.includes(field))).toEqual([])
})
