/**
 * WhatsApp texts for leads: templates from the settings with placeholders, filled in for one lead.
 */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'
import { digitsOf } from '#contract/values/phone.ts'

/** Placeholders of the templates, each with an example value for the preview in the settings. */
export const waTexts = textTemplates({
  nama: 'Ibu Rina',
  wali: 'Ibu Rina',
  sales: 'Dewi',
  outlet: 'Nada Jakarta',
  alamat: 'Jl. Melati 5',
  sekolah: 'Sekolah Musik Nada',
  kursus: 'Piano',
  trial: 'Rabu, 25 November 2026 16.00 WIB',
})
/** Templates of messages to leads; each value is the key of the setting that holds the text. */
export const WaTemplate = enumOf([
  ['wa_lead_perkenalan', 'Perkenalan'],
  ['wa_lead_tindak_lanjut', 'Tindak lanjut'],
  ['wa_lead_trial', 'Undangan trial'],
  ['wa_lead_ingat_trial', 'Pengingat trial'],
  ['wa_lead_penawaran', 'Penawaran'],
])
export type WaTemplateKey = (typeof WaTemplate.options)[number]['value']

/**
 * Returns the URL that opens a WhatsApp chat with `phone`, with a prepared text if there is one.
 * `phone` is a number in E.164 format, such as `+6281234567890` (domain.md 0.2).
 */
export const waLink = (phone: string, text = ''): string =>
  `https://wa.me/${digitsOf(phone)}${text && `?text=${encodeURIComponent(text)}`}`
