/**
 * Builds the mails of the server in Indonesian, each as plain text and as simple HTML of the same
 * paragraphs.
 */
import {
  ConfirmTemplate,
  confirmTexts,
  MailTemplate,
  mailTexts,
  paragraphsOf,
  type ConfirmTemplateKey,
  type MailTemplateKey,
} from '#contract/settings/mailText.ts'
import type { Settings } from '#contract/settings/settings.ts'

/** Mail to send. */
export interface Mail {
  /** Address of the recipient. */
  to: string
  /** Display name of the sender: the name of the app. */
  sender: string
  subject: string
  /** Plain text of the mail. */
  text: string
  /** HTML with the same content as `text`. */
  html: string
  attachments?: { filename: string; content: Buffer; contentType: string }[]
}
type Paragraph = string | { kode: string }

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
const makeMail = (
  to: string,
  app: string,
  subject: string,
  paragraphs: readonly Paragraph[],
): Mail => {
  const html = paragraphs
    .map((b) =>
      typeof b === 'string'
        ? `<p style="margin:0 0 16px">${escape(b)}</p>`
        : `<p style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:6px;font-family:monospace">${escape(b.kode)}</p>`,
    )
    .join('\n')
  return {
    to,
    sender: app,
    subject: `${subject} – ${app}`,
    text: `${paragraphs.map((b) => (typeof b === 'string' ? b : b.kode)).join('\n\n')}\n\n${app}\n`,
    html: `<!doctype html><html lang="id"><meta charset="utf-8"><body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#2c2e3b"><div style="max-width:480px">\n${html}\n<p style="margin:24px 0 0;color:#6b6f80">${escape(app)}</p>\n</div></body></html>`,
  }
}

/** Returns the mail with the code for setting a new password when the old one was forgotten. */
export const resetCodeMail = (to: string, app: string, name: string, kode: string): Mail =>
  makeMail(to, app, 'Kode untuk mengganti password', [
    `Halo ${name},`,
    'Kode untuk mengganti password Anda:',
    { kode },
    'Kode berlaku 10 menit dan hanya dapat dipakai sekali. Jangan berikan kepada siapa pun, juga jika orang itu mengaku dari sekolah.',
    'Tidak meminta kode ini? Abaikan saja email ini; password Anda tidak berubah.',
  ])
/** Returns the mail with the code for sending a payment confirmation from a bill's public page. */
export const payCodeMail = (to: string, app: string, kode: string): Mail =>
  makeMail(to, app, 'Kode untuk mengonfirmasi pembayaran', [
    'Halo,',
    'Kode untuk mengirim konfirmasi pembayaran dari halaman tagihan:',
    { kode },
    'Kode berlaku 10 menit dan hanya dapat dipakai sekali. Jangan berikan kepada siapa pun, juga jika orang itu mengaku dari sekolah.',
    'Tidak memintanya? Abaikan saja email ini; tidak ada yang berubah.',
  ])
/** Returns the mail to users who have changed their own password. */
export const passwordChangedMail = (to: string, app: string, name: string): Mail =>
  makeMail(to, app, 'Password Anda diganti', [
    `Halo ${name},`,
    'Password akun Anda baru saja diganti, dan semua perangkat yang masuk dengan password lama dikeluarkan.',
    'Bukan Anda? Segera hubungi sekolah.',
  ])
/** Returns the mail to a user for whom the office set a new password. */
export const passwordResetMail = (to: string, app: string, name: string): Mail =>
  makeMail(to, app, 'Password Anda disetel ulang', [
    `Halo ${name},`,
    'Petugas sekolah baru saja memberi akun Anda password baru, dan semua perangkat yang sedang masuk dikeluarkan. Saat masuk berikutnya Anda diminta menggantinya.',
    'Tidak memintanya? Segera hubungi sekolah.',
  ])
const secondFactorTexts = {
  aktif: [
    'Verifikasi dua langkah aktif',
    'Verifikasi dua langkah baru saja dipasang pada akun Anda. Mulai sekarang, setelah password, diminta kode dari aplikasi di ponsel Anda. Perangkat lain yang sedang masuk dikeluarkan.',
  ],
  mati: [
    'Verifikasi dua langkah dimatikan',
    'Verifikasi dua langkah pada akun Anda baru saja dimatikan. Password saja kini cukup untuk masuk.',
  ],
  direset: [
    'Verifikasi dua langkah disetel ulang',
    'Petugas sekolah baru saja menghapus verifikasi dua langkah dari akun Anda, dan semua perangkat yang sedang masuk dikeluarkan. Pasanglah lagi lewat Profil Saya.',
  ],
  kodeBaru: [
    'Kode pemulihan diganti',
    'Kode pemulihan akun Anda baru saja diganti. Kode yang lama tidak berlaku lagi.',
  ],
  kodeDipakai: [
    'Kode pemulihan dipakai',
    'Seseorang baru saja masuk ke akun Anda dengan salah satu kode pemulihan.',
  ],
} as const
export type SecondFactorEvent = keyof typeof secondFactorTexts
/**
 * Returns the mail to a user whose second factor was set up, switched off or reset, or whose
 * recovery codes were replaced or used.
 */
export const secondFactorMail = (
  to: string,
  app: string,
  name: string,
  event: SecondFactorEvent,
): Mail =>
  makeMail(to, app, secondFactorTexts[event][0], [
    `Halo ${name},`,
    secondFactorTexts[event][1],
    'Bukan Anda? Segera ganti password Anda dan hubungi sekolah.',
  ])
/** Returns the mail to the old address of a user whose mail address has changed. */
export const emailChangedMail = (to: string, app: string, name: string, newEmail: string): Mail =>
  makeMail(to, app, 'Email akun Anda diganti', [
    `Halo ${name},`,
    `Email akun Anda baru saja diganti menjadi ${newEmail}. Email berikutnya dikirim ke sana.`,
    'Bukan Anda? Segera hubungi sekolah.',
  ])
/**
 * Returns the mail to the current address of a user for whom the office entered another address.
 * The new address is not confirmed yet, so it is not used yet.
 */
export const emailAskedMail = (to: string, app: string, name: string, newEmail: string): Mail =>
  makeMail(to, app, 'Email akun Anda akan diganti', [
    `Halo ${name},`,
    `Sekolah mengganti email akun Anda menjadi ${newEmail}. Itu berlaku setelah dikonfirmasi dari alamat baru; sampai saat itu Anda masuk seperti biasa.`,
    'Bukan Anda yang memintanya? Hubungi sekolah. Mengganti password Anda membatalkannya.',
  ])
/**
 * Returns the mail to the new address of a user, with the link (`url`) that confirms the address.
 */
export const newEmailMail = (to: string, app: string, name: string, url: string): Mail =>
  makeMail(to, app, 'Konfirmasi email akun Anda', [
    `Halo ${name},`,
    `Sekolah mengganti email akun Anda menjadi alamat ini. Buka tautan berikut untuk mengonfirmasinya, paling lambat tiga hari lagi:`,
    url,
    'Bukan untuk Anda? Abaikan email ini: tidak ada yang berubah.',
  ])
/** Key of the setting with the mail text, for each step of an online registration. */
const stepTemplates = {
  diterima: 'mail_pendaftar_diterima',
  lengkap: 'mail_pendaftar_lengkap',
  terdaftar: 'mail_pendaftar_terdaftar',
  kursus: 'mail_pendaftar_kursus',
} as const satisfies Record<string, MailTemplateKey>
export type ApplicantStep = keyof typeof stepTemplates
/**
 * Returns the mail to an applicant about a step of the online registration, with the text that the
 * school has set for it (domain.md 2.3).
 */
export const applicantMail = (
  to: string,
  settings: Pick<Settings, 'app_nama' | 'nama_sekolah' | MailTemplateKey>,
  step: ApplicantStep,
): Mail => {
  const template = stepTemplates[step]
  const { app_nama: aplikasi, nama_sekolah: sekolah } = settings
  const text = mailTexts.fill(settings[template], { aplikasi, sekolah })
  return makeMail(to, aplikasi, MailTemplate.label(template), ['Halo,', ...paragraphsOf(text)])
}
/**
 * Returns the mail to a family with a document attached as PDF. `title` becomes the subject and the
 * file name, `text` is the mail text from the school's settings.
 */
export const paperMail = (
  to: string,
  { app_nama }: Pick<Settings, 'app_nama'>,
  { title, text, pdf }: { title: string; text: string; pdf: Buffer },
): Mail => ({
  ...makeMail(to, app_nama, title, paragraphsOf(text)),
  attachments: [
    {
      filename: `${title.replaceAll(/[^\w .-]+/g, '-')}.pdf`,
      content: pdf,
      contentType: 'application/pdf',
    },
  ],
})
/** Values for the placeholders in the mail text about a payment confirmation. */
export type ConfirmFacts = Record<
  Exclude<keyof typeof confirmTexts.sample, 'sekolah' | 'aplikasi'>,
  string
>
/**
 * Returns the mail to a payer whose payment confirmation was accepted or rejected, with the text
 * that the school has set for this (domain.md 3.7).
 */
export const confirmMail = (
  to: string,
  settings: Pick<Settings, 'app_nama' | 'nama_sekolah' | ConfirmTemplateKey>,
  template: ConfirmTemplateKey,
  facts: ConfirmFacts,
): Mail => {
  const { app_nama: aplikasi, nama_sekolah: sekolah } = settings
  const text = confirmTexts.fill(settings[template], { ...facts, aplikasi, sekolah })
  return makeMail(to, aplikasi, ConfirmTemplate.label(template), ['Halo,', ...paragraphsOf(text)])
}
const standingTexts = {
  aktif:
    'Jika itu Anda: masuklah dengan email ini, atau buat password baru lewat "Lupa password" di halaman masuk.',
  diproses:
    'Jika itu Anda: pendaftaran Anda sebelumnya masih kami proses, dan kami akan menghubungi Anda.',
  ditutup:
    'Jika itu Anda: pendaftaran Anda sebelumnya tidak kami lanjutkan. Hubungi sekolah, dan kami membukanya kembali.',
}
/**
 * Returns the mail to an address that somebody used to register although it is already registered.
 * The form responds as for a new address, so only the owner of the address learns of the account.
 */
export const alreadyRegisteredMail = (
  to: string,
  app: string,
  standing: keyof typeof standingTexts,
): Mail =>
  makeMail(to, app, 'Alamat email ini sudah terdaftar', [
    'Halo,',
    'Baru saja ada pendaftaran dengan alamat email ini, padahal alamat ini sudah terdaftar. Tidak ada data yang berubah.',
    standingTexts[standing],
    'Ingin mendaftarkan anak yang lain? Hubungi sekolah; satu email cukup untuk seluruh keluarga.',
  ])
/**
 * Returns the morning mail with the unread notices of a user. `texts` are the listed notices,
 * `more` is the number of unread notices that are not listed, and `address` is the URL of the app,
 * if known.
 */
export const noticesMail = (
  to: string,
  app: string,
  name: string,
  { texts, more, address }: { texts: readonly string[]; more: number; address: string | undefined },
): Mail =>
  makeMail(to, app, 'Pemberitahuan yang belum dibaca', [
    `Halo ${name},`,
    ...texts,
    ...(more > 0 ? [`… dan ${more} lainnya.`] : []),
    `Bukalah lonceng di aplikasi untuk membacanya${address ? `: ${address}` : '.'}`,
  ])
/**
 * Returns the mail to the school's owner with the digest of a day: headings, each with one line per
 * entry.
 */
export const digestMail = (
  to: string,
  app: string,
  day: string,
  parts: readonly { heading: string; lines: readonly string[] }[],
): Mail =>
  makeMail(to, app, `Ringkasan ${day}`, [
    `Yang dibatalkan, dihapus dendanya, dikembalikan, dikoreksi, dan diberi potongan pada ${day}:`,
    ...parts.flatMap(({ heading, lines }) => [`${heading} (${lines.length})`, ...lines]),
  ])
