import * as z from 'zod/mini'
import { StatusAktif, TipeProduk } from '#contract/enums.ts'
import {
  reference,
  references,
  withDefault,
  wholeNumber,
  hintAllOutlets,
  id,
  nama,
  optional,
  rupiah,
  oneOf,
  shortText,
  yesNo,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/**
 * A product or service of the school. A null `stok` means that the pieces are not counted.
 * Otherwise publishing a bill subtracts the sold pieces from `stok`, and voiding the bill adds them
 * back.
 */
export const produkJasa = resource({
  name: 'produk-jasa',
  label: ['Produk & Jasa', 'Produk & Jasa'],
  fields: {
    kode: shortText('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
      isUpper: true,
    }),
    nama: nama('Nama', { max: 80 }),
    tipe: withDefault(oneOf('Tipe', TipeProduk), 'produk'),
    jenis_billing_id: reference('Jenis Billing', 'jenis-billing'),
    harga: rupiah('Harga'),
    stok: optional(wholeNumber('Stok', { hint: 'Jika dikosongkan, tidak dihitung' })),
    gedung: withDefault(references('Outlet', 'gedung', hintAllOutlets), []),
    ppn_kena: withDefault(yesNo('Kena PPN'), false),
    status: withDefault(oneOf('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'tipe', 'jenis_billing_id'],
  customFilters: { gedung_id: reference('Outlet', 'gedung'), habis: yesNo('Stok habis') },
  sort: ['nama', 'kode', 'harga', 'stok'],
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
  check: (v) =>
    v.tipe === 'jasa' && v.stok !== null
      ? [{ field: 'stok', message: 'Jasa tidak punya stok' }]
      : [],
})
