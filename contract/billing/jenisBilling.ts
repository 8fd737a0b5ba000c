import { SifatBilling, StatusAktif } from '#contract/enums.ts'
import { withDefault, wholeNumber, nama, oneOf, shortText, yesNo } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const jenisBilling = resource({
  name: 'jenis-billing',
  label: ['Jenis Billing', 'Jenis Billing'],
  fields: {
    kode: shortText('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
      isUpper: true,
    }),
    nama: nama('Nama', { max: 60 }),
    sifat: oneOf('Sifat', SifatBilling, 'Tidak dapat diubah setelah dipakai'),
    ppn_kena: withDefault(
      yesNo('Kena PPN', 'Baris kursus dan produk mengikuti tanda kursus dan produknya'),
      false,
    ),
    urutan: withDefault(wholeNumber('Urutan', { max: 9999 }), 0),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'sifat'],
  sort: ['nama', 'kode', 'urutan'],
  defaultSort: 'urutan',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  restorable: {},
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
