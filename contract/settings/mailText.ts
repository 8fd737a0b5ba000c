/**
 * Mails that the product sends to families who register (domain.md 2.3) and to those who confirm a
 * payment (3.7): their texts are settings.
 * What secures an account (codes, passwords, a second factor) says what it must, and is none.
 */
import { enumOf } from '#contract/enums.ts'
import { textTemplates } from '#contract/settings/textTemplate.ts'

/**
 * What a mail may name. No name of a person: the address is nobody's yet, and must not be sent
 * what somebody else has typed.
 */
export const mailTexts = textTemplates({
  sekolah: 'Sekolah Musik Nada',
  aplikasi: 'Nada',
})
/** The mails by their settings, each under its subject. */
export const MailTemplate = enumOf([
  ['mail_pendaftar_diterima', 'Pendaftaran Anda kami terima'],
  ['mail_pendaftar_lengkap', 'Data pendaftaran Anda sudah lengkap'],
  ['mail_pendaftar_terdaftar', 'Akun Anda sudah aktif'],
  ['mail_pendaftar_kursus', 'Kursus Anda sudah dipilih'],
])
export type MailTemplateKey = (typeof MailTemplate.options)[number]['value']

/** What a mail about a payment confirmation may name: it goes to the payer's own address. */
export const confirmTexts = textTemplates({
  ...mailTexts.sample,
  nomor: 'KP/2026/11/0012',
  jumlah: 'Rp500.000',
  tanggal: '10 November 2026',
  tagihan: 'INV/2026/11/0034',
  kuitansi: 'KW/2026/11/0056',
  alasan: 'Bukti tidak terbaca',
})
/** The mails of each state of a confirmation by their settings, each under its subject. */
export const ConfirmTemplate = enumOf([
  ['mail_konfirmasi_diterima', 'Konfirmasi pembayaran Anda kami terima'],
  ['mail_konfirmasi_disetujui', 'Pembayaran Anda sudah kami terima'],
  ['mail_konfirmasi_ditolak', 'Konfirmasi pembayaran Anda ditolak'],
  ['mail_konfirmasi_dibatalkan', 'Konfirmasi pembayaran Anda dibatalkan'],
  ['mail_konfirmasi_kembali', 'Konfirmasi pembayaran Anda diperiksa kembali'],
])
export type ConfirmTemplateKey = (typeof ConfirmTemplate.options)[number]['value']

/** What the mail of a statement may name. */
export const statementTexts = textTemplates({
  ...mailTexts.sample,
  nama: 'Ibu Rina',
  dari: '1 Oktober 2026',
  sampai: '30 November 2026',
  sisa: 'Rp1.000.000',
  saldo: 'Rp0',
})
/** Its paragraphs stand apart by an empty line. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
