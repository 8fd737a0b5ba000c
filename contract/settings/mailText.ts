/**
 * Templates of emails to families: emails about a registration (domain.md 2.3), a payment
 * confirmation (domain.md 3.7) and an account statement. The school can edit the templates in the
 * settings. Security emails, such as emails with codes, do not use templates.
 */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'

/**
 * Placeholders of emails to applicants, with sample values. The name of the applicant has no
 * placeholder: the email address is not verified, so a stranger could enter another person's
 * address and any text as the name.
 */
export const mailTexts = textTemplates({
  sekolah: 'Sekolah Musik Nada',
  aplikasi: 'Nada',
})
/**
 * Templates of emails to applicants. The value is the key of the setting with the text; the label
 * is the subject of the email.
 */
export const MailTemplate = enumOf([
  ['mail_pendaftar_diterima', 'Pendaftaran Anda kami terima'],
  ['mail_pendaftar_lengkap', 'Data pendaftaran Anda sudah lengkap'],
  ['mail_pendaftar_terdaftar', 'Akun Anda sudah aktif'],
  ['mail_pendaftar_kursus', 'Kursus Anda sudah dipilih'],
])
export type MailTemplateKey = (typeof MailTemplate.options)[number]['value']

/** Placeholders of emails to payers about a payment confirmation, with sample values. */
export const confirmTexts = textTemplates({
  ...mailTexts.sample,
  nomor: 'KP/2026/11/0012',
  jumlah: 'Rp500.000',
  tanggal: '10 November 2026',
  tagihan: 'INV/2026/11/0034',
  kuitansi: 'KW/2026/11/0056',
  alasan: 'Bukti tidak terbaca',
})
/**
 * Templates of emails about a payment confirmation, one for each change of its state. The value is
 * the key of the setting with the text; the label is the subject of the email.
 */
export const ConfirmTemplate = enumOf([
  ['mail_konfirmasi_diterima', 'Konfirmasi pembayaran Anda kami terima'],
  ['mail_konfirmasi_disetujui', 'Pembayaran Anda sudah kami terima'],
  ['mail_konfirmasi_ditolak', 'Konfirmasi pembayaran Anda ditolak'],
  ['mail_konfirmasi_dibatalkan', 'Konfirmasi pembayaran Anda dibatalkan'],
  ['mail_konfirmasi_kembali', 'Konfirmasi pembayaran Anda diperiksa kembali'],
])
export type ConfirmTemplateKey = (typeof ConfirmTemplate.options)[number]['value']

/** Placeholders of the email with an account statement, with sample values. */
export const statementTexts = textTemplates({
  ...mailTexts.sample,
  nama: 'Ibu Rina',
  dari: '1 Oktober 2026',
  sampai: '30 November 2026',
  sisa: 'Rp1.000.000',
  saldo: 'Rp0',
})
/** Splits a text into paragraphs at empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
