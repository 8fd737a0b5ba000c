/**
 * Payment form: payer, method, and an allocation of the amount to the open bills that updates while
 * typing.
 */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BillingStatus, MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { AlokasiFields } from '#src/routes/_app/billing-payment/-alokasiFields.tsx'
import { MetodeFields } from '#src/routes/_app/billing-payment/-metodeFields.tsx'
import { Field, Form } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { usePreparePayment } from '#src/routes/_app/billing-payment/-preparePayment.ts'
import { Note } from '#src/ui/feedback/Note.tsx'

const whyNotOpen = (bill: { void_at: string | null; status: number }): string => {
  if (bill.void_at) return 'sudah dibatalkan'
  return bill.status === BillingStatus.draft ? 'masih draft' : 'sudah lunas'
}
/**
 * Payment form opened from a bill. It starts with the payer and the remaining amount of the bill.
 */
export const PaymentOfBill = ({ id }: { id: number }) => {
  // Keeps the bill as it was when the form opened. The payment makes the bill paid, and the form
  // must stay mounted to handle the response.
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
  const prepare = usePreparePayment(first)
  return (
    <Form
      initial={{
        akun_billing_id: akun,
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah,
      }}
      prepare={prepare}
      link={({ id }) => ({ to: '/billing-payment/print', search: { id } })}
      onSaved={({ id }) =>
        void navigate({ to: '/billing-payment/view', search: { id }, replace: true })
      }
    >
      <Field name="akun_billing_id" />
      <Field name="jumlah" />
      <Field name="tanggal" />
      <MetodeFields />
      <Field name="referensi" />
      <Field name="pembayar_nama" />
      <Field name="gedung_id" />
      <Field name="catatan" wide />
      <AlokasiFields first={first} />
    </Form>
  )
}
