import * as z from 'zod/mini'
import { Hari, StatusAktif } from '#contract/enums.ts'
import {
  acuan,
  awal,
  bilangan,
  id,
  jam,
  nama,
  opsional,
  satuDari,
  tanggal,
  teks,
  uraian,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/** A weekly class of a coach. `kode`, `nama` and `jam_selesai` are made by the server; the name is that of its course, time and coach as they are now. */
export const kursusPelatih = resource({
  name: 'kursus-pelatih',
  label: ['Kelas', 'Kelas'],
  fields: {
    pelatih_id: acuan('Guru', 'user', { params: { jenis: 'pelatih' } }),
    kursus_id: acuan('Kursus', 'kursus'),
    gedung_id: acuan('Outlet', 'gedung'),
    ruang_id: acuan('Ruang', 'ruang'),
    hari: satuDari('Hari', Hari),
    jam_mulai: jam('Jam Mulai'),
    mulai: tanggal('Mulai'),
    selesai: opsional(tanggal('Selesai')),
    kapasitas: opsional(
      bilangan('Kapasitas', {
        min: 1,
        max: 100,
        hint: 'Kosong: kapasitas kursus, selama ruangnya cukup',
      }),
    ),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
    catatan: opsional(uraian('Catatan')),
  },
  computed: { kode: teks('Kode'), nama: nama('Kelas'), jam_selesai: jam('Jam Selesai') },
  filters: ['status', 'pelatih_id', 'kursus_id', 'gedung_id', 'ruang_id', 'hari'],
  sort: ['nama', 'kode', 'hari', 'jam_mulai', 'mulai'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  expand: {
    pelatih: one('user', 'pelatih_id', { id: id(), name: z.string() }),
    kursus: one('kursus', 'kursus_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
      biaya_bulanan: z.int(),
    }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string(), zona_waktu: z.string() }),
    ruang: one('ruang', 'ruang_id', { id: id(), nama: z.string() }),
  },
  access: {
    index: ['admin', 'sales', 'pelatih'],
    view: ['admin', 'sales', 'pelatih'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'sales', 'pelatih'],
  },
  touches: ['kursus-peserta'],
  check: (v) =>
    v.selesai && v.selesai < v.mulai
      ? [{ field: 'selesai', message: 'Tidak boleh sebelum mulai' }]
      : [],
})
