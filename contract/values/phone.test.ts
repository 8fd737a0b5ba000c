import { describe, expect, test } from 'vitest'
import {
  digitsOf,
  isMobile,
  normalizePhone,
  phoneForms,
  phoneText,
} from '#contract/values/phone.ts'
import { everySeed } from '#contract/values/random.ts'

describe('a phone number in E.164 (domain.md 0.2)', () => {
  test.each([
    ['081234567890', '+6281234567890'],
    ['0812-3456-7890', '+6281234567890'],
    ['(0812) 3456 7890', '+6281234567890'],
    ['0812.3456.7890', '+6281234567890'],
    ['0812–3456–7890', '+6281234567890'],
    ['81234567890', '+6281234567890'],
    ['6281234567890', '+6281234567890'],
    ['62081234567890', '+6281234567890'],
    ['+62 812-3456-7890', '+6281234567890'],
    ['+62 (0)812 3456 7890', '+6281234567890'],
    ['0217654321', '+62217654321'],
    ['021/7654321', '+62217654321'],
    ['+65 6123 4567', '+6561234567'],
    ['00 65 6123 4567', '+6561234567'],
    [' +44 20 7946 0000', '+442079460000'],
    ['(+65) 6123 4567', '+6561234567'],
    ['+81 90-1234-5678', '+819012345678'],
    ['', ''],
  ])('%s is %s', (typed, stored) => expect(normalizePhone(typed)).toBe(stored))

  test('stays the same after a second normalisation', () => {
    expect(normalizePhone('+819012345678')).toBe('+819012345678')
    everySeed(300, (r) => {
      const length = r.int(3, 15)
      const digits = Array.from({ length }, () => r.int(0, 9)).join('')
      const stored = normalizePhone(r.pick(['', '+', '0', '00', '62', '(0']) + digits)
      expect(normalizePhone(stored)).toBe(stored)
    })
  })

  test.each(['0812-3456-7890 ext 12', '0812345678x', 'rumah 0812 3456 7890', '0812#12', '+'])(
    'keeps %s unchanged, so that no character is lost silently',
    (typed) => expect(normalizePhone(typed)).toBe(typed),
  )
})

test('finds a number by any notation and by a part of it', () => {
  const stored = digitsOf('+6281234500011')
  for (const typed of ['+62 812-3450-0011', '0812 3450 0011', '62812345', '0812 3450', '3450 0011'])
    expect(
      phoneForms(typed).some((form) => stored.includes(form)),
      typed,
    ).toBe(true)
  expect(phoneForms('Budi 12')).toStrictEqual([])
})

test('accepts mobile and foreign numbers for WhatsApp and rejects Indonesian landlines', () => {
  for (const phone of ['+6281234567890', '+62811234567', '+6561234567'])
    expect(isMobile(phone), phone).toBe(true)
  for (const phone of ['+62217654321', '+6280123456789', '+628123456', '+62812345678901234', ''])
    expect(isMobile(phone), phone).toBe(false)
})

test('shows a number in groups', () => {
  expect(['+6281234567890', '+62217654321', '+6512345678', null].map(phoneText)).toStrictEqual([
    '+62 812-3456-7890',
    '+62 21-7654321',
    '+6512345678',
    '',
  ])
})
