/** Status, void action and edit form of a payment, shared by the list and the record. */
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import type { Row } from '#contract/resource.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { askReason, toast } from '#src/state/feedback.ts'
import type { Place } from '#src/state/place.ts'
import { formFor } from '#src/ui/form/form.tsx'
import { rupiah } from '#src/ui/format/format.ts'
import { Badge } from '#src/ui/list/table/table.tsx'

export type Payment = Row<typeof billingPayment>

export const PaymentStatus = ({ payment }: { payment: Payment }) =>
  payment.void_at ? <Badge tone="red">Batal</Badge> : <Badge tone="green">Diterima</Badge>

/** Returns a function that asks for a reason and voids the payment. */
export const useVoidPayment = () => {
  const { mutate, isPending } = BillingPayments.useAction('batalkan')
  const voidPayment = async (payment: Payment) => {
    const saldo =
      payment.ke_saldo > 0
        ? ` Saldo ${rupiah(payment.ke_saldo)} ditarik kembali; tidak bisa jika sudah dipakai.`
        : ''
    const body = `Pembayaran ${rupiah(payment.jumlah)} dari ${payment.pembayar_nama} tidak dihitung lagi: tagihannya kembali terbuka dan kuitansi tercetak BATAL.${saldo} Tindakan ini tidak dapat diurungkan.`
    const alasan = await askReason({
      title: `Batalkan ${payment.nomor}?`,
      body,
      confirm: 'Batalkan',
      cancel: 'Kembali',
      danger: true,
    })
    if (alasan === null) return
    mutate(
      { id: payment.id, input: { alasan } },
      {
        onSuccess: () =>
          toast(`Pembayaran ${payment.nomor} dibatalkan`, {
            to: { to: '/billing-payment/view', search: { id: payment.id } },
          }),
      },
    )
  }
  return { voidPayment: (payment: Payment) => void voidPayment(payment), busy: isPending }
}

const { Form, ModalForm, Field } = formFor(BillingPayments)
const place = ({ id }: Payment): Place => ({ to: '/billing-payment/view', search: { id } })
const fields = (
  <>
    <Field name="pembayar_nama" wide />
    <Field name="referensi" wide />
    <Field name="catatan" wide />
  </>
)
/**
 * Dialog that edits the name of the payer, the reference and the note. The other fields of a
 * payment cannot be edited.
 */
export const PaymentEditForm = ({
  target,
}: {
  target?: { id: number | null; close: () => void }
}) => (
  <ModalForm target={target} link={place}>
    {fields}
  </ModalForm>
)
/** Edit form of a payment as a page instead of a dialog. */
export const PaymentEditPage = ({ id, onSaved }: { id: number; onSaved: () => void }) => (
  <Form id={id} link={place} onSaved={onSaved}>
    {fields}
  </Form>
)
