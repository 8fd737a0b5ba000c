/**
 * Form of a payment confirmation, in which a family reports a transfer. The form is designed for
 * phones. It asks for the paid bills, the receiving account and the proof of payment.
 */
import { useNavigate } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { KonfirmasiPembayarans } from '#src/data/resources/konfirmasiPembayaran.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { BankChoice } from '#src/routes/_app/konfirmasi-pembayaran/-bankChoice.tsx'
import { BillChoice } from '#src/routes/_app/konfirmasi-pembayaran/-billChoice.tsx'
import { formFor, NoDuplicate } from '#src/ui/form/form.tsx'

const { Form, Field } = formFor(KonfirmasiPembayarans)

/**
 * Confirmation form opened from a bill. The payer of the bill is filled in, and the bill is ticked.
 */
export const ConfirmationOfBill = ({ id }: { id: number }) => {
  const { akun_billing_id, akun_billing } = Billings.useView(id, 'akun_billing')
  return <ConfirmationForm akun={akun_billing_id} name={akun_billing?.name} first={id} />
}

export const ConfirmationForm = ({
  akun,
  name,
  first,
}: {
  akun?: number
  name?: string
  first?: number
}) => {
  const navigate = useNavigate()
  const me = useMe()
  const isPayer = roleOf(me) === RoleId.akunBilling
  const payer = isPayer ? me?.id : akun
  return (
    <Form
      initial={{
        akun_billing_id: payer,
        tanggal_transfer: currentDay(),
        pengirim_nama: isPayer ? me?.name : name,
      }}
      submitLabel="Kirim konfirmasi"
      nameOf={({ nomor }) => nomor}
      link={({ id }) => ({ to: '/konfirmasi-pembayaran/view', search: { id } })}
      onSaved={({ id }) =>
        void navigate({ to: '/konfirmasi-pembayaran/view', search: { id }, replace: true })
      }
    >
      {!isPayer && <Field name="akun_billing_id" wide />}
      <BillChoice first={first} />
      <Field name="jumlah" />
      <BankChoice />
      <Field name="bukti" wide />
      <Field name="tanggal_transfer" />
      <Field name="pengirim_nama" />
      <Field name="bank_asal" />
      <Field name="catatan" wide />
      <NoDuplicate />
    </Form>
  )
}
