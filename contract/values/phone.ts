/**
 * Phone number to digits with country code (domain.md 0.2): a leading `+` keeps its own code,
 * `0812…` and `812…` become `62812…`, `620812…` loses its trunk zero. By hand, so that a form needs
 * no library; the server asks libphonenumber-js whether such a number can be
 * (server/http/phone.ts).
 */
export const normalizePhone = (input: string): string => {
  const plus = /^[\s(]*\+/.test(input)
  const digits = input.replace(/\D/g, '')
  if (digits.startsWith('620')) return '62' + digits.slice(3)
  if (plus) return digits
  if (digits.startsWith('0')) return '62' + digits.slice(1)
  return digits.startsWith('8') ? '62' + digits : digits
}
/** Whether WhatsApp can reach it: an Indonesian mobile number, or one from abroad. */
export const isMobile = (digits: string): boolean =>
  digits.startsWith('62') ? /^628[1-9]\d{7,10}$/.test(digits) : digits !== ''

/** `812-3456-7890` of a mobile's digits after 62, `21-7654321` of a landline's. */
const groupDigits = (national: string) =>
  national
    .replace(/^(8\d\d)(\d{3,4})(\d+)$/, '$1-$2-$3')
    .replace(/^(2[124]|31|61|\d{3})(\d{4,})$/, '$1-$2')
/** `6281234567890` as `+62 812-3456-7890`, landlines as `+62 21-7654321`. */
export const phoneText = (value: string | null | undefined): string => {
  if (!value) return ''
  return value.startsWith('62') ? `+62 ${groupDigits(value.slice(2))}` : `+${value}`
}
