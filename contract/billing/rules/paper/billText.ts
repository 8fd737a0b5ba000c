/**
 * Texts of messages about a bill. The settings contain the templates; the data of one bill fill
 * them in.
 */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'

/**
 * Placeholders of the templates. Each has an example value, which the preview in the settings
 * shows.
 */
export const billTexts = textTemplates({
  nama: 'Ibu Rina',
  nomor: 'INV/2026/11/0001',
  periode: 'November 2026',
  total: 'Rp1.250.000',
  sisa: 'Rp1.000.000',
  jatuh_tempo: '10 November 2026',
  rekening: 'BCA 0880112233 a.n. Yayasan Nada',
  tautan: 'https://nada.example/t/Yq3…',
  outlet: 'Nada Jakarta',
  sekolah: 'Sekolah Musik Nada',
})
/**
 * Templates of messages. Each value is also the key of the setting with the text of the template.
 */
export const BillTemplate = enumOf([
  ['wa_tagihan', 'Tagihan'],
  ['wa_pengingat', 'Pengingat'],
  ['mail_tagihan', 'Email tagihan'],
  ['mail_pengingat', 'Email pengingat'],
])
export type BillTemplateKey = (typeof BillTemplate.options)[number]['value']
/**
 * Placeholder for the link to the bill. It is replaced when a message is sent, because each message
 * gets its own link.
 */
export const linkPlace = '{tautan}'
