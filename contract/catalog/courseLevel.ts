import * as z from 'zod/mini'
import { reference, id, nama } from '#contract/fields.ts'
import { resource } from '#contract/resource.ts'

/**
 * A level as the category form sends it; the position in the list is its order. With an id, an
 * existing level is updated and references of courses and coaches stay valid.
 */
export const CourseLevelInput = { id: z.optional(id()), nama: nama('Nama Level', { max: 60 }) }

/**
 * A level of a course category, written together with it (contract/catalog/kategoriKursus.ts): the
 * next higher level has `urutan` + 1.
 */
export const courseLevel = resource({
  name: 'course-level',
  label: ['Level', 'Level'],
  fields: {
    kategori_kursus_id: reference('Kategori', 'kategori-kursus'),
    nama: CourseLevelInput.nama,
  },
  // `judul` includes the category, so that equal level names differ and sort by category and order.
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
