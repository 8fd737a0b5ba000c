import * as z from 'zod/mini'
import { longText, nama, optional, reference } from '#contract/fields.ts'
import { own, resource } from '#contract/resource.ts'

/**
 * Student who waits for a seat in a full class (domain.md 2.4). The students of a class wait in the
 * order of `created_at`. The server copies the name of the student and the outlet of the class.
 */
export const daftarTunggu = resource({
  name: 'daftar-tunggu',
  label: ['Daftar Tunggu', 'Daftar Tunggu'],
  fields: {
    peserta_id: reference('Peserta', 'user', { params: { jenis: 'peserta' } }),
    kursus_pelatih_id: reference('Kelas', 'kursus-pelatih'),
    catatan: optional(longText('Catatan', { max: 300 })),
  },
  computed: {
    peserta_nama: nama('Nama Peserta'),
    gedung_id: reference('Outlet', 'gedung'),
  },
  editable: ['catatan'],
  filters: ['peserta_id', 'kursus_pelatih_id', 'gedung_id'],
  sort: ['created_at'],
  defaultSort: 'created_at',
  search: ['peserta_nama'],
  expand: {
    /** Position in the queue of the class, counted from 1 over the students of all sales people. */
    antrean: own({ urutan: z.int() }),
  },
  access: {
    index: ['admin', 'sales'],
    view: ['admin', 'sales'],
    create: ['admin', 'sales'],
    update: ['admin', 'sales'],
    delete: ['admin', 'sales'],
    ekspor: null,
    pilihan: null,
  },
})
