/** Texts of messages with a bill: templates of the settings, filled in for one bill. */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'

/** Placeholders of the templates, and their values in the preview. */
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
/** Templates by the key of their setting. */
export const BillTemplate = enumOf([
  ['wa_tagihan', 'Tagihan'],
  ['wa_pengingat', 'Pengingat'],
  ['mail_tagihan', 'Surat tagihan'],
  ['mail_pengingat', 'Surat pengingat'],
])
export type BillTemplateKey = (typeof BillTemplate.options)[number]['value']
/**
 * Placeholder that is replaced by the link when the message is sent: each message has a link of its
 * own.
 */
export const linkPlace = '{tautan}'
