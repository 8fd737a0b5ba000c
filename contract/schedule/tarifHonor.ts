import * as z from 'zod/mini'
import { JenisHonor } from '#contract/enums.ts'
import {
  hintAllOutlets,
  id,
  oneOf,
  optional,
  persen,
  reference,
  rupiah,
  startDate,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/**
 * Rate of coach pay from a day on (domain.md 2.5). A null course or outlet means every course or
 * outlet. For a lesson, a rate for the course has priority over a rate for only the outlet, which
 * has priority over a general rate. Among rates of equal priority, the latest applies. Without any
 * rate, the rate in the profile of the coach applies.
 */
export const tarifHonor = resource({
  name: 'tarif-honor',
  label: ['Tarif Honor', 'Tarif Honor'],
  fields: {
    pelatih_id: reference('Guru', 'user', { params: { jenis: 'pelatih' } }),
    berlaku_mulai: startDate('Berlaku Mulai'),
    kursus_id: optional(
      reference('Kursus', 'kursus', { hint: 'Jika dikosongkan, berlaku untuk semua kursus' }),
    ),
    gedung_id: optional(reference('Outlet', 'gedung', { hint: hintAllOutlets })),
    jenis: oneOf('Jenis', JenisHonor),
    /** Rate in rupiah: per month for the kind `tetap`, otherwise per lesson. */
    tarif: optional(rupiah('Tarif', { hint: 'Per pertemuan, atau per bulan jika tetap' })),
    /**
     * Share of the lesson price in hundredths of a percent, paid for each student whose attendance
     * mark leads to pay (contract/schedule/rules/attendance.ts).
     */
    persen: optional(persen('Persen dari Harga Pertemuan')),
  },
  editable: ['berlaku_mulai', 'kursus_id', 'gedung_id', 'jenis', 'tarif', 'persen'],
  filters: ['pelatih_id', 'kursus_id', 'gedung_id', 'jenis'],
  sort: ['berlaku_mulai', 'tarif'],
  defaultSort: '-berlaku_mulai',
  expand: {
    kursus: one('kursus', 'kursus_id', { id: id(), nama: z.string() }),
    gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string() }),
  },
  check: (v) => [
    ...(v.jenis === 'persen' && v.persen === null
      ? [{ field: 'persen', message: 'Wajib diisi' }]
      : []),
    ...(v.jenis !== 'persen' && v.tarif === null
      ? [{ field: 'tarif', message: 'Wajib diisi' }]
      : []),
    ...(v.jenis === 'tetap' && v.gedung_id === null
      ? [{ field: 'gedung_id', message: 'Pilih outlet yang menanggung' }]
      : []),
    ...(v.jenis === 'tetap' && v.kursus_id !== null
      ? [{ field: 'kursus_id', message: 'Honor tetap tidak per kursus' }]
      : []),
    ...(v.jenis === 'tetap' && !v.berlaku_mulai.endsWith('-01')
      ? [{ field: 'berlaku_mulai', message: 'Honor tetap mulai tanggal 1' }]
      : []),
  ],
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: null,
  },
  touches: ['pertemuan', 'honor-periode'],
  restorable: {},
})
