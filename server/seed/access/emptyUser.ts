import { Activation } from '#contract/enums.ts'

/**
 * Default values of the columns of a user row; the code that makes a user overrides some of them.
 */
export const emptyUser = {
  nama_panggilan: null,
  username: null,
  email: null,
  phone: null,
  phone_alt: null,
  gender: null,
  religion: null,
  citizenship: 'WNI' as const,
  information_source: null,
  tempat_lahir: null,
  tanggal_lahir: null,
  alamat: null,
  kota: null,
  kode_pos: null,
  gedung_id: null,
  akun_billing_id: null,
  sales_id: null,
  wali_nama: null,
  wali_hubungan: null,
  wali_phone: null,
  activation: Activation.belum,
  sumber: 'admin' as const,
  persetujuan_at: null,
  persetujuan_oleh: null,
  last_login_at: null,
  token_versi: 1,
}
