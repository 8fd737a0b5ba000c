import * as z from 'zod/mini'
import { StatusAktif, TipeProduk } from '#contract/enums.ts'
import {
  acuan,
  acuanBanyak,
  awal,
  bilangan,
  hintAllOutlets,
  id,
  nama,
  opsional,
  rupiah,
  satuDari,
  teks,
  ya,
} from '#contract/fields.ts'
import { one, resource } from '#contract/resource.ts'

/** What the school sells beside lessons. `stok` null is not counted; otherwise publishing a bill takes from it and voiding one gives back. */
export const produkJasa = resource({
  name: 'produk-jasa',
  label: ['Produk & Jasa', 'Produk & Jasa'],
  fields: {
    kode: teks('Kode', {
      max: 20,
      pattern: /^[A-Z0-9-]+$/,
      patternMessage: 'Huruf besar, angka, dan strip saja',
    }),
    nama: nama('Nama', { max: 80 }),
    tipe: awal(satuDari('Tipe', TipeProduk), 'produk'),
    jenis_billing_id: acuan('Jenis Billing', 'jenis-billing'),
    harga: rupiah('Harga'),
    stok: opsional(bilangan('Stok', { hint: 'Kosong: tidak dihitung' })),
    gedung: awal(acuanBanyak('Outlet', 'gedung', hintAllOutlets), []),
    ppn_kena: awal(ya('Kena PPN'), false),
    status: awal(satuDari('Status', StatusAktif), 'aktif'),
  },
  filters: ['status', 'tipe', 'jenis_billing_id'],
  customFilters: { gedung_id: acuan('Outlet', 'gedung'), habis: ya('Stok habis') },
  sort: ['nama', 'kode', 'harga', 'stok'],
  defaultSort: 'nama',
  search: ['nama', 'kode'],
  choice: { label: 'nama', note: 'kode' },
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
