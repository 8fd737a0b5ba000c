import { MetodePembayaran } from '#contract/enums.ts'
import { oneOf, reference } from '#contract/fields.ts'
import { report } from '#contract/report/report.ts'

/**
 * Income report: payments by their date, or billed amounts by issue date (domain.md 5, Pendapatan).
 */
export const pendapatan = report({
  name: 'pendapatan',
  title: 'Laporan Pendapatan',
  span: 'rentang',
  bases: {
    kas: 'Kas: pembayaran menurut tanggal bayar, saldo menurut tanggal dipakai',
    akrual: 'Akrual: tagihan menurut tanggal terbit',
  },
  filters: {
    gedung_id: reference('Outlet', 'gedung'),
    jenis_billing_id: reference('Jenis Billing', 'jenis-billing'),
    kategori_kursus_id: reference('Kategori', 'kategori-kursus'),
    kursus_id: reference('Kursus', 'kursus'),
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
    metode: oneOf('Metode', MetodePembayaran),
    bank_id: reference('Bank', 'bank'),
  },
  groups: {
    bulan: { label: 'Bulan', ordered: true },
    gedung: { label: 'Outlet' },
    jenis: { label: 'Jenis billing' },
    kategori: { label: 'Kategori' },
    kursus: { label: 'Kursus' },
    metode: { label: 'Metode', bases: ['kas'] },
    bank: { label: 'Bank', bases: ['kas'] },
    sales: { label: 'Sales' },
  },
  figures: {
    bruto: { label: 'Bruto', kind: 'rupiah', rows: 'sum' },
    diskon: { label: 'Diskon', kind: 'rupiah', rows: 'sum' },
    ppn: { label: 'PPN', kind: 'rupiah', rows: 'sum' },
    neto: { label: 'Neto', kind: 'rupiah', rows: 'sum', hint: 'Bruto − diskon + PPN' },
    transaksi: {
      label: 'Transaksi',
      kind: 'angka',
      rows: 'count',
      hint: 'Pembayaran (kas) atau tagihan (akrual)',
    },
    rata_rata: { label: 'Rata-rata', kind: 'rupiah', num: [['neto', 1]], den: 'transaksi' },
  },
  tiles: {
    diterima: { label: 'Uang diterima', kind: 'rupiah', rows: 'sum', hint: 'Semua pembayaran' },
    uang_muka: {
      label: 'Uang muka',
      kind: 'rupiah',
      rows: 'sum',
      hint: 'Bagian pembayaran yang menjadi saldo: belum pendapatan',
    },
    saldo_dipakai: {
      label: 'Saldo dipakai',
      kind: 'rupiah',
      rows: 'sum',
      hint: 'Termasuk dalam pendapatan kas',
    },
  },
  main: 'neto',
  charts: [
    {
      id: 'bulan',
      title: 'Per bulan, tahun ini dan tahun lalu',
      kind: 'bars',
      group: 'bulan',
      figures: ['neto'],
      year: true,
    },
    {
      id: 'metode',
      title: 'Per metode',
      kind: 'donut',
      group: 'metode',
      figures: ['neto'],
      bases: ['kas'],
    },
    {
      id: 'kursus',
      title: 'Sepuluh kursus terbesar',
      kind: 'bar',
      group: 'kursus',
      figures: ['neto'],
      top: 10,
    },
  ],
})
