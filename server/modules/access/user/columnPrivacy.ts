/**
 * Privacy of each column of a user. The record contains all columns, so that a new field does not
 * compile until its privacy is decided.
 */
import type { user } from '#contract/access/user.ts'
import type { Stored } from '#server/resource/module.ts'

type Column = keyof Stored<typeof user>
/**
 * `erased` is personal data, which anonymising empties. `private` is also emptied, and for a coach
 * only employers of the coach can read it, not sales people. `kept` is not personal, or needed by
 * the money rows that refer to the person; the name is replaced by a number.
 */
type Privacy = 'kept' | 'erased' | 'private'
const privacy: Readonly<Record<Column, Privacy>> = {
  id: 'kept',
  versi: 'kept',
  created_at: 'kept',
  created_by: 'kept',
  updated_at: 'kept',
  updated_by: 'kept',
  name: 'kept',
  role_id: 'kept',
  status: 'kept',
  gedung_id: 'kept',
  akun_billing_id: 'kept',
  sales_id: 'kept',
  activation: 'kept',
  sumber: 'kept',
  citizenship: 'kept',
  persetujuan_at: 'kept',
  persetujuan_versi: 'kept',
  dianonimkan_at: 'kept',
  dilengkapi_at: 'kept',
  ditutup_at: 'kept',
  nama_panggilan: 'erased',
  username: 'erased',
  email: 'erased',
  phone: 'erased',
  gender: 'erased',
  information_source: 'erased',
  foto: 'erased',
  wali_nama: 'erased',
  wali_hubungan: 'erased',
  wali_phone: 'erased',
  persetujuan_oleh: 'erased',
  verified_at: 'erased',
  last_login_at: 'erased',
  alasan_tutup: 'erased',
  catatan_tutup: 'erased',
  phone_alt: 'private',
  religion: 'private',
  nik: 'private',
  no_paspor: 'private',
  tempat_lahir: 'private',
  tanggal_lahir: 'private',
  alamat: 'private',
  kota: 'private',
  kode_pos: 'private',
}
const columnsWith = (...values: Privacy[]): string[] =>
  Object.entries(privacy).flatMap(([column, value]) => (values.includes(value) ? [column] : []))

/** Columns of a coach that only employers of the coach may read. */
export const privateColumns = columnsWith('private')
/** Columns that anonymising empties. */
export const erasedColumns = columnsWith('erased', 'private')
