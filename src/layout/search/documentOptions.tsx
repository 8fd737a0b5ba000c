/** Bills, receipts and leads that the search of the header and the palette find. */
import { IconUserPlus, IconCash, IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { can } from '#contract/access/access.ts'
import type { billing } from '#contract/billing/billing.ts'
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import { PaymentStatus } from '#contract/enums.ts'
import type { Row } from '#contract/resource.ts'
import type { lead } from '#contract/sales/lead.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import { queriesOf } from '#src/data/api/createHooks.ts'
import { useMe } from '#src/data/session/session.ts'
import { isLongEnough } from '#src/data/studentSearch.ts'
import { rupiah, tanggal } from '#src/ui/format/format.ts'
import type { Option, OptionGroup } from '#src/ui/list/filters/options.ts'

/** Maximum number of results shown for each of bills, receipts and leads. */
const shown = 5
const icon = { size: 18, stroke: 1.6, 'aria-hidden': true as const }

/** Whether a text may be a document number: it has digits and does not look like a phone number. */
const isLikeNumber = (q: string) =>
  q.length >= 3 && /\d/.test(q) && !/^(\+|0?8\d{2}|62)/.test(q) && /^[\w/.-]+$/.test(q)

const billOption = (bill: Row<typeof billing>): Option => {
  const state = bill.void_at ? 'Batal' : PaymentStatus.label(bill.payment_status)
  return {
    key: `tagihan ${bill.id}`,
    title: bill.nomor ?? '',
    note: `${bill.nama_tagihan} · ${rupiah(bill.total)} · ${state}`,
    icon: <IconReceipt {...icon} />,
    place: { to: '/billing/view', search: { id: bill.id } },
  }
}
const receiptOption = (payment: Row<typeof billingPayment>): Option => ({
  key: `pembayaran ${payment.id}`,
  title: payment.nomor,
  note: [
    payment.pembayar_nama,
    rupiah(payment.jumlah),
    payment.void_at ? 'Batal' : tanggal(payment.tanggal),
  ]
    .filter(Boolean)
    .join(' · '),
  icon: <IconCash {...icon} />,
  place: { to: '/billing-payment/view', search: { id: payment.id } },
})
const leadOption = (row: Row<typeof lead>): Option => ({
  key: `lead ${row.id}`,
  title: row.nama,
  note: `Lead · ${TahapLead.label(row.tahap)}`,
  icon: <IconUserPlus {...icon} />,
  place: { to: '/sales/lead/view', search: { id: row.id } },
})

const bills = queriesOf<typeof billing>('billing')
const receipts = queriesOf<typeof billingPayment>('billing-payment')
const leads = queriesOf<typeof lead>('lead')

/**
 * Returns the bills and receipts whose number contains the text, and the leads that match the text.
 * Searches only the resources that the user may read. Searches nothing if `isEnabled` is false.
 */
export const useDocuments = (q: string, isEnabled = true) => {
  const user = useMe()
  const isNumber = isEnabled && isLikeNumber(q)
  const may = (name: 'billing' | 'billing-payment' | 'lead') =>
    can(user, `${name}/index`) && can(user, `${name}/view`)
  const foundBills = useQuery({ ...bills.list({ q }), enabled: isNumber && may('billing') })
  const foundReceipts = useQuery({
    ...receipts.list({ q }),
    enabled: isNumber && may('billing-payment'),
  })
  const foundLeads = useQuery({
    ...leads.list({ q, 'per-page': shown }),
    enabled: isEnabled && isLongEnough(q) && may('lead'),
  })
  const hasNumber = ({ nomor }: { nomor: string | null }) =>
    nomor?.toLowerCase().includes(q.toLowerCase()) ?? false
  const groups: OptionGroup[] = [
    {
      label: 'Tagihan',
      options: (foundBills.data?.rows ?? []).filter(hasNumber).slice(0, shown).map(billOption),
    },
    {
      label: 'Pembayaran',
      options: (foundReceipts.data?.rows ?? [])
        .filter(hasNumber)
        .slice(0, shown)
        .map(receiptOption),
    },
    { label: 'Lead', options: (foundLeads.data?.rows ?? []).slice(0, shown).map(leadOption) },
  ].filter((group) => group.options.length > 0)
  const queries = [foundBills, foundReceipts, foundLeads]
  return {
    groups,
    isFetching: queries.some((query) => query.isFetching),
    error: queries.find((query) => query.error)?.error ?? null,
  }
}
