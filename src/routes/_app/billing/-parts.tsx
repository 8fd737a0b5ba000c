import '#src/styles/lines.css'
/** Parts of a bill that its record and its print view read. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { pilihanQuery } from '#src/data/pilihan.ts'
import { useCan } from '#src/data/session.ts'
import { rupiah } from '#src/ui/format.ts'
import type { Bill } from './-bill.tsx'

export type Item = NonNullable<Bill['items']>[number]
export type Alokasi = NonNullable<Bill['alokasi']>[number]

/** Names of users by id, as far as they are in the caller's scope. */
export const useNames = (ids: readonly (number | null)[]): ReadonlyMap<number, string> => {
  const known = [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b)
  const { data = [] } = useQuery({
    ...pilihanQuery('user', { id: known.slice(0, 50).join(',') }),
    enabled: useCan('user/pilihan') && known.length > 0,
  })
  return new Map(data.map((p) => [p.id, p.label]))
}
/** Receipts of allocations by id; those that are on their way or that one may not see are missing. */
export const useReceipts = (alokasi: readonly Alokasi[]) => {
  const allowed = useCan('billing-payment/view')
  const ids = [...new Set(alokasi.flatMap((a) => (a.payment_id === null ? [] : [a.payment_id])))]
  return new Map(
    useQueries({
      queries: ids.map((id) => ({ ...BillingPayments.queries.view(id), enabled: allowed })),
    }).flatMap(({ data }) => (data ? [[data.id, data] as const] : [])),
  )
}
/** What stands under a line: the student, and how a part of a month was computed. */
export const ItemNote = ({ item, names }: { item: Item; names: ReadonlyMap<number, string> }) => {
  const student = item.peserta_id === null ? undefined : names.get(item.peserta_id)
  const part =
    item.prorata_pembilang === null
      ? undefined
      : `Prorata ${item.prorata_pembilang} dari ${item.prorata_penyebut} pertemuan × ${rupiah(item.qty * item.harga_satuan)}`
  const discount =
    item.diskon > 0 && item.diskon_alasan ? `Diskon: ${item.diskon_alasan}` : undefined
  const text = [student, part, discount].filter((t) => t !== undefined).join(' · ')
  return (
    text && (
      <div className="dim" style={{ fontSize: '.85em' }}>
        {text}
      </div>
    )
  )
}
/** Sums of a bill down to what is left to pay. */
export const BillSums = ({ bill }: { bill: Bill }) => (
  <table className="sums" aria-label="Jumlah tagihan">
    <tbody>
      {(bill.total_diskon > 0 || bill.total_ppn > 0) && (
        <tr>
          <th scope="row">Subtotal</th>
          <td className="right">{rupiah(bill.subtotal)}</td>
        </tr>
      )}
      {bill.total_diskon > 0 && (
        <tr>
          <th scope="row">Diskon</th>
          <td className="right">{rupiah(-bill.total_diskon)}</td>
        </tr>
      )}
      {bill.total_ppn > 0 && (
        <tr>
          <th scope="row">PPN</th>
          <td className="right">{rupiah(bill.total_ppn)}</td>
        </tr>
      )}
      <tr className="strong">
        <th scope="row">Total</th>
        <td className="right">{rupiah(bill.total)}</td>
      </tr>
      {bill.status === 1 && (
        <tr>
          <th scope="row">Terbayar</th>
          <td className="right">{rupiah(bill.terbayar)}</td>
        </tr>
      )}
      {bill.status === 1 && !bill.void_at && (
        <tr className="strong">
          <th scope="row">Sisa</th>
          <td className="right">{rupiah(bill.sisa)}</td>
        </tr>
      )}
    </tbody>
  </table>
)
