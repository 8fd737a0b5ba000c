import { StatusAktif } from '#contract/enums.ts'
import { awal, bilangan, nama, satuDari, warna } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

export const kategoriKursus = resource({
  name: 'kategori-kursus', label: ['Kategori Kursus', 'Kategori Kursus'],
  fields: {
    nama: nama('Nama', { max: 60 }),
    warna: awal(warna(), '#6366f1'),
    urutan: awal(bilangan('Urutan', { max: 9999 }), 0),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  filters: ['status'], sort: ['nama', 'urutan'], defaultSort: 'urutan', search: ['nama'], choice: { label: 'nama' },
  access: {
    index: ['admin'], view: ['admin'], create: ['admin'], update: ['admin'], delete: ['admin'], ekspor: ['admin'],
    pilihan: ['admin', 'pelatih', 'sales', 'akunbilling'],
  },
  touches: ['kursus'],
})
