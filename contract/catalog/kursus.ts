import * as z from 'zod/mini'
import { StatusAktif, TipeKursus } from '#contract/enums.ts'
import {
  reference,
  references,
  withDefault,
  wholeNumber,
  hintAllOutlets,
  id,
  maxId,
  nama,
  optional,
  rupiah,
  oneOf,
  startDate,
  shortText,
  yesNo,
} from '#contract/fields.ts'
import { one, own, owns, resource } from '#contract/resource.ts'

/** Lengths of a lesson that a course can have, in minutes. */
export const durasiKursus = [30, 45, 60, 90, 120] as const

export const kursus = resource({
  name: 'kursus',
  label: ['Kursus', 'Kursus'],
  fields: {
    kode: shortText('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
      isUpper: true,
    }),
    nama: nama('Nama Kursus', { max: 80 }),
    kategori_kursus_id: reference('Kategori', 'kategori-kursus'),
    course_level_id: optional(reference('Level', 'course-level')),
    kursus_selanjutnya_id: optional(
      reference('Kursus Selanjutnya', 'kursus', {
        hint: 'Dari kategori yang sama, setelah peserta lulus',
      }),
    ),
    tipe: withDefault(oneOf('Tipe', TipeKursus, 'Tidak dapat diubah setelah dipakai'), 'private'),
    durasi_menit: withDefault(
      wholeNumber('Durasi (menit)', { min: 30, max: 120, hint: '30, 45, 60, 90, atau 120' }),
      30,
    ),
    pertemuan_per_bulan: withDefault(wholeNumber('Pertemuan per Bulan', { min: 1, max: 31 }), 4),
    kapasitas_min: optional(wholeNumber('Kapasitas Minimal', { min: 1, max: 100 })),
    kapasitas_maks: withDefault(
      wholeNumber('Kapasitas Maksimal', { min: 1, max: 100, hint: 'Kursus privat selalu 1' }),
      1,
    ),
    biaya_bulanan: rupiah('Biaya Bulanan'),
    biaya_pendaftaran: optional(
      rupiah('Biaya Pendaftaran', { hint: 'Sekali untuk tiap peserta baru kursus ini' }),
    ),
    ppn_kena: withDefault(yesNo('Kena PPN'), false),
    gedung: withDefault(references('Outlet', 'gedung', hintAllOutlets), []),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'tipe', 'kategori_kursus_id', 'course_level_id', 'kursus_selanjutnya_id'],
  sort: ['nama', 'kode', 'biaya_bulanan'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  expand: {
    kategori_kursus: one('kategori_kursus', 'kategori_kursus_id', {
      id: id(),
      nama: z.string(),
      warna: z.string(),
    }),
    course_level: one('course_level', 'course_level_id', {
      id: id(),
      nama: z.string(),
      urutan: z.int(),
    }),
    kursus_selanjutnya: one('kursus', 'kursus_selanjutnya_id', {
      id: id(),
      nama: z.string(),
      kode: z.string(),
    }),
    /** Levels of the category in order, each with its courses. */
    jenjang: owns({
      id: id(),
      nama: z.string(),
      kursus: z.array(z.object({ id: id(), nama: z.string() })),
    }),
    /** Outlets at which the course is offered; empty means all outlets. */
    outlet: owns({ id: id(), nama: z.string() }),
    /** Lowest and highest current monthly price of the course among all outlets, in rupiah. */
    harga_kini: own({ terendah: z.int(), tertinggi: z.int() }),
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
  touches: ['kursus-harga', 'kursus-pelatih', 'kursus-peserta'],
  check: (v) => [
    ...((durasiKursus as readonly number[]).includes(v.durasi_menit)
      ? []
      : [{ field: 'durasi_menit', message: 'Pilih 30, 45, 60, 90, atau 120 menit' }]),
    ...(v.tipe === 'private' && v.kapasitas_maks !== 1
      ? [{ field: 'kapasitas_maks', message: 'Kursus privat berkapasitas 1' }]
      : []),
    ...((v.kapasitas_min ?? 1) > v.kapasitas_maks
      ? [{ field: 'kapasitas_min', message: 'Tidak boleh melebihi kapasitas maksimal' }]
      : []),
  ],
})

/**
 * Price of a course from the day `berlaku_mulai` on, for one outlet or for all outlets. A month is
 * billed at the latest price whose `berlaku_mulai` is on or before the first day of the month
 * (domain.md 2.2). A price row also holds the registration fee (decision 0227).
 */
export const kursusHarga = resource({
  name: 'kursus-harga',
  label: ['Harga Kursus', 'Harga Kursus'],
  fields: {
    kursus_id: reference('Kursus', 'kursus'),
    gedung_id: optional(reference('Outlet', 'gedung', { hint: hintAllOutlets })),
    berlaku_mulai: startDate('Berlaku Mulai'),
    biaya_bulanan: rupiah('Biaya Bulanan'),
    /**
     * Registration fee in rupiah for students who begin on or after `berlaku_mulai`. With null, the
     * fee of the previous price row continues to apply.
     */
    biaya_pendaftaran: optional(
      rupiah('Biaya Pendaftaran', {
        hint: 'Jika dikosongkan, seperti sebelumnya. 0 berarti gratis',
      }),
    ),
  },
  filters: ['kursus_id', 'gedung_id'],
  sort: ['berlaku_mulai', 'biaya_bulanan'],
  defaultSort: '-berlaku_mulai',
  expand: {
    gedung: one('gedung', 'gedung_id', { id: z.int().check(z.lte(maxId)), nama: z.string() }),
    /**
     * Latest month that was billed at this price; null while the price is unused. A price that was
     * used in a bill can be neither changed nor deleted.
     */
    dipakai: own({ periode: z.string() }),
  },
  touches: ['kursus'],
  restorable: {},
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: null,
    pilihan: null,
  },
})
