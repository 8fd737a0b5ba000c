import * as z from 'zod/mini'
import { enumOf } from '#contract/enums.ts'
import {
  reference,
  withDefault,
  hintAllOutlets,
  id,
  nama,
  optional,
  oneOf,
  tanggal,
  yesNo,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'
import { confirmation } from '#contract/schedule/confirmation.ts'

const JenisLibur = enumOf([
  ['nasional', 'Nasional', 'red'],
  ['sekolah', 'Sekolah', 'blue'],
])
const thisYear = new Date().getFullYear()
/** Years that the filter offers: 2018 to next year. Next year may already have holidays. */
const tahun = enumOf([
  ...Array.from({ length: thisYear - 2017 }, (_, i) => {
    const year = thisYear - i
    return [year, String(year)] as const
  }),
  [thisYear + 1, `${thisYear + 1} (tahun depan)`] as const,
])

/**
 * A day without lessons, at one outlet or at all outlets. With `prorata`, the lessons of that day
 * are not charged (contract/billing/rules/prorata.ts).
 */
export const hariLibur = resource({
  name: 'hari-libur',
  label: ['Hari Libur', 'Hari Libur'],
  fields: {
    nama: nama('Nama', { max: 80, hint: 'Misalnya Hari Raya Nyepi' }),
    tanggal: tanggal('Tanggal'),
    gedung_id: optional(reference('Outlet', 'gedung', { hint: hintAllOutlets })),
    jenis: withDefault(oneOf('Jenis', JenisLibur), 'nasional'),
    prorata: withDefault(
      yesNo(
        'Mengurangi tagihan',
        'Pertemuan pada hari ini tidak ditagih, jika tidak tergantikan minggu kelima',
      ),
      false,
    ),
  },
  /**
   * Confirmation by the user, required when lessons that were created by hand take place on the
   * holiday.
   */
  extra: confirmation,
  filters: ['gedung_id', 'tanggal', 'jenis', 'prorata'],
  customFilters: { tahun: oneOf('Tahun', tahun), berlaku_di: reference('Berlaku di', 'gedung') },
  sort: ['tanggal', 'nama'],
  defaultSort: '-tanggal',
  search: ['nama'],
  choice: { label: 'nama', note: 'tanggal' },
  expand: { gedung: one('gedung', 'gedung_id', { id: id(), nama: z.string() }) },
  access: {
    index: ['admin'],
    view: ['admin'],
    create: ['admin'],
    update: ['admin'],
    delete: ['admin'],
    ekspor: ['admin'],
    pilihan: null,
  },
  touches: ['pertemuan'],
  restorable: {},
})
