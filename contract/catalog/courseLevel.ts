import * as z from 'zod/mini'
import { reference, id, nama } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

/**
 * Input of a level in the form of a course category; the position in the list becomes `urutan`. An
 * input with an id updates the stored level instead of replacing it, so that references from
 * courses and coaches stay valid.
 */
export const CourseLevelInput = { id: z.optional(id()), nama: nama('Nama Level', { max: 60 }) }

/**
 * A level of a course category, which is written together with the category
 * (contract/catalog/kategoriKursus.ts). The next higher level has `urutan` + 1.
 */
export const courseLevel = resource({
  name: 'course-level',
  label: ['Level', 'Level'],
  fields: {
    kategori_kursus_id: reference('Kategori', 'kategori-kursus'),
    nama: CourseLevelInput.nama,
  },
  // `judul` contains the names of category and level, so that levels of the same name can be
  // distinguished and a list sorted by `judul` is grouped by category.
  computed: { urutan: z.int(), judul: nama('Level') },
  filters: ['kategori_kursus_id'],
  sort: ['judul', 'urutan'],
  defaultSort: 'judul',
  search: ['judul'],
  choice: { label: 'judul' },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: null,
    update: null,
    delete: null,
    ekspor: null,
    pilihan: ['admin', 'pelatih', 'sales', 'akunbilling'],
  },
})
