/**
 * Tests that users can enter and read every input field of a resource: the source of a form and of
 * a screen of the resource must name the field. The compiler cannot check this, because forms are
 * written field by field.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'

/** Resources without their own form, each with the form that writes the rows or a description. */
const withoutForm: Readonly<Record<string, string>> = {
  'course-level': 'levels of the form of its course category',
  access: 'read-only list of permissions',
  'saved-view': 'stores the search and columns of a list',
}
/** Fields without an input in a form, because the page determines their value. */
const fromPage = ['kursus-harga.kursus_id']
/** Fields whose names need not occur on a screen of the resource. */
const readElsewhere = [
  // Shown on bills, on their PDFs and in the portal of the payer.
  'bank.gedung',
  'bank.tampil_di_tagihan',
  'bank.gambar',
  // Screens show the lead and the course, which the API returns as expanded rows.
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
/** Returns the input fields for which `mention` matches no text from `textsOf`. */
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
