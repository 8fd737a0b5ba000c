/** Texts of messages about a bill: templates from the settings, filled in for one bill. */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'

/** Placeholders of the templates, each with an example value for the preview in the settings. */
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
/** Templates of messages; each value is the key of the setting that holds the text. */
export const BillTemplate = enumOf([
  ['wa_tagihan', 'Tagihan'],
  ['wa_pengingat', 'Pengingat'],
  ['mail_tagihan', 'Surat tagihan'],
  ['mail_pengingat', 'Surat pengingat'],
])
export type BillTemplateKey = (typeof BillTemplate.options)[number]['value']
/**
 * Placeholder for the link to the bill. The link is filled in when a message is sent, because each
 * message gets a different link.
 */
export const linkPlace = '{tautan}'
