import { StatusAktif, ZonaWaktu } from '#contract/enums.ts'
import {
  withDefault,
  fileReference,
  email,
  jam,
  nama,
  optional,
  oneOf,
  shortText,
  phoneNumber,
  longText,
} from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'

export const gedung = resource({
  name: 'gedung',
  label: ['Outlet', 'Outlet'],
  fields: {
    kode: shortText('Kode', {
      max: 6,
      pattern: /^[A-Z0-9]+$/,
      patternMessage: 'Huruf besar dan angka saja',
      isUpper: true,
      hint: 'Muncul di nomor dokumen, misalnya JKT',
    }),
    nama: nama('Nama Outlet', { max: 80 }),
    alamat: longText('Alamat', { max: 300 }),
    kota: nama('Kota', { max: 60 }),
    phone: optional(phoneNumber('Telepon')),
    email: optional(email()),
    zona_waktu: withDefault(oneOf('Zona Waktu', ZonaWaktu), 'Asia/Jakarta'),
    jam_buka: withDefault(jam('Jam Buka'), '08:00'),
    jam_tutup: withDefault(jam('Jam Tutup'), '20:30'),
    logo: optional(
      fileReference('Logo', {
        jenis: 'foto',
        hint: 'Pada tagihan dan kuitansi, di sebelah nama outlet',
      }),
    ),
    kop_surat: optional(
      longText('Kop Surat', {
        max: 500,
        hint: 'Baris di bawah nama outlet pada tagihan dan kuitansi',
      }),
    ),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  /**
   * Confirmation by the user, required when existing lessons that were created by hand would lie
   * outside the new opening hours.
   */
  extra: confirmation,
  filters: ['status', 'zona_waktu'],
  sort: ['nama', 'kode', 'kota'],
  defaultSort: 'nama',
  search: ['nama', 'kode', 'kota'],
  choice: { label: 'nama', note: 'kota' },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'pelatih', 'sales', 'akunbilling'],
  },
  check: (v) =>
    v.jam_buka < v.jam_tutup ? [] : [{ field: 'jam_tutup', message: 'Harus setelah jam buka' }],
})
