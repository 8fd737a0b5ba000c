/** Pattern of separators between the digits of a typed phone number. */
const between = /[\s().\-\u2010-\u2015/]/g

/**
 * Normalizes a phone number to the international form E.164, `+6281234567890` (domain.md 0.2). A
 * leading `+` or `00` marks a country code. `0812…`, `812…` and `62812…` are Indonesian numbers.
 * The zero in `+62 0812…` is removed. If the text contains other characters than digits and
 * separators, returns the trimmed text, which the validation of the field then rejects. Uses no
 * library, to keep the app small. The server also validates numbers with libphonenumber-js
 * (server/http/body/phone.ts).
 */
export const normalizePhone = (input: string): string => {
  const bare = input.trim().replace(between, '')
  if (!/^\+?\d+$/.test(bare)) return input.trim()
  const digits = bare.replace(/^\+/, '').replace(/^620+/, '62')
  if (bare.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return normalizePhone(`+${digits.slice(2)}`)
  if (digits.startsWith('0')) return `+62${digits.slice(1)}`
  return digits.startsWith('8') ? `+62${digits}` : `+${digits}`
}
/** Returns the digits of a number in E.164, for WhatsApp links and searches. */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, '')

/**
 * Converts a typed phone number, or at least four digits of one, to texts to search for in the
 * stored phone numbers: the digits as typed, and the digits with the country code. Returns an empty
 * list for any other text.
 */
export const phoneForms = (text: string): string[] => {
  const bare = text.trim().replace(between, '')
  if (!/^\+?\d{4,}$/.test(bare)) return []
  // Omits texts with fewer than four digits, because they would match nearly every number.
  const forms = [digitsOf(bare), digitsOf(normalizePhone(bare))].filter((form) => form.length >= 4)
  return [...new Set(forms)]
}

/**
 * Whether a number in E.164 can have WhatsApp: an Indonesian mobile number, or any foreign number.
 */
export const isMobile = (phone: string): boolean =>
  phone.startsWith('+62') ? /^\+628[1-9]\d{7,10}$/.test(phone) : phone.startsWith('+')

/**
 * Groups the digits after the country code 62: `812-3456-7890` for a mobile number, `21-7654321`
 * for a landline.
 */
const groupDigits = (national: string) =>
  national
    .replace(/^(8\d\d)(\d{3,4})(\d+)$/, '$1-$2-$3')
    .replace(/^(2[124]|31|61|\d{3})(\d{4,})$/, '$1-$2')
/**
 * Formats an E.164 number for display: `+62 812-3456-7890` for a mobile number, `+62 21-7654321`
 * for a landline. Returns a foreign number unchanged, and an empty text without a number.
 */
export const phoneText = (value: string | null | undefined): string => {
  if (!value) return ''
  return value.startsWith('+62') ? `+62 ${groupDigits(value.slice(3))}` : value
}
