/**
 * Dialog that approves a payment confirmation. The user enters the received amount, the day of
 * receipt, and the bills that the amount pays.
 */
import { allocateOldest } from '#contract/billing/rules/alokasi.ts'
import { InfoBilling } from '#src/data/calls.ts'
import { KonfirmasiPembayarans } from '#src/data/resources/konfirmasiPembayaran.ts'
import { AlokasiSection } from '#src/routes/_app/billing-payment/-alokasiSection.tsx'
import {
  confirmationPlace,
  type Confirmation,
} from '#src/routes/_app/konfirmasi-pembayaran/-konfirmasi.tsx'
import { toast } from '#src/state/feedback.ts'
import { FormSkeleton, NoDuplicate } from '#src/ui/form/form.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'

const { ModalForm, Field } = formAction(KonfirmasiPembayarans, 'setujui')

const Split = ({ row }: { row: Confirmation }) => {
  const { data } = InfoBilling.useOptionalQuery({ id: row.akun_billing_id })
  const chosen = (row.tagihan ?? []).map(({ id }) => id)
  if (!data) return <FormSkeleton />
  return (
    <AlokasiSection
      info={data}
      chosen={chosen}
      allocate={(open, jumlah) =>
        allocateOldest(
          open.filter(({ id }) => chosen.includes(id)),
          jumlah,
        ).alokasi
      }
    />
  )
}

export const ApproveDialog = ({
  row,
  close,
  done,
}: {
  row: Confirmation
  close: () => void
  /** Called after the approval. */
  done: () => void
}) => {
  const setujui = KonfirmasiPembayarans.useAction('setujui', { quiet: true })
  return (
    <ModalForm
      title={`Setujui ${row.nomor}`}
      submitLabel="Setujui"
      close={close}
      initial={{ jumlah: row.jumlah, tanggal: row.tanggal_transfer, versi: row.versi }}
      send={(input) => setujui.mutateAsync({ id: row.id, input })}
      onDone={() => {
        toast(`${row.nomor} disetujui`, { to: confirmationPlace(row) })
        done()
      }}
    >
      <Field name="jumlah" />
      <Field name="tanggal" />
      <Split row={row} />
      <NoDuplicate />
    </ModalForm>
  )
}
