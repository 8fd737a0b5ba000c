import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { WaTemplate, waLink, waTexts } from '#contract/sales/rules/waText.ts'
import {
  ConfirmTemplate,
  confirmTexts,
  MailTemplate,
  mailTexts,
  paragraphsOf,
} from '#contract/settings/mailText.ts'
import { settings, settingKeysOf } from '#contract/settings/settings.ts'

const kinds = [
  ['sales', 'wa_', WaTemplate, waTexts],
  ['surat', 'mail_pendaftar_', MailTemplate, mailTexts],
  ['surat', 'mail_konfirmasi_', ConfirmTemplate, confirmTexts],
] as const
test.each(kinds)(
  'fills every template of %s, which contains only known placeholders',
  (group, prefix, templates, texts) => {
    const keys = templates.options.map((o) => o.value)
    expect(settingKeysOf(group).filter((key) => key.startsWith(prefix))).toEqual(keys)
    for (const key of keys) {
      const { awal, schema } = settings[key]
      expect(texts.check(awal), key).toEqual([])
      expect(texts.preview(awal), key).not.toMatch(/[{}]/)
      expect(z.safeParse(schema, 'Halo {nmaa}').success, key).toBe(false)
    }
  },
)
test('fills each placeholder with its own value', () => {
  for (const texts of [waTexts, mailTexts, confirmTexts])
    for (const name of texts.placeholders) {
      const value: string | undefined = new Map(Object.entries(texts.sample)).get(name)
      expect(texts.preview(`a {${name}} b {${name}}`)).toBe(`a ${value} b ${value}`)
    }
})
test('offers no name in a mail, whose address may belong to another person', () => {
  expect(mailTexts.placeholders).toEqual(['sekolah', 'aplikasi'])
})
test('separates paragraphs at empty lines', () => {
  expect(paragraphsOf('Satu\nbaris\n\n  Dua \n \n\n')).toEqual(['Satu\nbaris', 'Dua'])
})
test.each([
  ['Halo {nama}', 0],
  ['Halo {nmaa}', 1],
  ['Halo {nama', 1],
  ['Halo nama}', 1],
  ['Halo {}', 1],
  ['Halo {constructor}', 1],
  ['Halo', 0],
])('%s has %i faults', (text, faults) => {
  expect(waTexts.check(text)).toHaveLength(faults)
})
test('fills in a value that looks like a template as plain text', () => {
  expect(waTexts.fill('{nama}', { ...waTexts.sample, nama: '{sales} $& $1' })).toBe('{sales} $& $1')
})
test('builds a link with the digits of the number and an encoded text', () => {
  expect(waLink('+6281234567890', 'Halo & salam\nsaya #1')).toBe(
    'https://wa.me/6281234567890?text=Halo%20%26%20salam%0Asaya%20%231',
  )
})
