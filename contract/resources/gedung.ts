import { StatusAktif, ZonaWaktu } from '#contract/enums.ts'
import {
  awal,
  berkas,
  email,
  jam,
  nama,
  opsional,
  satuDari,
  teks,
  telepon,
  uraian,
} from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const gedung = resource({
  name: 'gedung',
  label: ['Outlet', 'Outlet'],
  fields: {
    kode: teks('Kode', {
      max: 6,
      pattern: /^[A-Z0-9]+$/,
      patternMessage: 'Huruf besar dan angka saja',
      hint: 'Muncul di nomor dokumen, misalnya JKT',
    }),
    nama: nama('Nama Outlet', { max: 80 }),
    alamat: uraian('Alamat', { max: 300 }),
    kota: nama('Kota', { max: 60 }),
    phone: opsional(telepon('Telepon')),
    email: opsional(email()),
    zona_waktu: awal(satuDari('Zona Waktu', ZonaWaktu), 'Asia/Jakarta'),
    jam_buka: awal(jam('Jam Buka'), '08:00'),
    jam_tutup: awal(jam('Jam Tutup'), '20:30'),
    logo: opsional(
      berkas('Logo', { jenis: 'foto', hint: 'Pada tagihan dan kuitansi, di sebelah nama outlet' }),
    ),
    kop_surat: opsional(
      uraian('Kop Surat', {
        max: 500,
        hint: 'Baris di bawah nama outlet pada tagihan dan kuitansi',
      }),
    ),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
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
