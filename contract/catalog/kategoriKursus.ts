import * as z from 'zod/mini'
import { CourseLevelInput } from '#contract/catalog/courseLevel.ts'
import { StatusAktif } from '#contract/enums.ts'
import {
  withDefault,
  wholeNumber,
  fieldMeta,
  id,
  list,
  nama,
  oneOf,
  warna,
} from '#contract/fields.ts'
import { many, resource } from '#contract/resource.ts'

// Input with all levels of the category in order. Saving deletes the stored levels that the input
// omits.
const Levels = list(z.object(CourseLevelInput), 50, 'Maksimal 50 level')
fieldMeta.add(Levels, {
  label: 'Level',
  control: 'text',
  words: (value) =>
    Array.isArray(value) ? value.map((level: { nama: string }) => level.nama) : [],
})

export const kategoriKursus = resource({
  name: 'kategori-kursus',
  label: ['Kategori Kursus', 'Kategori Kursus'],
  fields: {
    nama: nama('Nama', { max: 60 }),
    warna: withDefault(warna(), '#6366f1'),
    urutan: withDefault(wholeNumber('Urutan', { max: 9999 }), 0),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  extra: { levels: withDefault(Levels, []) },
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
      v.levels.findIndex((level) => level.nama.toLowerCase() === name.toLowerCase()) < i
        ? [{ field: `levels.${i}.nama`, message: 'Level ini sudah ada di atas' }]
        : [],
    ),
})
