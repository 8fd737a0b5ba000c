/**
 * Fields for the amount of a payment and for the cash that the payer hands over. Also shows the
 * change that the payer gets back.
 */
import { Text } from '@mantine/core'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { useValue } from '#src/routes/_app/billing-payment/-paymentParts.ts'
import { RupiahInput } from '#src/ui/form/fields/RupiahInput.tsx'
import { useFormField, useFormStore } from '#src/ui/form/useForm.ts'
import { rupiah } from '#src/ui/format/format.ts'

/** Input for the amount. Typing spreads the amount over the open bills, oldest first. */
export const AmountField = () => {
  const store = useFormStore()
  const { value, error, set } = useFormField('jumlah')
  return (
    <div data-field="jumlah">
      <RupiahInput
        name="jumlah"
        label="Jumlah"
        required
        value={typeof value === 'number' ? value : null}
        error={error}
        onChange={(jumlah) => {
          set(jumlah)
          store.set('alokasi', undefined)
        }}
      />
    </div>
  )
}

/**
 * Cash that the payer hands over, in rupiah; null while nothing is typed. The form does not send
 * this amount to the server.
 */
export type Received = number | null
/** Name under which the form shows an error of the cash input. The contract has no such field. */
export const receivedField = 'uang_diterima'

/**
 * Returns the amount that is missing from the cash handed over; 0 when it suffices, when nothing is
 * typed, or when the method is not cash.
 */
export const missingCash = (
  received: Received,
  payment: { metode: number | '' | null | undefined; jumlah: number },
): number =>
  received === null || !methodProperties(payment.metode).isCash
    ? 0
    : Math.max(0, payment.jumlah - received)

/**
 * Input for the cash that the payer hands over. Also shows the change that the payer gets back.
 * Rendered only for payments in cash.
 */
export const CashField = ({
  received,
  setReceived,
}: {
  received: Received
  setReceived: (received: Received) => void
}) => {
  const metode = useValue('metode')
  const jumlah = Number(useValue('jumlah') ?? 0)
  const { error } = useFormField(receivedField)
  if (!methodProperties(metode).isCash) return null
  const missing = missingCash(received, { metode, jumlah })
  const isRejected = missing > 0 && error !== undefined
  return (
    <div data-field={receivedField}>
      <RupiahInput
        name={receivedField}
        label="Uang diterima"
        value={received}
        error={isRejected ? error : undefined}
        onChange={setReceived}
      />
      {received !== null && !isRejected && (
        <Text role="status" mt={4} c={missing > 0 ? 'var(--mantine-color-error)' : undefined}>
          {missing > 0 ? 'Kurang' : 'Kembalian'}{' '}
          <b>{rupiah(missing > 0 ? missing : received - jumlah)}</b>
        </Text>
      )}
    </div>
  )
}
