/**
 * Tests that the program uses every input field of a resource. The name of the field must occur
 * outside the declaration, form, list and page of the resource, unless the list `texts` contains
 * the name. Also tests that every setting is read.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resources } from '#contract/registry.ts'
import { settings } from '#contract/settings/settings.ts'

/** Names of fields that are only shown to users, so that no code needs to read them. */
const texts = ['alasan_biaya', 'fasilitas']

const sources = globSync(['contract/**/*.ts', 'server/**/*.ts', 'src/**/*.{ts,tsx}'])
  .filter((file) => !/\.test\.|\/migrations\/|\/seed\/|\/(\w*T|t)ables\.ts$|eraseTraces/.test(file))
  .map((file) => ({ file, words: new Set(readFileSync(file, 'utf8').match(/\w+/g)) }))
/** Matches files that only declare the fields of a resource, or show them in a form or page. */
const ownFile = /^contract\/(?!.*\/rules\/)[^/]+\/\w+\.ts$|-form\.tsx$|\/(index|view)\.tsx$/

test('uses every field of a resource in a rule, except texts for people', () => {
  const unused = Object.values(resources).flatMap(({ name, fields }) =>
    Object.keys(fields)
      .filter((field) => !texts.includes(field))
      .filter(
        (field) => !sources.some(({ file, words }) => words.has(field) && !ownFile.test(file)),
      )
      .map((field) => `${name}.${field}`),
  )
  expect(unused).toEqual([])
})

test('reads every setting', () => {
  const declared = 'contract/settings/settings.ts'
  const unread = Object.keys(settings).filter(
    (key) => !sources.some(({ file, words }) => words.has(key) && file !== declared),
  )
  expect(unread).toEqual([])
})
