import * as z from 'zod/mini'
import { enumOf } from '#contract/enums.ts'
import {
  acuan,
  awal,
  hintAllOutlets,
  id,
  nama,
  opsional,
  satuDari,
  tanggal,
  ya,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

export const JenisLibur = enumOf([
  ['nasional', 'Nasional', 'red'],
  ['sekolah', 'Sekolah', 'blue'],
])
/** Years that there are lists of: from the next one back to 2018. */
const tahun = enumOf(
  Array.from(
    { length: new Date().getFullYear() - 2016 },
    (_, i) => [new Date().getFullYear() + 1 - i, String(new Date().getFullYear() + 1 - i)] as const,
  ),
)

/** A day without lessons, of one outlet or of all. With `prorata` its lesson is not charged (contract/rules/prorata.ts). */
export const hariLibur = resource({
  name: 'hari-libur',
  label: ['Hari Libur', 'Hari Libur'],
  fields: {
    nama: nama('Nama', { max: 80, hint: 'Misalnya Hari Raya Nyepi' }),
    tanggal: tanggal('Tanggal'),
    gedung_id: opsional(acuan('Outlet', 'gedung', { hint: hintAllOutlets })),
    jenis: awal(satuDari('Jenis', JenisLibur), 'nasional'),
    prorata: awal(
      ya(
        'Mengurangi tagihan',
        'Pertemuan pada hari ini tidak ditagih, bila tidak tergantikan minggu kelima',
      ),
      false,
    ),
  },
  filters: ['gedung_id', 'tanggal', 'jenis', 'prorata'],
  customFilters: { tahun: satuDari('Tahun', tahun), berlaku_di: acuan('Berlaku di', 'gedung') },
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
})
