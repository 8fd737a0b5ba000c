/**
 * Parts of a cash closing: a table of the receipts by payment method and receiving user, and the
 * amounts that add up to the expected cash.
 */
import { cashSums } from '#contract/billing/rules/paper/tillText.ts'
import type { TillLine } from '#contract/billing/tutupKas.ts'
import type { Out } from '#contract/resource.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { numberText, rupiah } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'

export type Line = Out<typeof TillLine>
const sum = (lines: readonly Line[], key: 'banyak' | 'jumlah'): number =>
  lines.reduce((total, line) => total + line[key], 0)
/**
 * Returns a text with the number and the sum of the voided receipts of a table row. The text is
 * empty if there are none.
 */
export const voidedText = ({ banyak_batal, jumlah_batal }: Line): string =>
  banyak_batal === 0 ? '' : `${numberText(banyak_batal)} (${rupiah(jumlah_batal)})`
export const lineKey = ({ metode, bank_id, penerima_id }: Line): string =>
  `${metode} ${bank_id} ${penerima_id}`

export const LineTable = ({ lines }: { lines: readonly Line[] }) => {
  const metode = useMetode()
  return (
    <DataTable
      caption="Pembayaran menurut cara bayar dan penerima"
      empty="Tidak ada pembayaran pada hari itu."
      rows={lines}
      rowKey={lineKey}
      columns={[
        {
          label: 'Cara Bayar',
          cell: (line) => metode.withBank(line.metode, line.bank),
          total: 'Jumlah',
        },
        { label: 'Diterima Oleh', cell: (line) => line.penerima },
        {
          label: 'Jumlah transaksi',
          right: true,
          cell: (line) => numberText(line.banyak),
          total: numberText(sum(lines, 'banyak')),
        },
        {
          label: 'Jumlah',
          right: true,
          cell: (line) => rupiah(line.jumlah),
          total: rupiah(sum(lines, 'jumlah')),
        },
        { label: 'Dibatalkan', right: true, cell: voidedText },
      ]}
    />
  )
}

/** Returns label and amount of each item from the opening cash to the expected cash. */
export const cashFacts = (till: Parameters<typeof cashSums>[0]) =>
  cashSums(till).map(({ label, amount }) => [label, rupiah(amount)] as const)
