/** Headings that banks use, and their expected meaning. */
import { expect, test } from 'vitest'
import { walk } from '#mocks/walk.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import { readStatementSheet } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

const limits = { rows: 25_000, columns: 60, lateHead: true } as const
const read = (text: string) => {
  const { lines, pertanyaan } = readStatementSheet(readSheet(Buffer.from(text), limits), {
    today: '2026-11-26',
  })
  return { lines: lines.map((l) => [l.tanggal, l.keterangan, l.masuk - l.keluar]), pertanyaan }
}
const days =
  'Tanggal,Tgl. Trans,Trans. Date,Booking Date,TGL_TRAN,Waktu Transaksi,Transaction Date & Time,Tanggal Posting,Txn Date,Hari/Tanggal'.split(
    ',',
  )
const texts =
  'Deskripsi,Uraian,DESK_TRAN,Remark,Narasi,Berita Transaksi,Keterangan Transaksi,Transaction Details,Particulars,Rincian,Description 1,Ket.,Catatan,Memo,Nama Pengirim,Uraian Mutasi,Keterangan/Berita,Info,Pesan'.split(
    ',',
  )
const pairs =
  'Debit/Kredit,DEBET/KREDIT,Debit Amount/Credit Amount,Jumlah Debet/Jumlah Kredit,Dana Keluar/Dana Masuk,Pengeluaran/Pemasukan,Uang Keluar (Rp)/Uang Masuk (Rp),MUTASI_DEBET/MUTASI_KREDIT,Withdrawals/Deposits,Money Out/Money In,Penarikan/Setoran,Db/Cr,Keluar/Masuk,Paid Out/Paid In,Total Debit/Total Kredit,Amount (Debit)/Amount (Credit)'
    .split(',')
    .map((pair) => pair.split('/'))
const amounts =
  'Jumlah,Nominal,Amount,Mutasi,Nilai Transaksi,Mutasi (IDR),Transaction Amount,Total,Amt,Debit/Kredit'.split(
    ',',
  )
const expectation = {
  lines: [
    ['2026-11-24', 'A', 1000],
    ['2026-11-25', 'B', -2000],
  ],
  pertanyaan: [],
}

walk(days.flatMap((day) => texts.map((text) => [`${day}, ${text}`, day, text] as const)))(
  'reads every heading of a day, a text and an amount',
  (_, day, text) => {
    for (const [out, into] of pairs)
      expect(
        read(`${day};${text};${out};${into}\n24/11/2026;A;;1000\n25/11/2026;B;2000;`),
        `${out}, ${into}`,
      ).toEqual(expectation)
    for (const amount of amounts)
      expect(
        read(`${day};${text};${amount}\n24/11/2026;A;1000\n25/11/2026;B;-2000`),
        amount,
      ).toEqual(expectation)
  },
)
test('merges two rows of headings, of which the lower one specifies the upper one', () => {
  const rows = '24/11/2026;A;;350.000;1\n25/11/2026;B;15.000;;1'
  for (const head of [
    'Tanggal;Keterangan;Mutasi;;Saldo\n;;Debit;Kredit;',
    ';;Mutasi;;\nTanggal;Keterangan;Debit;Kredit;Saldo',
    'Tanggal;Keterangan;Debit;Kredit;Saldo\nDate;Description;Debit;Credit;Balance',
  ])
    expect(read(`${head}\n${rows}`).lines, head).toEqual([
      ['2026-11-24', 'A', 350_000],
      ['2026-11-25', 'B', -15_000],
    ])
})
