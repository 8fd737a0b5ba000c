import { MetodePembayaran, StatusAktif, TipeBank } from '#contract/enums.ts'
import {
  acuanBanyak,
  awal,
  bilangan,
  hintAllOutlets,
  nama,
  satuDari,
  teks,
  ya,
} from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const bank = resource({
  name: 'bank',
  label: ['Bank', 'Bank'],
  fields: {
    nama_bank: nama('Nama Bank', { max: 60 }),
    no_rekening: teks('No. Rekening', {
      max: 40,
      pattern: /^[0-9A-Za-z .-]+$/,
      patternMessage: 'Hanya angka, huruf, titik, dan strip',
    }),
    atas_nama: nama('Atas Nama', { max: 120 }),
    tipe: awal(satuDari('Tipe', TipeBank), 'rekening'),
    metode: awal(
      satuDari('Metode', MetodePembayaran, 'Pembayaran dengan metode ini memilih bank ini'),
      1,
    ),
    gedung: awal(acuanBanyak('Outlet', 'gedung', hintAllOutlets), []),
    tampil_di_tagihan: awal(ya('Tampil di tagihan'), true),
    urutan: awal(bilangan('Urutan', { max: 9999 }), 0),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'metode', 'tipe'],
  sort: ['nama_bank', 'urutan', 'atas_nama'],
  defaultSort: 'urutan',
  search: ['nama_bank', 'atas_nama', 'no_rekening'],
  choice: { label: 'nama_bank', note: 'no_rekening' },
  access: {
    index: [],
    view: [],
    create: [],
    update: [],
    delete: [],
    ekspor: [],
    pilihan: ['admin', 'sales', 'akunbilling'],
  },
})
