import { describe, expect, test } from 'vitest'
import { isMobile, normalizePhone } from '#contract/values/phone.ts'

describe('a phone number to digits with country code (domain.md 0.2)', () => {
  test.each([
    ['081234567890', '6281234567890'],
    ['0812-3456-7890', '6281234567890'],
    ['(0812) 3456 7890', '6281234567890'],
    ['81234567890', '6281234567890'],
    ['6281234567890', '6281234567890'],
    ['62081234567890', '6281234567890'],
    ['+62 812-3456-7890', '6281234567890'],
    ['+62 (0)812 3456 7890', '6281234567890'],
    ['0217654321', '62217654321'],
    ['+65 6123 4567', '6561234567'],
    [' +44 20 7946 0000', '442079460000'],
    ['(+65) 6123 4567', '6561234567'],
    ['', ''],
  ])('%s is %s', (typed, stored) => expect(normalizePhone(typed)).toBe(stored))
  test('is the same when it is done twice', () => {
    for (const typed of ['0812 3456 7890', '+65 6123 4567', '021-7654321'])
      expect(normalizePhone(normalizePhone(typed))).toBe(normalizePhone(typed))
  })
})
test('WhatsApp reaches mobile numbers, and any number from abroad, but no landline of Indonesia', () => {
  for (const digits of ['6281234567890', '62811234567', '6561234567'])
    expect(isMobile(digits), digits).toBe(true)
  for (const digits of ['62217654321', '6280123456789', '628123456', '62812345678901234', ''])
    expect(isMobile(digits), digits).toBe(false)
})
