/**
 * Builds the contact lines of an outlet in a letterhead, for both the screen and the PDF (decision
 * 0053).
 */
import { phoneText } from '#contract/values/phone.ts'

/**
 * Data of an outlet that its letterhead needs. The query parameter `expand=gedung` adds this data
 * to a printed row, such as a bill.
 */
export interface Letterhead {
  logo: number | null
  nama: string
  alamat: string
  kota: string
  phone: string | null
  email: string | null
  kop_surat: string | null
}
/**
 * Returns up to three contact lines of an outlet: address with city, phone, and email. Omits
 * contact data that the letterhead text of the outlet (`kop_surat`) already contains.
 */
export const contactOf = ({ alamat, kota, phone, email, kop_surat }: Letterhead): string[] => {
  const ownText = (kop_surat ?? '').toLowerCase()
  const isNew = (part: string | null): part is string =>
    !!part && !ownText.includes(part.toLowerCase())
  const hasPhone = !!phone && ownText.replace(/\D/g, '').includes(phone.replace(/^\+62/, ''))
  const place = [alamat, kota].filter(isNew).join(', ')
  return [place, hasPhone ? '' : phoneText(phone), isNew(email) ? email : ''].filter(Boolean)
}
