import { MetodePembayaran, StatusAktif, TipeBank } from '#contract/enums.ts'
import {
  references,
  fileReference,
  optional,
  withDefault,
  wholeNumber,
  hintAllOutlets,
  nama,
  oneOf,
  shortText,
  yesNo,
} from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const bank = resource({
  name: 'bank',
  label: ['Bank', 'Bank'],
  fields: {
    nama_bank: nama('Nama Bank', { max: 60 }),
    no_rekening: shortText('No. Rekening', {
      max: 40,
      pattern: /^[0-9A-Za-z .-]+$/,
      patternMessage: 'Hanya angka, huruf, titik, dan strip',
    }),
    atas_nama: nama('Atas Nama', { max: 120 }),
    tipe: withDefault(oneOf('Tipe', TipeBank), 'rekening'),
    metode: withDefault(
      oneOf('Metode', MetodePembayaran, 'Pembayaran dengan metode ini memilih bank ini'),
      1,
    ),
    gedung: withDefault(references('Outlet', 'gedung', hintAllOutlets), []),
    tampil_di_tagihan: withDefault(yesNo('Tampil di tagihan'), true),
    gambar: optional(
      fileReference('Gambar QRIS', {
        jenis: 'foto',
        hint: 'Dipindai keluarga untuk membayar. Tanpa gambar, QRIS ini tidak ditawarkan kepada keluarga.',
      }),
    ),
    urutan: withDefault(wholeNumber('Urutan', { max: 9999 }), 0),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'metode', 'tipe'],
  sort: ['nama_bank', 'urutan', 'atas_nama'],
  defaultSort: 'urutan',
  search: ['nama_bank', 'atas_nama', 'no_rekening'],
  choice: { label: 'nama_bank', note: 'no_rekening' },
  // The picture is deleted together with the bank.
  restorable: { gambar: null },
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
