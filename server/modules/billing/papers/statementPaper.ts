/** The statement of an account as a paper (domain.md 3.5), as the screen prints it. */
import { statementNote } from '#contract/billing/rules/paperText.ts'
import type { rekeningKoran } from '#contract/billing/saldoCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Paper } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/tables.ts'
import { pictureReader } from '#server/modules/billing/papers/kop.ts'
import { readOutlets } from '#server/modules/billing/papers/readBills.ts'
import type { PaperBatch } from '#server/pdf/paper.ts'

type Statement = CallOutput<typeof rekeningKoran>
const amount = (n: number): string => (n === 0 ? '' : formatRupiah(n))

const statementPaper = (data: Statement, kop: Paper['kop']): Paper => {
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
          [formatTanggal(data.dari), 'Sisa awal', '', '', formatRupiah(awal.sisa)],
          ...data.baris.map((line) => [
            formatTanggal(line.tanggal),
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

/** The one paper of a statement, under the letterhead of the account's outlet. */
export const statementBatches = async function* (
  db: Db,
  data: Statement,
  settings: Settings,
): AsyncGenerator<PaperBatch> {
  const { gedung_id } = data.akun_billing
  const outlets = await readOutlets(db, [gedung_id])
  const kop = kopOf(outlets.get(gedung_id ?? 0), settings)
  yield { papers: [statementPaper(data, kop)], images: await pictureReader(db)([kop.logo]) }
}
