import * as z from 'zod/mini'
import { StatusAktif } from '#contract/enums.ts'
import { awal, bilangan, fieldMeta, id, list, nama, satuDari, warna } from '#contract/fields.ts'
import { many, resource } from '#contract/resource.ts'
import { CourseLevelInput } from '#contract/resources/courseLevel.ts'

// In order, all of them: what is not in the list is removed.
const Levels = list(z.object(CourseLevelInput), 50, 'Maksimal 50 level')
fieldMeta.add(Levels, {
  label: 'Level',
  control: 'text',
  kata: (value) => (Array.isArray(value) ? value.map((level: { nama: string }) => level.nama) : []),
})

export const kategoriKursus = resource({
  name: 'kategori-kursus',
  label: ['Kategori Kursus', 'Kategori Kursus'],
  fields: {
    nama: nama('Nama', { max: 60 }),
    warna: awal(warna(), '#6366f1'),
    urutan: awal(bilangan('Urutan', { max: 9999 }), 0),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  extra: { levels: awal(Levels, []) },
  filters: ['status'],
  sort: ['nama', 'urutan'],
  defaultSort: 'urutan',
  search: ['nama'],
  choice: { label: 'nama' },
  expand: {
    levels: many(
      'course_level',
      'kategori_kursus_id',
      { id: id(), nama: z.string(), urutan: z.int() },
      'urutan',
    ),
  },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'pelatih', 'sales', 'akunbilling'],
  },
  touches: ['kursus', 'course-level', 'user'],
  check: (v) =>
    v.levels.flatMap(({ nama: name }, i) =>
      v.levels.findIndex((other) => other.nama.toLowerCase() === name.toLowerCase()) < i
        ? [{ field: `levels.${i}.nama`, message: 'Level ini sudah ada di atas' }]
        : [],
    ),
})
