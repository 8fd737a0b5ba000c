/**
 * Dialog that moves a payment to other bills or to credit (saldo). It asks for the new allocation
 * and a reason.
 */
import { Text } from '@mantine/core'
import {
  byDueDate,
  checkAlokasi,
  sumAlokasi,
  type AlokasiInput,
} from '#contract/billing/rules/alokasi.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { BillingPayments } from '#src/data/resources/billingPayment.ts'
import { partsOf, PartInput } from '#src/routes/_app/billing-payment/-alokasiSection.tsx'
import type { Payment } from '#src/routes/_app/billing-payment/-paymentActions.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { ErrorNote } from '#src/ui/form/ErrorNote.tsx'
import { formAction } from '#src/ui/form/formCall.tsx'
import { bulan, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PanelFoot } from '#src/ui/record/PanelFoot.tsx'

const MoveForm = formAction(BillingPayments, 'alih')

interface MoveProps {
  payment: Payment
  close: () => void
}
const livePartsOf = (payment: Payment): AlokasiInput[] =>
  (payment.alokasi ?? [])
    .filter((a) => a.void_at === null)
    .map(({ billing_id, jumlah }) => ({ billing_id, jumlah }))

/**
 * Returns the bills to which the payment can be allocated. `sisa` of each bill includes the part
 * that this payment currently pays, because the move releases that part.
 */
const usePayable = (payment: Payment) => {
  const ownPartOf = partsOf(livePartsOf(payment))
  const akun = { akun_billing_id: String(payment.akun_billing_id), status: '1', batal: 'false' }
  const open = Billings.useList({ ...akun, 'sisa.gte': '1', sort: 'jatuh_tempo', 'per-page': 100 })
  const paid = Billings.useList({ payment_id: String(payment.id), 'per-page': 100 })
  const bills = new Map([...paid.rows, ...open.rows].map((b) => [b.id, b]))
  return [...bills.values()]
    .map((b) => ({ ...b, sisa: b.sisa + ownPartOf(b.id) }))
    .filter((b) => b.sisa > 0 && b.void_at === null)
    .toSorted(byDueDate)
}

interface MoveTableProps {
  bills: ReturnType<typeof usePayable>
  alokasi: readonly AlokasiInput[]
  issues: ReturnType<typeof checkAlokasi>
  change: (bill: number, part: number | null) => void
}
/** Table of the bills and their amounts, with few columns so that it fits into a dialog. */
const MoveTable = ({ bills, alokasi, issues, change }: MoveTableProps) => (
  <DataTable
    caption="Tagihan dan pembagiannya"
    rows={bills}
    rowKey={(b) => b.id}
    columns={[
      {
        label: 'Tagihan',
        cell: (b) => (
          <span>
            {b.nomor}
            <Dim style={{ display: 'block', fontSize: '0.85em' }}>
              {[bulan(b.periode), `jatuh tempo ${shortTanggal(b.jatuh_tempo)}`]
                .filter(Boolean)
                .join(', ')}
            </Dim>
          </span>
        ),
      },
      { label: 'Terbuka', right: true, cell: (b) => rupiah(b.sisa) },
      {
        label: 'Dibayar',
        right: true,
        cell: (b) => (
          <PartInput
            bill={b}
            alokasi={alokasi}
            issues={issues}
            change={(part) => change(b.id, part)}
          />
        ),
      },
    ]}
  />
)

/**
 * Fields for the new allocation. Shows the current amount of each bill and of the credit beside the
 * new amount.
 */
const MoveFields = ({ payment }: { payment: Payment }) => {
  const bills = usePayable(payment)
  const { value, set, error } = MoveForm.useField('alokasi')
  const alokasi: AlokasiInput[] = Array.isArray(value) ? value : []
  const [before, after] = [partsOf(livePartsOf(payment)), partsOf(alokasi)]
  const issues = checkAlokasi(alokasi, bills, payment.jumlah)
  const change = (bill: number, part: number | null) =>
    set(
      bills.flatMap(({ id }) => {
        const jumlah = id === bill ? (part ?? 0) : after(id)
        return jumlah > 0 ? [{ billing_id: id, jumlah }] : []
      }),
    )
  const rest = payment.jumlah - sumAlokasi(alokasi)
  const changed = bills.filter((b) => before(b.id) !== after(b.id))
  const general = issues.filter((i) => !i.field.endsWith('.jumlah')).map((i) => i.message)
  const messages = error ? [...general, error] : general
  return (
    <section className="wide" aria-label="Alokasi">
      {bills.length === 0 ? (
        <Text c="dimmed">Tidak ada tagihan terbuka: seluruhnya masuk saldo.</Text>
      ) : (
        <MoveTable bills={bills} alokasi={alokasi} issues={issues} change={change} />
      )}
      <PanelFoot aria-live="polite">
        <span>
          Dialokasikan: <b>{rupiah(sumAlokasi(alokasi))}</b> dari {rupiah(payment.jumlah)}
        </span>
        <span>
          Ke saldo: <b>{rupiah(Math.max(0, rest))}</b>
          {rest !== payment.ke_saldo && rest >= 0 && ` (tadinya ${rupiah(payment.ke_saldo)})`}
        </span>
      </PanelFoot>
      <ErrorNote path="alokasi" messages={messages} />
      {changed.length > 0 && messages.length === 0 && (
        <Note mt="sm">
          {changed.map((b) => (
            <div key={b.id}>
              {b.nomor}: dibayar {rupiah(before(b.id))} menjadi <b>{rupiah(after(b.id))}</b>, sisa{' '}
              {rupiah(b.sisa - after(b.id))}
            </div>
          ))}
        </Note>
      )}
    </section>
  )
}

export const MovePayment = ({ payment, close }: MoveProps) => {
  const move = BillingPayments.useAction('alih', { quiet: true })
  const { id, nomor } = payment
  return (
    <MoveForm.ModalForm
      title={`Pindahkan ${nomor}`}
      close={close}
      submitLabel="Pindahkan"
      initial={{ alokasi: livePartsOf(payment) }}
      send={(input) => move.mutateAsync({ id, input })}
      onDone={() =>
        toast(`Pembayaran ${nomor} dipindahkan`, {
          to: { to: '/billing-payment/view', search: { id } },
        })
      }
    >
      <Text className="wide">
        Uang {rupiah(payment.jumlah)} dari {payment.pembayar_nama}, nomor dan tanggal kuitansinya
        tetap. Tulis berapa yang dibayarkan ke tiap tagihan; yang tersisa masuk saldo.
      </Text>
      <MoveFields payment={payment} />
      <MoveForm.Field name="alasan" wide />
    </MoveForm.ModalForm>
  )
}
