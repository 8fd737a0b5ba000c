import * as z from 'zod/mini'
import { StatusAktif } from '#contract/enums.ts'
import { reference, withDefault, wholeNumber, textList, id, nama, oneOf } from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/**
 * A room of an outlet. A class cannot have a larger capacity than its room. Therefore the capacity
 * of a room cannot be reduced below the capacity of a class in the room.
 */
export const ruang = resource({
  name: 'ruang',
  label: ['Ruang', 'Ruang'],
  fields: {
    nama: nama('Nama Ruang', { max: 60 }),
    gedung_id: reference('Outlet', 'gedung'),
    kapasitas: withDefault(
      wholeNumber('Kapasitas', { min: 1, max: 500, hint: 'Peserta, tanpa guru' }),
      1,
    ),
    fasilitas: withDefault(textList('Fasilitas', { hint: 'Misalnya piano, cermin, atau AC' }), []),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['gedung_id', 'status', 'kapasitas'],
  sort: ['nama', 'kapasitas'],
  defaultSort: 'nama',
  search: ['nama', 'fasilitas'],
  choice: { label: 'nama' },
  expand: {
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
  },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'pelatih', 'sales'],
  },
  touches: ['kursus-pelatih'],
  restorable: {},
})
