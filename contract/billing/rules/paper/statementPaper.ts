/** The account statement of a payer as a printable document (domain.md 3.5). */
import { statementNote } from '#contract/billing/rules/paper/paperText.ts'
import type { rekeningKoran } from '#contract/billing/saldoCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import type { Paper } from '#contract/print/paper.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal, formatTanggalShort, formatWaktuShort } from '#contract/values/tanggal.ts'

type Statement = CallOutput<typeof rekeningKoran>
const amount = (n: number): string => (n === 0 ? '' : formatRupiah(n))

/**
 * Returns the account statement as a document. The server makes a PDF from the document; the
 * browser makes a print page from it.
 */
export const statementPaper = (data: Statement, kop: Paper['kop']): Paper => {
  const { akun_billing: akun, awal, akhir } = data
  const period = `${formatTanggal(data.dari)} – ${formatTanggal(data.sampai)}`
  return {
    size: 'A4',
    kop,
    aside: { title: 'REKENING KORAN', lines: [period] },
    foot: `Rekening Koran ${akun.nama_tagihan}, ${period}`,
    blocks: [
      {
        kind: 'pairs',
        pairs: [
          { label: 'Akun billing', value: { text: akun.nama_tagihan, bold: true } },
          ...(akun.alamat ? [{ label: 'Alamat', value: akun.alamat }] : []),
          { label: 'Dibuat', value: formatWaktuShort(data.per) },
        ],
      },
      {
        kind: 'table',
        columns: [
          { label: 'Tanggal' },
          { label: 'Uraian', grow: true },
          { label: 'Tagihan', right: true },
          { label: 'Pembayaran', right: true },
          { label: 'Sisa', right: true },
        ],
        rows: [
          [formatTanggalShort(data.dari), 'Sisa awal', '', '', formatRupiah(awal.sisa)],
          ...data.baris.map((line) => [
            formatTanggalShort(line.tanggal),
            line.uraian,
            amount(line.tagihan),
            amount(line.bayar),
            formatRupiah(line.sisa),
          ]),
        ],
      },
      {
        kind: 'sums',
        sums: [
          { label: 'Tagihan', amount: formatRupiah(data.total_tagihan) },
          { label: 'Pembayaran', amount: formatRupiah(data.total_bayar) },
          {
            label: akhir.sisa < 0 ? 'Lebih bayar' : 'Sisa akhir',
            amount: formatRupiah(Math.abs(akhir.sisa)),
            strong: true,
          },
          { label: 'Saldo akhir', amount: formatRupiah(akhir.saldo) },
        ],
      },
      { kind: 'text', text: statementNote(data.di_luar_wilayah) },
    ],
  }
}
