import { reference } from '#contract/fields.ts'
import { report } from '#contract/report/report.ts'

const count = (label: string, hint?: string) =>
  ({ label, kind: 'angka', rows: 'count', ...(hint && { hint }) }) as const
const money = (label: string, hint?: string) =>
  ({ label, kind: 'rupiah', rows: 'sum', ...(hint && { hint }) }) as const
/** Report of the results and costs of sales people (domain.md 5, Performa sales). */
export const performaSales = report({
  name: 'performa-sales',
  title: 'Laporan Performa Sales',
  span: 'rentang',
  bases: {
    kohort: 'Lead masuk: nasib lead yang masuk dalam rentang ini',
    peristiwa: 'Kejadian: yang terjadi dalam rentang ini, kapan pun leadnya masuk',
  },
  filters: {
    gedung_id: reference('Outlet', 'gedung'),
    sales_id: reference('Sales', 'user', { params: { jenis: 'sales' } }),
  },
  groups: {
    sales: { label: 'Sales' },
    sumber: {
      label: 'Sumber informasi',
      without: ['pengeluaran', 'biaya_peserta', 'roi', 'target', 'capaian'],
    },
  },
  figures: {
    lead: count('Lead'),
    aktivasi1: count('Terdaftar', 'Lead yang sudah menjadi peserta'),
    aktivasi2: count('Sudah pilih kursus', 'Peserta itu sudah memilih kursus'),
    kalah: count('Kalah'),
    konversi1: {
      label: '% terdaftar',
      kind: 'persen',
      num: [['aktivasi1', 1]],
      den: 'lead',
      hint: 'Dari semua lead',
    },
    konversi2: {
      label: '% pilih kursus',
      kind: 'persen',
      num: [['aktivasi2', 1]],
      den: 'lead',
      hint: 'Dari semua lead',
    },
    hari: {
      label: 'Hari sampai pilih kursus',
      kind: 'hari',
      rows: 'median',
      hint: 'Nilai tengah, sejak lead masuk',
    },
    peserta: count('Peserta baru', 'Kursus pertamanya mulai dalam rentang ini'),
    pendapatan: money('Pendapatan', 'Kas, dari peserta yang dibawanya'),
    tunggakan: money('Tunggakan', 'Sisa tagihan peserta itu pada akhir rentang'),
    pengeluaran: money('Pengeluaran', 'Yang disetujui'),
    biaya_peserta: {
      label: 'Biaya per peserta',
      kind: 'rupiah',
      num: [['pengeluaran', 1]],
      den: 'peserta',
    },
    roi: {
      label: '% hasil (ROI)',
      kind: 'persen',
      num: [
        ['pendapatan', 1],
        ['pengeluaran', -1],
      ],
      den: 'pengeluaran',
      hint: '(Pendapatan − pengeluaran) ÷ pengeluaran',
    },
    dinilai: count(
      'Sudah 90 hari',
      'Peserta baru yang kursus pertamanya mulai 90 hari lalu atau lebih',
    ),
    bertahan: count('Masih aktif', 'Yang masih belajar 90 hari sesudahnya'),
    retensi: { label: '% masih aktif', kind: 'persen', num: [['bertahan', 1]], den: 'dinilai' },
    target: { label: 'Target peserta', kind: 'angka', rows: 'sum' },
    capaian: { label: '% target', kind: 'persen', num: [['peserta', 1]], den: 'target' },
  },
  main: 'lead',
  charts: [
    {
      id: 'corong',
      title: 'Dari lead sampai pilih kursus',
      kind: 'funnel',
      group: 'sales',
      figures: ['lead', 'aktivasi1', 'aktivasi2', 'kalah'],
    },
    {
      id: 'peringkat',
      title: 'Peringkat menurut pendapatan',
      kind: 'bar',
      group: 'sales',
      figures: ['pendapatan'],
      top: 10,
    },
    { id: 'sumber', title: 'Sumber lead', kind: 'donut', group: 'sumber', figures: ['lead'] },
  ],
})
