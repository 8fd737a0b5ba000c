/** Parts of a bill that its record and its print view read. */
import { useQueries, useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { codedAmount, codeText, itemNote, sumsOf } from '#contract/billing/rules/paperText.ts'
import { BillingPayments } from '#src/data/billingPayment.ts'
import { pilihanQuery } from '#src/data/choices.ts'
import { useCan, useMe } from '#src/data/session.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import type { Bill } from './-bill.tsx'
import { Sums } from './-sums.tsx'

export type Item = NonNullable<Bill['items']>[number]
export type Alokasi = NonNullable<Bill['alokasi']>[number]

const useNamesQuery = (ids: readonly (number | null)[]) => {
  const known = [...new Set(ids.filter((id) => id !== null))].sort((a, b) => a - b)
  const enabled = useCan('user/pilihan') && known.length > 0
  return { ...pilihanQuery('user', { id: known.slice(0, 50).join(',') }), enabled }
}
/** Names of users by id, as far as they are in the caller's scope. */
export const useNames = (ids: readonly (number | null)[]): ReadonlyMap<number, string> => {
  const { data = [] } = useQuery(useNamesQuery(ids))
  return new Map(data.map((p) => [p.id, p.label]))
}
/** The same of a paper that one looks at, which waits for them: suspends. */
export const useSheetNames = (ids: readonly (number | null)[]): ReadonlyMap<number, string> => {
  const { enabled, ...query } = useNamesQuery(ids)
  const found = useSuspenseQueries({ queries: [query].filter(() => enabled) })
  return new Map(found.flatMap(({ data }) => data.map((p) => [p.id, p.label] as const)))
}
/**
 * Receipts of allocations by id; those that are on their way or that one may not see are missing.
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
/** What stands under a line: the student, and how a part of a month was computed. */
export const ItemNote = ({ item, names }: { item: Item; names: ReadonlyMap<number, string> }) => {
  const student = item.peserta_id === null ? undefined : names.get(item.peserta_id)
  const text = itemNote(item, student)
  return text && <Dim style={{ display: 'block', fontSize: '0.85em' }}>{text}</Dim>
}
/**
 * Why a line of tuition stands for no course, or has another price than its course. For who makes
 * bills; neither printed nor told to the family.
 */
export const ItemReason = ({ item }: { item: Item }) =>
  item.alasan_manual && (
    <Dim style={{ display: 'block', fontSize: '0.85em' }}>
      {item.kursus_peserta_id === null ? 'Tanpa jadwal' : 'Harga lain'}: {item.alasan_manual}
    </Dim>
  )
/** Sums of a bill down to what is left to pay. */
export const BillSums = ({ bill }: { bill: Bill }) => {
  const kodeUnik = useMe()?.pengaturan?.kode_unik === true
  const coded = codedAmount(bill, kodeUnik)
  return (
    <>
      <Sums sums={sumsOf(bill, kodeUnik)} />
      {coded !== undefined && <p className="keep">{codeText(coded)}</p>}
    </>
  )
}
