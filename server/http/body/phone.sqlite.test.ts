import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optional, phoneNumber, shortText } from '#contract/fields.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { makeRandom } from '#contract/values/random.ts'
import { checkPhones, validNumber } from '#server/http/body/phone.ts'

describe('numbers as the library knows them', () => {
  test.each([
    ['0812-3456-7890', '+6281234567890'],
    ['+62 0812 3456 7890', '+6281234567890'],
    ['(021) 765-4321', '+62217654321'],
    ['+65 6123 4567', '+6561234567'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['0361123456', '+62361123456'],
  ])('%s is stored as %s', (typed, stored) =>
    expect(validNumber(normalizePhone(typed))).toBe(stored),
  )
  test.each([
    '12345678',
    '0812',
    '08001234567',
    '+62812',
    '999999999',
    '081234567890123456',
    '+65 1',
    '0800000000',
  ])('%s cannot be', (typed) => expect(validNumber(normalizePhone(typed))).toBeUndefined())
  test('the rule by hand, which forms use, agrees with the library however an Indonesian number is written', () => {
    const r = makeRandom(7)
    for (let i = 0; i < 500; i++) {
      const own = `8${r.int(1, 9)}${String(r.int(10_000_000, 9_999_999_99))}`
      const typed =
        [
          `0${own}`,
          own,
          `62${own}`,
          `+62${own}`,
          `+62 ${own.slice(0, 3)}-${own.slice(3)}`,
          `0${own.slice(0, 3)} ${own.slice(3, 6)}.${own.slice(6)}`,
        ][r.int(0, 5)] ?? ''
      const theirs = parsePhoneNumberFromString(typed, 'ID')
      expect(normalizePhone(typed), typed).toBe(theirs?.number)
    }
  })
})
test('every phone number of a body is checked, in lists too, and named by its place', () => {
  const schema = z.object({
    nama: shortText('Nama'),
    phone: optional(phoneNumber()),
    kontak: z._default(z.array(z.object({ phone: optional(phoneNumber()) })), []),
  })
  const values = z.parse(schema, {
    nama: '12345678',
    phone: '+44 (0)20 7946 0000',
    kontak: [{ phone: null }, { phone: '12345678' }, {}],
  })
  expect(checkPhones(schema, values)).toEqual([
    { field: 'kontak.1.phone', message: 'Nomor telepon tidak valid' },
  ])
  expect([values.phone, values.nama]).toEqual(['+442079460000', '12345678'])
})
