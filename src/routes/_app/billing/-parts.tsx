/** Parts of a bill that are shared by the record and the print view. */
import { useQueries, useQuery, useSuspenseQueries } from '@tanstack/react-query'
import {
  uniqueTransferAmount,
  codeText,
  itemNote,
  sumsOf,
} from '#contract/billing/rules/paper/paperText.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import type { Bill } from './-bill.tsx'
import { Sums } from './-form/sums.tsx'

export type Item = NonNullable<Bill['items']>[number]
export type Alokasi = NonNullable<Bill['alokasi']>[number]

const useNamesQuery = (ids: readonly (number | null)[]) => {
  const userIds = [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b)
  const enabled = useCan('user/pilihan') && userIds.length > 0
  return { ...pilihanQuery('user', { id: userIds.slice(0, 50).join(',') }), enabled }
}
/** Returns the names of users by id. Users outside the scope of the reader are absent. */
export const useNames = (ids: readonly (number | null)[]): ReadonlyMap<number, string> => {
  const { data = [] } = useQuery(useNamesQuery(ids))
  return new Map(data.map((p) => [p.id, p.label]))
}
/**
 * Returns the names of users by id for the print view. Suspends until the names have loaded, so
 * that the printed page contains all names.
 */
export const useSheetNames = (ids: readonly (number | null)[]): ReadonlyMap<number, string> => {
  const { enabled, ...query } = useNamesQuery(ids)
  const results = useSuspenseQueries({ queries: [query].filter(() => enabled) })
  return new Map(results.flatMap(({ data }) => data.map((p) => [p.id, p.label] as const)))
}
/**
 * Returns a map from payment id to receipt, for all payments in `alokasi`. A receipt is absent
 * while it is loading, and if it is outside the scope of the reader.
 */
export const useReceipts = (alokasi: readonly Alokasi[]) => {
  const allowed = useCan('billing-payment/view')
  const ids = [...new Set(alokasi.flatMap((a) => (a.payment_id === null ? [] : [a.payment_id])))]
  return new Map(
    useQueries({
      queries: ids.map((id) => ({ ...BillingPayments.queries.view(id), enabled: allowed })),
    }).flatMap(({ data }) => (data ? [[data.id, data] as const] : [])),
  )
}
/** Note below a bill line: the student, and how the proration was computed. */
export const ItemNote = ({ item, names }: { item: Item; names: ReadonlyMap<number, string> }) => {
  const student = item.peserta_id === null ? undefined : names.get(item.peserta_id)
  const text = itemNote(item, student)
  return text && <Dim style={{ display: 'block', fontSize: '0.85em' }}>{text}</Dim>
}
/**
 * Reason why a tuition line has no course, or has a price that differs from the price of its
 * course. The reason is internal: it is neither printed nor shown to the family.
 */
export const ItemReason = ({ item }: { item: Item }) =>
  item.alasan_manual && (
    <Dim style={{ display: 'block', fontSize: '0.85em' }}>
      {item.kursus_peserta_id === null ? 'Tanpa jadwal' : 'Harga lain'}: {item.alasan_manual}
    </Dim>
  )
/** Sums of a bill, from the subtotal to the remaining amount. */
export const BillSums = ({ bill }: { bill: Bill }) => {
  const kodeUnik = useMe()?.pengaturan?.kode_unik === true
  const coded = uniqueTransferAmount(bill, kodeUnik)
  return (
    <>
      <Sums sums={sumsOf(bill, kodeUnik)} />
      {coded !== undefined && <p className="keep">{codeText(coded)}</p>}
    </>
  )
}
