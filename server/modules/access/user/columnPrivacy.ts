/**
 * Privacy of each column of a user. The type demands an entry for every column, so the privacy of a
 * new field must be decided before the code compiles.
 */
import type { user } from '#contract/access/user.ts'
import type { Stored } from '#server/resource/module.ts'

type Column = keyof Stored<typeof user>
/**
 * Privacy of a column. `erased` is personal data, which anonymising a user empties. `private` is
 * also erased, and sales people cannot read it for a coach. `kept` is not personal, or still needed
 * by bills and payments of the person. The name is kept too, but anonymising replaces it with
 * `Anonim` and the id.
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

/** Columns of a coach that sales people may not read. */
export const privateColumns = columnsWith('private')
/** Columns that anonymising empties. */
export const erasedColumns = columnsWith('erased', 'private')
