import { reference } from '#contract/fields.ts'
import { report } from '#contract/report/report.ts'

const column = (label: string) => ({ label, kind: 'rupiah', rows: 'sum' }) as const
/** Profit and loss report: income minus expenses, without value added tax (domain.md 5). */
export const labaRugi = report({
  name: 'laba-rugi',
  title: 'Laporan Laba Rugi',
  span: 'bulan',
  bases: {
    kas: 'Kas: pembayaran menurut tanggal bayar, saldo menurut tanggal dipakai',
    akrual: 'Akrual: tagihan menurut tanggal terbit',
  },
  filters: { gedung_id: reference('Outlet', 'gedung') },
  groups: { pos: { label: 'Pos', ordered: true } },
  figures: {
    bulan: column('Bulan ini'),
    sebelumnya: column('Bulan sebelumnya'),
    tahun_lalu: column('Bulan sama tahun lalu'),
    berjalan: column('Tahun berjalan'),
  },
  columnsAreTimes: true,
  sections: { pendapatan: 'Pendapatan', pengeluaran: 'Pengeluaran sales', honor: 'Honor guru' },
  main: 'bulan',
  totalLabel: 'Laba / rugi',
  charts: [
    {
      id: 'pos',
      title: 'Per pos, bulan ini dan bulan sebelumnya',
      kind: 'bars',
      group: 'pos',
      figures: ['bulan', 'sebelumnya'],
    },
  ],
  note: 'Laporan manajemen, bukan laporan keuangan wajib: biaya lain sekolah (sewa, gaji tetap, listrik, pajak) tidak dicatat di sini. Tanpa PPN.',
})
