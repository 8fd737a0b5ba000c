/**
 * Tests that users can enter and read every input field of a resource: a form of the resource must
 * name the field in its source, and so must a screen of the resource. The compiler cannot check
 * this, because forms are written field by field.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'

/**
 * Resources without a form of their own, by name. The text says which other form writes the rows of
 * the resource, or what the resource is.
 */
const withoutForm: Readonly<Record<string, string>> = {
  'course-level': 'levels of the form of its course category',
  access: 'read-only list of permissions',
  'saved-view': 'stores the search and columns of a list',
}
/** Fields without an input in a form, because the page determines their value. */
const fromPage = [
  'kursus-harga.kursus_id',
  // The form of an enrolment puts its student on the waiting list of its class.
  'daftar-tunggu.peserta_id',
  'daftar-tunggu.kursus_pelatih_id',
]
/**
 * Fields that the screens of the resource need not name in their source, because users read the
 * fields elsewhere or under another name.
 */
const readElsewhere = [
  // Bills, their PDFs and the portal of the payer show these fields.
  'bank.gedung',
  'bank.tampil_di_tagihan',
  'bank.gambar',
  // Screens of these resources show the lead or the course from the expanded row in the API
  // response. They do not use the field that holds the id of the lead or course.
  'pengeluaran-sales.lead_id',
  'tarif-honor.kursus_id',
]

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/**
 * Returns the source texts that belong to a resource: files that use the hooks of the resource, and
 * files in the folder of its route.
 */
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
/**
 * Returns the input fields that no source text of their resource mentions. `mention` makes the
 * pattern that matches a mention of a field.
 */
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
