import { SifatBilling, StatusAktif } from '#contract/enums.ts'
import { awal, bilangan, nama, satuDari, teks, ya } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const jenisBilling = resource({
  name: 'jenis-billing',
  label: ['Jenis Billing', 'Jenis Billing'],
  fields: {
    kode: teks('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
    }),
    nama: nama('Nama', { max: 60 }),
    sifat: satuDari('Sifat', SifatBilling, 'Tidak dapat diubah setelah dipakai'),
    ppn_kena: awal(ya('Kena PPN'), false),
    urutan: awal(bilangan('Urutan', { max: 9999 }), 0),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'sifat'],
  sort: ['nama', 'kode', 'urutan'],
  defaultSort: 'urutan',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'sales', 'akunbilling'],
  },
})
