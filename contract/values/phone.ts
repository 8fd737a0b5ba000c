/** Marks that people put between the digits of a number. */
const between = /[\s().\-\u2010-\u2015/]/g

/**
 * Phone number in E.164, `+6281234567890` (domain.md 0.2): a leading `+` or `00` keeps its
 * country's code; `0812…` and `812…` are numbers of Indonesia, `62812…` is one with its code, and
 * `+62 0812…` loses its trunk zero. Text with anything but digits and marks between them comes back
 * as it is, for the rule of the field to refuse. A number in E.164 comes back unchanged, so a
 * stored one is never read anew. By hand, so that a form needs no library; the server asks
 * libphonenumber-js whether such a number can be (server/http/phone.ts).
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
/** Digits of a number in E.164, as links to WhatsApp and searches want it. */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, '')

/**
 * Digits that a text which looks like a phone number, or a part of one, may stand for in a stored
 * number: as they are, and with the country's code. Empty for other texts.
 */
export const phoneForms = (text: string): string[] => {
  const bare = text.trim().replace(between, '')
  if (!/^\+?\d{4,}$/.test(bare)) return []
  // Fewer digits would find nearly everybody.
  const forms = [digitsOf(bare), digitsOf(normalizePhone(bare))].filter((form) => form.length >= 4)
  return [...new Set(forms)]
}

/** Whether WhatsApp can reach a number in E.164: an Indonesian mobile, or one from abroad. */
export const isMobile = (phone: string): boolean =>
  phone.startsWith('+62') ? /^\+628[1-9]\d{7,10}$/.test(phone) : phone.startsWith('+')

/** `812-3456-7890` of a mobile's digits after 62, `21-7654321` of a landline's. */
const groupDigits = (national: string) =>
  national
    .replace(/^(8\d\d)(\d{3,4})(\d+)$/, '$1-$2-$3')
    .replace(/^(2[124]|31|61|\d{3})(\d{4,})$/, '$1-$2')
/** `+6281234567890` as `+62 812-3456-7890`, landlines as `+62 21-7654321`. */
export const phoneText = (value: string | null | undefined): string => {
  if (!value) return ''
  return value.startsWith('+62') ? `+62 ${groupDigits(value.slice(3))}` : value
}
