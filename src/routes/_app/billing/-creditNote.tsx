/**
 * Dialog that creates a credit note for a published bill. The amount first pays the unpaid part of
 * the bill, and the excess becomes credit (saldo).
 */
import { Text } from '@mantine/core'
import { Billings } from '#src/data/resources/billing.ts'
import { billName, type Bill } from '#src/routes/_app/billing/-billActions.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'
import { rupiah } from '#src/ui/format/format.ts'

const CreditForm = formAction(Billings, 'nota-kredit')

/**
 * Text about the effect of the typed amount: the part that pays the bill, and the part that becomes
 * credit.
 */
const Preview = ({ bill }: { bill: Bill }) => {
  const typed = CreditForm.useValue('jumlah')
  if (typeof typed !== 'number' || typed <= 0 || typed > bill.total) return null
  const paid = Math.min(typed, bill.sisa)
  return (
    <Note className="wide" aria-live="polite">
      {paid > 0 && (
        <div>
          {rupiah(paid)} mengurangi sisa tagihan menjadi <b>{rupiah(bill.sisa - paid)}</b>.
        </div>
      )}
      {typed > paid && (
        <div>
          {rupiah(typed - paid)} menjadi saldo {bill.nama_tagihan}.
        </div>
      )}
    </Note>
  )
}

export const CreditNote = ({ bill, close }: { bill: Bill; close: () => void }) => {
  const credit = Billings.useAction('nota-kredit', { quiet: true })
  const { id } = bill
  return (
    <CreditForm.ModalForm
      title={`Nota kredit untuk ${billName(bill)}`}
      close={close}
      submitLabel="Buat nota kredit"
      send={(input) => credit.mutateAsync({ id, input })}
      onDone={() =>
        toast(`Nota kredit untuk ${billName(bill)} dibuat`, {
          to: { to: '/billing/view', search: { id } },
        })
      }
    >
      <Text className="wide">
        Untuk tagihan yang terlalu tinggi. Tagihan {rupiah(bill.total)} dan nomornya tetap; dicatat
        dengan tanggal hari ini, juga jika buku bulan tagihan sudah dikunci.
      </Text>
      <CreditForm.Field name="jumlah" />
      <Preview bill={bill} />
      <CreditForm.Field name="alasan" wide />
    </CreditForm.ModalForm>
  )
}
