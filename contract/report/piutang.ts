import { reference } from '#contract/fields.ts'
import { report } from '#contract/report/report.ts'

const bucket = (label: string, hint?: string) =>
  ({ label, kind: 'rupiah', rows: 'sum', ...(hint && { hint }) }) as const
/**
 * Age ranges of debts. Each entry holds the name of the figure (column) that sums the debts in the
 * range, and the minimum number of days overdue; null for debts that are not overdue.
 */
export const ages = [
  ['belum', null],
  ['h1', 1],
  ['h31', 31],
  ['h61', 61],
  ['h91', 91],
] as const

/** Report of the open bills at the end of a day (domain.md 5, Piutang). */
export const piutang = report({
  name: 'piutang',
  title: 'Laporan Piutang',
  span: 'tanggal',
  bases: { akhir_hari: 'Sisa tagihan terbit pada akhir hari, umur sejak jatuh tempo' },
  filters: {
    gedung_id: reference('Outlet', 'gedung'),
    akun_billing_id: reference('Akun Billing', 'user', { params: { jenis: 'akun-billing' } }),
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
    kategori_kursus_id: reference('Kategori', 'kategori-kursus'),
    kursus_id: reference('Kursus', 'kursus'),
    jenis_billing_id: reference('Jenis Billing', 'jenis-billing'),
  },
  groups: {
    akun: { label: 'Akun billing' },
    gedung: { label: 'Outlet', without: ['saldo'] },
    sales: { label: 'Sales', without: ['saldo'] },
    kursus: { label: 'Kursus', without: ['saldo'] },
    bulan: { label: 'Akhir bulan', without: ['saldo'], ordered: true, states: 12 },
  },
  figures: {
    belum: bucket('Belum jatuh tempo'),
    h1: bucket('1–30 hari'),
    h31: bucket('31–60 hari'),
    h61: bucket('61–90 hari'),
    h91: bucket('> 90 hari'),
    total: bucket('Total'),
    tagihan: { label: 'Tagihan', kind: 'angka', rows: 'count' },
    saldo: bucket('Saldo kredit', 'Uang muka keluarga; tidak dikurangkan dari piutang'),
  },
  tiles: {
    lewat: bucket('Lewat jatuh tempo'),
    persen_lewat: {
      label: '% lewat jatuh tempo',
      kind: 'persen',
      num: [['lewat', 1]],
      den: 'total',
    },
    jatuh90: bucket('Jatuh tempo dalam 90 hari', 'Total tagihan yang jatuh tempo 90 hari terakhir'),
    tepat90: bucket('Dibayar tepat waktu', 'Bagian darinya yang dibayar sampai jatuh tempo'),
    tingkat: {
      label: 'Tingkat tertagih',
      kind: 'persen',
      num: [['tepat90', 1]],
      den: 'jatuh90',
      hint: 'Dibayar sampai jatuh tempo ÷ tagihan yang jatuh tempo dalam 90 hari',
    },
    terbit90: bucket('Ditagih 90 hari', 'Total tagihan yang terbit 90 hari terakhir'),
    dso: {
      label: 'Lama sampai dibayar',
      kind: 'hari',
      num: [['total', 1]],
      den: 'terbit90',
      times: 90,
      hint: 'Piutang ÷ ditagih 90 hari × 90',
    },
  },
  facts: {
    pembayaran_terakhir: { label: 'Bayar terakhir', groups: ['akun'] },
    pengingat_terakhir: { label: 'Pesan terakhir', groups: ['akun'] },
    phone: { label: 'WhatsApp', groups: ['akun'] },
  },
  main: 'total',
  charts: [
    {
      id: 'umur',
      title: 'Umur per outlet',
      kind: 'stack',
      group: 'gedung',
      figures: ['belum', 'h1', 'h31', 'h61', 'h91'],
    },
    {
      id: 'tren',
      title: 'Dua belas akhir bulan',
      kind: 'line',
      group: 'bulan',
      figures: ['total', 'h91'],
    },
  ],
})
