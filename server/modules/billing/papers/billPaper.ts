/** Makes the papers of bills. The texts are the same as in the print view (`/billing/download`). */
import { sourceProperties } from '#contract/billing/rules/billSource.ts'
import { methodNames } from '#contract/billing/rules/methodNames.ts'
import {
  uniqueTransferAmount,
  codeText,
  feeNote,
  itemNote,
  quantityText,
  sumsOf,
  watermarkOf,
} from '#contract/billing/rules/paper/paperText.ts'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { kopOf } from '#contract/print/kop.ts'
import type { Block, Cell, Column, Paper, PaperSize, SingleBlock } from '#contract/print/paper.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import {
  formatPeriode,
  formatTanggal,
  formatTanggalShort,
  formatWaktuShort,
} from '#contract/values/tanggal.ts'
import type { PrintedBill, PrintedItem } from '#server/modules/billing/papers/readBills.ts'

/** Returns the block with the recipient and the dates of a bill. */
const headOf = (bill: PrintedBill): Block => {
  const { void_at, void_alasan, gedung } = bill
  const voidEntry = void_at
    ? [
        {
          label: 'Dibatalkan',
          value: `${formatWaktuShort(void_at, gedung.zona_waktu)}: ${void_alasan}`,
        },
      ]
    : []
  return {
    kind: 'halves',
    left: [
      { kind: 'text', text: { text: 'Kepada', dim: true } },
      { kind: 'text', text: { text: bill.nama_tagihan, bold: true } },
      ...(bill.alamat ? [{ kind: 'text' as const, text: bill.alamat }] : []),
    ],
    right: [
      {
        kind: 'pairs',
        pairs: [
          {
            label: 'Tanggal terbit',
            value: bill.tanggal_terbit ? formatTanggal(bill.tanggal_terbit) : '–',
          },
          { label: 'Jatuh tempo', value: { text: formatTanggal(bill.jatuh_tempo), bold: true } },
          ...(bill.periode ? [{ label: 'Periode', value: formatPeriode(bill.periode) }] : []),
          ...voidEntry,
        ],
      },
    ],
  }
}

const itemTable = ({ items, total_diskon, total_ppn }: PrintedBill): SingleBlock => {
  const columns: [Column, (item: PrintedItem, i: number) => Cell][] = [
    [{ label: 'No.' }, (_, i) => String(i + 1)],
    [
      { label: 'Deskripsi', grow: true },
      (item) => ({ text: item.deskripsi, note: itemNote(item, item.peserta ?? undefined) }),
    ],
    [{ label: 'Jumlah', right: true }, quantityText],
    [{ label: 'Harga', right: true }, ({ harga_satuan }) => formatRupiah(harga_satuan)],
  ]
  if (total_diskon > 0)
    columns.push([
      { label: 'Diskon', right: true },
      ({ diskon }) => (diskon > 0 ? formatRupiah(-diskon) : '–'),
    ])
  if (total_ppn > 0) columns.push([{ label: 'PPN', right: true }, ({ ppn }) => formatRupiah(ppn)])
  columns.push([{ label: 'Total', right: true }, ({ jumlah }) => formatRupiah(jumlah)])
  return {
    kind: 'table',
    name: 'Baris tagihan',
    columns: columns.map(([column]) => column),
    rows: items.map((item, i) => columns.map(([, cell]) => cell(item, i))),
  }
}

const unread = (saldo: boolean) => (saldo ? 'Saldo' : 'Pembayaran')
/**
 * Returns the blocks with the payments of a bill. For a receipt that the reader may not see, the
 * number and the method are replaced by a general word, and the date is the date of the allocation.
 */
const paymentsOf = ({ paid, gedung }: PrintedBill, settings: Settings): Block[] => {
  if (paid.length === 0) return []
  const { label } = methodNames(settings)
  const rows = paid.map(({ receipt, saldo, created_at, jumlah }) => [
    receipt ? formatTanggalShort(receipt.tanggal) : formatWaktuShort(created_at, gedung.zona_waktu),
    receipt ? `${receipt.nomor} · ${label(receipt.metode)}` : unread(saldo),
    formatRupiah(jumlah),
  ])
  const table: SingleBlock = {
    kind: 'table',
    name: 'Pembayaran',
    columns: [{}, { grow: true }, { right: true }],
    rows,
  }
  return [{ kind: 'keep', blocks: [{ kind: 'heading', text: 'Pembayaran' }, table] }]
}
const qrisOf = (image: number, bank: string): SingleBlock => ({
  kind: 'picture',
  image,
  alt: `Kode QRIS ${bank}`,
  width: 38,
  height: 38,
  words: [{ text: bank, bold: true }, 'Pindai untuk membayar'],
})
/**
 * Returns the blocks with the bank accounts for payment; empty if the bill is void or paid in full.
 */
const banksOf = ({ banks, void_at, sisa }: PrintedBill): Block[] => {
  if (void_at || sisa <= 0 || banks.length === 0) return []
  const table: SingleBlock = {
    kind: 'table',
    name: 'Rekening pembayaran',
    columns: [{}, {}, { grow: true }],
    rows: banks.map((b) => [
      { text: b.nama_bank, bold: true },
      b.no_rekening,
      `a.n. ${b.atas_nama}`,
    ]),
  }
  const codes = banks.flatMap(({ gambar, nama_bank }): SingleBlock[] =>
    gambar === null ? [] : [qrisOf(gambar, nama_bank)],
  )
  return [{ kind: 'keep', blocks: [{ kind: 'heading', text: 'Pembayaran ke' }, table, ...codes] }]
}

/** Returns the paper of a bill. */
export const billPaper = (bill: PrintedBill, settings: Settings, size: PaperSize): Paper => {
  const nomor = bill.nomor ?? 'Draft'
  const { mark } = sourceProperties(bill.sumber)
  const sums = sumsOf(bill, settings.kode_unik).flatMap(({ label, amount, strong = false }) =>
    amount === undefined ? [] : [{ label, amount: formatRupiah(amount), strong }],
  )
  const coded = uniqueTransferAmount(bill, settings.kode_unik)
  const note: SingleBlock[] = bill.catatan
    ? [
        { kind: 'heading', text: 'Catatan' },
        { kind: 'text', text: bill.catatan },
      ]
    : []
  return {
    size,
    kop: kopOf(bill.gedung, settings),
    aside: { title: 'TAGIHAN', lines: mark === undefined ? [nomor] : [nomor, mark] },
    watermark: watermarkOf(bill),
    foot: `TAGIHAN ${nomor} · ${bill.nama_tagihan}`,
    blocks: [
      headOf(bill),
      itemTable(bill),
      { kind: 'sums', sums },
      ...(coded === undefined ? [] : [{ kind: 'text' as const, text: codeText(coded) }]),
      { kind: 'framed', text: { text: `Terbilang: ${terbilang(bill.total)}`, italic: true } },
      ...bill.fees.map((fee): SingleBlock => ({ kind: 'text', text: feeNote(fee) })),
      ...paymentsOf(bill, settings),
      ...banksOf(bill),
      { kind: 'keep', blocks: note },
    ],
  }
}
