/**
 * Payment form for the front desk: payer, amount and cash, then the open bills that the amount
 * pays. After a save, the app shows the receipt. Rarely used fields are folded.
 */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { BillingStatus, MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { Billings } from '#src/data/resources/billing.ts'
import {
  AmountField,
  CashField,
  type Received,
} from '#src/routes/_app/billing-payment/-amountFields.tsx'
import { MetodeFields } from '#src/routes/_app/billing-payment/-metodeFields.tsx'
import { OpenBills } from '#src/routes/_app/billing-payment/-openBills.tsx'
import { Field, Form, useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { usePreparePayment } from '#src/routes/_app/billing-payment/-preparePayment.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FoldedFields } from '#src/ui/form/FoldedFields.tsx'
import { rupiah } from '#src/ui/format/format.ts'

const whyNotOpen = (bill: { void_at: string | null; status: number }): string => {
  if (bill.void_at) return 'sudah dibatalkan'
  return bill.status === BillingStatus.draft ? 'masih draft' : 'sudah lunas'
}
/**
 * Payment form opened from a bill. It starts with the payer and the remaining amount of the bill.
 */
export const PaymentOfBill = ({ id }: { id: number }) => {
  // Uses the bill as it was when the form opened. A payment sets the bill to paid, and for a paid
  // bill a note would replace the form before the form has handled the response.
  const now = Billings.useView(id)
  const [bill] = useState(now)
  if (bill.status !== BillingStatus.terbit || bill.void_at || bill.sisa === 0)
    return (
      <Note tone="orange">
        Tagihan {bill.nomor ?? 'ini'} tidak menunggu pembayaran: {whyNotOpen(bill)}.
      </Note>
    )
  return <NewPayment akun={bill.akun_billing_id} first={id} jumlah={bill.sisa} />
}

const otherNames = ['referensi', 'pembayar_nama', 'gedung_id', 'catatan'] as const
/** Fields that few payments need. While they are folded, a summary shows their values. */
const OtherFields = () => {
  const akun = useValue('akun_billing_id')
  const id = typeof akun === 'number' ? akun : 0
  const { data } = InfoBilling.useOptionalQuery({ id }, { enabled: id > 0 })
  const pembayar = useValue('pembayar_nama') || data?.akun_billing.name
  const referensi = useValue('referensi')
  const summary = [
    pembayar && `diterima dari ${pembayar}`,
    useValue('gedung_id') ? 'outlet dipilih' : 'outlet menurut tagihan',
    referensi && `referensi ${referensi}`,
    useValue('catatan') && 'ada catatan',
  ]
  return (
    <FoldedFields names={otherNames} summary={summary.filter(Boolean).join(', ')}>
      <Field name="referensi" />
      <Field name="pembayar_nama" />
      <Field name="gedung_id" />
      <Field name="catatan" wide />
    </FoldedFields>
  )
}

export const NewPayment = ({
  akun,
  first,
  jumlah,
}: {
  akun?: number
  first?: number
  jumlah?: number
}) => {
  const navigate = useNavigate()
  const [received, setReceived] = useState<Received>(null)
  const prepare = usePreparePayment(first, received)
  return (
    <Form
      initial={{
        akun_billing_id: akun,
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah,
      }}
      prepare={prepare}
      submitLabel="Terima & cetak"
      link={({ id }) => ({ to: '/billing-payment/view', search: { id } })}
      onSaved={({ id, jumlah: paid, metode }) => {
        const change = methodProperties(metode).isCash ? (received ?? 0) - paid : 0
        if (change > 0) toast(`Kembalian ${rupiah(change)}`)
        void navigate({ to: '/billing-payment/print', search: { id }, replace: true })
      }}
    >
      <Field name="akun_billing_id" />
      <AmountField />
      <CashField received={received} setReceived={setReceived} />
      <MetodeFields />
      <Field name="tanggal" />
      <OpenBills first={first} />
      <OtherFields />
    </Form>
  )
}
