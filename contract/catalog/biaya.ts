import * as z from 'zod/mini'
import { PemicuBiaya, StatusAktif } from '#contract/enums.ts'
import {
  reference,
  references,
  withDefault,
  hintAllOutlets,
  id,
  nama,
  rupiah,
  oneOf,
  startDate,
  shortText,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/**
 * A fee in addition to tuition. Its `pemicu` (trigger) decides when it is added to a bill: every
 * month, at an event of an enrolment, or by hand. The registration fee is not stored here; it is a
 * field of the course price (decision 0227).
 */
export const biaya = resource({
  name: 'biaya',
  label: ['Biaya', 'Biaya'],
  fields: {
    kode: shortText('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
      isUpper: true,
    }),
    nama: nama('Nama Biaya', { max: 80 }),
    jenis_billing_id: reference('Jenis Billing', 'jenis-billing'),
    nominal: rupiah('Nominal'),
    pemicu: withDefault(
      oneOf('Ditagih saat', PemicuBiaya, 'Tidak dapat diubah setelah dipakai'),
      'manual',
    ),
    kursus: withDefault(references('Kursus', 'kursus', 'Jika dikosongkan, semua kursus'), []),
    gedung: withDefault(references('Outlet', 'gedung', hintAllOutlets), []),
    berlaku_mulai: startDate(
      'Berlaku Mulai',
      'Biaya bulanan ditagihkan untuk bulan yang dimulai pada atau sesudah tanggal ini',
    ),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'pemicu', 'jenis_billing_id'],
  customFilters: { gedung_id: reference('Outlet', 'gedung') },
  sort: ['nama', 'kode', 'nominal', 'berlaku_mulai'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
  restorable: {},
  expand: {
    jenis_billing: one('jenis_billing', 'jenis_billing_id', { id: id(), nama: z.string() }),
  },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: ['admin', 'sales', 'akunbilling'],
  },
})
