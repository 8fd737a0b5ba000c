/** Table of receipts by method and receiving user, and the facts of the expected cash. */
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
 * Returns the number and the sum of the void receipts of a line; an empty text if there are none.
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
          label: 'Banyak',
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

/** Returns the facts that lead from the opening cash to the expected cash. */
export const cashFacts = (till: Parameters<typeof cashSums>[0]) =>
  cashSums(till).map(({ label, amount }) => [label, rupiah(amount)] as const)
