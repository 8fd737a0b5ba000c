/**
 * The mails that the server writes: plain text and simple HTML of the same paragraphs, in
 * Indonesian.
 */

/** A mail: to whom, from whom (the app's name), subject, and its text twice. */
export interface Mail {
  to: string
  sender: string
  subject: string
  text: string
  html: string
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

/** The code of a forgotten password. */
export const resetCodeMail = (to: string, app: string, name: string, kode: string): Mail =>
  makeMail(to, app, 'Kode untuk mengganti password', [
    `Halo ${name},`,
    'Kode untuk mengganti password Anda:',
    { kode },
    'Kode berlaku 10 menit dan hanya dapat dipakai sekali. Jangan berikan kepada siapa pun, juga bila orang itu mengaku dari sekolah.',
    'Tidak meminta kode ini? Abaikan saja surat ini; password Anda tidak berubah.',
  ])
/** Tells the owner that the password is another one. */
export const passwordChangedMail = (to: string, app: string, name: string): Mail =>
  makeMail(to, app, 'Password Anda diganti', [
    `Halo ${name},`,
    'Password akun Anda baru saja diganti, dan semua perangkat yang masuk dengan password lama dikeluarkan.',
    'Bukan Anda? Segera hubungi sekolah.',
  ])
/** The same when staff gave the new password. */
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
/** Tells the owner what happened to the second factor. */
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
/** To the old address of an account whose mail was changed. */
export const emailChangedMail = (to: string, app: string, name: string, newEmail: string): Mail =>
  makeMail(to, app, 'Email akun Anda diganti', [
    `Halo ${name},`,
    `Email akun Anda baru saja diganti menjadi ${newEmail}. Surat berikutnya dikirim ke sana.`,
    'Bukan Anda? Segera hubungi sekolah.',
  ])
/**
 * To somebody whose registration came in. Without the name that was typed: the address is nobody's
 * yet, and must not be sent other people's words.
 */
export const registeredMail = (to: string, app: string, school: string): Mail =>
  makeMail(to, app, 'Pendaftaran Anda kami terima', [
    'Halo,',
    `Pendaftaran dengan alamat email ini di ${school} sudah kami terima. Kami akan menghubungi Anda untuk memilih kursus dan jadwal.`,
    'Setelah akun diaktifkan, Anda dapat masuk dengan alamat email ini dan password yang Anda buat saat mendaftar.',
    'Tidak merasa mendaftar? Hubungi sekolah, dan data ini kami hapus.',
  ])
/**
 * To the owner of a mail with which somebody registers again: only here is told that there is an
 * account.
 */
export const alreadyRegisteredMail = (to: string, app: string, active: boolean): Mail =>
  makeMail(to, app, 'Alamat email ini sudah terdaftar', [
    'Halo,',
    'Baru saja ada pendaftaran dengan alamat email ini, padahal alamat ini sudah terdaftar. Tidak ada data yang berubah.',
    active
      ? 'Bila itu Anda: masuklah dengan email ini, atau buat password baru lewat "Lupa password" di halaman masuk.'
      : 'Bila itu Anda: pendaftaran Anda sebelumnya masih kami proses, dan kami akan menghubungi Anda.',
    'Ingin mendaftarkan anak yang lain? Hubungi sekolah; satu email cukup untuk seluruh keluarga.',
  ])
