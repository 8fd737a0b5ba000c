import { MetodePembayaran } from '#contract/enums.ts'
import { oneOf, reference } from '#contract/fields.ts'
import { report } from '#contract/report/report.ts'
import { KategoriPengeluaran } from '#contract/sales/expenseEnums.ts'

/** Report of the approved expenses of sales people (domain.md 5, Pengeluaran). */
export const pengeluaran = report({
  name: 'pengeluaran',
  title: 'Laporan Pengeluaran',
  span: 'rentang',
  bases: { tanggal: 'Pengeluaran yang disetujui, menurut tanggalnya' },
  filters: {
    gedung_id: reference('Outlet', 'gedung'),
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
    kategori: oneOf('Kategori', KategoriPengeluaran),
    metode: oneOf('Metode', MetodePembayaran),
  },
  groups: {
    kategori: { label: 'Kategori' },
    sales: { label: 'Sales' },
    gedung: { label: 'Outlet' },
    bulan: { label: 'Bulan', ordered: true },
  },
  figures: {
    jumlah: { label: 'Jumlah', kind: 'rupiah', rows: 'sum' },
    transaksi: { label: 'Pengeluaran', kind: 'angka', rows: 'count' },
    rata_rata: { label: 'Rata-rata', kind: 'rupiah', num: [['jumlah', 1]], den: 'transaksi' },
  },
  tiles: {
    menunggu: {
      label: 'Menunggu persetujuan',
      kind: 'rupiah',
      rows: 'sum',
      hint: 'Diajukan, belum dihitung',
    },
  },
  main: 'jumlah',
  charts: [
    { id: 'kategori', title: 'Per kategori', kind: 'bar', group: 'kategori', figures: ['jumlah'] },
    {
      id: 'bulan',
      title: 'Per bulan, tahun ini dan tahun lalu',
      kind: 'line',
      group: 'bulan',
      figures: ['jumlah'],
      year: true,
    },
  ],
})
