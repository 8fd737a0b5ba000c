import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { optional, phoneNumber, shortText } from '#contract/fields.ts'
import { normalizePhone } from '#contract/values/phone.ts'
import { makeRandom } from '#contract/values/random.ts'
import { checkPhones, validNumber } from '#server/http/body/phone.ts'

describe('numbers known to the library', () => {
  test.each([
    ['0812-3456-7890', '+6281234567890'],
    ['+62 0812 3456 7890', '+6281234567890'],
    ['(021) 765-4321', '+62217654321'],
    ['+65 6123 4567', '+6561234567'],
    ['+44 (0)20 7946 0000', '+442079460000'],
    ['0361123456', '+62361123456'],
  ])('stores %s as %s', (typed, stored) => expect(validNumber(normalizePhone(typed))).toBe(stored))
  test.each([
    '12345678',
    '0812',
    '08001234567',
    '+62812',
    '999999999',
    '081234567890123456',
    '+65 1',
    '0800000000',
  ])('rejects %s', (typed) => expect(validNumber(normalizePhone(typed))).toBeUndefined())
  test('agrees with the forms’ own rule for every way to write an Indonesian number', () => {
    const r = makeRandom(7)
    for (let i = 0; i < 500; i++) {
      const digits = `8${r.int(1, 9)}${String(r.int(10_000_000, 9_999_999_99))}`
      const typed =
        [
          `0${digits}`,
          digits,
          `62${digits}`,
          `+62${digits}`,
          `+62 ${digits.slice(0, 3)}-${digits.slice(3)}`,
          `0${digits.slice(0, 3)} ${digits.slice(3, 6)}.${digits.slice(6)}`,
        ][r.int(0, 5)] ?? ''
      const parsedNumber = parsePhoneNumberFromString(typed, 'ID')
      expect(normalizePhone(typed), typed).toBe(parsedNumber?.number)
    }
  })
})
test('checks every phone number of a body, in lists too, and names its field', () => {
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
